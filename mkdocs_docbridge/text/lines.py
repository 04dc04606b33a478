"""Lines as files have them: LF, CRLF and CR end one, nothing else does (``str.splitlines`` knows eight more)."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n|\n|\r")


class LineMap:
    """From an offset in a text to the line it stands in, counted from 1."""

    def __init__(self, starts: list[int]) -> None:
        self._starts = starts

    @classmethod
    def of(cls, text: str) -> LineMap:
        """The map of character offsets of ``text``."""
        return cls([0, *(match.end() for match in _LINE_END.finditer(text))])

    def line(self, offset: int) -> int:
        """The line, from 1, that the character at ``offset`` belongs to."""
        return bisect_right(self._starts, offset)


class RisingLines:
    """The lines, from 1, of offsets that are asked for in rising order; lines end with LF. Cheaper than a map where
    there are few."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def line(self, offset: int) -> int:
        """The line that the character at ``offset`` belongs to."""
        self._line += self._text.count("\n", self._at, offset)
        self._at = offset
        return self._line


def split_lines(text: str) -> list[tuple[str, str]]:
    """(line, its line end) for each line of ``text``; the last has the end ``""`` and is left out when empty."""
    pieces: list[tuple[str, str]] = []
    start = 0
    for match in _LINE_END.finditer(text):
        pieces.append((text[start : match.start()], match.group()))
        start = match.end()
    if start < len(text):
        pieces.append((text[start:], ""))
    return pieces
