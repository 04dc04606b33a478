"""Identity: whether a question names a thing, by the words that were typed and not by the terms made of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Literal

import msgspec

from .container import Container
from .lexicon import Query, fold, spelled
from .model import Entry
from .priors import SUPPORT

WHOLE_ID = 200.0
WORD_ID = 120.0
WHOLE_PATH = 150.0
WRITTEN_PATH = 120.0
WORD_STEM = 100.0
WHOLE_SYMBOL = 150.0
WORD_SYMBOL = 90.0
CITED_SYMBOL = 0.15
"""A code-looking word in a sentence that is the name of a symbol: a share of the best lexical part."""
MINOR = 2 / 3
"""Of a symbol that is not exported, or a member that is named without its class."""
MAX_NAMING_WORDS = 2
"""A sentence does not name a thing by holding its name; up to two words do."""

TABLES = ("ids", "paths", "last", "below", "stems", "folders", "symbols")
SUPPORTING, LESSER = 1, 2
"""Bits of a symbol's grade: it is of a test or example; it is not exported, or stands here without its class."""
_STRENGTH = tuple((MINOR if grade & LESSER else 1.0) * (SUPPORT if grade & SUPPORTING else 1.0) for grade in range(4))


_Part = Literal["id", "path", "symbol"]


class Named(msgspec.Struct, frozen=True):
    """The identity parts of an entry, and the typed word behind each. Entries that are named alike share one."""

    id: float = 0.0
    path: float = 0.0
    symbol: float = 0.0
    id_word: str = ""
    path_word: str = ""
    symbol_word: str = ""

    total: float = 0.0
    """The sum of the parts."""

    def having(self, part: _Part, value: float, word: str) -> Named:
        """The same with another part."""
        made = msgspec.structs.replace(self, **{part: value, f"{part}_word": word})
        return msgspec.structs.replace(made, total=made.id + made.path + made.symbol)


class _Found(dict[int, Named]):
    """What is named, by entry number."""

    def name(self, numbers: Iterable[int], part: _Part, value: float, word: str) -> None:
        """Gives each of ``numbers`` this part, where it has no higher one. They may be thousands."""
        new = dict.fromkeys(numbers, _UNNAMED.having(part, value, word))
        for number in self.keys() & new.keys():
            old = self[number]
            new[number] = old.having(part, value, word) if value > getattr(old, part) else old
        self.update(new)


_UNNAMED = Named()


class Table:
    """Folded names and the numbers of the entries that have them; a symbol's with its strength."""

    def __init__(self, file: Container, name: str) -> None:
        self._names = file.sorted_strings(f"names.{name}")
        self._ends = file.numbers(f"names.{name}.counts", "Q")
        self._numbers = file.numbers(f"names.{name}.entries", "I")
        self._grades = file.raw(f"names.{name}.grades")

    def numbers(self, name: str) -> memoryview:
        """The entries with this name, by number."""
        return self._numbers[self._span(name)]

    def graded(self, name: str) -> list[tuple[list[int], int]]:
        """The same by what was stored beside each."""
        span = self._span(name)
        numbers, grades = self._numbers[span], self._grades[span]
        return [(list(compress(numbers, map(grade.__eq__, grades))), grade) for grade in sorted(set(grades))]

    def _span(self, name: str) -> slice:
        at = self._names.find(name)
        return slice(0, 0) if at is None else slice(self._ends[at - 1] if at else 0, self._ends[at])


class Names:
    """Every name in an index: ids and aliases, paths, stems, symbols; all folded."""

    def __init__(self, file: Container, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._ids, self._paths, self._last, self._below, self._stems, self._folders, self._symbols = (
            Table(file, name) for name in TABLES
        )

    def named(self, query: Query, best: float) -> dict[int, Named]:
        """The entries that ``query`` names, by number; ``best`` is the highest lexical part."""
        found = _Found()
        whole = fold(query.text).strip("`\"'“” ").rstrip("/").removesuffix("()")
        few = self._few(query)
        # a word that is the whole question would name the same for less
        words = [word for word in few if word != whole]
        self._by_id(whole, words, found)
        self._by_path(whole, words, query, found)
        self._by_symbol(whole, words, found)
        for word in () if few else query.identifiers:
            for numbers, grade in self._symbols.graded(spelled(word)):
                found.name(numbers, "symbol", CITED_SYMBOL * best * _STRENGTH[grade], word)
        return found

    def _few(self, query: Query) -> tuple[str, ...]:
        """The typed words that may name a thing: all of a short question, the code words of a short sentence."""
        if query.length <= MAX_NAMING_WORDS:
            return query.typed
        return query.identifiers if len(query.typed) <= MAX_NAMING_WORDS else ()

    def _by_id(self, whole: str, words: Sequence[str], found: _Found) -> None:
        found.name(self._ids.numbers(whole), "id", WHOLE_ID, whole)
        for word in words:
            found.name(self._ids.numbers(word), "id", WORD_ID, word)

    def _by_path(self, whole: str, words: Sequence[str], query: Query, found: _Found) -> None:
        for table in (self._paths, self._stems, self._folders):
            found.name(table.numbers(whole), "path", WHOLE_PATH, whole)
        if "/" in whole:
            found.name(self._below.numbers(whole), "path", WRITTEN_PATH, whole)
        for word in query.paths:
            numbers = self._last.numbers(word.rpartition("/")[2])
            found.name([n for n in numbers if "/" not in word or self._is_at(n, word)], "path", WRITTEN_PATH, word)
        for word in words:
            found.name(self._stems.numbers(word), "path", WORD_STEM, word)

    def _is_at(self, number: int, word: str) -> bool:
        # a written path may be longer (a checkout's folder before it) or shorter than the repository's
        path = fold(self._entries[number].path)
        return ("/" + path).endswith("/" + word) or ("/" in path and ("/" + word).endswith("/" + path))

    def _by_symbol(self, whole: str, words: Sequence[str], found: _Found) -> None:
        for numbers, grade in self._symbols.graded(spelled(whole)):
            found.name(numbers, "symbol", WHOLE_SYMBOL * _STRENGTH[grade], whole)
        for word in words:
            for numbers, grade in self._symbols.graded(spelled(word.removesuffix("()"))):
                found.name(numbers, "symbol", WORD_SYMBOL * _STRENGTH[grade], word)
