"""The events of a Markdown parse gathered into plain paragraphs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import pyromark

from .html_text import BORDER, alt_text, breaks_paragraph, strip_tags, tag_name
from .plain import Piece, PlainTextBuilder

_OPTIONS = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
_INLINE = frozenset({"Emphasis", "Strong", "Strikethrough", "Link", "Image"})
_ATTRIBUTE = r"""(?:[#.][^\s{}"'=]+|[\w:-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"'=]+))"""
_ATTRIBUTES = re.compile(rf"[ ]?\{{:?[ ]*{_ATTRIBUTE}(?:[ ]+{_ATTRIBUTE})*[ ]*\}}|\{{:[^{{}}\n]{{0,300}}\}}")
_MARKED = re.compile(r"(?P<mark>==|\^\^)(?=[^\s=^])(?P<text>[^=^]{1,300})(?<=\S)(?P=mark)")
_CODE = "\x00"


def _name(event: Any) -> str:
    return event if isinstance(event, str) else str(next(iter(event)))


class MarkdownText:
    """Reads Markdown whose fences are gone already into two builders: paragraphs, and table rows."""

    def __init__(
        self,
        lines: list[str],
        raw_lines: list[int],
        *,
        prose: PlainTextBuilder,
        rows: PlainTextBuilder,
        nested: bool = False,
    ) -> None:
        """``raw_lines[i]`` is the raw line of ``lines[i]``. With ``nested``, HTML is dropped instead of read: it was
        stripped already."""
        data = [line.encode("utf-8", "replace") for line in lines]
        self._source = b"\n".join(data)
        self._starts = list(accumulate((len(line) + 1 for line in data), initial=0))
        self._numbers = raw_lines
        self._prose = prose
        self._rows = rows
        self._nested = nested
        self._pieces: list[Piece] = []
        self._code: list[bool] = []
        self._row: list[Piece] = []
        self._html: list[Piece] = []
        self._skip = 0
        """How many open elements hide their text: code blocks and deletions."""

    def read(self) -> None:
        """Adds the paragraphs to the builders."""
        events: Iterable[tuple[Any, Any]] = pyromark.Markdown(options=_OPTIONS).events_with_range(self._source.decode())
        for event, span in events:
            kind = _name(event)
            start = span["start"]
            if kind == "Start":
                self._open(_name(event["Start"]), start)
            elif kind == "End":
                self._close(_name(event["End"]), span["end"])
            else:
                self._leaf(kind, event, start)
        self._flush()

    def _line(self, offset: int) -> int:
        index = bisect_right(self._starts, offset) - 1
        return self._numbers[min(index, len(self._numbers) - 1)]

    def _open(self, name: str, start: int) -> None:
        if name not in _INLINE:
            self._flush()
        if name == "CodeBlock" or self._deletes(name, start):
            self._skip += 1
        elif name == "Strikethrough":
            self._text(start, "~")
        elif name in {"TableRow", "TableHead"}:
            self._row = [(self._line(start), "| ")]

    def _close(self, name: str, end: int) -> None:
        if name == "HtmlBlock":
            self._read_html()
        elif name in {"TableRow", "TableHead"}:
            self._rows.add(self._row)
        elif name == "TableCell":
            pieces = self._flush()
            self._row += [*pieces, (self._line(end - 1), " | ")]
        elif name not in _INLINE:
            self._flush()
        if name == "CodeBlock" or (name == "Strikethrough" and self._source[end - 2 : end] == b"~~"):
            self._skip -= 1
        elif name == "Strikethrough":
            self._text(end - 1, "~")

    def _deletes(self, name: str, start: int) -> bool:
        # one tilde is no deletion in Python-Markdown, and "~840" is an approximation
        return name == "Strikethrough" and self._source[start : start + 2] == b"~~"

    def _leaf(self, kind: str, event: Any, start: int) -> None:
        if kind in {"Text", "Code"}:
            self._text(start, event[kind], code=kind == "Code")
        elif kind in {"SoftBreak", "HardBreak"}:
            self._text(start, " ")
        elif kind == "Html":
            self._html.append((self._line(start), event[kind]))
        elif kind == "InlineHtml":
            self._inline_html(start, event[kind])
        elif kind == "Rule":
            self._flush()

    def _inline_html(self, start: int, tag: str) -> None:
        name = tag_name(tag)
        if name == "br":
            self._text(start, " ")
        elif name == "img":
            self._text(start, alt_text(tag))
        elif breaks_paragraph(name):
            self._flush()
        elif name in {"del", "s", "strike", "script", "style"}:
            self._skip = max(self._skip + (-1 if tag.startswith("</") else 1), 0)

    def _text(self, start: int, text: str, *, code: bool = False) -> None:
        if not self._skip:
            self._pieces.append((self._line(start), text))
            self._code.append(code)

    def _flush(self) -> list[Piece]:
        pieces = _without_marks(self._pieces, self._code)
        self._pieces, self._code = [], []
        self._prose.add(pieces)
        return pieces

    def _read_html(self) -> None:
        block, self._html = self._html, []
        if self._nested or not block:
            return
        # The text between the tags is read as Markdown once more: md_in_html shows it so, and a mark that is shown
        # literally does not change what is claimed.
        lines: list[str] = []
        numbers: list[int] = []
        stripped = strip_tags("".join(text for _, text in block)).split("\n")
        for line, number in zip(stripped, _numbers(block, len(stripped)), strict=True):
            for index, part in enumerate(line.split(BORDER)):
                if index:
                    lines.append("")
                    numbers.append(number)
                lines.append(part.strip())
                numbers.append(number)
        MarkdownText(lines, numbers, prose=self._prose, rows=self._rows, nested=True).read()


def _numbers(block: list[Piece], count: int) -> list[int]:
    numbers = [line for line, text in block for _ in range(text.count("\n"))]
    return (numbers + [block[-1][0]] * count)[:count]


def _without_marks(pieces: list[Piece], code: list[bool]) -> list[Piece]:
    """The pieces without attribute lists and highlight marks, which the parser does not know; code is left alone."""
    joined = "".join(_CODE * len(text) if is_code else text for (_, text), is_code in zip(pieces, code, strict=True))
    if "{" not in joined and "==" not in joined and "^^" not in joined:
        return pieces
    cuts = [match.span() for match in _ATTRIBUTES.finditer(joined)]
    for match in _MARKED.finditer(joined):
        cuts += [match.span("mark"), (match.end("text"), match.end())]
    return list(_cut(pieces, sorted(cuts)))


def _cut(pieces: list[Piece], cuts: list[tuple[int, int]]) -> Iterable[Piece]:
    at = 0
    pending = iter([*cuts, (1 << 62, 1 << 62)])
    start, end = next(pending)
    for line, text in pieces:
        kept: list[str] = []
        stop = at + len(text)
        while at < stop:
            while end <= at:
                start, end = next(pending)
            if start <= at:
                at = min(end, stop)
                continue
            upto = min(start, stop)
            kept.append(text[at - stop + len(text) : upto - stop + len(text)])
            at = upto
        yield line, "".join(kept)
