"""Package manifests and compiler settings, one reader a kind. A broken one gives a note, never an exception."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from mkdocs_docbridge.snapshot.catalogue import MANIFESTS
from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .members import broken

MAX_MANIFEST = 1024 * 1024
Reader = Callable[..., ManifestFacts]


def manifest_facts(name: str, data: bytes) -> ManifestFacts:
    """What the manifest called ``name`` (a file name or path) says. Pure.

    A file that cannot be read gives facts with an empty name and a BROKEN_MANIFEST note; a member of the wrong type
    is left out with a MANIFEST_MEMBER note. Raises ValueError for a name that is no manifest's.
    """
    file = name.rpartition("/")[2]
    for kind in MANIFESTS:
        if re.fullmatch(kind.pattern, file):
            if len(data) > MAX_MANIFEST:
                return broken(kind.ecosystem, f"{len(data):,} bytes, more than {MAX_MANIFEST:,}", None)
            read = _reader(kind.reader)
            facts = read(data, file.rpartition(".")[0]) if kind.is_named else read(data)
            if b"\0" in data and not any(note.code == "BROKEN_MANIFEST" for note in facts.notes):
                line = data.count(b"\n", 0, data.index(b"\0")) + 1
                return broken(kind.ecosystem, "holds NUL bytes: it is no text in UTF-8", line)
            return facts
    raise ValueError(f"{name} is no manifest that is read")


@cache
def _reader(named: str) -> Reader:
    module, _, function = named.partition(":")
    return cast(Reader, getattr(import_module(f"{__name__}.{module}"), function))
