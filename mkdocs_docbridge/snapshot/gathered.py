"""What is being found in one document, while it is read. Generated text gives headings and nothing else."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal
from urllib.parse import unquote

from mkdocs_docbridge.text.prose import shorten

from .facts import CodeToken, Fence, LinkKind, Mention, RawHeading, RawLink, WrittenAnchor
from .model import RegionSpan

MAX_SUMMARY = 400
MAX_TOKEN = 256
MAX_TARGET = 2048
MAX_FENCE = 4000
MAX_HEADING = 256
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_WEB = re.compile(r"https?://", re.IGNORECASE)
_KEPT_CODES = re.compile(r"(%23|%3[fF])")
_SHEBANG = re.compile(r"#![A-Za-z][\w+-]*[ ]+")
"""``pymdownx.inlinehilite`` takes the language of inline code from here, and does not show it."""


class Gathered:
    """Collects facts. Lines are raw lines of the file, from 1."""

    def __init__(self, regions: tuple[RegionSpan, ...]) -> None:
        self._regions = [(span.line, span.end_line) for span in regions]
        self.title = ""
        self.summary = ""
        self.headings: list[RawHeading] = []
        self.prose: list[str] = []
        self.links: list[RawLink] = []
        self.code: list[CodeToken] = []
        self.fences: list[Fence] = []
        self.mentions: list[Mention] = []
        self.anchors: list[WrittenAnchor] = []

    def is_generated(self, line: int) -> bool:
        """Whether a program wrote the line."""
        if not self._regions:
            return False
        index = bisect_right(self._regions, (line, 1 << 60)) - 1
        return index >= 0 and line <= self._regions[index][1]

    def heading(self, level: int, text: str, line: int, anchor: str | None = None) -> None:
        """A heading; one without text is kept too, since it takes an anchor."""
        self.headings.append(RawHeading(level=level, text=text[:MAX_HEADING], line=line, anchor=anchor))
        if level == 1 and text and not self.title:
            self.title = text
        self.paragraph(text, line)

    def paragraph(self, text: str, line: int) -> bool:
        """A run of prose; False when it is empty or generated."""
        if not text or self.is_generated(line):
            return False
        self.prose.append(text)
        return True

    def link(self, target: str, text: str, line: int, kind: LinkKind) -> None:
        """A link, unless it is mail, script or the like."""
        foreign = _SCHEME.match(target) is not None and _WEB.match(target) is None
        if target and not foreign and len(target) <= MAX_TARGET and not self.is_generated(line):
            self.links.append(RawLink(target=decoded(target), text=text[:MAX_TOKEN], line=line, kind=kind))

    def token(self, text: str, line: int) -> None:
        """An inline code span."""
        if text.startswith("#!"):
            text = _SHEBANG.sub("", text, count=1)
        text = text.strip()
        if 0 < len(text) <= MAX_TOKEN and not self.is_generated(line):
            self.code.append(CodeToken(text=text, line=line))

    def fence(self, language: str, text: str, line: int) -> None:
        """A block of code."""
        if not self.is_generated(line):
            self.fences.append(Fence(language=language, text=text[:MAX_FENCE], line=line))

    def mention(
        self, kind: Literal["include", "directive", "autoref"], target: str, line: int, *, in_code: bool = False
    ) -> None:
        """An include, a directive or a reference by name."""
        if 0 < len(target) <= MAX_TARGET and not self.is_generated(line):
            self.mentions.append(Mention(kind=kind, target=target, line=line, in_code=in_code))

    def anchor(self, identifier: str, line: int) -> None:
        """An id that the author wrote at something that is no heading."""
        if identifier and not self.is_generated(line):
            self.anchors.append(WrittenAnchor(id=identifier[:MAX_TOKEN], line=line))

    def propose_summary(self, text: str) -> None:
        """The first proposal stays."""
        if not self.summary:
            self.summary = shorten(text, MAX_SUMMARY)


def decoded(target: str) -> str:
    """A link's target percent-decoded, save ``%23`` and ``%3F``, which would turn into marks of a fragment or query."""
    if "%" not in target:
        return target
    return "".join(part if _KEPT_CODES.fullmatch(part) else unquote(part) for part in _KEPT_CODES.split(target))
