"""Where the characters of a line stand for each reader: in its UTF-8 bytes, and as Python-Markdown normalises it."""

from __future__ import annotations

from itertools import accumulate

_TAB = 4
_DROPPED = "\x02\x03"
"""What Python-Markdown removes before it reads anything, for its own placeholders."""


class Columns:
    """The columns of one line, each found in constant time however many are asked for.

    ``line`` holds no end of line. Columns are characters, from 0 to the length of the line.
    """

    def __init__(self, line: str) -> None:
        self._bytes = None if line.isascii() else [0, *accumulate(len(char.encode()) for char in line)]
        self._normal = _normal(line) if any(char in line for char in f"\t{_DROPPED}") else None

    def in_bytes(self, column: int) -> int:
        """The offset in the UTF-8 bytes of the line."""
        return column if self._bytes is None else self._bytes[column]

    def in_normal(self, column: int) -> int:
        """The column once tabs are widened to stops of 4 and Python-Markdown's own placeholders are removed."""
        return column if self._normal is None else self._normal[column]


def _normal(line: str) -> list[int]:
    at = 0
    columns = [at]
    for char in line:
        if char == "\t":
            at += _TAB - at % _TAB
        elif char not in _DROPPED:
            at += 1
        columns.append(at)
    return columns
