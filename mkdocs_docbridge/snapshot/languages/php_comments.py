"""PHPDoc, and the comment at the head of a PHP file."""

from __future__ import annotations

import re

from tree_sitter import Node

from .comments import Head
from .javascript_comments import comment_text

_INHERIT = re.compile(r"\{@inheritdoc\}", re.IGNORECASE)
_INTERNAL = re.compile(r"^[ \t]*(?:/\*\*|\*)?[ \t]*@internal\b", re.MULTILINE)
_FILE_TAG = re.compile(r"@file\b")
_NO_PROSE = re.compile(r"copyright|\(c\)|licen[sc]e|SPDX-|phpcs:|@codeCoverageIgnore|@phpstan-|@psalm-", re.IGNORECASE)
_SKIPPED = frozenset({"php_tag", "text", "declare_statement"})
_DOCUMENTED_TEXT = """
    class_declaration const_declaration enum_declaration function_definition interface_declaration trait_declaration
"""
_DOCUMENTED = frozenset(_DOCUMENTED_TEXT.split())


def php_prose(comment: str) -> str:
    """The words of a documentation comment up to its first tag; ``{@inheritdoc}`` says nothing by itself."""
    return _INHERIT.sub("", comment_text(comment)).strip()


def says_internal(comment: str) -> bool:
    """Whether ``@internal`` says that a definition is not for others."""
    return "@internal" in comment and _INTERNAL.search(comment) is not None


class PhpHead:
    """The comments above the first statement of a file; ``declare`` may stand among them."""

    def __init__(self, root: Node) -> None:
        self._head = Head(root, skip=_SKIPPED)
        self.text = self._head.text

    @property
    def docstring(self) -> str:
        """The first comment that speaks of the file: no licence, no directive, and not the documentation of the
        definition right below it."""
        runs = [run for run in self._head.runs if run.text.startswith("/*")]
        following = self._head.next
        for run in runs:
            is_of_file = _FILE_TAG.search(run.text) is not None
            if _NO_PROSE.search(run.text) and not is_of_file:
                continue
            describes_next = (
                following is not None
                and following.type in _DOCUMENTED
                and following.start_point.row - run.last <= 1
                and not is_of_file
            )
            prose = "" if describes_next else php_prose(run.text)
            if prose or describes_next:
                return prose
        return ""
