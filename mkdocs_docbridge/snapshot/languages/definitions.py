"""What Java, Kotlin and C# have in common: types with members, each with a visibility and a comment above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node, Tree

from .comments import Above
from .prose import first_sentence
from .source import Source
from .trees import Draft, Drafts, end_line_of, one_line, syntax_error

MAX_TYPE_DEPTH = 8
_DIRECTIVE = re.compile(
    rb"^[ \t]*#[ \t]*el(?:se|if)\b.*?^[ \t]*#[ \t]*endif\b[^\n]*|^[ \t]*#[^\n]*", re.MULTILINE | re.DOTALL
)
_MAX_HEAD = 4096


class Owner(NamedTuple):
    """The type around a member; its name is ``Outer.Inner``. At the top of a file there is none: no name."""

    name: str = ""
    public: bool = True
    opens: bool = False
    """Members are public unless they say otherwise (an interface)."""
    depth: int = 0

    def member(self, name: str) -> str:
        """The full name of a member."""
        return f"{self.name}.{name}" if self.name else name


class Definition(NamedTuple):
    """One definition: its node, and where its signature starts (behind annotations) and ends (before a body)."""

    name: str
    kind: str
    node: Node
    start: Node
    end: Node | None
    public: bool


class Definitions:
    """The definitions of one file. Of overloads the first that is public stands for all."""

    def __init__(self, source: Source, prose: Callable[[str], str]) -> None:
        """``prose`` is what a comment above a definition says, ``""`` when it is no documentation."""
        self._source = source
        self._prose = prose
        self._drafts = Drafts()
        self._types: list[tuple[bool, str]] = []

    def add(self, found: Definition, comment: str, *, top_type: bool = False) -> None:
        """Adds a definition with the comment above it. A ``top_type`` may lend its comment to the whole file."""
        prose = self._prose(comment) if comment else ""
        if top_type:
            self._types.append((found.public, prose))
        end = found.node.end_byte if found.end is None else found.end.start_byte
        signature = self._line(found.start.start_byte, end)
        self._drafts.add(
            Draft(
                name=found.name,
                kind=found.kind,
                line=found.start.start_point.row + 1,
                end_line=end_line_of(found.node),
                signature=signature.rstrip(" ;{=:,"),
                summary=first_sentence(prose) if prose else "",
                overload=not found.public,
                public=found.public,
            )
        )

    def _line(self, start: int, end: int) -> str:
        """The source between two places on one line, without C#'s directives and what stands behind ``#else``."""
        data, end = self._source.data, min(end, start + _MAX_HEAD)
        cuts: tuple[tuple[int, int], ...] = ()
        if data.find(b"#", start, end) >= 0:
            cuts = tuple(match.span() for match in _DIRECTIVE.finditer(data, start, end))
        return one_line(data, start, end, cuts)

    @property
    def docstring(self) -> str:
        """The comment of the main type: the first public one, else the first."""
        return next((prose for public, prose in self._types if public), self._types[0][1] if self._types else "")

    @property
    def has_types(self) -> bool:
        """Whether a type stands at the top of the file."""
        return bool(self._types)

    @property
    def drafts(self) -> Drafts:
        """All of them."""
        return self._drafts


def documented(parent: Node, through: frozenset[str] = frozenset()) -> Iterator[tuple[Node, str]]:
    """The statements in ``parent``, those inside nodes of the types ``through`` too, each with the comment above."""
    above = Above()
    stack = list(reversed(parent.named_children))
    while stack:
        node = stack.pop()
        if node.type in through:
            stack.extend(reversed(node.named_children))
        elif "comment" in node.type:
            above.add(node)
        else:
            yield node, above.take(node)


def behind(node: Node, decoration: frozenset[str]) -> Node:
    """The first part of ``node`` that is no ``decoration`` (annotations, attributes), which open a definition."""
    here = node
    while True:
        inner = next((child for child in here.children if child.type not in decoration), None)
        if inner is None:
            return node
        if inner.type != "modifiers":
            return inner
        if any(child.type not in decoration for child in inner.children):
            here = inner
            continue
        return inner.next_sibling or inner


def initializer(value: Node | None) -> Node | None:
    """The value of a variable when it is no part of the signature: one that fills several lines."""
    if value is None or value.start_point.row == value.end_point.row:
        return None
    return value


def least_broken(first: Tree | None, second: Tree | None) -> Tree | None:
    """Of two trees of one file the one whose first syntax error comes later, in doubt the first."""
    if first is None or second is None:
        return first or second
    errors = [syntax_error(tree.root_node) for tree in (first, second)]
    if errors[1] is None:
        return second
    if errors[0] is None:
        return first
    return second if (errors[1].line or 0) > (errors[0].line or 0) else first
