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
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, compress
from operator import not_
from typing import Literal

import msgspec

from .container import Strings, packed_numbers, planes
from .lexicon import Lexicon, words
from .model import Entry
from .presets import FIELD_NAMES, FieldName

LEVELS = 255
"""A term's highest impact, in the steps that its others are rounded up to."""
COMMON_LEVELS = 128
"""The same of a common term: as fine as a lane of 16 bits allows when a question has some four of them."""
COMMON = 16
"""A term of one entry in so many is common. Below it, going through its postings is quicker than adding a row."""
COMMON_LEAST = 64
_BODY = len(FIELD_NAMES) - 1
_REMEMBERED = 2_000_000
"""Words and word counts whose terms are kept at hand while an index is built."""

MakeUp = tuple[tuple[int, int], ...]
"""(field number, count), by field."""


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


def total_terms(entries: Sequence[Entry], lex: Lexicon) -> int:
    """Terms in all fields of all entries, each as often as it stands there."""
    sizes = _Sizes(lex)
    size = sizes.__getitem__
    total = 0
    for entry in entries:
        for field in FIELD_NAMES:
            text: str = getattr(entry.fields, field)
            if text:
                total += sum(map(size, text.split() if field == "body" else words(text)))
    return total


class _Sizes(dict[str, int]):
    """How many terms a word count stands for."""

    def __init__(self, lex: Lexicon) -> None:
        super().__init__()
        self._lex = lex

    def __missing__(self, token: str) -> int:
        word, _, count = token.partition(":")
        size = len(self._lex.terms(word)) * (int(count) if count else 1)
        if len(self) < _REMEMBERED:
            self[token] = size
        return size


class _Numbers(dict[str, tuple[int, ...]]):
    """The numbers of a word's terms, or of those of a word count, each as often as it is counted."""

    def __init__(self, lex: Lexicon) -> None:
        super().__init__()
        self._lex = lex
        self.known: dict[str, int] = {}

    def __missing__(self, token: str) -> tuple[int, ...]:
        word, _, count = token.partition(":")
        known = self.known
        numbers = tuple([known.setdefault(term, len(known)) for term in self._lex.terms(word)])
        if count:
            numbers *= int(count)
        if len(self) < _REMEMBERED:
            self[token] = numbers
        return numbers


class _MakeUps(dict[MakeUp, int]):
    def __missing__(self, made: MakeUp) -> int:
        self[made] = number = len(self) + 1
        return number


class SideBuilder:
    """The postings of a side on their way into a file. Entries have to come in the order of their slots."""

    def __init__(self, entries: Sequence[Entry], lex: Lexicon, weights: Sequence[float], k1: float, b: float) -> None:
        self._weights = weights
        self._k1 = k1
        self._b = b
        self._numbers = _Numbers(lex)
        self._make_ups = _MakeUps()
        self._lengths: list[list[int]] = []
        self._counted = [self._count(entry) for entry in entries]
        self.terms_seen = sum(map(sum, self._lengths))
        self._averages = [self._average(field) for field in range(len(FIELD_NAMES))]
        self._gains = [weight * (k1 + 1.0) for weight in weights]
        self._full = (k1 + 1.0) * math.fsum(w for w, mean in zip(weights, self._averages, strict=True) if mean)
        self._norms = array("d")
        self._postings: list[array[int]] = []

    @property
    def _shape(self) -> Shape:
        wide = len(self._make_ups) > 0xFFFF
        return Shape(len(self._counted), self._full, tuple(self._gains), tuple(self._make_ups), wide)

    def _count(self, entry: Entry) -> tuple[array[int], array[int]]:
        """The terms of an entry and the make-up of each, by number."""
        numbers, make_ups, weights = self._numbers, self._make_ups, self._weights
        fields = entry.fields
        lengths = []
        pairs: dict[int, MakeUp] = {}
        for bit, name in enumerate(FIELD_NAMES[:_BODY]):
            text: str = getattr(fields, name)
            counts = Counter(chain.from_iterable(map(numbers.__getitem__, words(text)))) if text else None
            lengths.append(counts.total() if counts else 0)
            if counts and weights[bit]:
                for number, times in counts.items():
                    pairs[number] = (*pairs.get(number, ()), (bit, times))
        body = Counter(chain.from_iterable(map(numbers.__getitem__, fields.body.split())))
        lengths.append(body.total())
        self._lengths.append(lengths)
        if not weights[_BODY]:
            body.clear()
        for number, pair in pairs.items():
            times = body.pop(number, 0)
            if times:
                pairs[number] = (*pair, (_BODY, times))
        made = {times: make_ups[((_BODY, times),)] for times in dict.fromkeys(body.values())}
        terms, kinds = array("I", body), array("I", map(made.__getitem__, body.values()))
        terms.extend(pairs)
        kinds.extend(map(make_ups.__getitem__, pairs.values()))
        return terms, kinds

    def _average(self, field: int) -> float:
        filled = [lengths[field] for lengths in self._lengths if lengths[field]]
        return sum(filled) / len(filled) if filled else 0.0

    def _norm(self, field: int, length: int) -> float:
        average = self._averages[field]
        return self._k1 * (1.0 - self._b + self._b * length / average) if average else 0.0

    def sections(self, side: str) -> dict[str, bytes]:
        """The sections of a file that :class:`mkdocs_docbridge.retrieval.scores.SidePostings` reads."""
        self._invert()
        numbered = sorted((term.encode(), number) for term, number in self._numbers.known.items())
        terms = [(term, self._postings[number]) for term, number in numbered if self._postings[number]]
        return {
            f"{side}.shape": msgspec.msgpack.encode(self._shape),
            f"{side}.norms": packed_numbers("d", self._norms),
            **Strings.sections(f"{side}.terms", [term for term, _ in terms]),
            **{f"{side}.{name}": data for name, data in self._laid_out([found for _, found in terms]).items()},
        }

    def _invert(self) -> None:
        """Each term's postings as numbers: slot, then make-up in 24 bits, then impact in 16, rounded up."""
        postings = self._postings = [array("Q") for _ in self._numbers.known]
        make_ups = [(), *self._make_ups]
        grain = self._shape.grain
        fields = range(len(FIELD_NAMES))
        for slot, (terms, kinds) in enumerate(self._counted):
            norms = [self._norm(field, length) for field, length in zip(fields, self._lengths[slot], strict=True)]
            self._norms.extend(norms)
            packed = {
                kind: slot << 40 | kind << 16 | math.ceil(impact_of(make_ups[kind], self._gains, norms) / grain)
                for kind in dict.fromkeys(kinds)
            }
            for found, posting in zip(map(postings.__getitem__, terms), map(packed.__getitem__, kinds), strict=True):
                found.append(posting)

    def _laid_out(self, postings: Sequence[array[int]]) -> dict[str, bytes]:
        shape = self._shape
        places, tops, levels = array("Q"), array("d"), bytearray()
        is_common = [len(found) >= COMMON_LEAST and len(found) * COMMON >= shape.size for found in postings]
        rows: list[bytes] = []
        columns: list[bytes] = []
        for found, common in zip(postings, is_common, strict=True):
            top = max([posting & 0xFFFF for posting in found])
            tops.append(top * shape.grain)
            if common:
                places.append(len(rows))
                row, column = self._row(found, top, shape.wide)
                rows.append(row)
                columns.append(column)
            else:
                places.append(len(levels))
                levels += bytes([-(-(posting & 0xFFFF) * LEVELS // top) for posting in found])
        whole = b"".join([packed_numbers("Q", found) for found in compress(postings, map(not_, is_common))])
        return {
            "frequencies": packed_numbers("I", map(len, postings)),
            "places": packed_numbers("Q", places),
            "tops": packed_numbers("d", tops),
            "common": bytes(is_common),
            "slots": planes(whole, 5, 4, most=3),
            "levels": bytes(levels),
            "makeups": planes(whole, 2, 4 if shape.wide else 2, most=3),
            "common.levels": b"".join(rows),
            "common.makeups": b"".join(columns),
        }

    def _row(self, found: array[int], top: int, wide: bool) -> tuple[bytes, bytes]:
        """A common term's levels and its make-ups, both for every slot."""
        row = bytearray(len(self._counted))
        code: Literal["I", "H"] = "I" if wide else "H"
        column = array(code, [0]) * len(row)
        for posting in found:
            slot = posting >> 40
            row[slot] = -(-(posting & 0xFFFF) * COMMON_LEVELS // top)
            column[slot] = posting >> 16 & 0xFFFFFF
        return bytes(row), packed_numbers(code, column)


def impact_of(made: MakeUp, gains: Sequence[float], norms: Sequence[float]) -> float:
    """The impact of a term with this make-up on an entry with these length norms, both by field."""
    impact = 0.0
    for field, times in made:
        impact = impact + gains[field] * times / (times + norms[field])
    return impact
