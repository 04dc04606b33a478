"""How CommonMark, and so GitHub, reads given places of a document (the parser is pulldown-cmark)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

import msgspec
import pyromark

from .reading import Held, Hold

_FENCE = re.compile(rb"`{3,}|~{3,}")
_RAW = re.compile(rb"<(pre|script|style|textarea)", re.IGNORECASE)
_RAW_END = re.compile(rb"</(pre|script|style|textarea)>", re.IGNORECASE)
_TAG = re.compile(rb"</?([A-Za-z][A-Za-z0-9-]*)|<([?!])")


class _Block(msgspec.Struct, frozen=True, gc=False):
    hold: Hold
    start: int
    end: int


class CommonMark:
    """The CommonMark reading of a document whose lines are joined by LF."""

    def __init__(self, lines: Sequence[str]) -> None:
        text = "\n".join(lines) + "\n"
        self._data = text.encode()
        widths = map(len, lines) if text.isascii() else (len(line.encode()) for line in lines)
        self._starts = [0, *accumulate(width + 1 for width in widths)]
        self._blocks = list(_settled(_blocks(text), self._data))
        self._closed: dict[int, bool] = {}
        self._block_starts = [block.start for block in self._blocks]

    def held(self, line: int, column: int) -> Held | None:
        """What holds the byte at ``column`` of ``line`` (both from 0), or ``None`` when a comment there is live."""
        offset = self._starts[line] + column
        index = bisect_right(self._block_starts, offset) - 1
        if index < 0 or offset >= self._blocks[index].end:
            return None
        block = self._blocks[index]
        if block.hold is Hold.HTML:
            return self._html(block, offset)
        if block.hold is Hold.FENCE:
            return Held(Hold.FENCE, self._line(block.start), closed=self._is_closed(block))
        return Held(block.hold, self._line(block.start))

    def fence_ending_on(self, line: int) -> int | None:
        """The line, from 1, of the opening fence of the block whose last line is ``line`` (from 0)."""
        index = bisect_right(self._block_starts, self._starts[line]) - 1
        if index < 0 or self._blocks[index].hold is not Hold.FENCE:
            return None
        block = self._blocks[index]
        ends_here = self._starts[line] < block.end <= self._starts[line + 1]
        return self._line(block.start) if ends_here and block.start < self._starts[line] else None

    def unclosed(self) -> Held | None:
        """The last block of the document when only the end of the document ends it."""
        if not self._blocks:
            return None
        block = self._blocks[-1]
        if block.hold is Hold.FENCE and not self._is_closed(block):
            return Held(Hold.FENCE, self._line(block.start), closed=False)
        return None

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _html(self, block: _Block, offset: int) -> Held | None:
        if offset == block.start:
            return None
        head = self._data[block.start : block.start + 40]
        if head.startswith(b"<!--"):
            return Held(Hold.COMMENT, self._line(block.start))
        tag = _TAG.match(head)
        name = (tag[1] or tag[2]).decode().lower() if tag else ""
        return Held(Hold.HTML, self._line(block.start), name=name)

    def _is_closed(self, block: _Block) -> bool:
        """Whether a closing fence, not the end of the document or of a container, ends a fenced block."""
        if block.start not in self._closed:
            self._closed[block.start] = self._ends_with_fence(block)
        return self._closed[block.start]

    def _ends_with_fence(self, block: _Block) -> bool:
        fence = _FENCE.match(self._data, block.start)
        if fence is None:
            return True
        body = self._data[block.start : block.end].rstrip(b"\n \t")
        last = body[body.rfind(b"\n") + 1 :].lstrip(b" \t>") if b"\n" in body else b""
        return len(last) >= len(fence[0]) and not last.strip(fence[0][:1])


def _blocks(text: str) -> Iterator[_Block]:
    """The blocks and spans that matter, in document order; none lies in another.

    One loop without calls: a document of 4 MiB has a million events, and few of them matter.
    """
    for event, place in pyromark.events_with_range(text):
        if event.__class__ is not dict:
            continue
        if "Code" in event:
            yield _Block(Hold.SPAN, place["start"], place["end"])
            continue
        start = event.get("Start")
        if start == "HtmlBlock":
            yield _Block(Hold.HTML, place["start"], place["end"])
        elif start.__class__ is dict and "CodeBlock" in start:
            hold = Hold.INDENTED if start["CodeBlock"] == "Indented" else Hold.FENCE
            yield _Block(hold, place["start"], place["end"])


def _settled(blocks: Iterator[_Block], data: bytes) -> Iterator[_Block]:
    """The blocks up to a raw element that holds the end tag of another one.

    There parsers differ: CommonMark ends ``<script>`` at ``</style>``, this one does not. Nothing below it is trusted.
    """
    for block in blocks:
        if block.hold is Hold.HTML and (raw := _RAW.match(data, block.start)):
            end = _RAW_END.search(data, block.start, block.end)
            if end is not None and end[1].lower() != raw[1].lower():
                yield _Block(Hold.HTML, block.start, len(data) + 1)
                return
        yield block
