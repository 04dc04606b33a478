"""Comments of C and C++ as documentation: above a definition, behind it, at the head of a file; Doxygen's commands."""

from __future__ import annotations

import re
from bisect import bisect_left

from .c_lex import Lexed
from .comments import prose_of
from .prose import MAX_DOCSTRING, says_generated

_BLANK_LINE = re.compile(rb"\n[ \t\r]*\n")
_OTHER_LINE = re.compile(rb"^[ \t]*#[ \t]*(?:define|include|undef|pragma|import|error)", re.MULTILINE)
_NEXT_LINE = re.compile(rb"\r?\n[ \t]*\Z")
_COMMAND = re.compile(r"[@\\]([A-Za-z]+)\b(?:\[[^\]]*\])?[ \t]*(.*)")
_TELLING = frozenset({"brief", "short", "details", "note", "remark", "remarks", "abstract", "synopsis", "discussion"})
_NAMING_TEXT = """
    file addtogroup author authors callgraph class date def defgroup enum fn ingroup interface internal mainpage name
    namespace overload page relates relatesalso section struct subsection typedef union var version weakgroup headerfile
    code verbatim endcode endverbatim cond endcond nosubgrouping module
"""
_NAMING = frozenset(_NAMING_TEXT.split())
_INLINE = re.compile(r"[@\\](?:[abcep]|em|ref|link|copybrief|copydoc)\s+(\S+)")
_FILE = re.compile(r"[@\\](?:file|mainpage)\b")
_NO_PROSE = re.compile(
    r"copyright|licen[sc]e|SPDX-|all rights reserved|-\*-|\bvim?:|clang-format|clang-tidy|NOLINT|IWYU|TODO|FIXME|XXX"
    r"|\$(?:Id|Revision|Header)\b|public domain|(?:end|generated) of\b.*guard",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(
    r"^[\w./+-]+\.(?:[ch]|cc|cpp|cxx|hh|hpp|hxx|inl|ipp|tpp)\b[ \t]*(?:[-:–—]+[ \t]*)?", re.IGNORECASE
)
_RULE = re.compile(r"^[\W_]*$")
_GENERATOR = re.compile(r"A Bison parser, made by|made by GNU Bison|\bcreated by:? The Qt\b|Created by: Qt|SWIG \(http")
_MAX_GAP = 600
_MAX_LINES = 200
_MAX_HEAD = 40
_HEAD_LINES = 30
_HEAD_BYTES = 20_000
_HEAD_TEXT = 1_000


class Comments:
    """The comments of one file, found by the place of what they document."""

    def __init__(self, data: bytes, code: bytes, lexed: Lexed) -> None:
        """``code`` is what was parsed: whatever else stands in ``data`` does not part a comment from its definition."""
        self._data = data
        self._code = code
        self._spans = sorted(lexed.comments)
        self._starts = [start for start, _ in self._spans]
        self._lexed = lexed

    def above(self, start: int) -> str:
        """The prose of the comment that ends right above ``start``, ``""`` without one."""
        index = bisect_left(self._starts, start) - 1
        if index < 0:
            return ""
        end = self._spans[index][1]
        if start - end > _MAX_GAP or self._code[end:start].strip():
            return ""
        gap = self._data[end:start]
        if _BLANK_LINE.search(gap) or _OTHER_LINE.search(gap) or not self._is_own_line(index):
            return ""
        return doxygen_prose(self._run(index))

    def behind(self, end: int) -> str:
        """The prose of a comment in the line that ``end`` stands in, ``""`` without one."""
        index = bisect_left(self._starts, end)
        if index == len(self._spans):
            return ""
        start, stop = self._spans[index]
        if start - end > _MAX_GAP or b"\n" in self._data[end:start] or self._code[end:start].strip(b" \t\r,;"):
            return ""
        return doxygen_prose(self._text(start, stop))

    def ending(self, start: int, end: int) -> str:
        """The prose of the comment that a preprocessor line of these bounds ends with, ``""`` without one."""
        index = bisect_left(self._starts, end) - 1
        if index < 0 or self._starts[index] <= start or self._spans[index][1] < end:
            return ""
        return doxygen_prose(self._text(*self._spans[index]))

    def _text(self, start: int, end: int) -> str:
        return self._data[start : min(end, start + 4 * MAX_DOCSTRING)].decode("utf-8", "replace").replace("\r\n", "\n")

    def _is_own_line(self, index: int) -> bool:
        """Whether nothing but space stands before a comment in its line."""
        start = self._starts[index]
        line = self._data.rfind(b"\n", 0, start) + 1
        return start - line <= _MAX_GAP and not self._data[line:start].strip()

    def _run(self, index: int) -> str:
        """A comment and, of line comments, those in the lines above."""
        start, end = self._spans[index]
        texts = [self._text(start, end)]
        while texts[-1].startswith("//") and index and len(texts) < _MAX_LINES:
            above, stop = self._spans[index - 1]
            touches = stop <= start and start - stop <= _MAX_GAP and _NEXT_LINE.fullmatch(self._data[stop:start])
            if not touches or not self._data.startswith(b"//", above) or not self._is_own_line(index - 1):
                break
            index, start = index - 1, above
            texts.append(self._text(above, stop))
        return "\n".join(reversed(texts))

    # -- the head of the file --------------------------------------------------------------------------------------

    def _head(self) -> list[tuple[str, int]]:
        """The comments before the first code, include or macro, joined as they belong together, with their ends."""
        first = self._first_code()
        found: list[tuple[str, int]] = []
        index = bisect_left(self._starts, first) - 1
        last = min(index, _MAX_HEAD * 5)
        position = 0
        while position <= last and len(found) < _MAX_HEAD:
            end = position
            while end < last and self._joins(end):
                end += 1
            found.append((self._run(end), self._spans[end][1]))
            position = end + 1
        return found

    def _joins(self, index: int) -> bool:
        (start, stop), (following, _) = self._spans[index], self._spans[index + 1]
        both = self._data.startswith(b"//", start) and self._data.startswith(b"//", following)
        return both and _NEXT_LINE.fullmatch(self._data[stop:following]) is not None

    def _first_code(self) -> int:
        code = len(self._code) - len(self._code.lstrip())
        after_guard = 0
        for number, directive in enumerate(self._lexed.directives[:10]):
            is_guard = number == after_guard and directive.name == "ifndef"
            defines = self._lexed.directives[number - 1] if number else None
            is_define = directive.name == "define" and defines is not None and defines.name == "ifndef"
            if is_guard or (is_define and directive.argument.split()[:1] == [defines.argument if defines else ""]):
                continue
            if directive.name == "pragma":
                after_guard = number + 1
                continue
            return min(code, directive.start)
        return code

    @property
    def docstring(self) -> str:
        """What the file says of itself: a comment with ``\\file``, else the first one at its head that is no licence
        and no documentation of the definition right below it."""
        head = self._head()
        for text, _ in head:
            if _FILE.search(text) and (told := doxygen_prose(text)):
                return told
        first = self._first_code()
        for text, end in head:
            told = _told_before_licence(text)
            is_above = not _BLANK_LINE.search(self._data[end : first + 1]) and self._is_code(first)
            if told and not is_above:
                return told
        return ""

    def _is_code(self, offset: int) -> bool:
        return bool(self._code[offset : offset + 1].strip())

    @property
    def generated(self) -> bool:
        """Whether a comment near the head of the file says that a program wrote it."""
        end = 0
        for _ in range(_HEAD_LINES):
            end = self._data.find(b"\n", end) + 1 or len(self._data)
        spans = self._spans[: bisect_left(self._starts, min(end, _HEAD_BYTES))]
        head = "\n".join(self._text(*span)[:_HEAD_TEXT] for span in spans)[: 2 * _HEAD_TEXT]
        return says_generated(head) or _GENERATOR.search(head) is not None


def _told_before_licence(comment: str) -> str:
    """The paragraphs of a comment that stand before any that speaks of a licence, without the file's own name."""
    kept: list[str] = []
    for paragraph in doxygen_prose(comment).split("\n\n"):
        if _NO_PROSE.search(paragraph):
            break
        if not _is_drawn(paragraph):
            kept.append(paragraph)
    return _FILE_NAME.sub("", "\n\n".join(kept)).strip()


def _is_drawn(paragraph: str) -> bool:
    """Whether a paragraph is a picture made of letters, like the name of a project at the head of a licence."""
    signs = [sign for sign in paragraph if not sign.isspace()]
    return 3 * sum(sign.isalnum() for sign in signs) < 2 * len(signs)


def doxygen_prose(comment: str) -> str:
    """The prose of a comment: ``\\brief`` and the text before the first command that tells of something else, without
    delimiters, rules of stars and Doxygen's inline commands."""
    kept: list[str] = []
    for line in prose_of(comment).split("\n"):
        line = line.strip().removeprefix("<").strip()
        if line and _RULE.match(line):
            line = ""
        command = _COMMAND.match(line)
        if command is not None and not _INLINE.match(line):
            name = command[1].lower()
            if name in _NAMING:
                continue
            if name not in _TELLING:
                break
            if kept and kept[-1]:
                kept.append("")
            line = command[2]
        kept.append(line)
    text = _INLINE.sub(lambda found: found[1], "\n".join(kept))
    return text.strip()[:MAX_DOCSTRING].rstrip()
