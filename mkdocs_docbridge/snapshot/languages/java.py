"""Java: the types of one file with their members, its package and its imports."""

from __future__ import annotations

import re
from typing import ClassVar

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .base import Analyzer
from .comments import Head
from .definitions import MAX_TYPE_DEPTH, Definition, Definitions, Owner, behind, documented, initializer
from .javadoc import javadoc
from .prose import says_generated
from .source import Source, count_terms, decode
from .torn import torn
from .trees import line_of, syntax_error, text_of

_KEYWORDS_TEXT = """
    abstract assert boolean break byte case catch char class const continue default do double else enum extends
    false final finally float for goto if implements import instanceof int interface long native new null package
    permits private protected public record return sealed short static strictfp super switch synchronized this
    throw throws transient true try var void volatile while yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_TYPES = {
    "class_declaration": "class",
    "record_declaration": "class",
    "interface_declaration": "type",
    "enum_declaration": "type",
    "annotation_type_declaration": "type",
}
_OPEN_TYPES = frozenset({"interface_declaration", "annotation_type_declaration"})
_METHODS = frozenset({"method_declaration", "annotation_type_element_declaration"})
_FIELDS = frozenset({"field_declaration", "constant_declaration"})
_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_THROUGH = frozenset({"enum_body_declarations"})
_BLANKS = re.compile(r"/\*.*?\*/|//[^\n]*|\s+", re.DOTALL)
_TEST = re.compile(
    rb"^[ \t]*@(?:org\.junit\.(?:jupiter\.api\.)?)?"
    rb"(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b",
    re.MULTILINE,
)
_GENERATED = re.compile(rb"^@(?:javax?\.annotation\.(?:processing\.)?)?Generated\b", re.MULTILINE)
TEST_PACKAGES = ("org.junit.", "junit.framework.", "org.testng.", "net.jqwik.", "kotlin.test.", "io.kotest.")


class JavaAnalyzer(Analyzer):
    """Reads ``.java``."""

    language = "java"
    grammars: ClassVar[dict[str, tuple[str, str]]] = {".java": ("tree_sitter_java", "language")}

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. ``import static a.B.c`` takes the name ``c`` from ``a.B``, ``import a.*`` the
        name ``*`` from ``a``; any other import is its whole name and takes none."""
        source = decode(data)
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source).facts(tree.root_node, self.language)


class _Reading:
    """One file being read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found = Definitions(source, javadoc)
        self.imports: list[RawImport] = []
        self.package = ""
        self.package_prose = ""

    def facts(self, root: Node, language: str) -> ModuleFacts:
        self._statements(root, Owner())
        symbols = self.found.drafts.symbols(lambda _: True)
        error = syntax_error(root)
        header = Head(root).text
        frameworks = any(raw.specifier.startswith(TEST_PACKAGES) for raw in self.imports)
        return ModuleFacts(
            language=language,
            docstring=self.package_prose or self.found.docstring,
            symbols=symbols,
            imports=tuple(self.imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(s.name for s in symbols if s.exported and "." not in s.name)),
            generated=says_generated(header) or _GENERATED.search(self.source.data) is not None,
            test=frameworks and _TEST.search(self.source.data) is not None,
            notes=(*self.source.notes, *([error] if error else [])),
            namespaces=(self.package,) if self.package else (),
        )

    def _statements(self, parent: Node, owner: Owner) -> None:
        if parent.type == "ERROR":
            self._torn(parent, owner)
            return
        for node, comment in documented(parent, _THROUGH):
            self._statement(node, comment, owner)

    def _statement(self, node: Node, comment: str, owner: Owner) -> None:
        kind = node.type
        if kind in _TYPES:
            self._type(node, comment, owner)
        elif kind in _METHODS:
            self._define(node, "method" if owner.name else "function", comment, owner)
        elif kind in _FIELDS:
            self._fields(node, comment, owner)
        elif kind == "enum_constant":
            self._define(node, "constant", comment, owner._replace(opens=True))
        elif kind == "import_declaration":
            self._import(node)
        elif kind == "package_declaration" and not self.package:
            self.package = next((_plain(n) for n in node.named_children if n.type.endswith("identifier")), "")
            self.package_prose = javadoc(comment)
        elif kind == "ERROR":
            self._torn(node, owner)

    def _torn(self, error: Node, owner: Owner) -> None:
        for piece in torn(error, owner, _is_public):
            if piece.definition is not None:
                self.found.add(piece.definition, piece.comment, top_type=not piece.owner.name)
            elif piece.node is not None:
                self._statement(piece.node, piece.comment, piece.owner)

    def _type(self, node: Node, comment: str, owner: Owner) -> None:
        inner = self._define(node, _TYPES[node.type], comment, owner)
        if inner is None:
            return
        inner = inner._replace(opens=node.type in _OPEN_TYPES)
        if node.type == "record_declaration":
            self._components(node, inner)
        body = node.child_by_field_name("body")
        if body is not None and inner.depth < MAX_TYPE_DEPTH:
            self._statements(body, inner)

    def _define(self, node: Node, kind: str, comment: str, owner: Owner) -> Owner | None:
        """Adds what ``node`` defines; returns it as the owner of its members."""
        name = node.child_by_field_name("name")
        if name is None or not name.text:
            return None
        full, public = owner.member(text_of(name)), owner.public and _is_public(_modifiers(node), owner)
        end = node.child_by_field_name("body")
        found = Definition(full, kind, node, behind(node, _ANNOTATIONS), end, public)
        self.found.add(found, comment, top_type=not owner.name and node.type in _TYPES)
        return Owner(full, public, depth=owner.depth + 1)

    def _fields(self, node: Node, comment: str, owner: Owner) -> None:
        modifiers = _modifiers(node)
        fixed = node.type == "constant_declaration" or {"static", "final"} <= modifiers
        kind = "constant" if fixed else "variable"
        start, public = behind(node, _ANNOTATIONS), owner.public and _is_public(modifiers, owner)
        for declarator in node.children_by_field_name("declarator"):
            name = declarator.child_by_field_name("name")
            if name is not None:
                end = initializer(declarator.child_by_field_name("value"))
                found = Definition(owner.member(text_of(name)), kind, node, start, end, public)
                self.found.add(found, comment)

    def _components(self, node: Node, owner: Owner) -> None:
        """The components of a record, each of which has a public accessor."""
        parameters = node.child_by_field_name("parameters")
        for part in parameters.named_children if parameters is not None else ():
            name = part.child_by_field_name("name")
            if name is not None:
                full = owner.member(text_of(name))
                self.found.add(Definition(full, "variable", part, part, None, owner.public), "")

    def _import(self, node: Node) -> None:
        kinds = {child.type for child in node.children}
        target = next((_plain(child) for child in node.named_children if child.type.endswith("identifier")), "")
        names: tuple[ImportedName, ...] = ()
        if "asterisk" in kinds:
            names = (ImportedName(name="*", alias="*"),)
        elif "static" in kinds and "." in target:
            target, _, name = target.rpartition(".")
            names = (ImportedName(name=name, alias=name),)
        if target:
            self.imports.append(RawImport(specifier=target, names=names, line=line_of(node)))


def _plain(name: Node) -> str:
    """A qualified name without the blanks and comments that may stand in it."""
    return _BLANKS.sub("", text_of(name))


def _modifiers(node: Node) -> frozenset[str]:
    first = node.child(0) if node.child_count else None
    if first is None or first.type != "modifiers":
        return frozenset()
    return frozenset(child.type for child in first.children)


def _is_public(modifiers: frozenset[str], owner: Owner) -> bool:
    return "private" not in modifiers if owner.opens else "public" in modifiers
