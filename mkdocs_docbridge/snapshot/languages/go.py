"""Go: the definitions of one file, its package comment and the names it takes out of each package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .base import Analyzer
from .comments import Above, prose_of, runs
from .go_imports import go_imports
from .prose import first_sentence
from .source import Source, count_terms, decode
from .trees import Drafts, drafted, name_of, one_line, syntax_error, text_of

_KEYWORDS_TEXT = """
    any append bool break byte cap case chan close complex complex128 complex64 const continue copy default defer
    delete else error fallthrough false float32 float64 for func go goto if imag import int int16 int32 int64 int8
    interface iota len make map new nil package panic print println range real recover return rune select string
    struct switch true type uint uint16 uint32 uint64 uint8 uintptr var
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
# https://go.dev/s/generatedcode: the line stands above the package clause, and is that whole line.
_GENERATED = re.compile(rb"^// Code generated .* DO NOT EDIT\.\r?$", re.MULTILINE)
_DIRECTIVE = re.compile(r"//(?:[a-z0-9]+:[a-z0-9]|export |extern |line |nolint)")
_LICENCE = re.compile(r"copyright|licen[sc]e|SPDX-", re.IGNORECASE)
_DOCUMENTED_PACKAGE = re.compile(r"(?:Package|Command|Program)\b")
_NEW = re.compile(rb"\bnew(?=\((?:(?!func\b)[\w.]+(?:\(|\[[\w.]*\]\.)|[\"'`0-9&-]))")
_TEST = re.compile(r"(?:Test|Benchmark|Fuzz)(?![a-z])")


class GoAnalyzer(Analyzer):
    """Reads ``.go``."""

    language = "go"
    grammars: ClassVar[dict[str, tuple[str, str]]] = {".go": ("tree_sitter_go", "language")}

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. The names of an import are those the file writes behind the package's name."""
        source = decode(data)
        # The grammar does not know ``new(expression)`` of Go 1.26; any other name is a plain call to it.
        tree = self.parse(_NEW.sub(b"neW", source.data), suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source, tree.root_node).facts(self.language)


class _Reading:
    """One file being read."""

    def __init__(self, source: Source, root: Node) -> None:
        self.source = source
        self.root = root
        self.drafts = Drafts()
        self.imports: list[Node] = []
        self.has_test = False

    def facts(self, language: str) -> ModuleFacts:
        statements = _statements(self.root)
        clause = next((node for node in statements if node.type == "package_clause"), None)
        for node, doc, beside in _documented(statements):
            self._statement(node, doc, beside)
        symbols = self.drafts.symbols(lambda draft: all(part[:1].isupper() for part in draft.name.split(".")))
        error = syntax_error(self.root)
        head = self.source.data[: clause.start_byte if clause is not None else 0]
        return ModuleFacts(
            language=language,
            docstring=_package_comment(statements, clause),
            symbols=symbols,
            imports=go_imports(self.source.data, self.imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(symbol.name for symbol in symbols if symbol.exported and "." not in symbol.name)),
            generated=_GENERATED.search(head) is not None,
            test=self.has_test,
            notes=(*self.source.notes, *([error] if error else [])),
            namespaces=(text_of(clause.named_children[0]),) if clause is not None and clause.named_child_count else (),
        )

    def _statement(self, node: Node, doc: str, beside: str) -> None:
        kind = node.type
        if kind == "import_declaration":
            self.imports.append(node)
        elif kind == "function_declaration":
            self._function(node, doc)
        elif kind == "method_declaration":
            owner = _receiver(node)
            if owner:
                self._callable(node, f"{owner}.{name_of(node)}", "method", doc)
        elif kind in {"type_declaration", "const_declaration", "var_declaration"}:
            self._group(node, kind.removesuffix("_declaration"), doc, beside)

    def _function(self, node: Node, doc: str) -> None:
        name = name_of(node)
        self._callable(node, name, "function", doc)
        parameters = node.child_by_field_name("parameters")
        if _TEST.match(name) and parameters is not None:
            self.has_test |= "*testing." in text_of(parameters)

    def _callable(self, node: Node, name: str, kind: str, doc: str) -> None:
        body = node.child_by_field_name("body")
        if name.rpartition(".")[2] not in {"", "_"}:
            self.drafts.add(drafted(self.source.data, name, kind, node, body=body, summary=_summary(doc)))

    def _group(self, node: Node, keyword: str, doc: str, beside: str) -> None:
        """``type``, ``const`` or ``var``, one or many in parentheses; the comment above many describes none of them."""
        specs = [child for child in node.named_children if child.type != "var_spec_list"]
        grouped = any(child.type in {"(", "var_spec_list"} for child in node.children)
        if grouped:
            lists = [child for child in node.named_children if child.type == "var_spec_list"]
            specs = lists[0].named_children if lists else specs
            found = _documented(specs)
        else:
            found = iter([(spec, doc, beside) for spec in specs if spec.type != "comment"])
        for spec, above, behind in found:
            if keyword == "type":
                self._type(spec, above or behind)
            else:
                self._values(spec, keyword, above or behind)

    def _type(self, spec: Node, doc: str) -> None:
        name, inner = name_of(spec), spec.child_by_field_name("type")
        if not name or spec.type not in {"type_spec", "type_alias"}:
            return
        body = _body(inner)
        self._add(spec, name, "type", f"type {self._head(spec, body)}", doc)
        if inner is None or body is None:
            return
        members = body.named_children if inner.type == "struct_type" else inner.named_children
        for member, above, beside in _documented(members):
            if member.type == "method_elem":
                self._add(member, f"{name}.{name_of(member)}", "method", self._head(member, None), above or beside)
            elif member.type == "field_declaration":
                for field in member.children_by_field_name("name"):
                    # what only the package itself can reach is no part of what a struct offers
                    if field.is_named and text_of(field)[:1].isupper():
                        signature = self._head(member, member.child_by_field_name("tag"))
                        self._add(member, f"{name}.{text_of(field)}", "variable", signature, above or beside)

    def _values(self, spec: Node, keyword: str, doc: str) -> None:
        if spec.type not in {"const_spec", "var_spec"}:
            return
        value = spec.child_by_field_name("value")
        first = value.named_children[0] if value is not None and value.named_child_count else None
        body = first.child_by_field_name("body") if first is not None else None
        signature = f"{keyword} {self._head(spec, body)}"
        for name in spec.children_by_field_name("name"):
            if name.is_named and text_of(name) != "_":
                self._add(spec, text_of(name), "constant" if keyword == "const" else "variable", signature, doc)

    def _head(self, node: Node, body: Node | None) -> str:
        return one_line(self.source.data, node.start_byte, node.end_byte if body is None else body.start_byte)

    def _add(self, node: Node, name: str, kind: str, signature: str, doc: str) -> None:
        draft = drafted(self.source.data, name, kind, node, body=node, summary=_summary(doc))
        self.drafts.add(draft._replace(signature=signature[:160].rstrip(" {=")))


def _statements(root: Node) -> list[Node]:
    """The nodes at the top, those that a syntax error took in included."""
    found: list[Node] = []
    for child in root.named_children:
        found.extend(child.named_children if child.type == "ERROR" else [child])
    return found


def _documented(nodes: list[Node]) -> Iterator[tuple[Node, str, str]]:
    """Each node that is no comment, with the comment above it and the one behind it in its last line."""
    above = Above()
    previous: Node | None = None
    for index, node in enumerate(nodes):
        if node.type == "comment":
            if previous is None or node.start_point.row != previous.end_point.row:
                above.add(node)
            continue
        following = nodes[index + 1] if index + 1 < len(nodes) else None
        is_beside = (
            following is not None and following.type == "comment" and following.start_point.row == node.end_point.row
        )
        yield node, above.take(node), text_of(following) if is_beside and following is not None else ""
        previous = node


def _package_comment(statements: list[Node], clause: Node | None) -> str:
    """The comment right above the package clause, unless it is nothing but a licence."""
    if clause is None:
        return ""
    comments = []
    for node in statements:
        if node == clause:
            break
        comments.append(node)
    found = runs(node for node in comments if node.type == "comment")
    if not found or clause.start_point.row - found[-1].last > 1:
        return ""
    prose = _prose(found[-1].text)
    return "" if _LICENCE.search(prose[:400]) and not _DOCUMENTED_PACKAGE.match(prose) else prose


def _prose(comment: str) -> str:
    """The words of a comment without its directives (``//go:build``, ``//nolint``)."""
    if not comment.startswith("//"):
        return prose_of(comment)
    return prose_of("\n".join(line for line in comment.split("\n") if not _DIRECTIVE.match(line)))


def _summary(comment: str) -> str:
    return first_sentence(_prose(comment)) if comment else ""


def _receiver(method: Node) -> str:
    """The type a method belongs to, without pointer and type parameters; ``""`` when it cannot be read."""
    receiver = method.child_by_field_name("receiver")
    parameter = next((c for c in receiver.named_children if c.type != "comment"), None) if receiver else None
    node = parameter.child_by_field_name("type") if parameter is not None else None
    while node is not None and node.type in {"pointer_type", "generic_type", "parenthesized_type"}:
        node = node.named_child(0) if node.named_child_count else None
    return text_of(node) if node is not None and node.type == "type_identifier" else ""


def _body(node: Node | None) -> Node | None:
    """Where the body of a struct or interface starts."""
    if node is None or node.type not in {"struct_type", "interface_type"}:
        return None
    return next((child for child in node.children if child.type in {"field_declaration_list", "{"}), None)
