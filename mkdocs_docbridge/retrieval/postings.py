"""Postings in memory: field-weighted BM25 with one document frequency per term, apart for pages and code.

raw(d, q) = Σ_t times(t) · idf(t) · Σ_f w_f · tf·(k1+1) / (tf + k1·(1 − b + b·len_f/avg_f)), with
idf(t) = ln(1 + (N − df + ½)/(df + ½)). N and df count whole entries of the side, avg_f the entries that have the
field. A sum of per-field scores with one IDF was measured better than BM25F and than an IDF per field.

A lexical score is 100 · raw / ideal, where ideal is what an entry would get that holds every term of the question
without end in every weighted field of the side. So it is the share of the question that an entry answers, and scores of
pages and of code, which know different words, can stand in one order.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .lexicon import Lexicon, words
from .model import SIDE_OF, Entry, RetrievalIndex, Weights
from .presets import FIELD_NAMES, SIDES, FieldName, Side

_NONE: array[int] = array("I")
FULL = 100.0
"""The lexical score of a perfect answer."""


def weighted_words(entry: Entry, field: FieldName) -> Iterator[tuple[str, int]]:
    """The raw words of one field with their counts (a word may come more than once)."""
    text: str = getattr(entry.fields, field)
    if field != "body":
        for word in words(text):
            yield word, 1
        return
    for token in text.split():
        word, _, count = token.partition(":")
        yield word, int(count) if count else 1


def term_counts(entry: Entry, field: FieldName, lex: Lexicon) -> Counter[str]:
    """The terms of one field with their counts."""
    counts: Counter[str] = Counter()
    for word, times in weighted_words(entry, field):
        for term in lex.terms(word):
            counts[term] += times
    return counts


def total_terms(entries: Sequence[Entry], lex: Lexicon) -> int:
    """Terms in all fields of all entries, each as often as it stands there."""
    return sum(
        times * len(lex.terms(word))
        for entry in entries
        for field in FIELD_NAMES
        for word, times in weighted_words(entry, field)
    )


class SidePostings:
    """The postings of one side: for each term the entries it stands in, with their weighted saturation."""

    def __init__(
        self, numbered: Sequence[tuple[int, Entry]], lex: Lexicon, weights: Sequence[float], k1: float, b: float
    ):
        self._weights = weights
        self._k1 = k1
        self._b = b
        self.size = len(numbered)
        self.terms_seen = 0
        self._docs: dict[str, array[int]] = {}
        self._impacts: dict[str, array[float]] = {}
        self._masks: dict[str, array[int]] = {}
        counted = [(at, [term_counts(entry, field, lex) for field in FIELD_NAMES]) for at, entry in numbered]
        self._average = self._averages([fields for _, fields in counted])
        self._full = (k1 + 1.0) * math.fsum(w for w, mean in zip(weights, self._average, strict=True) if mean)
        for at, fields in counted:
            for term, (impact, mask) in self._entry_impacts(fields).items():
                if term not in self._docs:
                    self._docs[term], self._impacts[term], self._masks[term] = array("I"), array("d"), array("B")
                self._docs[term].append(at)
                self._impacts[term].append(impact)
                self._masks[term].append(mask)

    def _averages(self, counted: Sequence[Sequence[Counter[str]]]) -> list[float]:
        means = []
        for number in range(len(FIELD_NAMES)):
            lengths = [fields[number].total() for fields in counted]
            self.terms_seen += sum(lengths)
            filled = sum(1 for length in lengths if length)
            means.append(sum(lengths) / filled if filled else 0.0)
        return means

    def _entry_impacts(self, fields: Sequence[Counter[str]]) -> dict[str, tuple[float, int]]:
        """For each term of one entry its weighted saturation, and the fields it stands in as a bit mask."""
        impacts: dict[str, tuple[float, int]] = {}
        for bit, (counts, weight, average) in enumerate(zip(fields, self._weights, self._average, strict=True)):
            if not counts or not weight:
                continue
            norm = self._k1 * (1.0 - self._b + self._b * counts.total() / average)
            gain = weight * (self._k1 + 1.0)
            for term, times in counts.items():
                impact, mask = impacts.get(term, (0.0, 0))
                impacts[term] = (impact + gain * times / (times + norm), mask | 1 << bit)
        return impacts

    def idf(self, term: str) -> float:
        """The inverse document frequency of ``term`` on this side; highest for a term no entry has."""
        frequency = len(self._docs.get(term, ()))
        return math.log(1.0 + (self.size - frequency + 0.5) / (frequency + 0.5))

    def scores(self, terms: dict[str, tuple[int, str]]) -> dict[int, float]:
        """The lexical score (0 to 100) of each entry that holds a term, by its number in the index."""
        found: dict[int, float] = {}
        ideal = 0.0
        for term, (times, _) in terms.items():
            factor = times * self.idf(term)
            ideal += factor * self._full
            docs = self._docs.get(term)
            if docs is not None:
                for at, impact in zip(docs, self._impacts[term], strict=True):
                    found[at] = found.get(at, 0.0) + factor * impact
        if not ideal:
            return {}
        return {at: FULL * raw / ideal for at, raw in found.items()}

    def fields_of(self, number: int, terms: Iterable[str]) -> list[tuple[FieldName, list[str]]]:
        """The weighted fields of an entry that hold any of ``terms``, with these, the rarest first in both."""
        found: dict[FieldName, list[str]] = {}
        for term in sorted(terms, key=lambda term: (-self.idf(term), term)):
            docs = self._docs.get(term, _NONE)
            at = bisect_left(docs, number)
            if at == len(docs) or docs[at] != number:
                continue
            mask = self._masks[term][at]
            for bit, name in enumerate(FIELD_NAMES):
                if mask >> bit & 1:
                    found.setdefault(name, []).append(term)
        return sorted(found.items(), key=lambda pair: (-math.fsum(map(self.idf, pair[1])), FIELD_NAMES.index(pair[0])))


class Postings:
    """The postings of an index, both sides."""

    def __init__(self, index: RetrievalIndex, lex: Lexicon) -> None:
        k1, b = float(index.params.k1), float(index.params.b)
        numbered = list(enumerate(index.entries))
        weights = {"pages": index.weights.pages, "code": index.weights.code}
        self.sides: dict[Side, SidePostings] = {
            side: SidePostings(
                [pair for pair in numbered if SIDE_OF[pair[1].kind] == side], lex, _numbers(weights[side]), k1, b
            )
            for side in SIDES
        }
        self.total_terms = sum(side.terms_seen for side in self.sides.values())


def _numbers(weights: Weights) -> list[float]:
    return [float(getattr(weights, name)) for name in FIELD_NAMES]
