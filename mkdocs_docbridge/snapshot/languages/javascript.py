"""JavaScript and TypeScript: definitions and exports of one file, ES modules and CommonJS."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .base import Analyzer
from .javascript_comments import Header, documentation
from .javascript_commonjs import Given, read_assignment
from .javascript_imports import (
    bound_names,
    called_imports,
    import_call,
    pattern_names,
    read_import,
    read_reexport,
    specifier_names,
)
from .javascript_members import class_members
from .javascript_tests import TEST_PACKAGES, is_test_call
from .prose import first_sentence, says_generated
from .source import Source, count_terms, decode
from .trees import Draft, Drafts, Finder, end_line_of, first_named, line_of, one_line, syntax_error, text_of

_KEYWORDS_TEXT = """
    abstract as async await break case catch class const continue debugger declare default delete do else enum
    export extends false finally for from function if implements import in instanceof interface keyof let
    namespace new null of private protected public readonly return satisfies static super switch this throw true
    try type typeof undefined var void while with yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_DECLARATIONS = {
    "function_declaration": "function",
    "generator_function_declaration": "function",
    "function_signature": "function",
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "interface_declaration": "type",
    "type_alias_declaration": "type",
    "enum_declaration": "type",
    "internal_module": "namespace",
    "module": "namespace",
}
_FUNCTION_VALUES = frozenset({"arrow_function", "function_expression", "generator_function", "method_definition"})
_MAX_NAMESPACE_DEPTH = 8
_TYPE_STAR = re.compile(rb"\bexport type(?= *\*)")


class JavaScriptAnalyzer(Analyzer):
    """Reads ``.js``, ``.jsx``, ``.mjs`` and ``.cjs``."""

    language = "javascript"
    grammars: ClassVar[dict[str, tuple[str, str]]] = dict.fromkeys(
        (".cjs", ".js", ".jsx", ".mjs"), ("tree_sitter_javascript", "language")
    )

    # It reads Flow's annotations, and JSX's ``class`` attribute, which the JavaScript grammar takes for an error.
    fallbacks: ClassVar[tuple[tuple[str, str], ...]] = (("tree_sitter_typescript", "language_tsx"),)

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. A default import takes the name ``default``, a namespace the name ``*``."""
        source = decode(data)
        # The grammar does not know ``export type * from``; without the word it is the same to us.
        source = replace(source, data=_TYPE_STAR.sub(b"export     ", source.data))
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source, tree.root_node).facts(self.language)


class TypeScriptAnalyzer(JavaScriptAnalyzer):
    """Reads ``.ts``, ``.mts``, ``.cts`` and ``.tsx``, declaration files included."""

    language = "typescript"
    fallbacks: ClassVar[tuple[tuple[str, str], ...]] = ()
    grammars: ClassVar[dict[str, tuple[str, str]]] = {
        ".cts": ("tree_sitter_typescript", "language_typescript"),
        ".mts": ("tree_sitter_typescript", "language_typescript"),
        ".ts": ("tree_sitter_typescript", "language_typescript"),
        ".tsx": ("tree_sitter_typescript", "language_tsx"),
    }


class _Reading:
    """One file being read."""

    def __init__(self, source: Source, root: Node) -> None:
        self.source = source
        self.root = root
        self.drafts = Drafts()
        self.imports: list[RawImport] = []
        self.exports: set[str] = set()
        self.exported_locals: dict[str, list[tuple[str, int]]] = {}
        """Local name → (name it is exported as, line)."""
        self.bound: dict[int, tuple[ImportedName, ...]] = {}
        self.calls_tests = False

    def facts(self, language: str) -> ModuleFacts:
        self._statements(self.root, "", ambient=False, depth=0)
        called, notes = called_imports(self.source.data, Finder(self.root), self.bound)
        imports = sorted([*self.imports, *called, *self._passed_on()], key=lambda found: found.line)
        error = syntax_error(self.root)
        header = Header(self.root)
        return ModuleFacts(
            language=language,
            docstring=header.docstring,
            symbols=self.drafts.symbols(lambda draft: draft.name.split(".")[0] in self.exported_locals),
            imports=tuple(imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(self.exports)),
            generated=says_generated(header.text),
            test=self.calls_tests or any(found.specifier in TEST_PACKAGES for found in imports),
            notes=(*self.source.notes, *([error] if error else []), *notes),
        )

    def _passed_on(self) -> list[RawImport]:
        """Imported names that a later ``export {a}`` passes on."""
        found: list[RawImport] = []
        for raw in self.imports:
            if raw.kind == "re-export":
                continue
            given = [
                (n.name, *export)
                for n in raw.names
                if n.alias not in self.drafts
                for export in self.exported_locals.get(n.alias, ())
            ]
            found.extend(
                RawImport(
                    specifier=raw.specifier,
                    names=(ImportedName(name=name, alias=alias),),
                    line=line,
                    kind="re-export",
                )
                for name, alias, line in given
            )
        return found

    def _statements(self, parent: Node, prefix: str, ambient: bool, depth: int) -> None:
        comment: Node | None = None
        for node in parent.named_children:
            if node.type == "comment":
                comment = node
                continue
            self._statement(node, prefix, documentation(comment, node), ambient, depth)
            comment = None

    def _statement(self, node: Node, prefix: str, doc: str, ambient: bool, depth: int) -> None:
        kind = node.type
        if kind == "import_statement":
            raw = read_import(node)
            if raw is not None:
                self.imports.append(raw)
        elif kind == "export_statement":
            self._export(node, prefix, doc, depth)
        elif kind == "expression_statement":
            self._expression(node, prefix, doc, depth)
        elif kind == "ERROR":
            if depth < _MAX_NAMESPACE_DEPTH:
                self._statements(node, prefix, ambient, depth + 1)
        else:
            self._declaration(node, node, prefix, doc, ambient or not prefix, depth)

    # -- definitions -----------------------------------------------------------------------------------------------

    def _declaration(self, node: Node, whole: Node, prefix: str, doc: str, public: bool, depth: int) -> list[str]:
        """Reads a declaration; ``whole`` is the statement around it. Returns the names it defines."""
        if node.type == "ambient_declaration":
            inner = next((child for child in node.named_children if child.type != "comment"), None)
            return [] if inner is None else self._declaration(inner, whole, prefix, doc, public, depth)
        if node.type in {"lexical_declaration", "variable_declaration"}:
            return self._variables(node, prefix, doc, public)
        kind, name = _DECLARATIONS.get(node.type), node.child_by_field_name("name")
        if kind is None or name is None or name.type == "string":
            return []
        self._define(prefix + text_of(name), kind, node, whole, doc, public)
        if kind == "namespace":
            body = node.child_by_field_name("body")
            if body is not None and depth < _MAX_NAMESPACE_DEPTH:
                ambient = whole.type == "ambient_declaration" or node.parent != whole
                self._statements(body, f"{prefix}{text_of(name)}.", ambient=ambient, depth=depth + 1)
        return [text_of(name)]

    def _variables(self, node: Node, prefix: str, doc: str, public: bool) -> list[str]:
        names: list[str] = []
        first = node.children[0] if node.child_count else None
        lead = "" if first is None else text_of(first)
        otherwise = "constant" if lead == "const" else "variable"
        for declarator in node.named_children:
            target = declarator.child_by_field_name("name") if declarator.type == "variable_declarator" else None
            value = declarator.child_by_field_name("value")
            if target is None:
                continue
            if taken := import_call(value):
                call, member = taken
                self.bound[call.start_byte] = bound_names(target, member)
                continue
            bound = [name.alias for name in pattern_names(target)]
            names.extend(bound)
            for name in bound:
                kind = _value_kind(value, otherwise) if target.type == "identifier" else otherwise
                self._define(prefix + name, kind, value, declarator, doc, public, lead=lead)
        return names

    def _define(
        self, name: str, kind: str, node: Node | None, whole: Node, doc: str, public: bool, lead: str = ""
    ) -> None:
        """Adds the definition and, of a class, its members. ``node`` may have a body, which is no signature."""
        body = None if node is None or kind in {"constant", "variable"} else node.child_by_field_name("body")
        signature = one_line(self.source.data, whole.start_byte, whole.end_byte if body is None else body.start_byte)
        self.drafts.add(
            Draft(
                name=name,
                kind=kind,
                line=line_of(whole),
                end_line=end_line_of(whole),
                signature=f"{lead} {signature}".strip().removesuffix("=>").rstrip(" ;{"),
                summary=first_sentence(doc),
                overload=node is not None and node.type == "function_signature",
                public=public,
            )
        )
        if kind == "class" and body is not None:
            for member in class_members(self.source.data, body, name, public):
                self.drafts.add(member)

    # -- exports ---------------------------------------------------------------------------------------------------

    def _export(self, node: Node, prefix: str, doc: str, depth: int) -> None:
        declaration, value = node.child_by_field_name("declaration"), node.child_by_field_name("value")
        if declaration is not None:
            names = self._declaration(declaration, node, prefix, doc, public=True, depth=depth)
            default = any(child.type == "default" for child in node.children)
            for name in names if not prefix else ():
                self._offer(name, "default" if default else name, node)
        elif prefix:
            return
        elif node.child_by_field_name("source") is not None:
            raw = read_reexport(node)
            if raw is not None:
                self.imports.append(raw)
                self.exports.update(name.alias for name in raw.names if name.alias != "*")
        elif value is not None:
            self._export_value("default", value, node, doc)
        else:
            self._export_names(node)

    def _export_names(self, node: Node) -> None:
        """``export {a as b}`` and TypeScript's ``export = a``."""
        assigns = any(child.type == "=" for child in node.children)
        for child in node.named_children:
            if child.type == "export_clause":
                for name in specifier_names(child):
                    self._offer(name.name, name.alias, node)
            elif assigns and child.type == "identifier":
                self._offer(text_of(child), "default", node)

    def _offer(self, local: str, name: str, node: Node) -> None:
        self.exports.add(name)
        self.exported_locals.setdefault(local, []).append((name, line_of(node)))

    def _export_value(self, name: str, value: Node, whole: Node, doc: str) -> None:
        """A value exported as ``name``: another local name, or a definition of its own."""
        if value.type in {"identifier", "shorthand_property_identifier"} and text_of(value) != "undefined":
            self._offer(text_of(value), name, whole)
            return
        own = value.child_by_field_name("name") if value.type in {"class", *_FUNCTION_VALUES} else None
        local = text_of(own) if own is not None and name == "default" else name
        kind = _value_kind(value, "variable")
        if local not in self.drafts:
            self._define(local, kind, value, whole, doc, public=True)
        self._offer(local, name, whole)

    def _expression(self, statement: Node, prefix: str, doc: str, depth: int) -> None:
        node = first_named(statement)
        if node is None:
            return
        if node.type == "internal_module":
            self._declaration(node, statement, prefix, doc, public=not prefix, depth=depth)
        elif node.type == "call_expression":
            self.calls_tests |= is_test_call(node)
        elif node.type == "assignment_expression" and not prefix:
            for found in read_assignment(node, statement):
                self._give(found, statement, doc)

    def _give(self, found: Given | RawImport, statement: Node, doc: str) -> None:
        if isinstance(found, RawImport):
            self.imports.append(found)
        elif found.value is None:
            self.exports.add(found.name)
        else:
            self._export_value(found.name, found.value, found.whole, doc if found.whole == statement else "")


def _value_kind(value: Node | None, otherwise: str) -> str:
    if value is None:
        return otherwise
    if value.type in _FUNCTION_VALUES:
        return "function"
    return "class" if value.type == "class" else otherwise
