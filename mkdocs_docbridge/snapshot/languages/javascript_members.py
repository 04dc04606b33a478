"""The members of a JavaScript or TypeScript class."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from .javascript_comments import documentation
from .javascript_imports import string_value
from .prose import first_sentence
from .trees import Draft, drafted, text_of

_KINDS = {
    "method_definition": "method",
    "method_signature": "method",
    "abstract_method_signature": "method",
    "field_definition": "variable",
    "public_field_definition": "variable",
}
_HIDDEN = frozenset({"private", "protected"})


def class_members(data: bytes, body: Node, owner: str, public: bool) -> Iterator[Draft]:
    """The methods and fields in a class body as ``Class.name``; members with a computed name are left out."""
    comment: Node | None = None
    for node in body.named_children:
        if node.type == "comment":
            comment = node
        elif node.type != "decorator":
            kind, name = _KINDS.get(node.type), member_name(node)
            if kind is not None and name:
                yield _member(data, node, f"{owner}.{name}", kind, comment, public and not _is_hidden(node))
            comment = None


def _member(data: bytes, node: Node, name: str, kind: str, comment: Node | None, public: bool) -> Draft:
    inner = node.child_by_field_name("body")
    value = node.child_by_field_name("value")
    if value is not None and value.type in {"arrow_function", "function_expression"}:
        kind, inner = "method", value.child_by_field_name("body")
    draft = drafted(data, name, kind, node, body=inner, summary=first_sentence(documentation(comment, node)))
    return draft._replace(overload=node.type == "method_signature", public=public)


def member_name(node: Node) -> str:
    """The name of a member, ``""`` for a computed one."""
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if name is None or name.type == "computed_property_name":
        return ""
    return string_value(name) or text_of(name)


def _is_hidden(node: Node) -> bool:
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if name is not None and name.type == "private_property_identifier":
        return True
    return any(child.type == "accessibility_modifier" and text_of(child) in _HIDDEN for child in node.named_children)
