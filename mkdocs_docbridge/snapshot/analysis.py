"""From the bytes of a file to its facts as they are kept. Pure, so it runs in any order, process or machine."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from .cache import StoredFacts
from .catalogue import LANGUAGES
from .facts import DocumentFacts, ManifestFacts, ModuleFacts, Words
from .public import public_document, public_manifest, public_module

_WITH_WORDS = frozenset(language.name for language in LANGUAGES if language.links_words)


class Job(NamedTuple):
    """A file to analyse: its reader (``catalogue.readers_of``) and bytes. ``digest`` is the bytes' SHA-256."""

    reader: str
    digest: bytes
    data: bytes


class Done(NamedTuple):
    """The facts of the file with this digest, and the CPU time in ns that they took."""

    reader: str
    digest: bytes
    facts: StoredFacts
    took: int


def analyse(jobs: Sequence[Job]) -> list[Done]:
    """The facts of each job's file, in their order."""
    done = []
    for job in jobs:
        start = time.thread_time_ns()
        facts = stored_facts(job.reader, job.data)
        done.append(Done(job.reader, job.digest, facts, time.thread_time_ns() - start))
    return done


def stored_facts(reader: str, data: bytes) -> StoredFacts:
    """The facts of a file with these bytes, as they are kept. Pure."""
    # what reads one kind of files is not imported for another: after one change that took longer than the analysis
    kind, _, name = reader.partition(":")
    if kind == "document":
        from .markdown import document_facts

        return store_document(document_facts(data, name))
    if kind == "manifest":
        from .manifests import manifest_facts

        return store_manifest(manifest_facts(name, data))
    from .languages import analyzer_for

    analyzer = analyzer_for(f"x{name}")
    if analyzer is None:
        raise LookupError(reader)
    return store_module(analyzer.facts(data, name))


def store_document(facts: DocumentFacts) -> StoredFacts:
    """The parts of a document's facts. Nothing of it is only shown: headings and summary are few."""
    facts = public_document(facts)
    words = Words(terms=facts.terms, body=facts.body, fences=facts.fences)
    return StoredFacts(_packed(msgspec.structs.replace(facts, terms={}, body="", fences=())), b"", _packed(words))


def store_module(facts: ModuleFacts) -> StoredFacts:
    """The parts of a source file's facts. Signatures and summaries of its symbols are only shown."""
    facts = public_module(facts)
    shown = msgspec.json.encode(facts.symbols, order="sorted")
    if facts.language in _WITH_WORDS:
        linked = facts
    else:
        symbols = tuple(msgspec.structs.replace(symbol, signature="", summary="") for symbol in facts.symbols)
        linked = msgspec.structs.replace(facts, terms={}, symbols=symbols)
    return StoredFacts(_packed(linked), shown, _packed(Words(terms=facts.terms)))


def store_manifest(facts: ManifestFacts) -> StoredFacts:
    """A manifest's facts, all of which linking looks at."""
    return StoredFacts(_packed(public_manifest(facts)), b"", b"")


def _packed(facts: msgspec.Struct) -> bytes:
    return msgspec.msgpack.encode(facts)
