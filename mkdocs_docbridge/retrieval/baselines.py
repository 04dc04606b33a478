"""What a search is measured against: plain BM25, and the search that MkDocs ships, over the same entries."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lunr import get_default_builder
from lunr.index import Index

from .lexicon import words
from .model import Entry
from .postings import weighted_words
from .presets import FIELD_NAMES

PLAIN_K1 = 1.2
PLAIN_B = 0.75


class PlainBM25:
    """BM25 (k1 1.2, b 0.75) over the concatenated fields: lower-case words, nothing split, folded or left out."""

    name = "bm25"

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._ids = [entry.id for entry in entries]
        self._postings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for number, entry in enumerate(entries):
            counts: Counter[str] = Counter()
            for word, times in _all_words(entry):
                counts[word.lower()] += times
            self._lengths.append(counts.total())
            for word, times in counts.items():
                self._postings[word].append((number, times))
        self._mean = sum(self._lengths) / len(self._lengths) if entries else 1.0

    def ranking(self, query: str, limit: int) -> list[str]:
        """Entry ids, best first; ties by id."""
        scores: defaultdict[int, float] = defaultdict(float)
        for word in words(query):
            postings = self._postings.get(word.lower(), [])
            idf = math.log(1 + (len(self._ids) - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, times in postings:
                norm = PLAIN_K1 * (1 - PLAIN_B + PLAIN_B * self._lengths[number] / self._mean)
                scores[number] += idf * times * (PLAIN_K1 + 1) / (times + norm)
        best = sorted(scores, key=lambda number: (-scores[number], self._ids[number]))
        return [self._ids[number] for number in best[:limit]]


class SiteSearch:
    """lunr with English stemming and stop words over title and text, the title boosted as MkDocs' search does.

    MkDocs cuts a page at its headings and ranks the pieces; here a piece is a whole entry.
    """

    name = "mkdocs-search"

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._ids = [entry.id for entry in entries]
        builder = get_default_builder()
        builder.ref("id")
        builder.field("title", boost=1000)
        builder.field("text")
        for number, entry in enumerate(entries):
            text = " ".join(word for word, times in _all_words(entry) for _ in range(times))
            builder.add({"id": str(number), "title": entry.title, "text": text})
        self._index: Index = builder.build()

    def ranking(self, query: str, limit: int) -> list[str]:
        """Entry ids, best first; ties by id."""
        clauses = [word.lower() for word in words(query)]
        if not clauses:
            return []
        ask = self._index.create_query()
        for clause in clauses:
            ask.term(clause)
        hits = [(-hit["score"], self._ids[int(hit["ref"])]) for hit in self._index.query(ask)]
        return [name for _, name in sorted(hits)[:limit]]


def _all_words(entry: Entry) -> Iterator[tuple[str, int]]:
    for name in FIELD_NAMES:
        yield from weighted_words(entry, name)
