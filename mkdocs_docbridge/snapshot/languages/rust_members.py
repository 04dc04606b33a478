"""The members of Rust types: fields, variants, and what traits and ``impl`` blocks declare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from .prose import first_sentence
from .rust_attributes import Above
from .trees import Draft, drafted, text_of

_KINDS = {
    "associated_type": "type",
    "const_item": "constant",
    "enum_variant": "constant",
    "field_declaration": "variable",
    "function_item": "method",
    "function_signature_item": "method",
    "type_item": "type",
}
_WRAPPERS = frozenset({"generic_type", "reference_type", "bracketed_type"})


class Implementation(NamedTuple):
    """An ``impl`` block of a type that has a name; ``is_of_trait`` makes all of it as public as the type."""

    type_name: str
    body: Node
    is_of_trait: bool

    def members(self, data: bytes, owner: str, public: bool) -> Iterator[Draft]:
        """Its functions and constants as ``Type.name``."""
        for node, above in _documented(self.body):
            if node.type in {"function_item", "const_item"}:
                is_shown = public and (self.is_of_trait or is_marked_public(node)) and not above.is_test
                yield from _member(data, node, owner, above, is_shown)


def implementation(node: Node) -> Implementation | None:
    """What ``node``, an ``impl_item``, declares; None for a type without a name of its own (``impl<T> A for T``,
    ``[u8]``, ``(A, B)``, ``u32``)."""
    body, target = node.child_by_field_name("body"), node.child_by_field_name("type")
    while target is not None and target.type in _WRAPPERS:
        target = target.child_by_field_name("type") or (target.named_child(0) if target.named_child_count else None)
    if target is not None and target.type == "scoped_type_identifier":
        target = target.child_by_field_name("name")
    if body is None or target is None or target.type != "type_identifier":
        return None
    name = text_of(target)
    parameters = node.child_by_field_name("type_parameters")
    if parameters is not None and name in {_parameter(child) for child in parameters.named_children}:
        return None
    return Implementation(name, body, node.child_by_field_name("trait") is not None)


def _parameter(node: Node) -> str:
    name = node.child_by_field_name("name")
    return "" if name is None else text_of(name)


def type_members(data: bytes, node: Node, owner: str, public: bool) -> Iterator[Draft]:
    """The public fields of a struct, the variants of an enum, the items of a trait."""
    body = node.child_by_field_name("body")
    if body is None:
        return
    for member, above in _documented(body):
        if member.type == "field_declaration":
            if is_marked_public(member):
                yield from _member(data, member, owner, above, public)
        elif member.type in _KINDS:
            yield from _member(data, member, owner, above, public and not above.is_test)


def _documented(body: Node) -> Iterator[tuple[Node, Above]]:
    above = Above()
    for node in body.named_children:
        if not above.add(node):
            yield node, above
            above = Above()


def _member(data: bytes, node: Node, owner: str, above: Above, public: bool) -> Iterator[Draft]:
    name = node.child_by_field_name("name")
    if name is not None:
        full = f"{owner}.{text_of(name).removeprefix('r#')}"
        body = node.child_by_field_name("body") if node.type == "function_item" else None
        summary = first_sentence(above.documentation)
        yield drafted(data, full, _KINDS[node.type], node, body=body, summary=summary)._replace(public=public)


def is_marked_public(node: Node) -> bool:
    """Whether an item is ``pub`` to everybody, not only to its crate or a module of it."""
    return any(child.type == "visibility_modifier" and text_of(child) == "pub" for child in node.named_children[:3])
