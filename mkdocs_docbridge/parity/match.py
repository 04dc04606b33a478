"""Finding a claim's statements in plain text: every place where its words stand, and what value stands there.

A near miss is never silence: where both halves of the wording stand but the value is not of its type, the verdict is
``UNREADABLE``. The value is looked for in at most :data:`WINDOW` code points and never across a paragraph border, so
time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from mkdocs_docbridge.text.plain import PlainText

from .numerals import says_number
from .values import NumberFormat, Reading, Tolerance, Value, holds, normal_text, read_value
from .wording import Wording

WINDOW = 100
"""Code points between the two halves of a wording that can hold its value."""
_MAX_ENDS = 8
"""Right halves tried for one left half; a value rarely holds its own right half more than a few times."""
_MAX_TOKENS = 5
"""Words an open-ended value can span (``more than 12 480 000``)."""
_SENTENCE_END = re.compile(r"[.!?…][)\]\"'”’»]* +(?=[^\W\d_])(?=[^a-zß-öø-ÿ])|[。！？]")
_TOKEN = re.compile(r"\S+")
_OPENING = "([{\"'“‘«„¿¡"
_BRACKETS = ")]}\"'”’»"
_CLOSING = ".,;:!?…" + _BRACKETS


class Verdict(StrEnum):
    """What a statement is worth. The values are the finding codes, except for ``OK``."""

    OK = "OK"
    STALE = "PARITY_STALE"
    UNREADABLE = "PARITY_UNREADABLE"


@dataclass(frozen=True, slots=True)
class Fact:
    """What is true: the resolved value, and how near an ``about`` value must be. ``value`` None: not resolved."""

    value: Value | None
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A statement of a claim: where its value stands in the plain text, what it says and what that is worth.

    ``weak`` marks words that may well mean something else; they count only where nothing else states the claim.
    """

    start: int
    end: int
    line: int
    stated: str
    reading: Reading | None
    verdict: Verdict
    weak: bool = False

    @property
    def reason(self) -> str:
        """Why it does not hold, beyond being another value."""
        if self.reading is None:
            return "not a value of its type"
        return self.reading.flaw


def occurrences(text: PlainText, wording: Wording, fact: Fact, form: NumberFormat) -> list[Occurrence]:
    """Every statement of ``wording`` in ``text``, in order of place."""
    matcher = _Matcher(text, wording, fact, form)
    found = list(matcher.find())
    if any(not one.weak for one in found):
        found = [one for one in found if not one.weak]
    return found


class _Matcher:
    def __init__(self, text: PlainText, wording: Wording, fact: Fact, form: NumberFormat) -> None:
        self._plain = text
        self._flat = text.flat
        self._wording = wording
        self._fact = fact
        self._form = form

    def find(self) -> Iterator[Occurrence]:
        left, right = self._wording.left, self._wording.right
        if left and right:
            yield from self._between()
        elif left:
            yield from self._behind()
        elif right:
            yield from self._before()
        elif self._flat:
            # the value alone: what a field holds, whole
            yield self._occurrence(0, len(self._flat), self._read(self._plain.text))

    def _between(self) -> Iterator[Occurrence]:
        places = list(self._places(self._wording.left, self._left_border))
        taken = 0
        for place, following in pairwise([*places, len(self._flat)]):
            found = self._value_at(place + len(self._wording.left), following)
            if found is not None and found.start >= taken:
                taken = found.end
                yield found

    def _value_at(self, start: int, following: int) -> Occurrence | None:
        right = self._wording.right
        # a value ends before the left half stands again, else two statements would be read as one
        room = min(WINDOW, following - start)
        limit = self._paragraph_end(start, start + room + len(right))
        true = self._true_text(start, right)
        if true is not None:
            return self._occurrence(start, start + len(true), Reading(true))
        nearest: int | None = None
        at = start - 1
        for _ in range(_MAX_ENDS):
            at = self._flat.find(right, at + 1, limit)
            if at < 0:
                break
            if at == start or not self._right_border(at + len(right)):
                continue
            reading = self._read(self._plain.text[start:at])
            if reading is not None:
                return self._occurrence(start, at, reading)
            nearest = at if nearest is None else nearest
        return self._near_miss(start, nearest) if nearest is not None else None

    def _true_text(self, start: int, right: str) -> str | None:
        # a text value can hold the right half's words, so the true one is tried first
        fact = self._fact.value
        if self._wording.kind != "text" or not isinstance(fact, str):
            return None
        end = start + len(fact)
        if normal_text(self._flat[start:end]) != fact or not self._flat.startswith(right, end):
            return None
        return fact if self._right_border(end + len(right)) else None

    def _near_miss(self, start: int, end: int) -> Occurrence | None:
        window = self._flat[start:end]
        if not window.strip() or (self._wording.kind != "text" and _SENTENCE_END.search(window)):
            return None
        if says_number(window):
            return self._occurrence(start, end, None)
        left, right = self._wording.left, self._wording.right
        glued = (right[0].isalpha() and window[-1].isalpha()) or (left[-1].isalpha() and window[0].isalpha())
        if glued or not (_has_word(left) and _has_word(right)):
            return None
        words = len(window.split())
        return self._occurrence(start, end, None, weak=words > 2) if words <= 5 else None

    def _behind(self) -> Iterator[Occurrence]:
        """Values that follow the left half, where the wording ends with the value."""
        for at in self._places(self._wording.left, self._left_border):
            start = at + len(self._wording.left)
            window = self._flat[start : self._paragraph_end(start, start + WINDOW)]
            tokens = [match.span() for match in _TOKEN.finditer(window)][:_MAX_TOKENS]
            ends = [start + end for _, end in tokens]
            if tokens and tokens[0][0] <= 1:
                yield from self._open_value([(start + tokens[0][0], self._closed(start, end)) for end in ends])

    def _closed(self, start: int, end: int) -> int:
        while end > start and self._flat[end - 1] in _CLOSING:
            end -= 1
        return end

    def _before(self) -> Iterator[Occurrence]:
        """Values that precede the right half, where the wording starts with the value."""
        for end in self._places(self._wording.right, lambda at: self._right_border(at + len(self._wording.right))):
            low = max(end - WINDOW, 0)
            low = max(self._flat.rfind("\n", low, end) + 1, low)
            tokens = [match.span() for match in _TOKEN.finditer(self._flat[low:end])][-_MAX_TOKENS:]
            if low and tokens and tokens[0][0] == 0 and not self._flat[low - 1].isspace():
                del tokens[0]  # cut by the window
            if not tokens or end - low - tokens[-1][1] > 1:
                continue
            stop = low + tokens[-1][1]
            yield from self._open_value([self._opened(low + start, stop) for start, _ in reversed(tokens)])

    def _opened(self, start: int, end: int) -> tuple[int, int]:
        while start < end and self._flat[start] in _OPENING:
            start += 1
        while end > start and self._flat[end - 1] in _BRACKETS:
            end -= 1
        return start, end

    def _open_value(self, spans: list[tuple[int, int]]) -> Iterator[Occurrence]:
        """The statement in the longest of ``spans`` (shortest first) that is a proper value; else in the shortest."""
        spans = [(start, end) for start, end in spans if start < end]
        if not spans:
            return
        readings = [(span, self._read(self._plain.text[span[0] : span[1]])) for span in spans]
        proper = [(span, reading) for span, reading in readings if reading is not None and not reading.flaw]
        if self._wording.kind == "text":
            true = [item for item in proper if item[1].value == self._fact.value]
            proper = true or proper[:1]
        (start, end), reading = proper[-1] if proper else readings[0]
        if reading is not None or says_number(self._flat[start:end]):
            yield self._occurrence(start, end, reading)

    def _read(self, text: str) -> Reading | None:
        return read_value(self._wording.kind, text, self._form, signed=self._wording.signed)

    def _occurrence(self, start: int, end: int, reading: Reading | None, *, weak: bool = False) -> Occurrence:
        if reading is None:
            verdict = Verdict.UNREADABLE
        elif self._fact.value is not None and holds(reading, self._fact.value, self._fact.tolerance):
            verdict = Verdict.OK
        else:
            verdict = Verdict.STALE
        stated = self._plain.text[start:end].strip()
        return Occurrence(start, end, self._plain.line(start), stated, reading, verdict, weak)

    def _places(self, literal: str, border: Callable[[int], bool]) -> Iterator[int]:
        at = self._flat.find(literal)
        while at >= 0:
            if border(at):
                yield at
            at = self._flat.find(literal, at + 1)

    def _left_border(self, at: int) -> bool:
        return not (at and _is_word(self._wording.left[0]) and _is_word(self._flat[at - 1]))

    def _right_border(self, end: int) -> bool:
        if end >= len(self._flat) or not _is_word(self._flat[end]):
            return True
        right = self._wording.right
        # a right half of punctuation alone ends no value that goes on behind it ("is {value}." and "is 1.2.3")
        return not (_is_word(right[-1]) or not (_has_word(right) or right.endswith(" ")))

    def _paragraph_end(self, start: int, limit: int) -> int:
        end = self._flat.find("\n", start, limit)
        return min(limit, len(self._flat)) if end < 0 else end


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _has_word(text: str) -> bool:
    return any(map(_is_word, text))
