"""Rust: the items of one file, those in inline modules and in the braces of macros included."""

from __future__ import annotations

from bisect import bisect_left
from typing import ClassVar, NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportKind, ModuleFacts, Note, RawImport

from .base import Analyzer
from .prose import first_sentence, says_generated
from .rust_attributes import Above, RustHead
from .rust_macros import bodies, only
from .rust_members import implementation, is_marked_public, type_members
from .rust_uses import Scope, hidden_uses, includes, read_extern_crate, read_module, read_use, within
from .source import Source, count_terms, decode
from .trees import Drafts, Finder, drafted, name_of, syntax_error

_KEYWORDS_TEXT = """
    Self abstract as async await become bool box break char const continue crate do dyn else enum extern f32 f64
    false final fn for i128 i16 i32 i64 i8 if impl in isize let loop macro match mod move mut override priv pub ref
    return self static str struct super trait true try type typeof u128 u16 u32 u64 u8 union unsafe unsized use
    usize virtual where while yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_KINDS = {
    "const_item": "constant",
    "enum_item": "type",
    "function_item": "function",
    "function_signature_item": "function",
    "static_item": "variable",
    "struct_item": "type",
    "trait_item": "type",
    "type_item": "type",
    "union_item": "type",
}
_MAX_MODULE_DEPTH = 8
_MAX_MACRO_DEPTH = 3


class RustAnalyzer(Analyzer):
    """Reads ``.rs``."""

    language = "rust"
    grammars: ClassVar[dict[str, tuple[str, str]]] = {".rs": ("tree_sitter_rust", "language")}

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. See :mod:`.rust_uses` for the form of imports."""
        source = decode(data)
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        reading = _Reading(source)
        reading.file(tree.root_node)
        spans = reading.pending
        for _ in range(_MAX_MACRO_DEPTH):
            inner = self.parse(only(source.data, [(span.start, span.end) for span in spans]), suffix) if spans else None
            if inner is None:
                break
            spans = reading.macro_bodies(inner.root_node, spans)
        return reading.facts(self.language, tree.root_node)


class _Place(NamedTuple):
    """The module that items stand in: its path in the file, and whether all of it is public."""

    module: str = ""
    public: bool = True

    def name(self, name: str) -> str:
        return f"{self.module.replace('::', '.')}.{name}" if self.module else name


class _Span(NamedTuple):
    """The inside of a macro's braces, still to be read."""

    start: int
    end: int
    place: _Place


class _Reading:
    """One file being read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.drafts = Drafts()
        self.imports: list[RawImport] = []
        self.notes: list[Note] = []
        self.exports: set[str] = set()
        self.types: dict[str, bool] = {}
        """The types of the file, and whether each is public: methods are no more so than their type."""
        self.scopes: list[Scope] = []
        self.seen_uses: set[int] = set()
        self.pending: list[_Span] = []
        self.has_test = False

    def facts(self, language: str, root: Node) -> ModuleFacts:
        symbols = self.drafts.symbols(lambda draft: self.types.get(draft.name.rpartition(".")[0], True))
        error = syntax_error(root)
        head = RustHead(root)
        is_offering = any(symbol.exported for symbol in symbols)
        return ModuleFacts(
            language=language,
            docstring=head.docstring,
            symbols=symbols,
            imports=tuple(sorted(self.imports, key=lambda raw: raw.line)),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(self.exports)),
            generated=says_generated(head.text),
            test=head.is_test or (self.has_test and not is_offering),
            notes=(*self.source.notes, *([error] if error else []), *self.notes),
        )

    def file(self, root: Node) -> None:
        """Reads what stands in the file itself."""
        self._items(root.named_children, _Place(), 0)
        self._bodies(self.source.data, root)

    def macro_bodies(self, root: Node, spans: list[_Span]) -> list[_Span]:
        """Reads the insides of macros, which ``root`` has all at its top; returns the macros found in them. What
        is no Rust by itself is left alone."""
        self.pending = []
        nodes = root.named_children
        starts = [node.start_byte for node in nodes]
        read: list[tuple[int, int]] = []
        for span in spans:
            inside = nodes[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
            if inside and not any(node.has_error or node.end_byte > span.end for node in inside):
                self._items(inside, span.place, 0)
                read.append((span.start, span.end))
        if read:
            self._bodies(only(self.source.data, read), root)
        return self.pending

    def _bodies(self, data: bytes, root: Node) -> None:
        finder = Finder(root)
        self.imports += hidden_uses(data, finder, self.seen_uses, self.scopes)
        taken, notes = includes(data, finder)
        self.imports += taken
        self.notes += notes

    def _items(self, nodes: list[Node], place: _Place, depth: int) -> None:
        above = Above()
        for node in nodes:
            if above.add(node):
                continue
            if node.type == "ERROR" and depth < _MAX_MODULE_DEPTH:
                self._items(node.named_children, place, depth + 1)
            else:
                self._item(node, place, above, depth)
            above = Above()

    def _item(self, node: Node, place: _Place, above: Above, depth: int) -> None:
        kind = node.type
        if kind in {"macro_invocation", "expression_statement"}:
            call = node if kind == "macro_invocation" else node.named_children[0] if node.named_child_count else node
            if call.type == "macro_invocation":
                self.pending += [_Span(start, end, place) for start, end in bodies(call)]
        elif kind == "mod_item":
            self._module(node, place, above, depth)
        elif kind == "use_declaration":
            self.seen_uses.add(node.start_byte)
            self._offer(read_use(node, place.module, self._import_kind(node, place), local=False), place)
        elif kind == "extern_crate_declaration":
            self._offer(read_extern_crate(node, place.module, self._import_kind(node, place)), place)
        elif kind == "impl_item":
            self._implementation(node, place)
        elif kind == "macro_definition":
            self._macro(node, place, above)
        elif kind == "foreign_mod_item":
            body = node.child_by_field_name("body")
            self._items(body.named_children if body is not None else [], place, depth + 1)
        elif kind in _KINDS:
            self._definition(node, place, above)

    def _import_kind(self, node: Node, place: _Place) -> ImportKind:
        return "re-export" if place.public and is_marked_public(node) else "import"

    def _offer(self, found: list[RawImport], place: _Place) -> None:
        self.imports += found
        if not place.module:
            given = [name.alias for raw in found if raw.kind == "re-export" for name in raw.names]
            self.exports.update(name for name in given if name not in {"*", "_"})

    def _module(self, node: Node, place: _Place, above: Above, depth: int) -> None:
        name, body = _name(node), node.child_by_field_name("body")
        is_shown = place.public and is_marked_public(node) and not above.is_test
        if is_shown and not place.module:
            self.exports.add(name)
        if body is None:
            self.imports += read_module(node, place.module, above.attributes)
        elif name and depth < _MAX_MODULE_DEPTH:
            inner = _Place(within(place.module, name), is_shown)
            self._add(node, place.name(name), "namespace", body, above, is_shown)
            self.scopes.append(Scope(node.start_byte, node.end_byte, inner.module))
            self._items(body.named_children, inner, depth + 1)

    def _definition(self, node: Node, place: _Place, above: Above) -> None:
        name, kind = _name(node), _KINDS[node.type]
        if not name:
            return
        self.has_test |= above.is_test and not place.module and kind == "function"
        is_shown = place.public and is_marked_public(node) and not above.is_test
        full = place.name(name)
        if kind == "function" and (macro := above.macro_name(name)):
            full, kind = place.name(macro), "macro"
        body = node.child_by_field_name("body")
        is_tuple = body is not None and body.type == "ordered_field_declaration_list"
        self._add(node, full, kind, None if is_tuple else body, above, is_shown)
        if is_shown and not place.module:
            self.exports.add(full)
        if kind == "type":
            self.types.setdefault(full, is_shown)
            for draft in type_members(self.source.data, node, full, is_shown):
                self.drafts.add(draft)

    def _implementation(self, node: Node, place: _Place) -> None:
        found = implementation(node)
        if found is not None:
            for draft in found.members(self.source.data, place.name(found.type_name), place.public):
                self.drafts.add(draft)

    def _macro(self, node: Node, place: _Place, above: Above) -> None:
        name = _name(node)
        if not name:
            return
        # Wherever an exported macro stands, it is a name of the crate itself.
        is_shown = above.is_exported_macro and not above.is_test
        full = name if is_shown else place.name(name)
        self._add(node, full, "macro", node, above, is_shown)
        if is_shown:
            self.exports.add(name)

    def _add(self, node: Node, name: str, kind: str, body: Node | None, above: Above, public: bool) -> None:
        summary = first_sentence(above.documentation)
        draft = drafted(self.source.data, name, kind, node, body=body, summary=summary)
        if kind == "macro" and node.type == "macro_definition":
            draft = draft._replace(signature=f"macro_rules! {name}"[:160])
        self.drafts.add(draft._replace(public=public))


def _name(node: Node) -> str:
    return name_of(node).removeprefix("r#")
