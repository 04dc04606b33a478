"""Other numbers beside a claim's own noun: copies of the claim that its wording does not guard."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mkdocs_docbridge.text.plain import PlainText

from .match import Occurrence
from .values import NumberFormat, Value, ValueType
from .wording import Wording

_COUNTED: frozenset[ValueType] = frozenset({"number", "percent", "at-least", "about"})
_FILLER_WORDS = (
    "a all an and any are as at be by can for from has have in into is it its of on or our over per percent than"
    " that the their these this to was we were which with your"
)
_FILLERS = frozenset(_FILLER_WORDS.split())
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_MAX_NOUN = 3
_GROUPED = r"[0-9]{1,3}(?:[,.'’_ ][0-9]{3})+"
_NUMBER = rf"(?<![\w.,+~/-])(?:{_GROUPED}|[0-9]{{1,20}})(?:[.,][0-9]{{1,10}})?"


_REACH = 40
"""Code points before the noun that its number can take."""
_BEFORE = re.compile(rf"(?P<number>{_NUMBER})(?: ?%)? \Z")
_BEHIND = re.compile(rf"(?:[:=] ?| \(| )(?P<number>{_NUMBER})(?![\w%]*[./-]\d)")


@dataclass(frozen=True, slots=True)
class Copy:
    """A number beside the noun, outside of every statement of the claim."""

    start: int
    line: int
    stated: str


def noun_phrase(wording: Wording) -> str:
    """The words that name what the value counts: behind it up to the first word that means something, else the last
    such word before it; empty when there is none (a unit glued to the value is none)."""
    if wording.right[:1].isspace() or wording.right.startswith("%"):
        words = _WORD.findall(wording.right)[:_MAX_NOUN]
        for count, word in enumerate(words, start=1):
            if word.lower() not in _FILLERS:
                return " ".join(words[:count])
    if wording.right and wording.right[0].isalpha():
        return ""
    before = [word for word in _WORD.findall(wording.left) if word.lower() not in _FILLERS and len(word) > 2]
    return before[-1] if before and not wording.right.strip(" .,;:|)") else ""


def unguarded_copies(
    text: PlainText, wording: Wording, fact: Value, guarded: Iterable[Occurrence], form: NumberFormat
) -> Iterator[Copy]:
    """Numbers other than ``fact`` before or after the claim's noun phrase, outside of its statements."""
    noun = noun_phrase(wording)
    if wording.kind not in _COUNTED or not noun:
        return
    taken = sorted((one.start, one.end) for one in guarded)
    for start, end in _numbers_beside(text, noun):
        reading = form.read(text.text[start:end])
        if reading is not None and reading.value != fact and not _overlaps(taken, start, end):
            yield Copy(start, text.line(start), text.text[start:end])


def _numbers_beside(text: PlainText, noun: str) -> Iterator[tuple[int, int]]:
    needle = noun.lower()
    at = text.lowered.find(needle)
    while at >= 0:
        end = at + len(needle)
        before = _BEFORE.search(text.flat, max(at - _REACH, 0), at)
        if before is not None and not _is_word(text.flat, end):
            yield before.span("number")
        behind = _BEHIND.match(text.flat, end)
        if behind is not None and not _is_word(text.flat, at - 1):
            yield behind.span("number")
        at = text.lowered.find(needle, end)


def _is_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    index = bisect_left(taken, (end, 0)) - 1
    return index >= 0 and taken[index][1] > start
