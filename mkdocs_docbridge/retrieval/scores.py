"""Lexical scores of one question: a bound for every entry of a side at once, and the exact score of a single one.

A lexical score is 100 · raw / ideal (raw: see postings), where ideal is what an entry would get that holds every term
of the question without end in every weighted field of the side. So it is the share of the question that an entry
answers, and scores of pages and of code, which know different words, can stand in one order. Compounds come on top:
an entry that has two words of the question as one name may go beyond its share.

*Lanes.* Python goes through ten thousand postings in a millisecond, and a common word of a large repository has more.
So the levels of a common term, a byte for each entry, are read as the lanes of one long integer, of 16 bits an entry:
one multiplication weighs them all, one addition adds them to the other terms'. Less common terms are added to the lanes
one by one. The rarest are kept out of them: they tell most, and would leave the lanes of all other entries coarse. The
few entries that hold them are *singled* out. What comes of all this is a bound that is never below an entry's score and
seldom 2 % above it; only entries that by their bound may be among those shown are scored exactly. So results are
those of scoring everything, which the tests do.
"""

from __future__ import annotations

import math
import sys
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from .container import Code, Container
from .postings import COMMON_LEVELS, LEVELS, Shape, impact_of
from .presets import FIELD_NAMES, FieldName, Side

FULL = 100.0
"""The lexical score of a perfect answer."""
END = 1 << 32
"""No lane is so high."""
MANY = 100
"""With so many terms 16 bits a lane are too few, and it gets 32."""
_KEPT = 64 * 1024 * 1024
"""Bytes of rows of common terms that are kept as integers between questions."""
FEW = 48
"""So few lanes are looked at one by one."""
SINGLED = 1_024
"""So many postings of a question's rarest terms are kept out of the lanes."""
_SAMPLE = 2_000
_EXACT = 1 + 1e-9
"""More than a sum of some floats is off."""
_BELOW = [bytes(range(least)) for least in range(257)]


class Term(msgspec.Struct, frozen=True):
    """A term of a question on one side."""

    text: str
    number: int | None
    """None for one that no entry has."""
    idf: float
    """The inverse document frequency; highest for one that no entry has."""
    factor: float
    """Its idf times how often it is asked."""


class SidePostings:
    """The postings of a side in a file."""

    def __init__(self, file: Container, side: Side) -> None:
        shape = msgspec.msgpack.decode(file.raw(f"{side}.shape"), type=Shape)
        code: Code = "I" if shape.wide else "H"
        self.size = shape.size
        self.full = shape.full
        self.grain = shape.grain
        self.gains = shape.gains
        self.make_ups = ((), *shape.make_ups)
        self.norms = file.floats(f"{side}.norms")
        self.terms = file.sorted_strings(f"{side}.terms")
        self.frequencies = file.numbers(f"{side}.frequencies", "I")
        self.places = file.numbers(f"{side}.places", "Q")
        self.tops = file.floats(f"{side}.tops")
        self.common = file.raw(f"{side}.common")
        self.slots = file.numbers(f"{side}.slots", "I")
        self.levels = file.raw(f"{side}.levels")
        self.makeups = file.numbers(f"{side}.makeups", code)
        self.common_levels = file.raw(f"{side}.common.levels")
        self.common_makeups = file.numbers(f"{side}.common.makeups", code)
        self.row = lru_cache(maxsize=max(8, _KEPT // (2 * self.size or 1)))(self._row)

    def term(self, text: str, times: float) -> Term:
        """A term that is asked ``times``."""
        number = self.terms.find(text)
        idf = self._idf(number)
        return Term(text, number, idf, times * idf)

    def frequency(self, number: int | None) -> int:
        """How many entries have a term."""
        return 0 if number is None else int(self.frequencies[number])

    def _idf(self, number: int | None) -> float:
        frequency = self.frequency(number)
        return math.log(1.0 + (self.size - frequency + 0.5) / (frequency + 0.5))

    def _row(self, number: int, width: int) -> int:
        """The bounds of a common term as the lanes of an integer, of ``width`` bytes each."""
        start = self.places[number] * self.size
        lanes = bytearray(width * self.size)
        lanes[::width] = self.common_levels[start : start + self.size]
        return int.from_bytes(lanes, "little")

    def rare(self, number: int) -> tuple[int, int]:
        """Where the postings of a rare term start and end."""
        place = self.places[number]
        return place, place + self.frequencies[number]

    def make_up(self, number: int, slot: int) -> int:
        """The make-up of a term in an entry, 0 when it is not there."""
        if self.common[number]:
            return int(self.common_makeups[self.places[number] * self.size + slot])
        start, end = self.rare(number)
        at = bisect_left(self.slots, slot, start, end)
        return int(self.makeups[at]) if at < end and self.slots[at] == slot else 0

    def impact(self, made: int, slot: int) -> float:
        """The impact of a term with this make-up on an entry."""
        fields = len(FIELD_NAMES)
        return impact_of(self.make_ups[made], self.gains, self.norms[slot * fields : (slot + 1) * fields])


class SideScores:
    """The lexical scores of one side for one question."""

    def __init__(self, postings: SidePostings, terms: Mapping[str, float], compounds: Mapping[str, float]) -> None:
        """``terms``: how often each is asked. ``compounds``: what each adds where it is found; no answer lacks
        anything without them."""
        self._postings = postings
        asked = [postings.term(text, times) for text, times in terms.items()]
        ideal = 0.0
        for term in asked:
            ideal += term.factor * postings.full
        asked += [term for text, times in compounds.items() if (term := postings.term(text, times)).number is not None]
        self._ideal = ideal
        self._telling = sorted(asked, key=lambda term: (-term.idf, term.text))
        self._found = [(term.factor, term.number) for term in asked if term.number is not None and ideal]
        self._share = FULL * _EXACT / ideal if ideal else 0.0
        self.slack = sum(factor for factor, _ in self._found) * postings.grain * self._share
        """A score is above its bound less this."""
        self.singled: dict[int, float] = {}
        """What the rarest terms add to the bound of each slot that holds one."""
        others = self._single_out()
        total = math.fsum(factor * postings.tops[number] for factor, number in others)
        self._width = 4 if len(others) >= MANY else 2
        self.shift = 8 * (self._width - 1)
        """So many bits of a lane stand below its highest byte."""
        # rounded up, a weight may add one for each level
        room = (256 << self.shift) - 1 - (LEVELS + 1) * (len(others) + 1)
        self._scale = room / total if total else 0.0
        self.unit = self._share / self._scale if total else 0.0
        """What a lane counts in."""
        self._row = row = self._fill(others)
        self.lanes = memoryview(row).cast("H" if self._width == 2 else "I")
        self._highest = row[self._width - 1 if sys.byteorder == "little" else 0 :: self._width]

    def _single_out(self) -> list[tuple[float, int]]:
        """Fills :attr:`singled` and gives the terms that are left for the lanes."""
        postings = self._postings
        left = SINGLED
        others = []
        for factor, number in sorted(self._found, key=lambda found: (postings.frequency(found[1]), found[1])):
            left -= postings.frequency(number)
            if left < 0 or postings.common[number]:
                others.append((factor, number))
                continue
            step = factor * postings.tops[number] * self._share / LEVELS
            self.slack += step * _EXACT
            start, end = postings.rare(number)
            for slot, level in zip(postings.slots[start:end], postings.levels[start:end], strict=True):
                self.singled[slot] = self.singled.get(slot, 0.0) + step * level
        return others

    def _fill(self, terms: Iterable[tuple[float, int]]) -> bytearray:
        """The bytes of the lanes."""
        postings = self._postings
        whole = 0
        added = []
        for factor, number in terms:
            levels = COMMON_LEVELS if postings.common[number] else LEVELS
            step = factor * postings.tops[number] * self._scale / levels
            weight = int(step) + 1
            # what a level is rounded up by, and what the weight is
            self.slack += (step + (weight - step) * levels) * self.unit * _EXACT
            if postings.common[number]:
                whole += postings.row(number, self._width) * weight
            else:
                added.append((weight, number))
        row = _filled(whole, postings.size, self._width)
        lanes = memoryview(row).cast("H" if self._width == 2 else "I")
        for weight, number in added:
            start, end = postings.rare(number)
            for slot, level in zip(postings.slots[start:end], postings.levels[start:end], strict=True):
                lanes[slot] += weight * level
        return row

    def bound(self, slot: int) -> float:
        """The most that an entry scores; 0 for one without a term of the question."""
        return self.lanes[slot] * self.unit + self.singled.get(slot, 0.0)

    def exact(self, slot: int) -> float:
        """The score of an entry (0 to 100); 0 without a term of the question."""
        postings = self._postings
        raw = 0.0
        for factor, number in self._found:
            made = postings.make_up(number, slot)
            if made:
                raw += factor * postings.impact(made, slot)
        return FULL * raw / self._ideal if raw else 0.0

    def fields_of(self, slot: int) -> list[tuple[FieldName, list[str]]]:
        """The weighted fields of an entry that hold terms of the question, with these, the rarest first in both."""
        found: dict[FieldName, list[Term]] = {}
        for term in self._telling:
            made = 0 if term.number is None else self._postings.make_up(term.number, slot)
            if made:
                for field, _ in self._postings.make_ups[made]:
                    found.setdefault(FIELD_NAMES[field], []).append(term)
        ordered = sorted(
            found.items(), key=lambda pair: (-math.fsum(term.idf for term in pair[1]), FIELD_NAMES.index(pair[0]))
        )
        return [(name, [term.text for term in terms]) for name, terms in ordered]

    # -- lanes -----------------------------------------------------------------------------------------------------

    def top(self, start: int, end: int) -> int:
        """The highest lane of some slots, without those that are singled out."""
        if end - start > FEW:
            if not self._row[start * self._width : end * self._width].strip(b"\0"):
                return 0
            # few lanes are above the highest of some thousand
            byte = max(self._highest[start : end : 1 + (end - start) // _SAMPLE])
            while byte:
                found = self.reaching(start, end, byte << self.shift)
                if found:
                    return max(found)[0]
                byte = byte * 3 // 4
        return max(self.reaching(start, end, 1), default=(0, 0))[0]

    def reaching(self, start: int, end: int, least: int, below: int = END) -> list[tuple[int, int]]:
        """(lane, slot) of the slots between whose lane is at least ``least`` and less than ``below``, without those
        that are singled out."""
        lanes, singled = self.lanes, self.singled
        slots: Iterable[int] = range(start, end)
        if end - start > FEW and least >> self.shift:
            slots = self._marked(start, end, least >> self.shift, min(below - 1 >> self.shift, 255))
        return [(lane, slot) for slot in slots if least <= (lane := lanes[slot]) < below and slot not in singled]

    def _marked(self, start: int, end: int, first: int, last: int = 255) -> list[int]:
        """The slots between whose lane has a highest byte from ``first`` to ``last``."""
        if first > last:
            return []
        marked = self._highest[start:end].translate(bytes(first) + b"\1" * (last + 1 - first) + bytes(255 - last))
        found = []
        at = marked.find(1)
        while at >= 0:
            found.append(start + at)
            at = marked.find(1, at + 1)
        return found

    def at_least(self, start: int, end: int, byte: int) -> int:
        """How many slots have a lane whose highest byte is at least ``byte``."""
        return len(self._highest[start:end].translate(None, _BELOW[byte])) if byte < len(_BELOW) else 0


def _filled(whole: int, size: int, width: int) -> bytearray:
    """The lanes of an integer, each a number of this machine."""
    row = bytearray(whole.to_bytes(width * size, sys.byteorder))
    if sys.byteorder == "big":
        lanes = memoryview(row).cast("H" if width == 2 else "I")
        lanes[:] = lanes[::-1]
    return row
