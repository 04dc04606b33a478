"""What stands above a Rust item: its documentation and its attributes."""

from __future__ import annotations

import re

from tree_sitter import Node

from .comments import prose_of
from .prose import MAX_DOCSTRING
from .trees import text_of

_DOC = re.compile(r'#!?\[\s*doc\s*=\s*r?#*"((?:[^"\\]|\\.)*)"', re.DOTALL)
_CFG = re.compile(r"#!?\[\s*cfg\s*\((.*)\)\s*\]", re.DOTALL)
_TEST = re.compile(r"#\[\s*(?:[\w:]+::)?(?:test|rstest|test_case|quickcheck|bench)\b(?!\s*=)")
_DERIVE = re.compile(r"#\[\s*proc_macro_derive\s*\(\s*(\w+)")
_PROC_MACRO = re.compile(r"#\[\s*proc_macro(?:_attribute)?\s*\]")
_EXPORT = re.compile(r"#\[\s*macro_export\b")
_MAX_ATTRIBUTE = 2000
_MAX_HEAD = 2000
_HEAD = frozenset({"block_comment", "inner_attribute_item", "line_comment"})
# A title, badges and pictures that stand before the first sentence.
_DECORATION = re.compile(r"\A(?:\s*(?:#|\[?!\[|<)[^\n]*(?:\n|\Z)|\s*\n)+")


class Above:
    """The documentation and attributes passed on the way to an item. Texts are read only when they are asked for:
    a file may have more lines of documentation than of code."""

    def __init__(self) -> None:
        self._passed: list[Node] = []
        self.attributes: list[Node] = []

    def add(self, node: Node) -> bool:
        """Takes ``node`` in when it is a comment or an attribute; False for an item."""
        kind = node.type
        if kind == "attribute_item":
            self.attributes.append(node)
            self._passed.append(node)
        elif kind in {"line_comment", "block_comment"}:
            self._passed.append(node)
        else:
            return kind == "inner_attribute_item"
        return True

    @property
    def documentation(self) -> str:
        """The first paragraph of the documentation, from comments and ``doc`` attributes."""
        lines: list[str] = []
        for node in self._passed:
            text = text_of(node)
            if node.type == "attribute_item":
                match = _DOC.match(text[:_MAX_ATTRIBUTE])
                prose = match[1] if match else None
            else:
                is_doc = text.startswith(("///", "/**")) and not text.startswith(("////", "/***", "/**/"))
                prose = prose_of(text.rstrip("\n")) if is_doc else None
            if prose is not None:
                lines.append(prose)
                if not prose and any(lines):
                    break
        return "\n".join(lines)

    def _any(self, pattern: re.Pattern[str]) -> bool:
        return any(pattern.match(text_of(node)[:_MAX_ATTRIBUTE]) for node in self.attributes)

    @property
    def is_test(self) -> bool:
        """Whether it is a test, or only there for tests."""
        return self._any(_TEST) or any(is_for_tests(text_of(node)) for node in self.attributes)

    @property
    def is_exported_macro(self) -> bool:
        """``#[macro_export]``"""
        return self._any(_EXPORT)

    def macro_name(self, name: str) -> str:
        """The name of the procedural macro that the function ``name`` is, ``""`` when it is none."""
        for node in self.attributes:
            text = text_of(node)[:_MAX_ATTRIBUTE]
            if match := _DERIVE.match(text):
                return match[1]
            if _PROC_MACRO.match(text):
                return name
        return ""


def is_for_tests(attribute: str) -> bool:
    """Whether an attribute is ``cfg(test)`` or ``cfg(all(…, test, …))``."""
    match = _CFG.match(attribute[:_MAX_ATTRIBUTE])
    if match is None:
        return False
    condition = match[1].strip()
    if condition == "test":
        return True
    if not condition.startswith("all"):
        return False
    depth, flat = 0, []
    for character in condition.removeprefix("all").strip()[1:]:
        depth += (character == "(") - (character == ")")
        if depth == 0:
            flat.append(character)
    return "test" in [part.strip() for part in "".join(flat).rstrip(") ").split(",")]


class RustHead:
    """The comments and inner attributes above the first item of a file."""

    def __init__(self, root: Node) -> None:
        docs: list[str] = []
        comments: list[str] = []
        self.is_test = False
        length = 0
        for node in root.children[:_MAX_HEAD]:
            kind = node.type
            if kind == "shebang":
                continue
            if kind not in _HEAD or length > MAX_DOCSTRING:
                break
            text = text_of(node)
            length += len(text)
            if kind == "inner_attribute_item":
                self.is_test |= is_for_tests(text)
                if match := _DOC.match(text[:_MAX_ATTRIBUTE]):
                    docs.append(match[1])
            elif text.startswith(("//!", "/*!")):
                docs.append(prose_of(text.rstrip("\n")))
            else:
                comments.append(text)
        self.text = "\n".join(comments)
        prose = "\n".join(docs)
        self.docstring = _DECORATION.sub("", prose).strip()[:MAX_DOCSTRING].rstrip() or prose.strip()[:MAX_DOCSTRING]
