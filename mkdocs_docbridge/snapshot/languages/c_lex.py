"""C and C++ below the syntax: comments, literals and preprocessor lines, told apart in one pass over the bytes."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from .blanks import blank

_START = re.compile(rb"//|/\*|[\"'#]")
_LINE_COMMENT = re.compile(rb"//[^\n\\]*(?:\\.[^\n\\]*)*", re.DOTALL)
_STRING = re.compile(rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?', re.DOTALL)
_CHARACTER = re.compile(rb"'[^'\\\n]{1,12}'|'\\[^\n]{1,12}?'")
_RAW_DELIMITER = re.compile(rb'"([^()\\\s"]{0,16})\(')
_RAW_PREFIX = re.compile(rb"(?<![A-Za-z0-9_])(?:u8|[uUL])?R\Z")
_NAME = re.compile(rb"#[ \t]*([A-Za-z_]\w*)?")
_WITHIN = re.compile(rb"\n|\\\r?\n|//|/\*|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|'[^'\\\n]{1,12}'", re.DOTALL)
_LINE_END = re.compile(rb"\n")
_MAX_OPEN_RAW = 16


class Directive(NamedTuple):
    """A preprocessor line with its continuations: ``name`` is its first word, ``argument`` the rest on one line and
    without comments. ``start`` is the offset of its ``#``."""

    name: str
    argument: str
    start: int
    end: int


class Lexed(NamedTuple):
    """A file taken apart. ``code`` is as long as the file and has the same lines, but comments, preprocessor lines
    and what is in literals are spaces in it."""

    code: bytes
    comments: tuple[tuple[int, int], ...]
    directives: tuple[Directive, ...]


class Lines:
    """The lines of a file by offset."""

    def __init__(self, data: bytes) -> None:
        self._ends = [found.start() for found in _LINE_END.finditer(data)]

    def at(self, offset: int) -> int:
        """The line, from 1, that ``offset`` stands in."""
        return bisect_left(self._ends, offset) + 1


def lex(data: bytes) -> Lexed:
    """Takes a C or C++ file apart. Linear in its length, whatever it holds."""
    return _Lexer(data).run()


class _Lexer:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pieces: list[bytes] = []
        self.done = 0
        self.comments: list[tuple[int, int]] = []
        self.directives: list[Directive] = []
        self.open_raw: set[bytes] = set()

    def run(self) -> Lexed:
        data, position = self.data, 0
        while found := _START.search(data, position):
            start, mark = found.start(), found[0]
            if mark == b"#":
                position = self._directive(start)
            elif mark == b'"':
                position = self._string(start)
            elif mark == b"'":
                position = self._character(start)
            else:
                position = self._comment(start)
        self.pieces.append(data[self.done :])
        return Lexed(b"".join(self.pieces), tuple(self.comments), tuple(self.directives))

    def _clear(self, start: int, end: int) -> None:
        self.pieces += (self.data[self.done : start], blank(self.data[start:end]))
        self.done = end

    def _comment_end(self, start: int) -> int:
        if self.data.startswith(b"/*", start):
            end = self.data.find(b"*/", start + 2)
            return len(self.data) if end < 0 else end + 2
        found = _LINE_COMMENT.match(self.data, start)
        return start + 2 if found is None else found.end()

    def _comment(self, start: int) -> int:
        end = self._comment_end(start)
        self.comments.append((start, end))
        self._clear(start, end)
        return end

    def _string(self, start: int) -> int:
        end = self._raw_end(start) if self.data[start - 1 : start] == b"R" else None
        if end is not None:
            # it may hold line ends, which a plain string may not: an empty one takes its place
            first = max(self.done, start - 1)
            self.pieces += (self.data[self.done : first], b'""', blank(self.data[first + 2 : end]))
            self.done = end
            return end
        found = _STRING.match(self.data, start)
        end = start + 1 if found is None else found.end()
        if self.data[start:end] not in {b'"C"', b'"C++"'}:
            self._clear(start + 1, max(start + 1, end - 1))
        return end

    def _raw_end(self, start: int) -> int | None:
        """The end of a raw string literal; None for what is none, or is never closed."""
        opened = _RAW_DELIMITER.match(self.data, start)
        if opened is None or not _RAW_PREFIX.search(self.data[max(0, start - 4) : start]):
            return None
        closing = b")" + opened[1] + b'"'
        if closing in self.open_raw or len(self.open_raw) >= _MAX_OPEN_RAW:
            return None
        end = self.data.find(closing, opened.end())
        if end < 0:
            # never looked for again, so that many of them take no quadratic time
            self.open_raw.add(closing)
            return None
        return end + len(closing)

    def _character(self, start: int) -> int:
        is_separator = (
            start > 0 and self.data[start - 1 : start].isalnum() and self.data[start - 1 : start] not in b"uUL8"
        )
        found = None if is_separator else _CHARACTER.match(self.data, start)
        if found is None:
            return start + 1
        self._clear(start + 1, found.end() - 1)
        return found.end()

    def _directive(self, start: int) -> int:
        line = self.data.rfind(b"\n", max(0, start - 200), start) + 1
        before = max(line, self.done)
        if self.data[before:start].strip(b" \t\r\f\v"):
            return start + 1
        name = _NAME.match(self.data, start)
        if name is None:
            return start + 1
        position, texts = name.end(), []
        copied = position
        while True:
            found = _WITHIN.search(self.data, position)
            if found is None or found[0] == b"\n":
                end = len(self.data) if found is None else found.start()
                break
            mark, position = found[0], found.end()
            if mark in {b"//", b"/*"}:
                position = self._comment_end(found.start())
                self.comments.append((found.start(), position))
            elif not mark.startswith(b"\\"):
                continue
            texts.append(self.data[copied : found.start()])
            copied = position
        texts.append(self.data[copied:end])
        argument = b" ".join(text.strip() for text in texts).decode("utf-8", "replace").strip()
        self.directives.append(Directive((name[1] or b"").decode("ascii"), argument, start, end))
        self._clear(start, end)
        return end
