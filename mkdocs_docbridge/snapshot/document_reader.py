"""One pass over a Markdown document: the parser's events become facts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any

import pyromark

from mkdocs_docbridge.text.attributes import ATTRIBUTES, heading_attributes
from mkdocs_docbridge.text.containers import Unfolded

from .document_html import HtmlReader
from .facts import LinkKind
from .gathered import Gathered

_PARSER = pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_FOOTNOTES)
"""With footnotes on, ``[label][^1]`` is a link and a footnote; without, it is neither."""
_LANGUAGE = re.compile(r"\{?[ ]*\.?(?P<name>[^\s{}.,=\"']+)(?![^\s{},]*=)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_CLASS = re.compile(r"\.(?P<name>[\w+#-]+)")
_LINK_KINDS: Mapping[str, LinkKind] = {"Inline": "inline", "Autolink": "autolink", "Email": "autolink"}
_BLOCKS = frozenset(
    {"Paragraph", "Heading", "TableCell", "Item", "CodeBlock", "HtmlBlock", "List", "BlockQuote", "Table"}
)
_NESTING = frozenset({"Item", "List", "BlockQuote", "Table"})
_NO_SUMMARY = (":::", "--8<--", "{%", "{{", "{!", "{*", "[TOC]")
_Handler = Callable[[Any, int, int], None]


class DocumentReader:
    """Reads one unfolded text. ``offset`` lines stand above it in the file."""

    def __init__(self, found: Gathered, unfolded: Unfolded, offset: int) -> None:
        self._found = found
        self._raw = unfolded.raw_lines
        self._inside = unfolded.inside
        self._offset = offset
        self._source = unfolded.text
        data = unfolded.text.encode("utf-8", "replace")
        self._starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
        self._parts: list[str] = []
        self._open: list[tuple[str, Any, int]] = []
        self._links: list[tuple[Any, int, int]] = []
        self._only_links = True
        self._html: list[tuple[int, str]] = []
        self._tags = HtmlReader(found, self._parts, self._flush)
        self._aside = ""
        self.labels: set[str] = set()
        """The labels of reference links that the parser could follow."""
        self.code_lines: set[int] = set()
        """Lines of the unfolded text, from 0, that are code."""

    def read(self) -> None:
        """Adds what the text holds to the facts gathered."""
        handlers: dict[str, _Handler] = {
            "Code": self._on_code,
            "Start": self._on_start,
            "End": self._on_end,
            "Html": self._on_html,
            "InlineHtml": self._on_inline_html,
        }
        get = handlers.get
        append = self._parts.append
        events: Iterable[tuple[Any, Any]] = _PARSER.events_with_range(self._source)
        for event, span in events:
            if event.__class__ is str:
                if event != "Rule":
                    self._parts.append(" ")
                continue
            kind, value = event.popitem()
            if kind == "Text":  # half of all events
                append(value)
                if self._only_links and not self._links and not value.isspace():
                    self._only_links = False
                continue
            handler = get(kind)
            if handler is not None:
                handler(value, span["start"], span["end"])
        self._flush(self._line(self._starts[-1]))
        self._found.propose_summary(self._aside)

    def raw_line(self, index: int) -> int:
        """The line of the file that line ``index`` (from 0) of the unfolded text came from."""
        return self._raw[min(index, len(self._raw) - 1)] + self._offset

    def _line(self, position: int) -> int:
        return self.raw_line(bisect_right(self._starts, position) - 1)

    def _on_code(self, value: str, start: int, _end: int) -> None:
        self._parts.append(value)
        if not self._links:
            self._only_links = False
        self._found.token(value, self._line(start))

    def _on_html(self, value: str, start: int, _end: int) -> None:
        self._html.append((self._line(start), value))

    def _on_inline_html(self, value: str, start: int, _end: int) -> None:
        self._tags.inline(value, self._line(start))

    def _on_start(self, value: Any, start: int, _end: int) -> None:
        name, detail = value.popitem() if value.__class__ is dict else (value, None)
        if name in _BLOCKS:
            if self._parts:
                self._flush(self._line(start))
            self._only_links = True
            self._open.append((name, detail, start))
        elif name in {"Link", "Image"}:
            self._links.append((detail, start, len(self._parts)))

    def _on_end(self, value: Any, start: int, end: int) -> None:
        name = next(iter(value)) if value.__class__ is dict else value
        if name in {"Link", "Image"}:
            self._close_link(name)
        elif self._open and name == self._open[-1][0]:
            _, detail, opened = self._open.pop()
            if name == "Paragraph":
                self._paragraph(opened)
            elif name == "Heading":
                self._heading(detail, self._line(opened))
            elif name == "CodeBlock":
                self._fence(detail, start, end)
            elif name == "HtmlBlock":
                pieces, self._html = self._html, []
                if pieces:
                    self._tags.block(pieces)
            elif self._parts:
                self._flush(self._line(opened))

    def _close_link(self, name: str) -> None:
        if not self._links:
            return
        detail, start, mark = self._links.pop()
        kind: LinkKind = "image" if name == "Image" else _LINK_KINDS.get(detail["link_type"], "reference")
        if detail["link_type"] not in _LINK_KINDS:
            self.labels.add(" ".join(detail["id"].casefold().split()))
        if detail["link_type"] != "Email":
            text = " ".join("".join(self._parts[mark:]).split())
            self._found.link(detail["dest_url"], text, self._line(start), kind)

    def _take(self) -> str:
        text = " ".join("".join(self._parts).split())
        self._parts.clear()
        self._only_links = True
        if "[^" in text:
            text = _FOOTNOTE.sub("", text)
        return ATTRIBUTES.sub("", text).rstrip() if "{" in text else text

    def _flush(self, line: int) -> None:
        if self._parts:
            self._found.paragraph(self._take(), line)

    def _paragraph(self, opened: int) -> None:
        only_links = self._only_links
        index = bisect_right(self._starts, opened) - 1
        text = self._take()
        if text.startswith(":::") or not self._found.paragraph(text, self.raw_line(index)):
            return
        if only_links or self._found.summary or text.startswith(_NO_SUMMARY):
            return
        if not any(name in _NESTING for name, _, _ in self._open):
            if self._is_inside(index):
                self._aside = self._aside or text
            else:
                self._found.propose_summary(text)

    def _is_inside(self, index: int) -> bool:
        at = bisect_right(self._inside, (index, 1 << 60)) - 1
        return at >= 0 and index <= self._inside[at][1]

    def _heading(self, detail: Any, line: int) -> None:
        text = " ".join("".join(self._parts).split())
        self._parts.clear()
        text, anchor = heading_attributes(_FOOTNOTE.sub("", text) if "[^" in text else text)
        if text.startswith(":::"):
            # mkdocstrings puts the object's own heading here
            text = anchor = text.lstrip(": ")
        self._found.heading(int(detail["level"][1]), text, line, anchor)

    def _fence(self, detail: Any, start: int, end: int) -> None:
        text = "".join(self._parts)
        self._parts.clear()
        first = bisect_right(self._starts, start) - 1
        self.code_lines.update(range(first, bisect_right(self._starts, max(end - 1, start))))
        info = detail.get("Fenced", "") if isinstance(detail, dict) else ""
        self._found.fence(_language(info) if info else "", text, self.raw_line(first))


def _language(info: str) -> str:
    """The language that an info string names: its first word, or the first class of its attribute list."""
    match = _LANGUAGE.match(info)
    if match is None or match["name"].startswith("#"):
        match = _CLASS.search(info)
    return match["name"].lower() if match else ""
