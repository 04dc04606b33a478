"""Names in Ruby's syntax trees: what a definition, an assignment or a list of symbols calls things."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from .ruby_comments import Above, ruby_prose
from .ruby_imports import LOADERS, symbol_value
from .trees import first_named, statements_in, text_of

DEFINITIONS = frozenset({"class", "module"})
_METHODS = frozenset({"method", "singleton_method"})
_COMPOUND_TEXT = """
    if unless if_modifier unless_modifier elsif else then begin rescue ensure case when body_statement begin_block
    parenthesized_statements ERROR
"""
COMPOUND = frozenset(_COMPOUND_TEXT.split())
"""Nodes whose statements stand in the body around them."""
_MAX_WRAPPERS = 16


def constant_name(node: Node | None) -> str:
    """``A.B`` for ``A::B`` and ``::A::B``; ``""`` for what is no plain constant."""
    if node is None or node.type not in {"constant", "scope_resolution"}:
        return ""
    parts = [part.strip() for part in text_of(node).removeprefix("::").split("::")]
    return ".".join(parts) if all(part.isidentifier() and part[0].isupper() for part in parts) else ""


def body_of(node: Node) -> Node | None:
    """The body of a class, module, method or block."""
    return node.child_by_field_name("body")


def named_literals(arguments: list[Node]) -> list[tuple[str, Node]]:
    """The names in ``:a, "b", *%i[c d], [:e]``, each with its node."""
    found: list[tuple[str, Node]] = []
    stack = list(reversed(arguments))
    while stack:
        node = stack.pop()
        if node.type in {"splat_argument", "array", "symbol_array", "string_array"}:
            stack.extend(reversed(node.named_children))
        elif node.type in {"bare_symbol", "bare_string"}:
            found.append((text_of(node), node))
        elif name := symbol_value(node):
            found.append((name, node))
    return found


def literal_names(arguments: list[Node]) -> list[str]:
    """The names of :func:`named_literals`."""
    return [name for name, _ in named_literals(arguments)]


class Made(NamedTuple):
    """A class or module that an expression makes: ``Struct.new(:a)``, ``Class.new(B) do … end``."""

    kind: str
    fields: list[str]
    body: Node | None
    before: list[Node]
    """The comments above the first statement of ``body``."""


def made(value: Node | None) -> Made | None:
    """What ``value`` makes, None for any other value."""
    if value is None or value.type != "call":
        return None
    receiver, method = value.child_by_field_name("receiver"), value.child_by_field_name("method")
    if receiver is None or method is None:
        return None
    maker = f"{text_of(receiver).removeprefix('::')[:20]}.{text_of(method)[:20]}"
    if maker not in {"Class.new", "Module.new", "Struct.new", "Data.define"}:
        return None
    arguments = value.child_by_field_name("arguments")
    fields: list[str] = []
    if maker in {"Struct.new", "Data.define"} and arguments is not None:
        fields = [text_of(node)[1:] for node in arguments.named_children if node.type == "simple_symbol"]
    block = value.child_by_field_name("block")
    kind = "namespace" if maker == "Module.new" else "class"
    body = None if block is None else body_of(block)
    return Made(kind, fields, body, [] if block is None or body is None else comments_before(block, body))


class Wrapped(NamedTuple):
    """The namespace that all definitions of a file stand in, and the node whose statements they are."""

    namespace: str
    inner: Node
    before: list[Node]
    """The comments above its first statement, which the grammar leaves outside of a body."""
    outermost: Node | None
    prose: str
    """What a comment above one of the wrapping modules says."""


def unwrap(data: bytes, root: Node) -> Wrapped:
    """Goes down through modules that only hold other definitions (``module A; module B; class C``): they name a
    place and define nothing, and every file below them repeats them."""
    names: list[str] = []
    inner, before, outermost, prose = root, list[Node](), None, ""
    for _ in range(_MAX_WRAPPERS):
        found, passed = _sole_definition([*before, *inner.named_children])
        body = None if found is None else _wrapped_body(data, found, passed)
        if found is None or body is None:
            break
        names.append(constant_name(found.child_by_field_name("name")))
        outermost = outermost or found
        prose = prose or (_prose_above(data, found, passed) if inner is not root else "")
        inner, before = body, comments_before(found, body)
    return Wrapped(".".join(names), inner, before, outermost, prose)


def comments_before(node: Node, body: Node) -> list[Node]:
    """The comments between the head of a class or module and its body."""
    name = node.child_by_field_name("name")
    row = node.start_point.row if name is None else name.end_point.row
    found = [child for child in node.named_children if child.type == "comment" and child.start_byte < body.start_byte]
    return [comment for comment in found if comment.start_point.row > row]


def _sole_definition(nodes: list[Node]) -> tuple[Node | None, list[Node]]:
    """The only class or module among the statements, with the comments passed just before it."""
    found: Node | None = None
    above: list[Node] = []
    passed: list[Node] = []
    for node in nodes:
        kind = node.type
        if kind == "comment":
            passed.append(node)
            continue
        if _defines_beside(node):
            return None, []
        if kind in DEFINITIONS:
            if found is not None:
                return None, []
            found, above = node, passed
        passed = []
    return found, above


def _prose_above(data: bytes, node: Node, passed: list[Node]) -> str:
    above = Above(data)
    for comment in passed:
        above.add(comment)
    return ruby_prose(above.take(node.start_point.row))


def _defines_beside(node: Node) -> bool:
    """Whether a statement defines something, other than by being a class or module itself."""
    if node.type in COMPOUND:
        return any(inner.type in DEFINITIONS or _defines_beside(inner) for inner in statements_in(node, COMPOUND))
    if node.type in {"assignment", "operator_assignment"}:
        return bool(target_names(node.child_by_field_name("left")))
    return node.type in _METHODS


def _wrapped_body(data: bytes, node: Node, passed: list[Node]) -> Node | None:
    """The body of a module that only holds classes, modules and what they load; None for one with more to it. A
    class counts as long as nothing says that it is more than the name of a place: no superclass, no comment."""
    body, is_class = body_of(node), node.type == "class"
    if body is None or (is_class and node.child_by_field_name("superclass") is not None):
        return None
    if is_class and _prose_above(data, node, passed):
        return None
    definitions = 0
    for child in body.named_children:
        if child.type in DEFINITIONS:
            definitions += 1
        elif child.type != "comment" and not is_load(child):
            return None
    enough = definitions == 1 if is_class else definitions > 0
    return body if enough and constant_name(node.child_by_field_name("name")) else None


def is_load(node: Node) -> bool:
    """Whether a statement is a ``require``, ``autoload`` or their like."""
    if node.type != "call" or node.child_by_field_name("receiver") is not None:
        return False
    method = node.child_by_field_name("method")
    return method is not None and text_of(method) in LOADERS


def target_names(left: Node | None) -> list[str]:
    """The constants an assignment binds."""
    if left is None:
        return []
    targets = left.named_children if left.type == "left_assignment_list" else [left]
    return [name for target in targets if (name := constant_name(target))]


def superclass_of(node: Node) -> Node | None:
    """What a class inherits from."""
    return first_named(node.child_by_field_name("superclass"))
