"""The members of a PHP class, interface, trait or enum."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from .php_comments import php_prose, says_internal
from .prose import first_sentence
from .trees import Draft, end_line_of, line_of, one_line, text_of

_LEADING = frozenset({"attribute_list", "comment"})


def documented(comment: Node | None, node: Node) -> str:
    """The documentation comment that ends in the line above ``node`` or in its own, else ``""``."""
    if comment is None or node.start_point.row - comment.end_point.row > 1:
        return ""
    text = text_of(comment)
    return text if text.startswith("/**") else ""


def php_draft(data: bytes, name: str, kind: str, node: Node, doc: str) -> Draft:
    """A definition, from behind its attributes to the end of ``node``; its signature ends where its body starts."""
    first = next((child for child in node.children if child.type not in _LEADING), node)
    body = node.child_by_field_name("body")
    end = node.end_byte if body is None else body.start_byte
    return Draft(
        name=name,
        kind=kind,
        line=line_of(first),
        end_line=end_line_of(node),
        signature=one_line(data, first.start_byte, end, _comments(data, node)).rstrip(" ;{=:"),
        summary=first_sentence(php_prose(doc)) if doc else "",
        public=not says_internal(doc),
    )


def _comments(data: bytes, node: Node) -> tuple[tuple[int, int], ...]:
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return ()
    text = data[parameters.start_byte : parameters.end_byte]
    if b"//" not in text and b"/*" not in text and b"#" not in text:
        return ()
    return tuple((child.start_byte, child.end_byte) for child in parameters.named_children if child.type == "comment")


def class_members(data: bytes, body: Node, owner: str, public: bool) -> Iterator[Draft]:
    """The constants, properties and methods in a class body as ``Class.name``."""
    comment: Node | None = None
    for node in body.named_children:
        if node.type == "comment":
            comment = node
            continue
        doc, comment = documented(comment, node), None
        visible = public and not is_hidden(node)
        for draft in _member(data, node, owner, doc):
            yield draft._replace(public=draft.public and visible)
        if node.type == "method_declaration":
            yield from _promoted(data, node, owner, public)


def _member(data: bytes, node: Node, owner: str, doc: str) -> Iterator[Draft]:
    if node.type in {"method_declaration", "enum_case"}:
        name = node.child_by_field_name("name")
        if name is not None:
            kind = "method" if node.type == "method_declaration" else "constant"
            yield php_draft(data, f"{owner}.{text_of(name)}", kind, node, doc)
    elif node.type == "const_declaration":
        for name_text in constant_names(node):
            yield php_draft(data, f"{owner}.{name_text}", "constant", node, doc)
    elif node.type == "property_declaration":
        for element in node.named_children:
            name = element.child_by_field_name("name") if element.type == "property_element" else None
            if name is not None:
                yield php_draft(data, f"{owner}.{text_of(name).lstrip('$')}", "variable", node, doc)


def constant_names(node: Node) -> list[str]:
    """The names in ``const A = 1, B = 2``."""
    names = [child.named_child(0) for child in node.named_children if child.type == "const_element"]
    return [text_of(name) for name in names if name is not None]


def _promoted(data: bytes, method: Node, owner: str, public: bool) -> Iterator[Draft]:
    """The properties that the parameters of a constructor declare."""
    parameters = method.child_by_field_name("parameters")
    for node in parameters.named_children if parameters is not None else ():
        name = node.child_by_field_name("name") if node.type == "property_promotion_parameter" else None
        if name is not None:
            draft = php_draft(data, f"{owner}.{text_of(name).lstrip('$')}", "variable", node, "")
            yield draft._replace(public=public and not is_hidden(node))


def is_hidden(node: Node) -> bool:
    """Whether a member is ``private`` or ``protected``."""
    visibilities = [text_of(child) for child in node.children if child.type == "visibility_modifier"]
    return any(word.startswith(("private", "protected")) and not word.endswith("(set)") for word in visibilities)
