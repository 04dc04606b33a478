"""Kotlin: the types, functions and properties of one file, its package and its imports."""

from __future__ import annotations

import re
from typing import ClassVar

from tree_sitter import Node, Tree

from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .base import Analyzer
from .comments import Head
from .definitions import MAX_TYPE_DEPTH, Definition, Definitions, Owner, behind, documented, initializer, least_broken
from .java import TEST_PACKAGES
from .javadoc import kdoc
from .kotlin_repairs import repaired
from .prose import says_generated
from .source import Source, count_terms, decode
from .torn import torn
from .trees import line_of, syntax_error, text_of

_KEYWORDS_TEXT = """
    abstract actual annotation as break by catch class companion const constructor continue crossinline data do
    else enum expect external false final finally for fun get if import in infix init inline inner interface
    internal is it lateinit noinline null object open operator out override package private protected public
    reified return sealed set super suspend tailrec this throw true try typealias typeof val value var vararg
    when where while
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_BODIES = frozenset(
    {"class_body", "enum_class_body", "function_body", "getter", "setter", "property_delegate", "ERROR"}
)
_HIDDEN = frozenset({"private", "internal", "protected"})
_TYPES = frozenset({"class_declaration", "object_declaration"})
_DEFINITIONS = {"function_declaration": "function", "enum_entry": "constant", "type_alias": "type"}
_ANNOTATIONS = frozenset({"annotation"})
_CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")
_NAME = re.compile(r"\w+")
_FACADE = re.compile(rb'^@file *: *(?:kotlin\.jvm\.)?JvmName\( *(?:name *= *)?"(\w+)" *\)', re.MULTILINE)
_TEST = re.compile(rb"^[ \t]*@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b", re.MULTILINE)
_SPEC_PACKAGES = ("io.kotest.core.spec.", "org.spekframework.")


class KotlinAnalyzer(Analyzer):
    """Reads ``.kt`` and ``.kts``."""

    language = "kotlin"
    grammars: ClassVar[dict[str, tuple[str, str]]] = dict.fromkeys((".kt", ".kts"), ("tree_sitter_kotlin", "language"))

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. ``import a.b as c`` takes the name ``""`` from ``a.b`` as ``c``, ``import a.*``
        the name ``*`` from ``a``; any other import is its whole name and takes none. What a script (``.kts``)
        defines, nobody can import: it is not exported."""
        source = decode(data)
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source, suffix).facts(tree.root_node, self.language)

    def parse(self, source: bytes, suffix: str) -> Tree | None:
        """See :meth:`Analyzer.parse`. Spellings that the grammar does not know are put in another way; places stay."""
        tree = super().parse(source, suffix)
        if tree is not None and not tree.root_node.has_error:
            return tree
        return least_broken(tree, super().parse(repaired(source), suffix))


class _Reading:
    """One file being read."""

    def __init__(self, source: Source, suffix: str) -> None:
        self.source = source
        self.found = Definitions(source, kdoc)
        self.imports: list[RawImport] = []
        self.package = ""
        self.is_script = suffix == ".kts"

    def facts(self, root: Node, language: str) -> ModuleFacts:
        self._statements(root, Owner(public=not self.is_script))
        symbols = self.found.drafts.symbols(lambda _: True)
        error = syntax_error(root)
        header = Head(root, skip=frozenset({"shebang", "file_annotation"}))
        exported = {symbol.name for symbol in symbols if symbol.exported and "." not in symbol.name}
        return ModuleFacts(
            language=language,
            docstring=self.found.docstring or ("" if self.found.has_types else header.docstring),
            symbols=symbols,
            imports=tuple(self.imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(exported | self._facade())),
            generated=says_generated(header.text),
            test=self._is_test(),
            notes=(*self.source.notes, *([error] if error else [])),
            namespaces=(self.package,) if self.package else (),
        )

    def _facade(self) -> set[str]:
        """The class that Java sees the functions of this file in, when it is named (``@file:JvmName``)."""
        match = _FACADE.search(self.source.data)
        return {match[1].decode()} if match else set()

    def _is_test(self) -> bool:
        if any(raw.specifier.startswith(_SPEC_PACKAGES) for raw in self.imports):
            return True
        framework = any(f"{raw.specifier}.".startswith(TEST_PACKAGES) for raw in self.imports)
        return framework and _TEST.search(self.source.data) is not None

    def _statements(self, parent: Node, owner: Owner) -> None:
        if parent.type == "ERROR":
            self._torn(parent, owner)
            return
        for node, comment in documented(parent):
            self._statement(node, comment, owner)

    def _statement(self, node: Node, comment: str, owner: Owner) -> None:
        kind = node.type
        if kind in _DEFINITIONS:
            self._define(
                node, "method" if owner.name and kind == "function_declaration" else _DEFINITIONS[kind], comment, owner
            )
        elif kind == "property_declaration":
            self._property(node, comment, owner)
        elif kind in _TYPES:
            self._type(node, comment, owner)
        elif kind == "companion_object":
            self._companion(node, owner)
        elif kind == "import":
            self._import(node)
        elif kind == "package_header" and not self.package:
            self.package = _qualified(node)
        elif kind == "ERROR":
            self._torn(node, owner)

    def _torn(self, error: Node, owner: Owner) -> None:
        for piece in torn(error, owner, lambda words, _: not words & _HIDDEN):
            if piece.definition is not None:
                self.found.add(piece.definition, piece.comment, top_type=not piece.owner.name)
            elif piece.node is not None:
                self._statement(piece.node, piece.comment, piece.owner)

    def _type(self, node: Node, comment: str, owner: Owner) -> None:
        inner = self._define(node, _type_kind(node), comment, owner)
        if inner is None:
            return
        for child in node.children:
            if child.type == "primary_constructor":
                self._parameters(child, inner)
            elif child.type == "ERROR":
                self._torn(child, inner)
                break
            elif child.type in {"class_body", "enum_class_body"} and inner.depth < MAX_TYPE_DEPTH:
                self._statements(child, inner)

    def _companion(self, node: Node, owner: Owner) -> None:
        """The members of a companion are called by the name of the class around it."""
        public = owner.public and _is_public(node)
        for child in node.children:
            if child.type == "class_body" and owner.depth < MAX_TYPE_DEPTH:
                self._statements(child, owner._replace(public=public, depth=owner.depth + 1))

    def _define(self, node: Node, kind: str, comment: str, owner: Owner) -> Owner | None:
        """Adds what ``node`` defines; returns it as the owner of its members."""
        name, end = _name(node), None
        for child in node.children:
            if child.type in _BODIES:
                end = child
                break
        if not name:
            return None
        full, public = owner.member(name), owner.public and _is_public(node)
        found = Definition(full, kind, node, behind(node, _ANNOTATIONS), end, public)
        self.found.add(found, comment, top_type=node.type in _TYPES and not owner.name)
        return Owner(full, public, depth=owner.depth + 1)

    def _property(self, node: Node, comment: str, owner: Owner) -> None:
        names, end, after = [], None, False
        for child in node.children:
            if child.type == "variable_declaration":
                names.append(_first_identifier(child))
            elif child.type == "multi_variable_declaration":
                names.extend(_first_identifier(inner) for inner in child.named_children)
            elif end is None and (child.type in _BODIES or (after and initializer(child) is not None)):
                end = child
            after = child.type == "="
        constant = any(_CONSTANT.fullmatch(name) for name in names) or _has_modifier(node, b"const")
        kind = "constant" if constant else "variable"
        start, public = behind(node, _ANNOTATIONS), owner.public and _is_public(node)
        for name in names:
            if name:
                self.found.add(Definition(owner.member(name), kind, node, start, end, public), comment)

    def _parameters(self, constructor: Node, owner: Owner) -> None:
        """The properties that a primary constructor declares (``val`` and ``var``)."""
        parameters = next((child for child in constructor.children if child.type == "class_parameters"), None)
        for part in parameters.named_children if parameters is not None else ():
            if part.type == "class_parameter" and any(child.type in {"val", "var"} for child in part.children):
                name = _first_identifier(part)
                if name:
                    public = owner.public and _is_public(part)
                    start = behind(part, _ANNOTATIONS)
                    self.found.add(Definition(owner.member(name), "variable", part, start, None, public), "")

    def _import(self, node: Node) -> None:
        target = _qualified(node)
        names: tuple[ImportedName, ...] = ()
        kinds = [child.type for child in node.children]
        if "*" in kinds:
            names = (ImportedName(name="*", alias="*"),)
        elif "as" in kinds:
            names = (ImportedName(name="", alias=_identifier(node.children[-1])),)
        if target:
            self.imports.append(RawImport(specifier=target, names=names, line=line_of(node)))


def _qualified(node: Node) -> str:
    """The dotted name in a package header or an import, without back ticks."""
    name = next((child for child in node.named_children if child.type == "qualified_identifier"), None)
    return (
        "" if name is None else ".".join(_identifier(part) for part in name.named_children if part.type == "identifier")
    )


def _identifier(node: Node) -> str:
    return text_of(node).strip("`")


def _name(node: Node) -> str:
    """The name that a declaration gives; ``""`` for a sentence in back ticks, as tests have."""
    name = node.child_by_field_name("name") or node.child_by_field_name("type")
    text = _first_identifier(node) if name is None else _identifier(name)
    return text if _NAME.fullmatch(text) else ""


def _first_identifier(node: Node) -> str:
    return next((_identifier(child) for child in node.children if child.type == "identifier"), "")


def _type_kind(node: Node) -> str:
    is_type = any(child.type == "interface" for child in node.children)
    return "type" if is_type or _has_modifier(node, b"enum") or _has_modifier(node, b"annotation") else "class"


def _has_modifier(node: Node, word: bytes) -> bool:
    first = node.child(0) if node.child_count else None
    return first is not None and first.type == "modifiers" and any(child.text == word for child in first.children)


def _is_public(node: Node) -> bool:
    first = node.child(0) if node.child_count else None
    if first is None or first.type != "modifiers":
        return True
    return not any(child.type == "visibility_modifier" and text_of(child) in _HIDDEN for child in first.children)
