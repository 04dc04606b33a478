"""What a C or C++ declarator declares: ``*(*name)[3]``, ``Class<T>::name(int) const``, ``operator bool()``."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from .trees import first_named, text_of

_NAMES_TEXT = """
    identifier field_identifier type_identifier namespace_identifier primitive_type destructor_name operator_name
    operator_cast
"""
_NAMES = frozenset(_NAMES_TEXT.split())
_WRAPPERS_TEXT = """
    pointer_declarator reference_declarator array_declarator init_declarator parenthesized_declarator
    attributed_declarator function_declarator
"""
_WRAPPERS = frozenset(_WRAPPERS_TEXT.split())
_POINTERS = frozenset({"pointer_declarator", "reference_declarator"})
_MAX_DEPTH = 40
_PARAMETERS = re.compile(r"\s*\(\s*\)")
_SPACE = re.compile(r"\s+")
_AROUND_SIGN = re.compile(r"\s*([^\w\s])\s*")


class Declared(NamedTuple):
    """``path`` is the name with the scopes that are written before it. ``pointer`` tells that what is declared is a
    pointer that may itself be changed."""

    path: tuple[str, ...]
    function: bool = False
    pointer: bool = False
    value: Node | None = None
    """The initialiser."""


def read_declarator(node: Node | None) -> Declared | None:
    """What ``node`` declares, None where it has no name."""
    function = pointer = False
    value: Node | None = None
    for _ in range(_MAX_DEPTH):
        if node is None:
            return None
        if node.type in _NAMES or node.type in {"qualified_identifier", "template_function", "template_type"}:
            path = _path(node)
            return Declared(path, function, pointer, value) if path else None
        if node.type not in _WRAPPERS:
            return None
        if node.type == "init_declarator":
            value = node.child_by_field_name("value")
        if node.type == "function_declarator":
            function, pointer = True, False
        elif node.type in _POINTERS:
            # a pointer that stands nearer to the name than the parameters: a pointer to a function
            function = False
            pointer = not any(child.type == "type_qualifier" and text_of(child) == "const" for child in node.children)
        node = node.child_by_field_name("declarator") or _last_declarator(node)
    return None


def _last_declarator(node: Node) -> Node | None:
    """The declarator in a wrapper that gives it no field."""
    inside = [child for child in node.named_children if child.type in _NAMES | _WRAPPERS | {"qualified_identifier"}]
    return inside[-1] if inside else None


def _path(node: Node | None) -> tuple[str, ...]:
    parts: list[str] = []
    for _ in range(_MAX_DEPTH):
        if node is None:
            break
        if node.type == "qualified_identifier":
            scope = node.child_by_field_name("scope")
            if scope is not None:
                parts.append(plain_name(scope))
            node = node.child_by_field_name("name")
            continue
        parts.append(plain_name(node))
        break
    return tuple(part for part in parts if part)


def plain_name(node: Node) -> str:
    """The name of a node without template arguments and, of an operator, without needless spaces."""
    if node.type in {"template_type", "template_function", "template_method"}:
        node = node.child_by_field_name("name") or first_named(node) or node
    text = text_of(node)
    if node.type == "operator_cast":
        return _SPACE.sub(" ", _PARAMETERS.split(text)[0]).strip()
    if node.type == "operator_name":
        return _AROUND_SIGN.sub(r"\1", _SPACE.sub(" ", text))
    return _SPACE.sub("", text)
