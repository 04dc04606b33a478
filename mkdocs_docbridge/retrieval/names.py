"""The names of an index on their way into a file; :mod:`mkdocs_docbridge.retrieval.identity` looks them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain

from .container import SortedStrings, packed_numbers, planes
from .identity import LESSER, SUPPORTING, TABLES
from .lexicon import fold, spelled
from .model import Entry
from .priors import is_support

_SPEECHLESS = frozenset({"__init__", "__main__", "index", "readme", "main", "mod", "lib"})
"""Stems that say less than their folder's name."""


class _Collected(defaultdict[str, list[int]]):
    """Entry numbers by name, each with a grade in its last byte."""

    def __init__(self) -> None:
        super().__init__(list)

    def sections(self, table: str) -> dict[str, bytes]:
        names = sorted((name.encode(), name) for name in self)
        found = [self[name] for _, name in names]
        whole = packed_numbers("Q", chain.from_iterable(found))
        return {
            **SortedStrings.sections(f"names.{table}", [encoded for encoded, _ in names]),
            f"names.{table}.counts": packed_numbers("Q", accumulate(map(len, found))),
            f"names.{table}.entries": planes(whole, 1, 4),
            f"names.{table}.grades": whole[::8],
        }


def name_sections(entries: Sequence[Entry]) -> dict[str, bytes]:
    """The sections of a file that :class:`mkdocs_docbridge.retrieval.identity.Names` reads."""
    tables = {name: _Collected() for name in TABLES}
    for number, entry in enumerate(entries):
        for name in dict.fromkeys((entry.id, entry.ownership_id or entry.id, *entry.aliases)):
            tables["ids"][fold(name)].append(number << 8)
        if entry.kind not in {"intent", "change"}:
            _add_path(tables, number, entry)
        _add_symbols(tables["symbols"], number, entry)
    return {key: data for name, found in tables.items() for key, data in found.sections(name).items()}


def _add_path(tables: dict[str, _Collected], number: int, entry: Entry) -> None:
    path = fold(entry.path)
    folder, _, last = path.rpartition("/")
    tables["paths"][path].append(number << 8)
    tables["last"][last].append(number << 8)
    if entry.kind not in {"document", "module"}:
        tables["folders"][last].append(number << 8)
        return
    stem, _, suffix = last.rpartition(".")
    if not stem or not suffix:
        stem = last
    tables["paths"][path[: len(path) - len(last) + len(stem)]].append(number << 8)
    for above in _folders(folder):
        tables["below"][above].append(number << 8)
    said = folder.rpartition("/")[2] if stem in _SPEECHLESS else stem
    if said:
        tables["stems"][said].append(number << 8)
    tables["stems"][last].append(number << 8)


@lru_cache(maxsize=65_536)
def _folders(folder: str) -> tuple[str, ...]:
    """A folder and those above it, below the root."""
    return (folder, *_folders(folder.rpartition("/")[0])) if folder else ()


def _add_symbols(symbols: _Collected, number: int, entry: Entry) -> None:
    if not entry.symbols:
        return
    # a test that defines a helper of that name is seldom what is meant
    support = SUPPORTING if entry.kind == "module" and is_support(entry) else 0
    exported = number << 8 | support
    lesser = exported | LESSER
    for at, name in enumerate(entry.symbols):
        whole = spelled(name)
        symbols[whole].append(exported if at < entry.exported else lesser)
        if "." in name:
            member = whole if name.isascii() else spelled(name.rpartition(".")[2])
            symbols[member.rpartition(".")[2]].append(lesser)
