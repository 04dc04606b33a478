"""Code spans and indented code as Python-Markdown finds them, where CommonMark finds them elsewhere."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

_RUN = re.compile(r"`++")
_CONTAINER = re.compile(r" {0,3}(?:[*+-] |\d+[.)] |!!!|\?\?\?|===|///|: |\[\^)")
_INDENT = "    "
_ESCAPES = 64
_FENCE = 3


class CodeSpans:
    """The code spans of one block of text."""

    def __init__(self, text: str) -> None:
        self._spans: list[tuple[int, int]] = []
        self._doubtful = len(text)
        self._find(text)

    def _find(self, text: str) -> None:
        runs = [(match.start(), match.end()) for match in _RUN.finditer(text)]
        by_length: dict[int, list[int]] = {}
        for start, end in runs:
            by_length.setdefault(end - start, []).append(start)
            if end - start >= _FENCE and self._doubtful == len(text):
                self._doubtful = start
        free = 0
        for start, end in runs:
            if start < free or _is_escaped(text, start):
                continue
            # A run that no later run equals is tried as a shorter one; CommonMark leaves it alone.
            for length in range(end - start, 0, -1):
                alike = by_length.get(length, ())
                index = bisect_right(alike, start)
                if index < len(alike):
                    free = alike[index] + length
                    self._spans.append((start, free))
                    if length < end - start:
                        self._doubtful = min(self._doubtful, start)
                    break

    def around(self, offset: int) -> tuple[int, int] | None:
        """The span that ``offset`` lies in: offsets of its first backtick and after its last one.

        ``None`` also when the pairs above may differ, because a lone fence or a run without its like stands there.
        """
        index = bisect_right(self._spans, (offset, offset)) - 1
        if index < 0 or offset >= self._spans[index][1] or self._doubtful < offset:
            return None
        return self._spans[index]


def _is_escaped(text: str, offset: int) -> bool:
    before = text[max(0, offset - _ESCAPES) : offset]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def block_starts(lines: Sequence[str]) -> list[int]:
    """For each line the first line (from 0) of the run of non-blank lines it stands in."""
    starts: list[int] = []
    start = 0
    for number, line in enumerate(lines):
        if not line or not number or not lines[number - 1]:
            start = number
        starts.append(start)
    return starts


def indented_code(lines: Sequence[str]) -> list[bool]:
    """For each line whether it is indented code for certain.

    Such a block starts after a blank line, and nothing above may take it as its content: no line of the nearest block
    that is not wholly indented opens a list item, an admonition, a tab or a footnote.
    """
    found: list[bool] = []
    above = opens = starts = False
    for line in lines:
        if not line:
            above, opens, starts = (opens if starts else above), False, False
        elif not line.startswith(_INDENT):
            starts = True
            opens = opens or _CONTAINER.match(line) is not None
        found.append(bool(line) and not starts and not above)
    return found
