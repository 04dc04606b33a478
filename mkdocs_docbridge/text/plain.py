"""Plain text cut into paragraphs, with a map from every character to a raw line."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

BLANKS = " \t\n\v\f\r\x1c-\x1f\x85\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Every character that shows as a blank, for use inside a character class."""

_BLANK_RUN = re.compile(f"[{BLANKS}]{{2,}}|[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")
_ONE_BLANK = re.compile(f"[{BLANKS}]")
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")

Piece = tuple[int, str]
"""(raw line, text that stands on it)"""


def visible(text: str) -> str:
    """``text`` without soft hyphens, zero-width and direction characters, in NFC."""
    cleaned = _INVISIBLE.sub("", text)
    return cleaned if cleaned.isascii() else unicodedata.normalize("NFC", cleaned)


def fold_blanks(text: str) -> str:
    """Every blank as a space, length kept."""
    return _ONE_BLANK.sub(" ", text)


@dataclass(frozen=True)
class PlainText:
    """Paragraphs joined with LF. A run of blanks is one character: the blank itself where it stood alone, so that
    a no-break or thin space inside a number is still seen, else a space."""

    text: str
    _starts: tuple[int, ...]
    _lines: tuple[int, ...]

    @cached_property
    def flat(self) -> str:
        """The text with every blank as a space, paragraph ends and length kept: what literals are looked for in."""
        return "\n".join(map(fold_blanks, self.text.split("\n")))

    @cached_property
    def lowered(self) -> str:
        """:attr:`flat` in lower case, length kept."""
        lower = self.flat.lower()
        # "İ" is two characters in lower case, and offsets must stay
        return (
            lower
            if len(lower) == len(self.flat)
            else "".join(c if len(c.lower()) > 1 else c.lower() for c in self.flat)
        )

    def line(self, offset: int) -> int:
        """The raw line, from 1, of the character at ``offset``."""
        return self._lines[max(bisect_right(self._starts, offset) - 1, 0)] if self._lines else 1

    @cached_property
    def _paragraph_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def paragraph(self, offset: int) -> tuple[int, int]:
        """Start and end of the paragraph that ``offset`` lies in."""
        starts = self._paragraph_starts
        index = bisect_right(starts, offset)
        return starts[index - 1], starts[index] - 1 if index < len(starts) else len(self.text)

    def paragraphs(self) -> Iterator[tuple[int, str]]:
        """(raw line of its first character, text) of each paragraph."""
        offset = 0
        for text in self.text.split("\n") if self.text else ():
            yield self.line(offset), text
            offset += len(text) + 1


class PlainTextBuilder:
    """Collects paragraphs, each given as its pieces in order."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._starts: list[int] = []
        self._lines: list[int] = []

    def add(self, pieces: Iterable[Piece]) -> None:
        """Appends a paragraph; one without a visible character is left out."""
        segments = [(line, text) for line, text in _cleaned(pieces) if text]
        if not segments:
            return
        if self._parts:
            self._parts.append("\n")
            self._length += 1
        for line, text in segments:
            self._starts.append(self._length)
            self._lines.append(line)
            self._parts.append(text)
            self._length += len(text)

    def build(self) -> PlainText:
        """What was collected."""
        return PlainText("".join(self._parts), tuple(self._starts), tuple(self._lines))


def _by_line(pieces: Iterable[Piece]) -> list[Piece]:
    # Joined by line before NFC: a base letter and its mark can come in two pieces (``e**\u0301**``).
    joined: list[tuple[int, list[str]]] = []
    for line, text in pieces:
        if joined and joined[-1][0] == line:
            joined[-1][1].append(text)
        else:
            joined.append((line, [text]))
    return [(line, "".join(texts)) for line, texts in joined]


def _cleaned(pieces: Iterable[Piece]) -> list[Piece]:
    segments: list[Piece] = []
    behind_blank = True
    for line, raw in _by_line(pieces):
        text = _BLANK_RUN.sub(" ", visible(raw))
        if behind_blank and _ONE_BLANK.match(text):
            text = text[1:]
            if segments:  # two blanks met, so neither groups digits any more
                segments[-1] = (segments[-1][0], segments[-1][1][:-1] + " ")
        if text:
            segments.append((line, text))
            behind_blank = _ONE_BLANK.match(text[-1]) is not None
    if segments and behind_blank:
        segments[-1] = (segments[-1][0], segments[-1][1][:-1])
    return segments
