"""Pages that say the same: byte for byte outside generated regions, or nearly word for word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import ceil

from mkdocs_docbridge.snapshot.model import Document

from .found import Found

MIN_WORDS = 20
"""Shorter pages are alike by chance: a title and one line."""
MIN_DISTINCT = 50
_SHARED = 8
"""Rare words that two pages must share before they are compared; 1 compares ten times as many."""
ALIKE = 0.9
"""The share of two pages' distinct words that are in both."""


def exact_duplicates(pages: Iterable[Document]) -> Iterator[Found]:
    """Every page that says what an earlier one says, in the order of paths."""
    first: dict[str, str] = {}
    for page in sorted(pages, key=lambda item: item.path):
        if page.word_count < MIN_WORDS:
            continue
        original = first.setdefault(page.authored_hash, page.path)
        if original != page.path:
            yield Found(
                "DOCUMENTATION_EXACT_DUPLICATE",
                page.path,
                None,
                f"says exactly what {original} says",
                "Keep one of them, and link to it or include it.",
                subject=original,
            )


def near_pairs(words: Mapping[str, Iterable[str]]) -> list[tuple[str, str, int]]:
    """(path, an earlier path, percent) of pages whose distinct words are nearly the same; ``words`` by path.

    All pairs with a Jaccard similarity of at least 0.9, found by their rarest words: of two such sets, sorted by how
    rare their words are, the first 8 words that both have stand among the first tenth, and 8, of each. (The l-prefix
    scheme of Wang, Li and Feng, Can We Beat the Prefix Filtering?, 2012.)
    """
    sets = {path: frozenset(item) for path, item in sorted(words.items())}
    sets = {path: item for path, item in sets.items() if len(item) >= MIN_DISTINCT}
    pages = Counter(word for item in sets.values() for word in item)
    by_word: dict[str, list[str]] = defaultdict(list)
    found = []
    for path, item in sets.items():
        rarest = sorted(item, key=lambda word: (pages[word], word))[: len(item) - ceil(ALIKE * len(item)) + _SHARED]
        shared: Counter[str] = Counter()
        for word in rarest:
            shared.update(by_word[word])
            by_word[word].append(path)
        for other in sorted(other for other, count in shared.items() if count >= _SHARED):
            if ALIKE * len(item) <= len(sets[other]) <= len(item) / ALIKE:
                both = len(item & sets[other])
                either = len(item) + len(sets[other]) - both
                if both >= ALIKE * either:
                    found.append((path, other, 100 * both // either))
    return sorted(found)


def near_duplicates(pairs: Iterable[tuple[str, str, int]], exact: frozenset[tuple[str, str]]) -> Iterator[Found]:
    """One finding a page, about the earlier page most like it; ``exact`` are pairs that are known to be the same."""
    best: dict[str, tuple[int, str]] = {}
    for path, other, percent in pairs:
        if (path, other) not in exact and percent > best.get(path, (0, ""))[0]:
            best[path] = (percent, other)
    for path, (percent, other) in sorted(best.items()):
        yield Found(
            "DOCUMENTATION_NEAR_DUPLICATE",
            path,
            None,
            f"has {percent} % of its distinct words in common with {other}",
            "Say what differs, or keep one of them.",
            subject=other,
        )
