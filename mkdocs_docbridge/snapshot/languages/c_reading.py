"""The definitions of one C or C++ file, from its syntax tree."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from .c_declarators import Declared, plain_name, read_declarator
from .c_symbols import Declaration, Symbols
from .trees import text_of

_MAX_DEPTH = 12
_TYPES = {
    "class_specifier": "class",
    "struct_specifier": "class",
    "union_specifier": "type",
    "enum_specifier": "type",
}
_MACRO_NAME = re.compile(r"[A-Z_][A-Z0-9_]+")
_LEAD_WORDS = frozenset({"storage_class_specifier", "type_qualifier", "virtual", "virtual_function_specifier"})


class Scope(NamedTuple):
    """Where a declaration stands: ``prefix`` ends in a dot unless it is empty. ``owner`` is the class around it, ``""``
    in a namespace."""

    prefix: str = ""
    owner: str = ""
    public: bool = True
    depth: int = 0


class Reading:
    """One file being read; its symbols go to ``kept``."""

    def __init__(self, kept: Symbols, *, header: bool, cpp: bool) -> None:
        self.namespaces: set[str] = set()
        self._kept = kept
        self._header = header
        self._cpp = cpp

    def statements(self, parent: Node, scope: Scope) -> None:
        """Reads what stands in a file, a namespace or a class."""
        if scope.depth > _MAX_DEPTH:
            return
        public = scope.public
        for node in parent.named_children:
            if node.type == "access_specifier":
                public = text_of(node).startswith("public")
            else:
                self._statement(node, node, scope._replace(public=public))

    def _statement(self, node: Node, whole: Node, scope: Scope) -> None:
        kind = node.type
        if kind == "namespace_definition":
            self._namespace(node, scope)
        elif kind == "linkage_specification":
            self._linkage(node, scope)
        elif kind == "template_declaration":
            self._template(node, whole, scope)
        elif kind in _TYPES:
            self._type(node, whole, scope)
        elif kind == "function_definition":
            self._function_definition(node, whole, scope)
        elif kind in {"declaration", "field_declaration"}:
            self._declaration(node, whole, scope)
        elif kind == "type_definition":
            self._typedef(node, whole, scope)
        elif kind in {"alias_declaration", "concept_definition"}:
            self._named(node, whole, scope)
        elif kind in {"ERROR", "declaration_list", "field_declaration_list"}:
            self.statements(node, scope._replace(depth=scope.depth + 1))

    # -- scopes ----------------------------------------------------------------------------------------------------

    def _namespace(self, node: Node, scope: Scope) -> None:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if body is None:
            return
        inner = scope._replace(depth=scope.depth + 1)
        if name is None:
            inner = inner._replace(public=False)
        elif not any(child.type == "inline" for child in node.children):
            parts = [part.split() for part in text_of(name).split("::")]
            prefix = scope.prefix + ".".join(part[0] for part in parts if len(part) == 1)
            self.namespaces.add(prefix)
            inner = inner._replace(prefix=f"{prefix}.")
        self.statements(body, inner)

    def _linkage(self, node: Node, scope: Scope) -> None:
        body = node.child_by_field_name("body")
        if body is None:
            return
        if body.type == "declaration_list":
            self.statements(body, scope._replace(depth=scope.depth + 1))
        else:
            self._statement(body, node, scope)

    def _template(self, node: Node, whole: Node, scope: Scope) -> None:
        inner = node.named_children[-1] if node.named_child_count else None
        if inner is not None and scope.depth <= _MAX_DEPTH and inner.type != "template_parameter_list":
            self._statement(inner, whole, scope._replace(depth=scope.depth + 1))

    # -- types -----------------------------------------------------------------------------------------------------

    def _type(self, node: Node, whole: Node, scope: Scope, name: str = "") -> None:
        """A class, struct, union or enum with a body; ``name`` is for one that has none of its own."""
        body, own = node.child_by_field_name("body"), node.child_by_field_name("name")
        if body is None:
            return
        if own is not None:
            name = ".".join(self._path_of(own))
        if name:
            full = scope.prefix + name
            kind = _TYPES[node.type] if self._cpp else "type"
            self._kept.add(Declaration(full, kind, whole, self._is_type_public(scope), end=body.start_byte))
        if node.type == "enum_specifier":
            self._enumerators(node, body, scope, name)
        elif name:
            is_class = node.type == "class_specifier"
            public = self._is_type_public(scope) and scope.prefix + name not in self._kept.hidden
            inner = Scope(f"{scope.prefix}{name}.", name.rpartition(".")[2], public, scope.depth + 1)
            self._members(body, inner, is_class)
        elif whole == node or node.parent == whole:
            # the members of an unnamed struct or union are those of what it stands in
            self._members(body, scope._replace(depth=scope.depth + 1), starts_private=False)

    def _path_of(self, name: Node) -> tuple[str, ...]:
        found = read_declarator(name)
        return found.path if found is not None else (plain_name(name),)

    def _members(self, body: Node, inner: Scope, starts_private: bool) -> None:
        seen = inner.public
        public = seen and not starts_private
        if inner.depth > _MAX_DEPTH:
            return
        for node in body.named_children:
            if node.type == "access_specifier":
                public = seen and text_of(node).startswith("public")
            else:
                self._statement(node, node, inner._replace(public=public))

    def _is_type_public(self, scope: Scope) -> bool:
        """Types have no linkage in C: those of a source file are seen by no other."""
        return scope.public and (self._header or self._cpp)

    def _enumerators(self, node: Node, body: Node, scope: Scope, name: str) -> None:
        is_scoped = any(child.type in {"class", "struct"} for child in node.children)
        prefix = f"{scope.prefix}{name}." if is_scoped and name else scope.prefix
        public = self._is_type_public(scope)
        for child in body.named_children:
            found = child.child_by_field_name("name") if child.type == "enumerator" else None
            if found is not None:
                self._kept.add(Declaration(prefix + text_of(found), "constant", child, public))

    def _typedef(self, node: Node, whole: Node, scope: Scope) -> None:
        declared = [read_declarator(child) for child in node.children_by_field_name("declarator")]
        names = [found.path[-1] for found in declared if found is not None]
        inner = node.child_by_field_name("type")
        public = self._is_type_public(scope)
        if inner is not None and inner.type in _TYPES and inner.child_by_field_name("body") is not None:
            self._type(inner, whole, scope, name=names[0] if names else "")
        for name in names:
            self._kept.add(Declaration(scope.prefix + name, "type", whole, public))

    def _named(self, node: Node, whole: Node, scope: Scope) -> None:
        name = node.child_by_field_name("name")
        if name is not None:
            self._kept.add(Declaration(scope.prefix + plain_name(name), "type", whole, scope.public))

    # -- functions and variables -----------------------------------------------------------------------------------

    def _function_definition(self, node: Node, whole: Node, scope: Scope) -> None:
        self._nested_type(node, whole, scope)
        declared = read_declarator(node.child_by_field_name("declarator"))
        if declared is None or (not declared.function and not _is_conversion(declared)):
            return
        if any(child.type == "delete_method_clause" for child in node.named_children):
            # it is declared so that nobody can call it
            return
        body = node.child_by_field_name("body")
        end = node.end_byte if body is None else body.start_byte
        for child in node.named_children:
            if child.type == "field_initializer_list":
                end = child.start_byte
        self._function(declared, node, whole, scope, end, is_definition=True)

    def _function(
        self, declared: Declared, node: Node, whole: Node, scope: Scope, end: int, is_definition: bool
    ) -> None:
        name = declared.path[-1]
        is_untyped = node.child_by_field_name("type") is None and not scope.owner and len(declared.path) == 1
        if is_untyped and (_MACRO_NAME.fullmatch(name) or (self._cpp and not name.startswith("operator"))):
            # a macro that makes a function, and only the macro knows its name
            return
        full = scope.prefix + ".".join(declared.path)
        holder = full.rpartition(".")[0]
        is_method = bool(scope.owner) or (len(declared.path) > 1 and holder not in self.namespaces)
        public = scope.public
        if not scope.owner:
            public = public and "static" not in _lead_words(node) and not {full, holder} & self._kept.hidden
        if not is_definition and not scope.owner and not self._header:
            # what a source file only declares is another's, or defined further down
            if not public:
                self._kept.hidden.add(full)
            return
        kind = "method" if is_method else "function"
        self._kept.add(Declaration(full, kind, whole, public, end, is_definition, inside=bool(scope.owner)))

    def _nested_type(self, node: Node, whole: Node, scope: Scope) -> bool:
        """Reads the type that a declaration defines beside its names."""
        inner = node.child_by_field_name("type")
        if inner is None or inner.type not in _TYPES or inner.child_by_field_name("body") is None:
            return False
        self._type(inner, whole, scope)
        return True

    def _unnamed(self, node: Node, declared: Declared | None, scope: Scope) -> None:
        """The members of a struct or union that has no name but a variable: they are named by it."""
        body = node.child_by_field_name("body")
        if declared is not None and body is not None:
            name = declared.path[-1]
            public = scope.public and (bool(scope.owner) or self._header)
            self._members(body, Scope(f"{scope.prefix}{name}.", name, public, scope.depth + 1), starts_private=False)

    def _declaration(self, node: Node, whole: Node, scope: Scope) -> None:
        declarators = node.children_by_field_name("declarator")
        inner = node.child_by_field_name("type")
        is_unnamed = inner is not None and inner.type in _TYPES and inner.child_by_field_name("name") is None
        if not (is_unnamed and declarators) or (inner is not None and inner.type == "enum_specifier"):
            self._nested_type(node, whole, scope)
        elif inner is not None:
            self._unnamed(inner, read_declarator(declarators[0]), scope)
        words = _lead_words(node)
        for child in declarators:
            declared = read_declarator(child)
            if declared is None:
                continue
            if declared.function or _is_conversion(declared):
                self._function(declared, node, whole, scope, whole.end_byte, is_definition=False)
            else:
                self._variable(declared, whole, scope, words)

    def _variable(self, declared: Declared, whole: Node, scope: Scope, words: frozenset[str]) -> None:
        is_declared_elsewhere = "extern" in words and declared.value is None
        if is_declared_elsewhere and not self._header and not scope.owner:
            return
        constant = "constexpr" in words or ("const" in words and not declared.pointer)
        full = scope.prefix + ".".join(declared.path)
        public = scope.public
        if not scope.owner:
            is_internal = self._cpp and constant and not self._header and not words & {"extern", "inline"}
            public = public and "static" not in words and not (is_internal and len(declared.path) == 1)
            public = public and full not in self._kept.hidden
        value = declared.value
        end = value.start_byte if value is not None and value.type == "initializer_list" else whole.end_byte
        kind = "constant" if constant else "variable"
        self._kept.add(Declaration(full, kind, whole, public, end, not is_declared_elsewhere, inside=bool(scope.owner)))


def _is_conversion(declared: Declared) -> bool:
    return declared.path[-1].startswith("operator ")


def _lead_words(node: Node) -> frozenset[str]:
    return frozenset(text_of(child) for child in node.children if child.type in _LEAD_WORDS)
