"""RDoc, YARD and TomDoc comments of Ruby as prose, without the lines that are meant for tools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from .comments import runs
from .prose import MAX_DOCSTRING, first_sentence

_DIRECTIVE = re.compile(
    r"^\s*(?:frozen[_-]string[_-]literal|(?:en)?coding|warn[_-]indent|shareable[_-]constant[_-]value|typed|rbs_inline"
    r"|(?:rubocop|standard|steep|brakeman|simplecov)\s*:?|-\*-.*-\*-|vim?|ex|:nocov:|:(?:nodoc|doc|notnew|startdoc"
    r"|stopdoc|yields?|yielding|enddoc|main|title|section|category|attr\w*|method|singleton-method):)(?::|\s|$)"
)
_STOP = re.compile(r"^\s*(?:@!?[a-z]\w*|:call-seq:|--\s*$)")
_MARK = re.compile(r"^[ \t]*#+!?[ \t]?")
_HIDING = ("@private", "@api", ":nodoc:")
_TOMDOC = re.compile(r"^(?:Public|Internal|Deprecated): ")
_INTERNAL = re.compile(r"^\s*#*\s*(?:@private\b|@api\s+private\b|:nodoc:)", re.MULTILINE)
_LINK = re.compile(r"\{([A-Z][\w:#.?!]*)\}")
_NO_PROSE = re.compile(r"copyright|licen[sc]e|SPDX-|^#!", re.IGNORECASE | re.MULTILINE)
_MAX_HEAD = 100


def ruby_prose(comment: str) -> str:
    """The words of a comment up to its first tag, at most 4,000 characters: no marks, no magic comments, no
    directives."""
    return _polished(list(_lines(comment)))


def ruby_summary(comment: str) -> str:
    """The first sentence of a comment. Comments of Ruby are long (examples follow), so no more is looked into than
    the first paragraph."""
    kept: list[str] = []
    for line in _lines(comment):
        if line:
            kept.append(line)
        elif kept:
            break
    return first_sentence(_polished(kept)) if kept else ""


def _lines(comment: str) -> Iterator[str]:
    lines = comment[: 4 * MAX_DOCSTRING].split("\n")
    is_block = lines[0].startswith("=begin")
    for line in lines[1:] if is_block else lines:
        if is_block and line.startswith("=end"):
            return
        text = line.rstrip() if is_block else _MARK.sub("", line).rstrip()
        if _STOP.match(text):
            return
        if not _DIRECTIVE.match(text):
            yield text


def _polished(lines: list[str]) -> str:
    text = _TOMDOC.sub("", "\n".join(lines).strip())[:MAX_DOCSTRING].rstrip()
    return _LINK.sub(r"\1", text)


def says_internal(comment: str) -> bool:
    """Whether a comment hides the definition below it: ``:nodoc:``, ``@private`` or ``@api private``."""
    return any(mark in comment for mark in _HIDING) and _INTERNAL.search(comment) is not None


class Above:
    """Keeps where the comment lines just passed stand. Ruby documents with a node a line, far too many to look into
    each: only what stands right above a definition is ever cut out."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._start = self._end = 0
        self._last = -2

    def add(self, comment: Node) -> None:
        """A comment was passed; one that does not follow the last one's line starts anew."""
        end = comment.end_point
        if comment.start_point.row - self._last > 1:
            self._start = comment.start_byte
        # A block ends at the start of the line below it.
        self._end, self._last = comment.end_byte, end.row if end.column else end.row - 1

    def take(self, row: int) -> str:
        """The comment (marks and all) that ends in the line above ``row`` or in it, ``""`` without one. What was
        passed is forgotten."""
        last, self._last = self._last, -2
        if last < 0 or row - last > 1:
            return ""
        return self._data[self._start : self._end].decode("utf-8", "replace")


class RubyHead:
    """The comments above the first statement of a file."""

    def __init__(self, root: Node) -> None:
        comments: list[Node] = []
        self.next: Node | None = None
        for child in root.children[:_MAX_HEAD]:
            if child.type != "comment":
                self.next = child
                break
            comments.append(child)
        self._runs = runs(comments)
        self.text = "\n".join(run.text for run in self._runs)

    def docstring(self, documents_next: bool) -> str:
        """The first comment that speaks of the file; one right above the first statement only when it is not
        about that (``documents_next``)."""
        for run in self._runs:
            prose = ruby_prose(run.text)
            if not prose or _NO_PROSE.search(run.text):
                continue
            if documents_next and self.next is not None and self.next.start_point.row - run.last <= 1:
                return ""
            return prose
        return ""
