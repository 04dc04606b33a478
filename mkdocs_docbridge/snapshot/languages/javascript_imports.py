"""Imports and re-exports of JavaScript and TypeScript, as statements and as calls."""

from __future__ import annotations

import re

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, ImportKind, Note, RawImport

from .trees import Finder, first_named, line_of, text_of

_CALL = re.compile(rb"\b(require|import)[ \t]*\(")


def string_value(node: Node | None) -> str | None:
    """The value of a string or of a template without substitutions, escapes as written; None for anything else."""
    if node is None or node.type not in {"string", "template_string"}:
        return None
    if any(child.type == "template_substitution" for child in node.named_children):
        return None
    return text_of(node)[1:-1]


def read_import(node: Node) -> RawImport | None:
    """An ``import`` statement, TypeScript's ``import x = require("y")`` included; None for ``import x = A.B``.

    ``import x`` takes the name ``default``, ``import * as x`` the name ``*``.
    """
    kind: ImportKind = "import"
    source = node.child_by_field_name("source")
    names: list[ImportedName] = []
    for child in node.named_children:
        if child.type == "import_require_clause":
            kind = "require"
            source = child.child_by_field_name("source")
            bound = first_named(child)
            if bound is not None:
                names.append(ImportedName(name="*", alias=text_of(bound)))
        elif child.type == "import_clause":
            names.extend(name for part in child.named_children for name in _clause_names(part))
    specifier = string_value(source)
    if not specifier:
        return None
    return RawImport(specifier=specifier, names=tuple(names), line=line_of(node), kind=kind)


def _clause_names(part: Node) -> list[ImportedName]:
    if part.type == "identifier":
        return [ImportedName(name="default", alias=text_of(part))]
    if part.type == "namespace_import":
        bound = first_named(part)
        return [] if bound is None else [ImportedName(name="*", alias=text_of(bound))]
    if part.type == "named_imports":
        return specifier_names(part)
    return []


def specifier_names(clause: Node) -> list[ImportedName]:
    """The (name, alias) pairs of ``{a, b as c}`` in an import or export."""
    found = []
    for child in clause.named_children:
        name = child.child_by_field_name("name")
        if name is None:
            continue
        alias = child.child_by_field_name("alias") or name
        found.append(ImportedName(name=_name_text(name), alias=_name_text(alias)))
    return found


def _name_text(node: Node) -> str:
    return string_value(node) or text_of(node)


def read_reexport(node: Node) -> RawImport | None:
    """``export … from "x"``; ``export *`` takes ``*`` as ``*``. None without a source."""
    specifier = string_value(node.child_by_field_name("source"))
    if not specifier:
        return None
    names = [ImportedName(name="*", alias="*")]
    for child in node.named_children:
        if child.type == "export_clause":
            names = specifier_names(child)
        elif child.type == "namespace_export":
            bound = first_named(child)
            names = [] if bound is None else [ImportedName(name="*", alias=_name_text(bound))]
    return RawImport(specifier=specifier, names=tuple(names), line=line_of(node), kind="re-export")


def import_call(node: Node | None) -> tuple[Node, str] | None:
    """The call and the member taken of it when a value is ``require("x")`` or ``import("x")``, awaited or not, or
    ``require("x").member``; None for any other value."""
    member = ""
    for _ in range(8):
        if node is None:
            return None
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            if function is not None and text_of(function) in {"require", "import"}:
                return node, member
            node = function
        elif node.type == "member_expression":
            taken = node.child_by_field_name("property")
            member = "" if taken is None else text_of(taken)
            node = node.child_by_field_name("object")
        elif node.type in {"await_expression", "parenthesized_expression"}:
            node = first_named(node)
        else:
            return None
    return None


def bound_names(target: Node, member: str) -> tuple[ImportedName, ...]:
    """The names that ``const target = require("x").member`` takes; without a member ``*`` or the properties."""
    if target.type == "identifier":
        return (ImportedName(name=member or "*", alias=text_of(target)),)
    return () if member else tuple(pattern_names(target))


def called_imports(
    data: bytes, finder: Finder, bound: dict[int, tuple[ImportedName, ...]]
) -> tuple[list[RawImport], list[Note]]:
    """``require("x")`` and ``import("x")`` anywhere in the file; a note for each with another argument.

    Places that look like a call are each asked of the tree: a walk over every node costs more than the parse.
    ``bound`` has the names that declarations take, by the offset of their call.
    """
    found: list[RawImport] = []
    notes: list[Note] = []
    for match in _CALL.finditer(data):
        # The smallest node that covers a function's name and the parenthesis behind it is the call.
        call = finder.at(match.start(), match.end())
        function = None if call is None or call.type != "call_expression" else call.child_by_field_name("function")
        if call is None or function is None or function.byte_range != match.span(1):
            continue
        arguments = call.child_by_field_name("arguments")
        given = [] if arguments is None else [child for child in arguments.named_children if child.type != "comment"]
        if not given:
            continue
        called = match[1].decode()
        if specifier := string_value(given[0]):
            kind: ImportKind = "require" if called == "require" else "dynamic"
            names = bound.get(call.start_byte, ())
            found.append(RawImport(specifier=specifier, names=names, line=line_of(call), kind=kind))
        else:
            reason = f"{called}() is called with a path that only running it would tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line_of(call)))
    return found, notes


def pattern_names(pattern: Node) -> list[ImportedName]:
    """The names that a destructuring pattern binds; the name is the property they come from where it says so."""
    found: list[ImportedName] = []
    stack = [(pattern, "")]
    while stack:
        node, key = stack.pop()
        if node.type in {"identifier", "shorthand_property_identifier_pattern"}:
            name = text_of(node)
            found.append(ImportedName(name=key or name, alias=name))
        elif node.type == "pair_pattern":
            value, prop = node.child_by_field_name("value"), node.child_by_field_name("key")
            if value is not None:
                stack.append((value, text_of(prop) if prop is not None else ""))
        elif node.type in {"assignment_pattern", "object_assignment_pattern"}:
            left = node.child_by_field_name("left") or first_named(node)
            if left is not None:
                stack.append((left, key))
        elif node.type in {"object_pattern", "array_pattern", "rest_pattern"}:
            stack.extend((child, "") for child in reversed(node.named_children))
    return found
