"""Identity: whether a question names a thing, by the words that were typed and not by the terms made of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from .lexicon import Query, fold
from .model import Entry
from .priors import SUPPORT, is_support

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

_SPEECHLESS = frozenset({"__init__", "__main__", "index", "readme", "main", "mod", "lib"})


class Named(msgspec.Struct):
    """The identity parts of one entry, and the typed word behind each."""

    id: float = 0.0
    path: float = 0.0
    symbol: float = 0.0
    id_word: str = ""
    path_word: str = ""
    symbol_word: str = ""

    def raise_id(self, value: float, word: str) -> None:
        """Keeps the higher value."""
        if value > self.id:
            self.id, self.id_word = value, word

    def raise_path(self, value: float, word: str) -> None:
        """Keeps the higher value."""
        if value > self.path:
            self.path, self.path_word = value, word

    def raise_symbol(self, value: float, word: str) -> None:
        """Keeps the higher value."""
        if value > self.symbol:
            self.symbol, self.symbol_word = value, word


class Names:
    """Every name in an index: ids and aliases, paths, stems, symbols; all folded."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._ids: defaultdict[str, list[int]] = defaultdict(list)
        self._paths: defaultdict[str, list[int]] = defaultdict(list)
        self._by_last: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        self._below: defaultdict[str, list[int]] = defaultdict(list)
        self._stems: defaultdict[str, list[int]] = defaultdict(list)
        self._folders: defaultdict[str, list[int]] = defaultdict(list)
        self._symbols: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, entry in enumerate(entries):
            for name in {entry.id, entry.ownership_id or entry.id, *entry.aliases}:
                self._ids[fold(name)].append(number)
            if entry.kind not in {"intent", "change"}:
                self._add_path(number, entry)
            self._add_symbols(number, entry)

    def _add_path(self, number: int, entry: Entry) -> None:
        path = fold(entry.path)
        self._paths[path].append(number)
        self._by_last[path.rpartition("/")[2]].append((path, number))
        if entry.kind not in {"document", "module"}:
            self._folders[path.rpartition("/")[2]].append(number)
            return
        pure = PurePosixPath(path)
        self._paths[str(pure.with_suffix(""))].append(number)
        for folder in pure.parents:
            if str(folder) != ".":
                self._below[str(folder)].append(number)
        stem = pure.parent.name if pure.stem in _SPEECHLESS else pure.stem
        if stem:
            self._stems[stem].append(number)
        self._stems[pure.name].append(number)

    def _add_symbols(self, number: int, entry: Entry) -> None:
        # a test that defines a helper of that name is seldom what is meant
        support = SUPPORT if entry.kind == "module" and is_support(entry) else 1.0
        for at, name in enumerate(entry.symbols):
            strength = (1.0 if at < entry.exported else MINOR) * support
            self._symbols[_spelled(name)].append((number, strength))
            _, dot, member = name.rpartition(".")
            if dot:
                self._symbols[_spelled(member)].append((number, MINOR * support))

    def named(self, query: Query, best: float) -> dict[int, Named]:
        """The entries that ``query`` names, by number; ``best`` is the highest lexical part."""
        found: defaultdict[int, Named] = defaultdict(Named)
        whole = fold(query.text).strip("`\"'“” ").rstrip("/").removesuffix("()")
        self._by_id(whole, query, found)
        self._by_path(whole, query, found)
        self._by_symbol(whole, query, best, found)
        return dict(found)

    def _few(self, query: Query) -> tuple[str, ...]:
        """The typed words that may name a thing: all of a short question, the code words of a short sentence."""
        if query.length <= MAX_NAMING_WORDS:
            return query.typed
        return query.identifiers if len(query.typed) <= MAX_NAMING_WORDS else ()

    def _by_id(self, whole: str, query: Query, found: defaultdict[int, Named]) -> None:
        for number in self._ids.get(whole, ()):
            found[number].raise_id(WHOLE_ID, whole)
        for word in self._few(query):
            for number in self._ids.get(word, ()):
                found[number].raise_id(WORD_ID, word)

    def _by_path(self, whole: str, query: Query, found: defaultdict[int, Named]) -> None:
        for number in (*self._paths.get(whole, ()), *self._stems.get(whole, ()), *self._folders.get(whole, ())):
            found[number].raise_path(WHOLE_PATH, whole)
        if "/" in whole:
            for number in self._below.get(whole, ()):
                found[number].raise_path(WRITTEN_PATH, whole)
        for word in query.paths:
            last = word.rpartition("/")[2]
            for path, number in self._by_last.get(last, ()):
                # a written path may be longer (a checkout's folder before it) or shorter than the repository's
                if ("/" + path).endswith("/" + word) or ("/" in path and ("/" + word).endswith("/" + path)):
                    found[number].raise_path(WRITTEN_PATH, word)
        for word in self._few(query):
            for number in self._stems.get(word, ()):
                found[number].raise_path(WORD_STEM, word)

    def _by_symbol(self, whole: str, query: Query, best: float, found: defaultdict[int, Named]) -> None:
        for number, strength in self._symbols.get(_spelled(whole), ()):
            found[number].raise_symbol(WHOLE_SYMBOL * strength, whole)
        few = self._few(query)
        for word in few:
            for number, strength in self._symbols.get(_spelled(word.removesuffix("()")), ()):
                found[number].raise_symbol(WORD_SYMBOL * strength, word)
        for word in () if few else query.identifiers:
            for number, strength in self._symbols.get(_spelled(word), ()):
                found[number].raise_symbol(CITED_SYMBOL * best * strength, word)


def _spelled(name: str) -> str:
    """A symbol's name without its convention: ``bodyHash`` names ``body_hash``."""
    return fold(name).replace("_", "")
