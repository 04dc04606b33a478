"""Facts fit to be kept and shown: secrets leave them once, when a file is read, so nothing later has to look.

What linking makes of facts (the evidence of a relation, the reason of a coverage entry) is put together from texts that
went through here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from mkdocs_docbridge.text.redaction import is_public, redact_source

from .facts import CodeToken, DocumentFacts, FrontMatter, ManifestFacts, Mention, ModuleFacts, Note, RawHeading, RawLink
from .languages.prose import first_sentence
from .model import Symbol

MAX_TITLE = 256
MAX_SUMMARY = 400
MAX_LINE = 160
MAX_PURPOSE = 1024
_MAX_TARGET = 2048

T = TypeVar("T")


def public_document(facts: DocumentFacts) -> DocumentFacts:
    """The same facts, with every text that may be shown redacted and within its bound."""
    matter = facts.front_matter
    texts = [facts.title, facts.summary, matter.description, matter.purpose, matter.title, matter.audience]
    texts += [declared.text for declared in matter.covers]
    texts += [heading.text for heading in facts.headings]
    texts += [text for link in facts.links for text in (link.text, link.target)]
    texts += [token.text for token in facts.code]
    texts += [mention.target for mention in facts.mentions]
    texts += [note.reason for note in facts.notes]
    facts = replace(facts, title=_cut(facts.title, MAX_TITLE), summary=_cut(facts.summary, MAX_SUMMARY))
    if is_public(texts):
        return facts
    return replace(
        facts,
        title=redact_source(facts.title, limit=MAX_TITLE),
        summary=redact_source(facts.summary, limit=MAX_SUMMARY),
        front_matter=_front_matter(matter),
        headings=_each(facts.headings, _heading),
        links=_each(facts.links, _link),
        code=_each(facts.code, _token),
        mentions=_each(facts.mentions, _mention),
        notes=_each(facts.notes, _note),
    )


def public_module(facts: ModuleFacts) -> ModuleFacts:
    """The same facts with every text that may be shown redacted (a constant's signature holds its value), and the
    docstring cut to the sentence that a snapshot shows."""
    summary = first_sentence(facts.docstring)
    texts = [summary, *(text for symbol in facts.symbols for text in (symbol.signature, symbol.summary))]
    texts += [raw.specifier for raw in facts.imports]
    texts += [note.reason for note in facts.notes]
    if is_public(texts):
        return replace(facts, docstring=_cut(summary, MAX_SUMMARY))
    return replace(
        facts,
        docstring=redact_source(summary, limit=MAX_SUMMARY),
        symbols=_each(facts.symbols, _symbol),
        imports=_each(facts.imports, lambda raw: replace(raw, specifier=_line(raw.specifier, _MAX_TARGET))),
        notes=_each(facts.notes, _note),
    )


def public_manifest(facts: ManifestFacts) -> ManifestFacts:
    """The same facts with their description and notes redacted."""
    return replace(
        facts,
        description=redact_source(facts.description, limit=MAX_SUMMARY),
        notes=_each(facts.notes, _note),
    )


def _each(items: tuple[T, ...], one: Callable[[T], T]) -> tuple[T, ...]:
    return tuple(map(one, items))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else redact_source(text, limit=limit)


def _line(text: str, limit: int = MAX_LINE) -> str:
    return redact_source(text, limit=limit)


def _front_matter(matter: FrontMatter) -> FrontMatter:
    return replace(
        matter,
        title=_line(matter.title, MAX_TITLE),
        description=_line(matter.description, 512),
        audience=_line(matter.audience, MAX_TITLE),
        purpose=_line(matter.purpose, MAX_PURPOSE),
        covers=_each(matter.covers, lambda declared: replace(declared, text=_line(declared.text, MAX_TITLE))),
    )


def _heading(heading: RawHeading) -> RawHeading:
    return replace(heading, text=_line(heading.text, MAX_TITLE))


def _link(link: RawLink) -> RawLink:
    return replace(link, text=_line(link.text, MAX_TITLE), target=_line(link.target, _MAX_TARGET))


def _token(token: CodeToken) -> CodeToken:
    return replace(token, text=_line(token.text, MAX_TITLE))


def _mention(mention: Mention) -> Mention:
    return replace(mention, target=_line(mention.target, _MAX_TARGET))


def _note(note: Note) -> Note:
    return replace(note, reason=_line(note.reason, MAX_SUMMARY))


def _symbol(symbol: Symbol) -> Symbol:
    return replace(symbol, signature=_line(symbol.signature), summary=_line(symbol.summary, MAX_SUMMARY))
