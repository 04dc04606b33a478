"""Which lines Python-Markdown takes as fenced code: with ``fenced_code`` and with ``pymdownx.superfences``.

Both look for fences line by line before anything else is parsed, want the closing fence exactly as long as the opening
one, and leave a fence that is never closed in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from .reading import Span

_OPENER = re.compile(r"(?P<prefix>[> ]*+)(?P<fence>`{3,}+|~{3,}+)(?P<header>.*)")
_ATTRIBUTES = re.compile(r"[ ]*(?:\.?[\w#.+-]++[ ]++)?(?P<list>\{.*\})[ ]*")
_PLAIN_ATTRIBUTES = re.compile(r"[ ]*\{.*\}")
_LISTED = re.compile(r"\{[ ]*+[.#:a-zA-Z]")
_LANGUAGE = re.compile(r"[ ]*\.?[\w#.+-]*+[ ]*")
_OPTION = re.compile(r"""[ ]*([a-zA-Z][a-zA-Z0-9_]*+)(?:=("[^"]*+"|'[^']*+'))?(?=[ ]|$)""")
_LINES_OPTION = re.compile(r"\d+(?:-\d+)?(?:[ ]+\d+(?:-\d+)?)*")


class Fences(msgspec.Struct, frozen=True):
    """The fenced blocks of a document; ``pending`` is the line (from 0) of a fence that swallows the search for others
    to the end of the document but, never closed, is shown as text."""

    spans: list[Span]
    pending: int | None = None

    def covering(self, line: int) -> Span | None:
        """The block that ``line`` (from 0) lies in, fences included."""
        index = bisect_right(self.spans, line, key=_first) - 1
        return self.spans[index] if index >= 0 and line <= self.spans[index].last else None


def normal_lines(lines: Sequence[str]) -> list[str]:
    """The lines as Python-Markdown normalises them: tabs expanded, U+0002 and U+0003 dropped, blank lines emptied."""
    return [_normal(line) for line in lines]


def fenced_code(lines: Sequence[str]) -> Fences:
    """The blocks ``fenced_code`` finds in normalised ``lines``: fences at column 0, each closed by its exact like.

    A header with the options of superfences counts as taken: a site that shows it as text shows the fault by itself.
    """
    fences = [(number, line) for number, line in enumerate(lines) if line[:3] in {"```", "~~~"}]
    closers: dict[str, list[int]] = {}
    for number, line in fences:
        closers.setdefault(line.rstrip(" "), []).append(number)
    spans = []
    free = 0
    for number, line in fences:
        match = _OPENER.fullmatch(line) if number >= free else None
        if match is None or not _plainly_taken(match["header"]):
            continue
        alike = closers.get(match["fence"], [])
        index = bisect_right(alike, number)
        if index < len(alike):
            spans.append(Span(number, alike[index]))
            free = alike[index] + 1
    return Fences(spans)


def superfences(lines: Sequence[str]) -> Fences:
    """The blocks superfences finds in normalised ``lines``, also in lists and quotes."""
    spans: list[Span] = []
    opener: _Opener | None = None
    for number, line in enumerate(lines):
        if opener is None:
            opener = _opener(number, line)
        elif (step := opener.step(line)) is not _GOES_ON:
            if step is _CLOSES:
                spans.append(Span(opener.line, number))
            opener = None
    return Fences(spans, None if opener is None or opener.prefix else opener.line)


_GOES_ON, _CLOSES, _BREAKS = range(3)


class _Opener:
    def __init__(self, line: int, prefix: str, fence: str) -> None:
        self.line = line
        self.prefix = prefix
        self.fence = fence
        self._depth = prefix.count(">")
        self._blank = False

    def step(self, line: str) -> int:
        """What ``line`` does to the block: it goes on, closes, or turns out not to be one."""
        width = len(self.prefix)
        own = line[: len(line) - len(line.lstrip("> "))][:width]
        content = line[len(own) :]
        depth = own.count(">")
        if depth > self._depth:
            return _BREAKS
        if not (own + content).strip() or (self._depth and not content):
            self._blank = True
            return _GOES_ON
        if len(own) < width or (self._depth and self._blank and depth < self._depth):
            return _BREAKS
        if content.rstrip(" ") == self.fence:
            return _CLOSES
        self._blank = False
        return _GOES_ON


def _opener(number: int, line: str) -> _Opener | None:
    if "```" not in line and "~~~" not in line:
        return None
    match = _OPENER.fullmatch(line)
    if match is None or not takes_header(match["header"]):
        return None
    return _Opener(number, match["prefix"], match["fence"])


def masked(lines: Sequence[str], fences: Fences) -> list[str]:
    """The normalised lines with every line of fenced code replaced by a word as far in as its opening fence."""
    result = list(lines)
    for span in fences.spans:
        opener = lines[span.first]
        prefix = opener[: len(opener) - len(opener.lstrip("> "))]
        result[span.first : span.last + 1] = [f"{prefix}x"] * (span.last + 1 - span.first)
    return result


def takes_header(header: str) -> bool:
    """Whether superfences takes the text after an opening fence: a language, attributes, options it knows."""
    if _LANGUAGE.fullmatch(header) or _ATTRIBUTES.fullmatch(header):
        return True
    if "=" not in header:
        return False
    language = re.match(r"[ ]*\.?[\w#.+-]++(?=[ ])", header)
    position = language.end() if language else 0
    while position < len(header.rstrip(" ")):
        option = _OPTION.match(header, position)
        if option is None or not _takes_option(option[1], option[2]):
            return False
        position = option.end()
    return True


def _plainly_taken(header: str) -> bool:
    """Whether ``fenced_code`` takes the header, or takes it to be one for superfences."""
    attributes = _ATTRIBUTES.fullmatch(header)
    if attributes is None:
        return takes_header(header)
    return _PLAIN_ATTRIBUTES.fullmatch(header) is not None or _LISTED.match(attributes["list"]) is not None


def _takes_option(name: str, quoted: str | None) -> bool:
    if name in {"title", "title_mode"}:
        return True
    if quoted is None:
        return False
    value = quoted[1:-1]
    if name == "hl_lines":
        return _LINES_OPTION.fullmatch(value) is not None
    return name == "linenums" and value[:1].isdigit()


def _first(span: Span) -> int:
    return span.first


def _normal(line: str) -> str:
    if "\t" in line or "\x02" in line or "\x03" in line:
        line = line.replace("\x02", "").replace("\x03", "").expandtabs(4)
    return line if line.strip(" ") else ""
