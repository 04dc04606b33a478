"""Where an HTML start tag ends, as Python's tolerant HTML parser sees it, in linear time over a whole document."""

from __future__ import annotations

import re

import msgspec

_NAME = re.compile(r"<([a-zA-Z][^`\t\n\r\f />\x00]*+)")
_BLANKS = re.compile(r"(?:\s|/(?!>))*+")
_ATTRIBUTE = re.compile(r"[^`\s/>][^\s/=>]*+")
_EQUALS = re.compile(r"\s*+=++\s*+")
_BARE = re.compile(r"[^`>\s]*+")
_COMMAS = re.compile(r"(?:\s*,)*+")


class Tag(msgspec.Struct, frozen=True):
    """A start tag, or text that was read as one in vain (``name`` is empty). ``end`` is the offset after it."""

    name: str
    end: int
    empty: bool = False


class TagReader:
    """Reads start tags of one text. Places known to lead nowhere are remembered, so no stretch is searched twice."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._dead: set[int] = set()
        self._last = {quote: text.rfind(quote) for quote in "\"'"}

    def read(self, start: int) -> Tag | None:
        """The tag at ``start`` (a ``<`` and a letter), or ``None`` when its end is missing."""
        match = _NAME.match(self._text, start)
        if match is None:
            return None
        tried: list[int] = []
        tag = self._attributes(match.end(), match[1].lower(), tried)
        if tag is None:
            self._dead.update(tried)
        return tag

    def _attributes(self, position: int, name: str, tried: list[int]) -> Tag | None:
        text = self._text
        while position not in self._dead:
            tried.append(position)
            blanks = _BLANKS.match(text, position)
            place = blanks.end() if blanks else position
            follower = text[place : place + 1]
            if follower == ">":
                return Tag(name, place + 1)
            if text.startswith("/>", place):
                return Tag(name, place + 2, empty=True)
            if not follower:
                return None
            if follower == "`":
                return Tag("", place)
            if text[place - 1] not in "\"'/" and not text[place - 1].isspace():
                return None
            after = self._attribute(place)
            if after is None:
                return None
            position = after
        return None

    def _attribute(self, start: int) -> int | None:
        text = self._text
        match = _ATTRIBUTE.match(text, start)
        if match is None:
            return None
        position = match.end()
        equals = _EQUALS.match(text, position)
        if equals is None:
            return position
        position = equals.end()
        quote = text[position : position + 1]
        if quote in self._last:
            if self._last[quote] <= position:
                return None
            position = text.find(quote, position + 1) + 1
        else:
            bare = _BARE.match(text, position)
            position = bare.end() if bare else position
        commas = _COMMAS.match(text, position)
        return commas.end() if commas else position
