"""What CommonJS assignments export: ``module.exports = …`` and ``exports.x = …``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, RawImport

from .javascript_imports import import_call, string_value
from .javascript_members import member_name
from .trees import first_named, line_of, text_of


class Given(NamedTuple):
    """A value exported under a name; ``value`` is None when it comes straight from another module."""

    name: str
    value: Node | None
    whole: Node


def read_assignment(assignment: Node, statement: Node) -> Iterator[Given | RawImport]:
    """What an assignment exports: names with their values, and a re-export of ``*`` for ``module.exports =
    require("x")`` and for ``...require("x")`` in an object."""
    left, value = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    while value is not None and value.type == "assignment_expression":
        value = value.child_by_field_name("right")
    if left is None or value is None or left.type != "member_expression":
        return
    target = text_of(left)
    owner, _, name = target.rpartition(".")
    if target == "module.exports":
        yield from _whole(value, statement)
    elif owner in {"exports", "module.exports"} and name != "__esModule":
        yield _given(name, value, statement)


def _given(name: str, value: Node, whole: Node) -> Given:
    return Given(name, value if import_call(value) is None else None, whole)


def _whole(value: Node, statement: Node) -> Iterator[Given | RawImport]:
    if import_call(value) is not None:
        yield from _star(value, statement)
    elif value.type == "object":
        for member in value.named_children:
            yield from _member(member)
    else:
        yield Given("default", value, statement)


def _member(member: Node) -> Iterator[Given | RawImport]:
    if member.type == "shorthand_property_identifier":
        yield Given(text_of(member), member, member)
    elif member.type == "spread_element":
        yield from _star(first_named(member), member)
    elif member.type == "method_definition":
        if name := member_name(member):
            yield Given(name, member, member)
    elif member.type == "pair":
        key, value = member.child_by_field_name("key"), member.child_by_field_name("value")
        name = "" if key is None or key.type == "computed_property_name" else string_value(key) or text_of(key)
        if name and value is not None:
            yield _given(name, value, member)


def _star(value: Node | None, whole: Node) -> Iterator[RawImport]:
    if value is None or value.type != "call_expression" or import_call(value) is None:
        return
    arguments = value.child_by_field_name("arguments")
    specifier = string_value(first_named(arguments)) if arguments is not None else None
    if specifier:
        names = (ImportedName(name="*", alias="*"),)
        yield RawImport(specifier=specifier, names=names, line=line_of(whole), kind="re-export")
