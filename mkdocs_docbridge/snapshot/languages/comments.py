"""Comments as prose: those that stand above a definition, and those at the head of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tree_sitter import Node

from .prose import MAX_DOCSTRING
from .trees import text_of

_STAR = re.compile(r"^[ \t]*\*? ?")
_MARK = re.compile(r"^[ \t]*(?://[/!]?|#+!?)[ \t]?")
_OPEN = re.compile(r"^/\*[*!]*")
_MAX_HEAD = 100
_NO_PROSE = re.compile(r"copyright|licen[sc]e|SPDX-|-\*-|vim?:|clang-format|NOLINT|#pragma|TODO|FIXME", re.IGNORECASE)


class Run(NamedTuple):
    """Line comments that follow each other, or one block comment; rows count from 0."""

    text: str
    first: int
    last: int


def prose_of(comment: str) -> str:
    """The words of a comment without ``//``, ``///``, ``//!``, ``#``, ``/* */`` and the stars down its side, at most
    4,000 characters."""
    if comment.startswith("/*"):
        lines = [_STAR.sub("", line).rstrip() for line in _OPEN.sub("", comment).removesuffix("*/").split("\n")]
    else:
        lines = [_MARK.sub("", line).rstrip() for line in comment.split("\n")]
    return "\n".join(lines).strip()[:MAX_DOCSTRING].rstrip()


def runs(comments: Iterable[Node]) -> list[Run]:
    """The comments, line comments in neighbouring lines joined."""
    found: list[tuple[list[str], int, int]] = []
    for node in comments:
        text = text_of(node).rstrip("\n")
        first = node.start_point.row
        last = first + text.count("\n")
        before = found[-1] if found else None
        is_block = text.startswith("/*")
        if before is not None and not is_block and first - before[2] <= 1 and not before[0][0].startswith("/*"):
            before[0].append(text)
            found[-1] = (before[0], before[1], last)
        else:
            found.append(([text], first, last))
    return [Run("\n".join(texts), first, last) for texts, first, last in found]


class Above:
    """Keeps the comments that were passed on the way to a definition: feed it every comment among the statements,
    and take what documents each other node."""

    def __init__(self) -> None:
        self._comments: list[Node] = []

    def add(self, comment: Node) -> None:
        """A comment was passed."""
        self._comments.append(comment)

    def take(self, node: Node) -> str:
        """The comment (delimiters and all) that ends in the line above ``node`` or in its own, ``""`` without one.
        What was passed is forgotten."""
        passed, self._comments = self._comments, []
        if not passed:
            return ""
        run = runs(passed)[-1]
        return run.text if 0 <= node.start_point.row - run.last <= 1 else ""


class Head:
    """The comments above the first statement of a file."""

    def __init__(self, root: Node, *, skip: frozenset[str] = frozenset()) -> None:
        """``skip`` are node types that may stand among the comments (a shebang, a package clause)."""
        comments: list[Node] = []
        self.next: Node | None = None
        for child in root.children[:_MAX_HEAD]:
            if "comment" in child.type:
                comments.append(child)
            elif child.type not in skip:
                self.next = child
                break
        self.runs = runs(comments)

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(run.text for run in self.runs)

    @property
    def docstring(self) -> str:
        """The first comment that speaks of the file: no licence and no directive, and not the documentation of the
        definition right below it."""
        for index, run in enumerate(self.runs):
            if _NO_PROSE.search(run.text):
                continue
            is_last = index == len(self.runs) - 1
            if is_last and self.next is not None and self.next.start_point.row - run.last <= 1:
                return ""
            return prose_of(run.text)
        return ""
