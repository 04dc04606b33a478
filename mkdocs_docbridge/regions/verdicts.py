"""Whether each marker of a document is live, text, or a fault: what GitHub and Python-Markdown agree on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from itertools import accumulate

import msgspec

from .columns import Columns
from .commonmark import CommonMark
from .fences import Fences, fenced_code, masked, normal_lines, superfences
from .rawhtml import RawHtml
from .reading import CODE, Held, Hold, Span
from .spans import CodeSpans, block_starts, indented_code

_INDENT = "    "


class Sure(Enum):
    """A verdict both dialects share."""

    LIVE = "live"
    TEXT = "text"


class Refusal(msgspec.Struct, frozen=True):
    """Why a marker can be neither live nor text: a code of ``RegionFault``, what was found, what to do."""

    code: str
    message: str
    remediation: str


class Readings:
    """A document as three readers see it: CommonMark, Python-Markdown with fenced_code, and with superfences.

    ``exact`` are the lines, from 0, of exact markers, ``others`` the places (line and column, from 0) of what only
    looks like one; both without those in the front matter, which is ``front_matter`` lines that no reader sees.
    """

    def __init__(
        self,
        lines: Sequence[str],
        front_matter: int,
        exact: Sequence[int],
        others: Sequence[tuple[int, int]] = (),
    ) -> None:
        shown = ["" if number < front_matter else line for number, line in enumerate(lines)]
        self.commonmark = CommonMark(shown)
        self._shown = shown
        self._normal = normal_lines(shown)
        self.superfences = superfences(self._normal)
        self.fenced_code = fenced_code(self._normal)
        self._masked = masked(self._normal, self.superfences)
        self._columns_of: dict[int, Columns] = {}
        places = [
            (line, self._columns(line).in_normal(column))
            for line, column in others
            if self.superfences.covering(line) is None
        ]
        self.super_html = RawHtml(self._masked, exact, places)
        self._spans: dict[tuple[int, int], CodeSpans] = {}
        same = self.superfences.spans == self.fenced_code.spans
        self.plain_html = self.super_html if same else RawHtml(masked(self._normal, self.fenced_code), exact)

    @cached_property
    def _indented_code(self) -> list[bool]:
        return indented_code(self._masked)

    @cached_property
    def _block_starts(self) -> list[int]:
        return block_starts(self._masked)

    @cached_property
    def _block_ends(self) -> list[int]:
        backwards = block_starts(self._masked[::-1])
        return [len(self._masked) - start for start in reversed(backwards)]

    @cached_property
    def _offsets(self) -> list[int]:
        return [0, *accumulate(len(line) + 1 for line in self._masked)]

    def _columns(self, line: int) -> Columns:
        if line not in self._columns_of:
            self._columns_of[line] = Columns(self._shown[line])
        return self._columns_of[line]

    def _is_fragile(self, fence: Span) -> bool:
        """Whether superfences may give a block back as text: it does so below indented code without a blank line, and
        what an indented line is depends on the lists and definitions above it."""
        first = self._block_starts[fence.first]
        return first < fence.first and self._masked[first].startswith(_INDENT)

    def in_fence(self, line: int) -> bool:
        """Whether every reader takes the start of ``line`` (from 0) as fenced code."""
        held = self.commonmark.held(line, 0)
        github = held is not None and held.hold is Hold.FENCE
        return github and None not in (self.superfences.covering(line), self.fenced_code.covering(line))

    def marker(self, line: int) -> Sure | Refusal:
        """The verdict on the exact marker on ``line`` (from 0)."""
        readers = (
            self.commonmark.held(line, 0),
            _python_held(line, self.fenced_code, self.plain_html),
            _python_held(line, self.superfences, self.super_html),
        )
        if all(held is not None and held.hold is Hold.FENCE for held in readers):
            span = self.superfences.covering(line)
            return _ambiguous(span.first + 1) if span is not None and self._is_fragile(span) else Sure.TEXT
        pending = self.superfences.pending
        if pending is not None and pending < line and not any(readers):
            opener = self.commonmark.fence_ending_on(pending) or pending + 1
            return _ambiguous(opener)
        if not any(readers):
            return Sure.LIVE
        return self._refusal(readers)

    def _refusal(self, readers: Sequence[Held | None]) -> Refusal:
        github = readers[0]
        if github is not None and not github.closed:
            return _unclosed(github)
        held = [reader for reader in readers if reader is not None]
        comment = next((item for item in held if item.hold is Hold.COMMENT), None)
        if comment is not None:
            return _in_comment(comment)
        fence = next((item for item in held if item.hold is Hold.FENCE), None)
        html = next((item for item in held if item.hold is Hold.HTML), None)
        if html is not None:
            return _in_raw_html(html) if fence is None else _in_html_fence(html, fence)
        if fence is not None and github is None:
            opener = self.commonmark.fence_ending_on(fence.line - 1)
            return _ambiguous(opener or fence.line)
        return _ambiguous(held[0].line)

    def is_text(self, line: int, column: int) -> bool:
        """Whether what stands at ``column`` of ``line`` (both from 0), one of ``others``, is code for everyone.

        Fences inside lists and quotes are only known to superfences; no other reading is asked about them, because a
        marker there can never be a region.
        """
        held = self.commonmark.held(line, self._columns(line).in_bytes(column))
        if held is None or held.hold not in CODE:
            return False
        fence = self.superfences.covering(line)
        if fence is not None:
            return held.closed and not self._is_fragile(fence)
        if held.hold is Hold.FENCE:
            return False
        place = (line, self._columns(line).in_normal(column))
        if place in self.super_html.raw:
            return False
        return self._in_code_span(*place) if held.hold is Hold.SPAN else self._indented_code[line]

    def _in_code_span(self, line: int, column: int) -> bool:
        """Whether Python-Markdown sees a code span, wherever in the lines around its own block starts."""
        first, end = self._block_starts[line], self._block_ends[line]
        alone = self._code_spans(line, line + 1).around(column)
        before = self._offsets[line] - self._offsets[first]
        among = self._code_spans(first, end).around(before + column)
        return alone is not None and among == (alone[0] + before, alone[1] + before)

    def _code_spans(self, first: int, end: int) -> CodeSpans:
        if (first, end) not in self._spans:
            self._spans[first, end] = CodeSpans("\n".join(self._masked[first:end]))
        return self._spans[first, end]


def _python_held(line: int, fences: Fences, html: RawHtml) -> Held | None:
    span = fences.covering(line)
    return Held(Hold.FENCE, span.first + 1) if span is not None else html.held.get(line)


def _in_comment(held: Held) -> Refusal:
    return Refusal(
        "MARKER_IN_COMMENT",
        f"the marker stands in the HTML comment opened on line {held.line}; comments do not nest",
        f"Close the comment on line {held.line} with `-->` before the marker, or remove the markers in it.",
    )


def _in_raw_html(held: Held) -> Refusal:
    tag = f"<{held.name}>" if held.name else "an HTML tag"
    return Refusal(
        "MARKER_IN_RAW_HTML",
        f"the marker stands in the raw HTML opened by `{tag}` on line {held.line}, which is not read as Markdown",
        "Move the region out of the HTML, or put a blank line between the HTML and the marker.",
    )


def _in_html_fence(html: Held, fence: Held) -> Refusal:
    return Refusal(
        "MARKER_IN_HTML_FENCE",
        f"the fence on line {fence.line} stands in the HTML opened on line {html.line}: Python-Markdown reads it as "
        "code, GitHub as HTML",
        f"Put a blank line before the fence on line {fence.line}, or move it out of the HTML.",
    )


def _unclosed(held: Held) -> Refusal:
    return Refusal(
        "MARKER_AFTER_UNCLOSED_FENCE",
        f"the fence opened on line {held.line} is never closed: GitHub reads the marker as code, MkDocs does not",
        f"Close the fence of line {held.line} with an equally long fence on a line of its own.",
    )


def _ambiguous(line: int) -> Refusal:
    return Refusal(
        "MARKER_AFTER_AMBIGUOUS_FENCE",
        f"GitHub and Python-Markdown do not agree where the fenced code of line {line} starts or ends",
        f"Give the fence on line {line} and its closing fence the same length and indentation, and no more than a "
        "language after the opening one.",
    )
