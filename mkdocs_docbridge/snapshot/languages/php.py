"""PHP: namespaces, classes, functions, constants and what a file takes from others."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import ClassVar

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ModuleFacts, RawImport

from .base import Analyzer
from .php_comments import PhpHead
from .php_imports import includes, string_value, uses
from .php_members import class_members, constant_names, documented, php_draft
from .prose import says_generated
from .source import Source, count_terms, decode
from .trees import Draft, Drafts, Finder, first_named, statements_in, syntax_error, text_of

_KEYWORDS_TEXT = """
    abstract and array as break callable case catch class clone const continue declare default do echo else elseif
    empty enddeclare endfor endforeach endif endswitch endwhile enum extends false final finally fn for foreach
    function global goto if implements include include_once instanceof insteadof interface isset list match namespace
    new null or php print private protected public readonly require require_once return self static strict_types
    switch this throw trait true try unset use var void while xor yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_CLASSES = {
    "class_declaration": "class",
    "enum_declaration": "type",
    "interface_declaration": "type",
    "trait_declaration": "type",
}
_COMPOUND_TEXT = "compound_statement if_statement else_clause else_if_clause try_statement ERROR colon_block"
_COMPOUND = frozenset(_COMPOUND_TEXT.split())
_TEST_CLASS = re.compile(r"(?:^|[\\_])\w*TestCase$")
_TEST_CALLS = frozenset({"describe", "it", "test"})
# The grammar does not know the comma that may end a group.
_LAST_COMMA = re.compile(rb"(\buse\s+(?:function\s+|const\s+)?[\w\\]+\s*\{[^{};]*),(\s*\})")


class PhpAnalyzer(Analyzer):
    """Reads ``.php``."""

    language = "php"
    grammars: ClassVar[dict[str, tuple[str, str]]] = {".php": ("tree_sitter_php", "language_php")}

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. Names are relative to the file's namespace; with several namespaces each name
        is whole, and ``namespaces`` holds ``""`` for the global one."""
        source = decode(data)
        source = replace(source, data=_LAST_COMMA.sub(rb"\1 \2", source.data))
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source, tree.root_node).facts(self.language)


class _Reading:
    """One file being read."""

    def __init__(self, source: Source, root: Node) -> None:
        self.source = source
        self.root = root
        self.drafts = Drafts()
        self.imports: list[RawImport] = []
        self.top: set[str] = set()
        self.has_tests = False

    def facts(self, language: str) -> ModuleFacts:
        namespaces = tuple(dict.fromkeys(_namespace(node) for node in self.root.children if _is_namespace(node)))
        whole = len(namespaces) > 1
        prefix = ""
        comment: Node | None = None
        for node in self.root.named_children:
            if node.type == "comment":
                comment = node
                continue
            if _is_namespace(node):
                prefix = f"{_namespace(node)}." if whole and _namespace(node) else ""
                body = node.child_by_field_name("body")
                if body is not None:
                    self._statements(body, prefix)
            else:
                self._statement(node, prefix, documented(comment, node))
            comment = None
        included, notes = includes(self.source.data, Finder(self.root))
        symbols = self.drafts.symbols(_is_any)
        error = syntax_error(self.root)
        head = PhpHead(self.root)
        return ModuleFacts(
            language=language,
            docstring=head.docstring,
            symbols=symbols,
            imports=tuple(sorted([*self.imports, *included], key=lambda found: found.line)),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(s.name for s in symbols if s.exported and s.name in self.top)),
            generated=says_generated(head.text),
            test=self.has_tests,
            notes=(*self.source.notes, *([error] if error else []), *notes),
            namespaces=namespaces,
        )

    def _statements(self, parent: Node, prefix: str) -> None:
        comment: Node | None = None
        for node in statements_in(parent, _COMPOUND):
            if node.type == "comment":
                comment = node
            else:
                self._statement(node, prefix, documented(comment, node))
                comment = None

    def _statement(self, node: Node, prefix: str, doc: str) -> None:
        kind = node.type
        if kind in _CLASSES:
            self._class(node, prefix, doc)
        elif kind == "function_definition":
            name = node.child_by_field_name("name")
            if name is not None:
                self._add(php_draft(self.source.data, prefix + text_of(name), "function", node, doc))
        elif kind == "namespace_use_declaration":
            self.imports.extend(uses(node))
        elif kind == "const_declaration":
            for name_text in constant_names(node):
                self._add(php_draft(self.source.data, prefix + name_text, "constant", node, doc))
        elif kind == "expression_statement":
            self._call(node, prefix, doc)
        elif kind in _COMPOUND:
            self._statements(node, prefix)

    def _class(self, node: Node, prefix: str, doc: str) -> None:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return
        draft = php_draft(self.source.data, prefix + text_of(name), _CLASSES[node.type], node, doc)
        self._add(draft)
        base = next((first_named(child) for child in node.named_children if child.type == "base_clause"), None)
        if base is not None and node.type == "class_declaration":
            self.has_tests |= _TEST_CLASS.search(text_of(base)[:200]) is not None
        for member in class_members(self.source.data, body, draft.name, draft.public) if body is not None else ():
            self.drafts.add(member)

    def _call(self, statement: Node, prefix: str, doc: str) -> None:
        """``define("A", 1)``, and the calls that test frameworks make of tests."""
        node = first_named(statement)
        if node is None or node.type != "function_call_expression":
            return
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None or arguments.named_child_count < 2:
            return
        value = string_value(first_named(first_named(arguments)))
        name = text_of(function)
        if value is not None and name == "define":
            constant = value.strip("\\").replace("\\", ".")
            self._add(php_draft(self.source.data, prefix + constant, "constant", statement, doc))
        self.has_tests |= value is not None and name in _TEST_CALLS

    def _add(self, draft: Draft) -> None:
        self.top.add(draft.name)
        self.drafts.add(draft)


def _is_any(_: Draft) -> bool:
    """What is not hidden by its own words is there for all: PHP files export everything they define."""
    return True


def _is_namespace(node: Node) -> bool:
    return node.type == "namespace_definition"


def _namespace(node: Node) -> str:
    """``A.B`` for ``namespace A\\B``, ``""`` for the global one."""
    name = node.child_by_field_name("name")
    return "" if name is None else "".join(text_of(name).split()).replace("\\", ".")
