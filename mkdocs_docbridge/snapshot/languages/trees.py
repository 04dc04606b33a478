"""What every tree-sitter analyser needs: text of nodes, signatures, the first syntax error, the list of symbols."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import Note
from mkdocs_docbridge.snapshot.model import Symbol

from .prose import clip

MAX_SIGNATURE = 160
_SLICE = 4 * MAX_SIGNATURE * 4
_AFTER_OPEN = re.compile(r"([(\[{]) ")
_BEFORE_CLOSE = re.compile(r",? ([)\]}])")


class Draft(NamedTuple):
    """A definition as it was read, before it is known what the file exports."""

    name: str
    kind: str
    line: int
    end_line: int
    signature: str
    summary: str = ""
    overload: bool = False
    public: bool = True
    """False when the language itself hides it (a private member), whatever the file exports."""


def drafted(data: bytes, name: str, kind: str, whole: Node, *, body: Node | None = None, summary: str = "") -> Draft:
    """A definition that takes the lines of ``whole``; its signature ends where ``body`` starts."""
    end = whole.end_byte if body is None else body.start_byte
    return Draft(
        name=name,
        kind=kind,
        line=line_of(whole),
        end_line=end_line_of(whole),
        signature=one_line(data, whole.start_byte, end).removesuffix("=>").rstrip(" ;{=:"),
        summary=summary,
    )


class Drafts:
    """The definitions of a file, one a name: the first that is no overload wins."""

    def __init__(self) -> None:
        self._by_name: dict[str, Draft] = {}

    def add(self, draft: Draft) -> None:
        known = self._by_name.get(draft.name)
        if known is None or (known.overload and not draft.overload):
            self._by_name[draft.name] = draft

    def summarize(self, name: str, summary: str) -> None:
        """Gives ``name`` a summary that stood beside its definition, unless it has one."""
        known = self._by_name.get(name)
        if known is not None and not known.summary:
            self._by_name[name] = known._replace(summary=summary)

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def names(self) -> list[str]:
        return list(self._by_name)

    def symbols(self, exported: Callable[[Draft], bool]) -> tuple[Symbol, ...]:
        """In the order of lines, then of names."""
        ordered = sorted(self._by_name.values(), key=lambda draft: (draft.line, draft.name))
        return tuple(
            Symbol(
                name=draft.name,
                kind=draft.kind,
                line=draft.line,
                end_line=draft.end_line,
                exported=draft.public and exported(draft),
                signature=draft.signature,
                summary=draft.summary,
            )
            for draft in ordered
        )


class Finder:
    """Looks up nodes by place. The library's own look-up passes over every sibling, so a file with as many look-ups
    as statements would take quadratic time; here the statement is found by bisection first."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._statements: list[Node] | None = None
        self._starts: list[int] = []

    def at(self, start: int, end: int) -> Node | None:
        """The smallest named node that covers the bytes ``start`` to ``end``; None when no single statement does."""
        if self._statements is None:
            self._statements = self._root.children
            self._starts = [node.start_byte for node in self._statements]
        index = bisect_right(self._starts, start) - 1
        if index < 0:
            return None
        return self._statements[index].named_descendant_for_byte_range(start, end)


def text_of(node: Node) -> str:
    """The source text of ``node``."""
    return (node.text or b"").decode("utf-8", "replace")


def name_of(node: Node) -> str:
    """What stands in the field ``name``, ``""`` without one."""
    name = node.child_by_field_name("name")
    return "" if name is None else text_of(name)


def statements_in(parent: Node, compound: frozenset[str]) -> Iterator[Node]:
    """The statements and comments of a body, those inside nodes of the types ``compound`` included, in order."""
    stack = list(reversed(parent.named_children))
    while stack:
        node = stack.pop()
        if node.type in compound:
            stack.extend(reversed(node.named_children))
        else:
            yield node


def first_named(node: Node | None) -> Node | None:
    """The first named child, None without one (the binding raises)."""
    return node.named_child(0) if node is not None and node.named_child_count else None


def line_of(node: Node) -> int:
    """The line, from 1, that ``node`` starts in."""
    return node.start_point.row + 1


def end_line_of(node: Node) -> int:
    """The line, from 1, that holds the last character of ``node``."""
    start, end = node.start_point, node.end_point
    return end.row if end.column == 0 and end.row > start.row else end.row + 1


def one_line(data: bytes, start: int, end: int, comments: tuple[tuple[int, int], ...] = ()) -> str:
    """``data[start:end]`` without ``comments`` on one line of at most 160 characters, as a signature is shown."""
    end = min(end, start + _SLICE)
    pieces = []
    for first, last in comments:
        if first >= end:
            break
        pieces.append(data[start:first])
        start = last
    pieces.append(data[start:end])
    flat = " ".join(b" ".join(pieces).decode("utf-8", "ignore").split())[: 2 * MAX_SIGNATURE]
    return clip(_BEFORE_CLOSE.sub(r"\1", _AFTER_OPEN.sub(r"\1", flat)), MAX_SIGNATURE)


def syntax_error(root: Node) -> Note | None:
    """A PARSE_ERROR note with the line of the first place that did not parse, or None."""
    if not root.has_error:
        return None
    node = root
    while True:
        broken = next((c for c in node.children if c.is_error or c.is_missing or c.has_error), None)
        if broken is None:
            break
        node = broken
        if node.is_error or node.is_missing:
            break
    reason = f"the syntax is not understood from line {line_of(node)} on; facts come from the parts around it"
    return Note(code="PARSE_ERROR", reason=reason, line=line_of(node))
