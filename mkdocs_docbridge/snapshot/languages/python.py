"""Python: definitions, imports and ``__all__`` of one file, read with tree-sitter so that no syntax is fatal."""

from __future__ import annotations

import re

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ModuleFacts, RawImport

from .base import Analyzer
from .prose import clean_docstring, first_sentence, says_generated
from .python_exports import DunderAll
from .python_imports import (
    IMPORT_STATEMENTS,
    dynamic_imports,
    hidden_imports,
    literal,
    read_import,
)
from .source import Source, count_terms, decode
from .trees import (
    Draft,
    Drafts,
    Finder,
    end_line_of,
    first_named,
    line_of,
    name_of,
    one_line,
    statements_in,
    syntax_error,
    text_of,
)

# The reserved words of Python 3.11 to 3.14, written out so that the interpreter in use does not matter, and the
# prefixes of strings, which are no words of theirs.
_KEYWORDS_TEXT = """
    False None True and as assert async await break class continue def del elif else except finally for from
    global if import in is lambda nonlocal not or pass raise return try while with yield b br f fr r rb rf u
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_COMPOUND_TEXT = """
    if_statement elif_clause else_clause try_statement except_clause except_group_clause finally_clause
    with_statement for_statement while_statement match_statement case_clause block ERROR
"""
_COMPOUND = frozenset(_COMPOUND_TEXT.split())
_TYPE_MAKERS = frozenset({"TypeVar", "TypeVarTuple", "ParamSpec", "NewType"})
_CONSTANT = re.compile(r"_*[A-Z][A-Z0-9_]*")
_MAX_CLASS_DEPTH = 8
_MAX_FOREIGN = 400
"""``/*`` that a file may have. Outside of strings they make the grammar try ever more at once, and report no progress:
2,000 take 1.4 GB, 4,000 end the process. No Python has so many; C in a file of this name may."""
_TEST_PACKAGES = ("pytest", "unittest")


class PythonAnalyzer(Analyzer):
    """Reads ``.py`` and ``.pyi``."""

    language = "python"
    grammars = {".py": ("tree_sitter_python", "language"), ".pyi": ("tree_sitter_python", "language")}  # noqa: RUF012

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. ``import a.b as c`` is (``a.b``, names ``("", "c")``): the module itself."""
        source = decode(data, _declared_encoding(data))
        is_foreign = source.data.count(b"/*") > _MAX_FOREIGN
        tree = None if is_foreign else self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source, tree.root_node).facts(self.language)


def _declared_encoding(data: bytes) -> str:
    """The encoding a PEP 263 cookie names in the first two lines, ``""`` without one."""
    for line in re.split(rb"\r\n|\n|\r", data[:1000], maxsplit=2)[:2]:
        if cookie := _COOKIE.match(line):
            return cookie[1].decode("ascii", "replace")
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return ""


class _Reading:
    """One file being read."""

    def __init__(self, source: Source, root: Node) -> None:
        self.source = source
        self.root = root
        self.drafts = Drafts()
        self.imports: list[RawImport] = []
        self.seen_imports: set[int] = set()
        self.all = DunderAll()
        self.offered: frozenset[str] = frozenset()
        self.has_test_function = False

    def facts(self, language: str) -> ModuleFacts:
        self._body(self.root, prefix="", depth=0)
        finder = Finder(self.root)
        local = hidden_imports(self.source.data, finder, self.seen_imports)
        dynamic, notes = dynamic_imports(self.source.data, finder)
        imports = sorted([*self.imports, *local, *dynamic], key=lambda found: found.line)
        self.offered = self.all.offered(self.drafts.names())
        return ModuleFacts(
            language=language,
            docstring=clean_docstring(self._docstring(self.root) or ""),
            symbols=self.drafts.symbols(self._exported),
            imports=tuple(imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(self.offered)),
            generated=says_generated(self._header()),
            test=self.has_test_function or any(_is_test_import(found.specifier) for found in self.imports),
            notes=tuple(note for note in (*self.source.notes, syntax_error(self.root), self.all.note, *notes) if note),
        )

    def _exported(self, draft: Draft) -> bool:
        top, *members = draft.name.split(".")
        return top in self.offered and not any(member.startswith("_") for member in members)

    def _body(self, parent: Node, prefix: str, depth: int) -> None:
        assigned: list[str] = []
        for node in statements_in(parent, _COMPOUND):
            kind = node.type
            if kind in IMPORT_STATEMENTS:
                self._import(node, local=bool(prefix))
                assigned = []
            elif kind == "expression_statement":
                assigned = self._expression(node, prefix, assigned)
            elif kind != "comment":
                assigned = []
                self._definition(node, prefix, depth)

    def _import(self, node: Node, local: bool) -> None:
        self.seen_imports.add(node.start_byte)
        self.imports.extend(read_import(node, local=local))

    def _definition(self, node: Node, prefix: str, depth: int) -> None:
        decorators: list[str] = []
        if node.type == "decorated_definition":
            decorators = [text_of(child)[1:].strip() for child in node.named_children if child.type == "decorator"]
            inner = node.child_by_field_name("definition")
            if inner is None:
                return
            node = inner
        if node.type == "function_definition":
            self._function(node, prefix, decorators)
        elif node.type == "class_definition":
            self._class(node, prefix, depth)
        elif node.type == "type_alias_statement":
            left = node.child_by_field_name("left")
            if left is not None:
                self._add(prefix + re.split(r"[\[ ]", text_of(left))[0], "type", node, self._line(node))

    def _function(self, node: Node, prefix: str, decorators: list[str]) -> None:
        name = name_of(node)
        if not name:
            return
        self.has_test_function |= not prefix and name.startswith("test_")
        self.drafts.add(
            Draft(
                name=prefix + name,
                kind="method" if prefix else "function",
                line=line_of(node),
                end_line=end_line_of(node),
                signature=self._signature(node),
                summary=first_sentence(clean_docstring(self._docstring(node.child_by_field_name("body")) or "")),
                overload=any(decorator.rpartition(".")[2] == "overload" for decorator in decorators),
            )
        )

    def _class(self, node: Node, prefix: str, depth: int) -> None:
        name = name_of(node)
        if not name:
            return
        body = node.child_by_field_name("body")
        self.drafts.add(
            Draft(
                name=prefix + name,
                kind="class",
                line=line_of(node),
                end_line=end_line_of(node),
                signature=self._signature(node),
                summary=first_sentence(clean_docstring(self._docstring(body) or "")),
            )
        )
        if body is not None and depth < _MAX_CLASS_DEPTH:
            self._body(body, f"{prefix}{name}.", depth=depth + 1)

    def _expression(self, statement: Node, prefix: str, assigned: list[str]) -> list[str]:
        """Reads an expression statement; returns the names it assigned. A bare string describes ``assigned``."""
        node = first_named(statement)
        if node is None:
            return []
        if node.type == "assignment":
            return self._assignment(node, prefix)
        if node.type == "string" and assigned:
            summary = first_sentence(clean_docstring(literal(node) or ""))
            for name in assigned:
                self.drafts.summarize(name, summary)
        elif not prefix:
            self.all.read(node)
        return []

    def _assignment(self, node: Node, prefix: str) -> list[str]:
        names: list[str] = []
        annotation, value = node.child_by_field_name("type"), node.child_by_field_name("right")
        target: Node | None = node
        while target is not None and target.type == "assignment":
            names.extend(_targets(target.child_by_field_name("left")))
            value = target.child_by_field_name("right")
            target = value
        signature = self._line(node)
        for name in names:
            if name == "__all__" and not prefix and value is not None:
                self.all.extend(value)
            # ``except ImportError: yaml = None`` says that an import failed and defines nothing
            if prefix or value is None or value.type != "none" or name not in self._bound():
                self._add(prefix + name, _assigned_kind(name, annotation, value), node, signature)
        return [prefix + name for name in names]

    def _bound(self) -> set[str]:
        """The names of the module that its imports have bound so far."""
        bound = set()
        for found in self.imports:
            if not found.local:
                bound |= {name.alias or name.name for name in found.names} or {found.specifier.split(".")[0]}
        return bound

    def _line(self, node: Node) -> str:
        return one_line(self.source.data, node.start_byte, node.end_byte)

    def _add(self, name: str, kind: str, node: Node, signature: str) -> None:
        self.drafts.add(Draft(name, kind, line_of(node), end_line_of(node), signature))

    def _signature(self, node: Node) -> str:
        """``def`` or ``class`` up to its colon, without the comments between parameters."""
        end, comments = node.end_byte, []
        for child in node.children:
            if child.type == ":":
                end = child.start_byte
                break
            if (
                child.type in {"parameters", "argument_list"}
                and b"#" in self.source.data[child.start_byte : child.end_byte]
            ):
                comments = [(c.start_byte, c.end_byte) for c in child.named_children if c.type == "comment"]
        return one_line(self.source.data, node.start_byte, end, tuple(comments))

    def _docstring(self, body: Node | None) -> str | None:
        if body is None:
            return None
        for index in range(min(body.named_child_count, 50)):
            first = body.named_child(index)
            if first is not None and first.type != "comment":
                string = first_named(first) if first.type == "expression_statement" else None
                return literal(string) if string is not None else None
        return None

    def _header(self) -> str:
        """The comments above the first statement."""
        lines = []
        for child in self.root.children[:30]:
            if child.type != "comment":
                break
            lines.append(text_of(child)[:500])
        return "\n".join(lines)


def _targets(left: Node | None) -> list[str]:
    """The plain names an assignment binds: not attributes or items."""
    names: list[str] = []
    stack = [left] if left is not None else []
    while stack:
        node = stack.pop()
        if node.type == "identifier":
            names.append(text_of(node))
        elif node.type in {"pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"}:
            stack.extend(reversed(node.named_children))
    return names


def _assigned_kind(name: str, annotation: Node | None, value: Node | None) -> str:
    if annotation is not None and text_of(annotation).rpartition(".")[2] == "TypeAlias":
        return "type"
    if value is not None and value.type == "call":
        function = value.child_by_field_name("function")
        if function is not None and text_of(function).rpartition(".")[2] in _TYPE_MAKERS:
            return "type"
    return "constant" if _CONSTANT.fullmatch(name) else "variable"


def _is_test_import(specifier: str) -> bool:
    return specifier.split(".")[0] in _TEST_PACKAGES
