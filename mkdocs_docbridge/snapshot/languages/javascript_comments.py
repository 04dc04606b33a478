"""JSDoc and the comment at the head of a JavaScript or TypeScript file."""

from __future__ import annotations

import re

from tree_sitter import Node

from .comments import Head
from .prose import MAX_DOCSTRING
from .trees import first_named, text_of

_STAR = re.compile(r"^[ \t]*\*? ?")
_INLINE_TAG = re.compile(r"\{@\w+\s+([^|}\s]+)(?:[|\s]\s*([^}]*))?\}")
_DESCRIBING_TAG = re.compile(r"@(?:description|desc|summary|file|fileoverview|overview|module|packageDocumentation)\b")
_FILE_TAG = re.compile(r"@(?:file|fileoverview|overview|module|packageDocumentation)\b")
_NO_PROSE = re.compile(
    r"copyright|licen[sc]e|SPDX-|eslint|jshint|@ts-|prettier-|istanbul|/\s*<reference|@flow|@jsx|#region|webpack"
    r"|\bglobals? ",
    re.IGNORECASE,
)


def comment_text(comment: str) -> str:
    """The prose of a block or line comment: no delimiters, no stars, up to the first tag that does not describe."""
    if comment.startswith("//"):
        lines = [line.strip().lstrip("/").strip() for line in comment.split("\n")]
    else:
        lines = [_STAR.sub("", line).rstrip() for line in comment[2:].removesuffix("*/").split("\n")]
    kept: list[str] = []
    for line in lines:
        if line.startswith("@"):
            describing = _DESCRIBING_TAG.match(line)
            if describing is None:
                break
            line = line[describing.end() :].strip()
        kept.append(line)
    text = _INLINE_TAG.sub(lambda match: match[2] or match[1], "\n".join(kept))
    return text.strip()[:MAX_DOCSTRING].rstrip()


def documentation(comment: Node | None, node: Node) -> str:
    """The text of a JSDoc comment that ends in the line above ``node`` or in its own, else ``""``."""
    if comment is None or node.start_point.row - comment.end_point.row > 1:
        return ""
    text = text_of(comment)
    return comment_text(text) if text.startswith("/**") else ""


class Header:
    """The comments above the first statement of a file."""

    def __init__(self, root: Node) -> None:
        self._head = Head(root, skip=frozenset({"hash_bang_line"}))
        self.text = self._head.text

    @property
    def docstring(self) -> str:
        """The first comment that speaks of the file: not a licence or directive, and not the documentation of the
        definition right below it."""
        for index, run in enumerate(self._head.runs):
            if _NO_PROSE.search(run.text) and not _FILE_TAG.search(run.text):
                continue
            is_last = index == len(self._head.runs) - 1
            if is_last and not _FILE_TAG.search(run.text) and self._describes_next(run.last):
                return ""
            return comment_text(run.text)
        return ""

    def _describes_next(self, last: int) -> bool:
        node = self._head.next
        if node is None or node.start_point.row - last > 1 or node.type == "import_statement":
            return False
        first = first_named(node)
        return not (node.type == "expression_statement" and first is not None and first.type == "string")
