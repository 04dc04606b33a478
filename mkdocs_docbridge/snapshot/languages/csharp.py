"""C#: the types of one file with their members, its namespaces and its usings."""

from __future__ import annotations

import re
from typing import ClassVar

from tree_sitter import Node, Tree

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .base import Analyzer
from .comments import Head
from .csharp_repairs import without_branches
from .csharp_usings import read_using
from .definitions import MAX_TYPE_DEPTH, Definition, Definitions, Owner, behind, documented, initializer, least_broken
from .prose import says_generated
from .source import Source, count_terms, decode
from .torn import torn
from .trees import syntax_error, text_of
from .xmldoc import xmldoc

_KEYWORDS_TEXT = """
    abstract as async await base bool break byte case catch char checked class const continue decimal default
    delegate do double else enum event explicit extern false finally fixed float for foreach get global goto if
    implicit in init int interface internal is lock long namespace new null object operator out override params
    partial private protected public readonly record ref required return sbyte sealed set short sizeof stackalloc
    static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual
    void volatile when where while yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_TYPES = {
    "class_declaration": "class",
    "record_declaration": "class",
    "struct_declaration": "type",
    "interface_declaration": "type",
    "enum_declaration": "type",
}
_DEFINITIONS = {"method_declaration": "method", "property_declaration": "variable", "event_declaration": "variable"}
_FIELDS = frozenset({"field_declaration", "event_field_declaration"})
_BODIES = frozenset({"declaration_list", "enum_member_declaration_list"})
_ENDS = _BODIES | {"accessor_list", "arrow_expression_clause", "block", "="}
_NAMESPACES = frozenset({"namespace_declaration", "file_scoped_namespace_declaration"})
_ATTRIBUTES = frozenset({"attribute_list"})
_THROUGH = frozenset({"preproc_if", "preproc_elif", "preproc_else", "preproc_if_in_attribute_list"})
_DIRECTIVES = frozenset({"preproc_nullable", "preproc_pragma", "preproc_region", "preproc_define"})
_BLANKS = re.compile(r"\s+")
_NAMESPACE = re.compile(rb"^namespace[ \t]+([A-Za-z_][\w.]*)", re.MULTILINE)
_TEST = re.compile(
    rb"^[ \t]*\[(?:Xunit\.|NUnit\.Framework\.)?"
    rb"(?:Fact|Theory|Test|TestCase|TestCaseSource|TestFixture|TestMethod|TestClass|DataTestMethod|Property)\b",
    re.MULTILINE,
)


class CSharpAnalyzer(Analyzer):
    """Reads ``.cs``."""

    language = "csharp"
    grammars: ClassVar[dict[str, tuple[str, str]]] = {".cs": ("tree_sitter_c_sharp", "language")}

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. ``using A.B;`` takes no name from ``A.B``, ``using static A.B;`` the name
        ``*``, ``using X = A.B;`` the name ``""`` as ``X``; a ``global using`` is a re-export, for it holds in the
        whole project."""
        source = decode(data)
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source).facts(tree.root_node, self.language)

    def parse(self, source: bytes, suffix: str) -> Tree | None:
        """See :meth:`Analyzer.parse`. Where conditional compilation cuts a statement in pieces, only the first branch
        of each condition is read."""
        tree = super().parse(source, suffix)
        if tree is not None and not tree.root_node.has_error:
            return tree
        return least_broken(tree, super().parse(without_branches(source), suffix))


class _Reading:
    """One file being read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found = Definitions(source, xmldoc)
        self.namespaces: list[str] = []
        self.usings: list[Node] = []

    def facts(self, root: Node, language: str) -> ModuleFacts:
        self._statements(root, Owner(), namespace="", depth=0)
        symbols = self.found.drafts.symbols(lambda _: True)
        error = syntax_error(root)
        if error is not None and not self.namespaces:
            self.namespaces.extend(match[1].decode() for match in _NAMESPACE.finditer(self.source.data))
        header = Head(root, skip=_DIRECTIVES)
        imports = [raw for node in self.usings if (raw := read_using(node)) is not None]
        return ModuleFacts(
            language=language,
            docstring=self.found.docstring or ("" if self.found.has_types else header.docstring),
            symbols=symbols,
            imports=tuple(imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(s.name for s in symbols if s.exported and "." not in s.name)),
            generated=says_generated(header.text),
            test=_TEST.search(self.source.data) is not None,
            notes=(*self.source.notes, *([error] if error else [])),
            namespaces=tuple(dict.fromkeys(self.namespaces)),
        )

    def _statements(self, parent: Node, owner: Owner, namespace: str = "", depth: int = 0) -> None:
        if parent.type == "ERROR":
            self._torn(parent, owner)
            return
        for node, comment in documented(parent, _THROUGH):
            if node.type in _NAMESPACES and not owner.name:
                self._namespace(node, namespace, depth)
            else:
                self._statement(node, comment, owner)

    def _namespace(self, node: Node, outer: str, depth: int) -> None:
        name = node.child_by_field_name("name")
        if name is None:
            return
        full = ".".join(part for part in (outer, _BLANKS.sub("", text_of(name))) if part)
        body = node.child_by_field_name("body")
        holds = node if body is None else body
        # a namespace that only holds others says nothing of this file's definitions
        if body is None or any(child.type not in _NAMESPACES for child in holds.named_children):
            self.namespaces.append(full)
        if depth < MAX_TYPE_DEPTH:
            self._statements(holds, Owner(), full, depth + 1)

    def _statement(self, node: Node, comment: str, owner: Owner) -> None:
        kind = node.type
        if kind in _TYPES:
            self._type(node, comment, owner)
        elif kind in _DEFINITIONS:
            self._define(node, _DEFINITIONS[kind] if owner.name else "function", comment, owner)
        elif kind == "delegate_declaration":
            self._define(node, "type", comment, owner)
        elif kind in _FIELDS:
            self._fields(node, comment, owner)
        elif kind == "enum_member_declaration":
            self._define(node, "constant", comment, owner._replace(opens=True))
        elif kind == "using_directive":
            self.usings.append(node)
        elif kind == "ERROR":
            self._torn(node, owner)

    def _torn(self, error: Node, owner: Owner) -> None:
        for piece in torn(error, owner, _is_public):
            if piece.definition is not None:
                self.found.add(piece.definition, piece.comment, top_type=not piece.owner.name)
            elif piece.node is None:
                continue
            elif piece.node.type in _NAMESPACES:
                self._namespace(piece.node, "", piece.owner.depth)
            else:
                self._statement(piece.node, piece.comment, piece.owner)

    def _type(self, node: Node, comment: str, owner: Owner) -> None:
        is_struct = any(child.type == "struct" for child in node.children)
        inner = self._define(node, "type" if is_struct else _TYPES[node.type], comment, owner)
        if inner is None:
            return
        inner = inner._replace(opens=node.type == "interface_declaration")
        for child in node.children:
            if child.type == "parameter_list" and node.type == "record_declaration":
                self._components(child, inner)
            elif child.type == "ERROR":
                self._torn(child, inner)
            elif child.type in _BODIES and inner.depth < MAX_TYPE_DEPTH:
                self._statements(child, inner)

    def _define(self, node: Node, kind: str, comment: str, owner: Owner) -> Owner | None:
        """Adds what ``node`` defines; returns it as the owner of its members."""
        name = node.child_by_field_name("name")
        if name is None or not name.text:
            return None
        children = node.children
        end = next((child for child in children if child.type in _ENDS), None)
        modifiers = frozenset(text_of(child) for child in children if child.type == "modifier")
        # a method of one interface alone (``void IRings.Ring()``) is called through that interface
        explicit = any(child.type == "explicit_interface_specifier" for child in children)
        full = owner.member(text_of(name).lstrip("@"))
        public = owner.public and not explicit and _is_public(modifiers, owner)
        found = Definition(full, kind, node, behind(node, _ATTRIBUTES), end, public)
        self.found.add(found, comment, top_type=not owner.name and node.type in _TYPES)
        return Owner(full, public, depth=owner.depth + 1)

    def _fields(self, node: Node, comment: str, owner: Owner) -> None:
        modifiers = frozenset(text_of(child) for child in node.children if child.type == "modifier")
        fixed = "const" in modifiers or {"static", "readonly"} <= modifiers
        start, public = behind(node, _ATTRIBUTES), owner.public and _is_public(modifiers, owner)
        declaration = next((child for child in node.children if child.type == "variable_declaration"), None)
        for declarator in declaration.named_children if declaration is not None else ():
            name = declarator.child_by_field_name("name")
            if declarator.type == "variable_declarator" and name is not None:
                full, kind = owner.member(text_of(name).lstrip("@")), "constant" if fixed else "variable"
                end = initializer(declarator.children[-1])
                self.found.add(Definition(full, kind, node, start, end, public), comment)

    def _components(self, parameters: Node, owner: Owner) -> None:
        """The parameters of a record, each of which is a public property."""
        for part in parameters.named_children:
            name = part.child_by_field_name("name")
            if name is not None:
                full = owner.member(text_of(name).lstrip("@"))
                start = behind(part, _ATTRIBUTES)
                self.found.add(Definition(full, "variable", part, start, None, owner.public), "")


def _is_public(modifiers: frozenset[str], owner: Owner) -> bool:
    if owner.opens:
        return not modifiers & {"private", "protected", "internal", "file"}
    return "public" in modifiers
