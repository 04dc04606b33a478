"""Postings of one side, pages or code, made from entries: which terms stand in which entries, how often, in what field.

raw(d, q) = Σ_t times(t) · idf(t) · Σ_f w_f · tf·(k1+1) / (tf + k1·(1 − b + b·len_f/avg_f)), with
idf(t) = ln(1 + (N − df + ½)/(df + ½)). N and df count whole entries of the side, avg_f the entries that have the
field. A sum of per-field scores with one IDF was measured better than BM25F and than an IDF per field.

The inner sum is the term's *impact* on the entry. A posting holds the counts it is made of (a *make-up*: field and
count, numbered, because few thousand of them exist) and an upper bound of it in one byte, the *level*. Those of a
common term stand in a row with a byte for each entry of the side, present or not: whole rows can be added (see scores).
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress, count
from operator import not_
from typing import Literal

import msgspec

from .container import SortedStrings, packed_numbers, planes
from .counts import MakeUp, TermCounts
from .lexicon import words
from .model import Entry
from .presets import FIELD_NAMES, FieldName

LEVELS = 255
"""A term's highest impact, in the steps that its others are rounded up to."""
COMMON_LEVELS = 128
"""The same of a common term: as fine as a lane of 16 bits allows when a question has some four of them."""
COMMON = 16
"""A term of one entry in so many is common. Below it, going through its postings is quicker than adding a row."""
COMMON_LEAST = 64


class Shape(msgspec.Struct, frozen=True, array_like=True):
    """What holds for all postings of a side. ``full`` is the impact of a term without end in every field, ``gains``
    are w_f·(k1+1) by field, ``make_ups`` are numbered from 1."""

    size: int
    full: float
    gains: tuple[float, ...]
    make_ups: tuple[MakeUp, ...]
    wide: bool
    """Whether make-ups need four bytes; else two."""

    @property
    def grain(self) -> float:
        """What impacts are rounded up to before they become levels; sixteen bits hold them."""
        return self.full * (1 + 1e-9) / 0xFFFF


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


class SideBuilder:
    """The postings of a side on their way into a file. Entries have to come in the order of their slots."""

    def __init__(
        self, entries: Sequence[Entry], counts: TermCounts, weights: Sequence[float], k1: float, b: float
    ) -> None:
        self._counts = counts
        self._weights = weights
        self._k1 = k1
        self._b = b
        self._counted = [counts.of(entry.fields) for entry in entries]
        self._kinds = [set(counted.make_ups) for counted in self._counted]
        self.terms_seen = sum(sum(counted.lengths) for counted in self._counted)
        self._averages = [self._average(field) for field in range(len(FIELD_NAMES))]
        self._make_ups, self._numbers = self._numbered()
        full = (k1 + 1.0) * math.fsum(w for w, mean in zip(weights, self._averages, strict=True) if mean)
        gains = tuple(weight * (k1 + 1.0) for weight in weights)
        self._shape = Shape(len(entries), full, gains, tuple(self._make_ups), len(self._make_ups) > 0xFFFF)
        self._norms = array("d")
        self._postings: list[array[int]] = []

    def _numbered(self) -> tuple[list[MakeUp], dict[int, int]]:
        """The make-ups of the side in order, without what has no weight, and by the number that counting gave them
        their numbers here; 0 for one that nothing is left of."""
        known = self._counts.make_ups
        weighted = {
            kind: tuple(pair for pair in known[kind] if self._weights[pair[0]]) for kind in set().union(*self._kinds)
        }
        ordered = sorted({made for made in weighted.values() if made})
        numbers = {made: number for number, made in enumerate(ordered, 1)} | {(): 0}
        return ordered, {kind: numbers[made] for kind, made in weighted.items()}

    def _average(self, field: int) -> float:
        filled = [counted.lengths[field] for counted in self._counted if counted.lengths[field]]
        return sum(filled) / len(filled) if filled else 0.0

    def _norm(self, field: int, length: int) -> float:
        average = self._averages[field]
        return self._k1 * (1.0 - self._b + self._b * length / average) if average else 0.0

    def sections(self, side: str) -> dict[str, bytes]:
        """The sections of a file that :class:`mkdocs_docbridge.retrieval.scores.SidePostings` reads."""
        self._invert()
        # by the bytes of the terms; pairs would be slower to compare
        postings = dict(zip(map(str.encode, self._counts.terms), self._postings, strict=True))
        terms = sorted(term for term, found in postings.items() if found)
        return {
            f"{side}.shape": msgspec.msgpack.encode(self._shape),
            f"{side}.norms": packed_numbers("d", self._norms),
            **SortedStrings.sections(f"{side}.terms", terms),
            **{f"{side}.{name}": data for name, data in self._laid_out([postings[term] for term in terms]).items()},
        }

    def _invert(self) -> None:
        """Each term's postings as numbers: slot, then make-up in 24 bits, then impact in 16, rounded up."""
        postings = self._postings = [array("Q") for _ in self._counts.terms]
        make_ups, number_of = [(), *self._make_ups], self._numbers
        gains, grain = self._shape.gains, self._shape.grain
        fields = range(len(FIELD_NAMES))
        for slot, (terms, kinds, lengths) in enumerate(self._counted):
            norms = [self._norm(field, length) for field, length in zip(fields, lengths, strict=True)]
            self._norms.extend(norms)
            packed = {}
            for kind in self._kinds[slot]:
                number = number_of[kind]
                impact = math.ceil(impact_of(make_ups[number], gains, norms) / grain)
                packed[kind] = slot << 40 | number << 16 | impact
            found: Iterable[int] = map(packed.__getitem__, kinds)
            holders: Iterable[array[int]] = map(postings.__getitem__, terms)
            if 0 in map(number_of.__getitem__, self._kinds[slot]):
                weighty = [number_of[kind] > 0 for kind in kinds]
                holders, found = compress(holders, weighty), compress(found, weighty)
            _exhaust(map(array.append, holders, found))

    def _laid_out(self, postings: Sequence[array[int]]) -> dict[str, bytes]:
        shape = self._shape
        is_common = [len(found) >= COMMON_LEAST and len(found) * COMMON >= shape.size for found in postings]
        rare = list(compress(postings, map(not_, is_common)))
        common = list(compress(postings, is_common))
        tops = {True: array("H"), False: array("H")}
        levels = bytearray()
        for found in rare:
            top, made = _levels(found, LEVELS)
            tops[False].append(top)
            levels += made
        whole = b"".join([packed_numbers("Q", found) for found in rare])
        rows, columns = [], []
        code: Literal["I", "H"] = "I" if shape.wide else "H"
        for found in common:
            top, made = _levels(found, COMMON_LEVELS)
            tops[True].append(top)
            row, column = bytearray(shape.size), array(code, [0]) * shape.size
            slots = [posting >> 40 for posting in found]
            _exhaust(map(row.__setitem__, slots, made))
            _exhaust(map(column.__setitem__, slots, [posting >> 16 & 0xFFFFFF for posting in found]))
            rows.append(row)
            columns.append(packed_numbers(code, column))
        # a common term's place is the number of its row, another's that of its first posting
        places = {True: count(), False: accumulate(map(len, rare), initial=0)}
        highest = {kind: iter(found) for kind, found in tops.items()}
        return {
            "frequencies": packed_numbers("I", map(len, postings)),
            "places": packed_numbers("Q", [next(places[common]) for common in is_common]),
            "tops": packed_numbers("d", [next(highest[common]) * shape.grain for common in is_common]),
            "common": bytes(is_common),
            "slots": planes(whole, 5, 4, most=3),
            "levels": bytes(levels),
            "makeups": planes(whole, 2, 4 if shape.wide else 2, most=3),
            "common.levels": b"".join(rows),
            "common.makeups": b"".join(columns),
        }


def _levels(found: array[int], levels: int) -> tuple[int, bytes]:
    """The highest impact of a term's postings, and all of them in steps of it, rounded up."""
    if len(found) == 1:
        return found[0] & 0xFFFF, bytes([levels])
    impacts = [posting & 0xFFFF for posting in found]
    top = max(impacts)
    return top, bytes([-(-impact * levels // top) for impact in impacts])


def _exhaust(calls: Iterable[object]) -> None:
    deque(calls, maxlen=0)


def impact_of(made: MakeUp, gains: Sequence[float], norms: Sequence[float]) -> float:
    """The impact of a term with this make-up on an entry with these length norms, both by field."""
    impact = 0.0
    for field, times in made:
        impact = impact + gains[field] * times / (times + norms[field])
    return impact
