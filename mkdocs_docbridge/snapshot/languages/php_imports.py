"""What a PHP file takes from others: ``use`` declarations, and ``require`` and ``include`` wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, Note, RawImport

from .trees import Finder, first_named, line_of, text_of

_INCLUDE = re.compile(rb"(?:require|include)(?:_once)?\b", re.IGNORECASE)
_INCLUDES = frozenset(
    {"include_expression", "include_once_expression", "require_expression", "require_once_expression"}
)
_SPACE = re.compile(r"\s+")
_HERE = "__DIR__"
_MAX_PARTS = 20
_MAX_DEPTH = 8


def uses(node: Node) -> Iterator[RawImport]:
    """The imports of a ``use`` declaration, groups included. The specifier is the whole name without its leading
    backslash, after ``function `` or ``const `` where one of them is taken."""
    kind = _kind(node)
    prefix = next((_name(child) for child in node.named_children if child.type == "namespace_name"), "")
    body = node.child_by_field_name("body")
    for clause in (node if body is None else body).named_children:
        if clause.type != "namespace_use_clause":
            continue
        taken = next((child for child in clause.named_children if child.type in {"name", "qualified_name"}), None)
        if taken is None:
            continue
        name = _name(taken)
        whole = f"{prefix}\\{name}" if body is not None and prefix else name
        alias = clause.child_by_field_name("alias")
        last = whole.rpartition("\\")[2]
        names = () if alias is None else (ImportedName(name=last, alias=text_of(alias)),)
        yield RawImport(specifier=f"{_kind(clause) or kind}{whole}", names=names, line=line_of(clause))


def _kind(node: Node) -> str:
    kind = node.child_by_field_name("type")
    return "" if kind is None else f"{text_of(kind).lower()} "


def _name(node: Node) -> str:
    return _SPACE.sub("", text_of(node)).strip("\\")


def includes(data: bytes, finder: Finder) -> tuple[list[RawImport], list[Note]]:
    """Every file that is included by its path, in order; a note for each whose path only running would tell. A path
    made from the file's own place starts with ``__DIR__/``."""
    found: list[RawImport] = []
    notes: list[Note] = []
    for match in _INCLUDE.finditer(data):
        before = data[match.start() - 1 : match.start()]
        if before.isalnum() or before in {b"_", b"$", b">", b":", b"'", b'"'}:
            continue
        # The keyword is no named node: the smallest that covers it is the whole expression.
        node = finder.at(match.start(), match.end())
        if node is None or node.type not in _INCLUDES or node.start_byte != match.start():
            continue
        path = _path(first_named(node))
        if path:
            found.append(RawImport(specifier=path, names=(), line=line_of(node), kind="include"))
        else:
            reason = f"{match[0].decode()} is called with a path that only running it would tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line_of(node)))
    return found, notes


class _Place(NamedTuple):
    """A path as a program writes it; ``up`` is how many folders above the file it starts, None for a plain one."""

    up: int | None
    path: str


def _path(node: Node | None) -> str:
    place = _place(node, 0)
    if place is None or not place.path:
        return ""
    if place.up is None:
        return place.path
    return "/".join([_HERE, *[".."] * place.up, *[part for part in place.path.split("/") if part not in {"", "."}]])


def _place(node: Node | None, depth: int) -> _Place | None:
    if node is None or depth > _MAX_DEPTH:
        return None
    if node.type == "parenthesized_expression":
        return _place(first_named(node), depth + 1)
    if node.type == "binary_expression":
        return _concatenated(node, depth)
    if node.type == "function_call_expression":
        return _called(node, depth)
    if node.type == "name":
        return {"__DIR__": _Place(0, ""), "DIRECTORY_SEPARATOR": _Place(None, "/")}.get(text_of(node)[:24])
    text = string_value(node)
    return None if text is None else _Place(None, text)


def _concatenated(node: Node, depth: int) -> _Place | None:
    """``a . b . c``, of which only the first may be no plain text."""
    pieces: list[str] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        right, operator = left.child_by_field_name("right"), left.child_by_field_name("operator")
        place = _place(right, depth + 1)
        if place is None or place.up is not None or operator is None or text_of(operator) != ".":
            return None
        pieces.append(place.path)
        left = left.child_by_field_name("left")
        if len(pieces) > _MAX_PARTS:
            return None
    first = _place(left, depth + 1)
    return None if first is None else _Place(first.up, first.path + "".join(reversed(pieces)))


def _called(node: Node, depth: int) -> _Place | None:
    """``dirname(__FILE__)``, ``dirname(__DIR__, 2)``, ``realpath(…)``."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    given = [] if arguments is None else [first_named(child) for child in arguments.named_children[:3]]
    name = "" if function is None else text_of(function)[:20].lstrip("\\")
    if not given or given[0] is None or name not in {"dirname", "realpath"}:
        return None
    if name == "realpath":
        return _place(given[0], depth + 1)
    levels = text_of(given[1]) if len(given) > 1 and given[1] is not None else "1"
    if not levels.isdecimal() or len(levels) > 1:
        return None
    if text_of(given[0]) == "__FILE__":
        return _Place(int(levels) - 1, "")
    place = _place(given[0], depth + 1)
    return None if place is None or place.up is None or place.path else _Place(place.up + int(levels), "")


def string_value(node: Node | None) -> str | None:
    """The value of a string without variables, escapes of backslashes and quotes resolved; None for anything else."""
    if node is None or node.type not in {"string", "encapsed_string"}:
        return None
    if any(child.type not in {"string_content", "escape_sequence"} for child in node.named_children):
        return None
    return text_of(node)[1:-1].replace("\\\\", "\\")
