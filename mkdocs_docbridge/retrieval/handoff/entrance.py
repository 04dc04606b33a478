"""The module of an area or package that one would open first: its entrance, else the one that most hangs on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.retrieval.project import INDEX_STEMS

from .atlas import IMPORTS, ROOT, Atlas, is_code

_HELPERS = frozenset(
    [
        "common",
        "compat",
        "config",
        "const",
        "constants",
        "consts",
        "errors",
        "exceptions",
        "helper",
        "helpers",
        "logging",
        "misc",
        "shared",
        "symbols",
        "types",
        "typing",
        "util",
        "utils",
        "utilities",
        "version",
        "versions",
    ]
)
"""Modules that everything imports and nobody means."""
_HELPER = 0.2
_NAMED_LIKE_FOLDER = 2.0


def entrances(
    atlas: Atlas, folder: str, members: Sequence[Entry], declared: Sequence[str] = ()
) -> Iterator[tuple[Entry, str]]:
    """The modules to open first, best first, each with the reason; one may come twice.

    First what a manifest names as entry points (``declared`` paths). Then an index module (``__init__.py``, ``mod.rs``)
    that has something to say: a summary of its own or definitions, not only names that it passes on. Then all others by
    how much hangs on them: importers from outside and modules inside that they import, helpers counting a fifth and a
    module called like the folder double; ties by the size of the interface, then by path.
    """
    code = [entry for entry in members if is_code(entry)] or list(members)
    by_path = {entry.path: entry for entry in code}
    yield from (
        (by_path[path], "the manifest names it") for path in declared if path in by_path and _speaks(by_path[path])
    )
    indexes = [entry for entry in code if parent(entry.path) == _inside(folder) and _stem(entry) in INDEX_STEMS]
    speaking = sorted((entry for entry in indexes if _speaks(entry)), key=lambda entry: (-entry.exported, entry.path))
    yield from ((entry, "it is the folder's index module") for entry in speaking)
    beside = atlas.file_entry(f"{folder}.rs")
    if beside is not None:
        yield beside, "it declares the folder's modules"
    inside = frozenset(entry.id for entry in code)
    ranked = sorted(
        code, key=lambda entry: (-_weight(atlas, entry, inside, folder), -entry.exported, len(entry.path), entry.path)
    )
    yield from ((entry, "the most code hangs on it") for entry in ranked)


def _inside(folder: str) -> str:
    return "" if folder == ROOT else folder


def _stem(entry: Entry) -> str:
    return PurePosixPath(entry.path).stem


def _speaks(entry: Entry) -> bool:
    return bool(entry.summary) or entry.exported > 0


def _weight(atlas: Atlas, entry: Entry, inside: frozenset[str], folder: str) -> float:
    outside = sum(1 for other in atlas.importers(entry.id) if other.id not in inside and is_code(other))
    taken = {item.target for item in atlas.outbound.get(entry.id, ()) if item.kind in IMPORTS}
    weight = float(outside + len(taken & inside - {entry.id}))
    stem = _stem(entry).lower().strip("_")
    if stem in _HELPERS:
        weight *= _HELPER
    if stem == folder.rpartition("/")[2].lower().strip("_"):
        weight = weight * _NAMED_LIKE_FOLDER + 1
    return weight
