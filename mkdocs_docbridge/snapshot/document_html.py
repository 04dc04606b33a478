"""HTML in documents: the links, code and headings that its tags make, and the text between them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from html import unescape

from mkdocs_docbridge.text.html_text import HIDING, breaks_paragraph

from .gathered import Gathered

_QUOTED = r"""(?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}')*"""
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)"
    rf"|<(?P<hiding>{'|'.join(HIDING)})\b[^<>]*>.*?(?:</(?P=hiding)\s*>|\Z)"
    rf"|<(?P<close>/?)(?P<name>[A-Za-z][\w:-]*)(?P<rest>{_QUOTED})>"
    r"|<[!?][^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTES = re.compile(
    r"""(?<![^\s"'/])(?P<name>href|src|alt|id|name)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""",
    re.IGNORECASE,
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class HtmlReader:
    """Turns tags into facts. ``parts`` is the text of the paragraph being read; ``flush`` ends it."""

    def __init__(self, found: Gathered, parts: list[str], flush: Callable[[int], None]) -> None:
        self._found = found
        self._parts = parts
        self._flush = flush
        self._link: tuple[str, int, int] | None = None
        self._code: tuple[int, int] | None = None
        self._heading: tuple[str, str, int] | None = None

    def inline(self, source: str, line: int) -> None:
        """One tag that stands among other text."""
        match = _MARKUP.match(source)
        if match and match["name"]:
            self._tag(match["name"].lower(), match["rest"], line, closes=bool(match["close"]))

    def block(self, pieces: Sequence[tuple[int, str]]) -> None:
        """A block of HTML, given as (line, text) of each of its lines."""
        source = "".join(text for _, text in pieces)
        starts: list[int] = []
        length = 0
        for _, text in pieces:
            starts.append(length)
            length += len(text)
        line = pieces[0][0]
        done = 0
        for match in _MARKUP.finditer(source):
            self._text(source[done : match.start()])
            line = pieces[bisect_right(starts, match.start()) - 1][0]
            if match["name"]:
                self._tag(match["name"].lower(), match["rest"], line, closes=bool(match["close"]))
            done = match.end()
        self._text(source[done:])
        self.end(line)

    def end(self, line: int) -> None:
        """Ends the paragraph; what is still open in it is over."""
        self._close_link()
        self._code = None
        self._flush(line)

    def _text(self, source: str) -> None:
        if source and not source.isspace():
            self._parts.append(unescape(source))
        elif source:
            self._parts.append(" ")

    def _tag(self, name: str, rest: str, line: int, *, closes: bool) -> None:
        if closes:
            self._close(name, line)
            return
        attributes = _attributes(rest) if "=" in rest else {}
        if name not in _HEADINGS and (identifier := attributes.get("id") or (name == "a" and attributes.get("name"))):
            self._found.anchor(identifier, line)
        if name == "a":
            self._close_link()
            if "href" in attributes:
                self._link = (attributes["href"], line, len(self._parts))
        elif name == "img":
            if "src" in attributes:
                self._found.link(attributes["src"], attributes.get("alt", ""), line, "image")
            self._parts.append(attributes.get("alt", ""))
        elif name == "code":
            self._code = (line, len(self._parts))
        elif name == "br":
            self._parts.append(" ")
        elif breaks_paragraph(name):
            self._flush(line)
            if name in _HEADINGS:
                self._heading = (name, attributes.get("id", ""), line)

    def _close(self, name: str, line: int) -> None:
        if name == "a":
            self._close_link()
        elif name == "code" and self._code is not None:
            self._found.token("".join(self._parts[self._code[1] :]), self._code[0])
            self._code = None
        elif self._heading is not None and name == self._heading[0]:
            level, identifier, start = self._heading
            self._heading = None
            text = " ".join("".join(self._parts).split())
            self._parts.clear()
            # the site's toc does not see it: without an id it has no anchor
            self._found.heading(int(level[1]), text, start, identifier)
        elif breaks_paragraph(name):
            self._flush(line)

    def _close_link(self) -> None:
        if self._link is not None:
            target, line, mark = self._link
            self._link = None
            self._found.link(target, " ".join("".join(self._parts[mark:]).split()), line, "html")


def _attributes(rest: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTES.finditer(rest):
        value = next((group for group in match.group("double", "single", "bare") if group is not None), "")
        found.setdefault(match["name"].lower(), unescape(value).strip())
    return found
