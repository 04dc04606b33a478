"""Ruby: modules, classes, their members and what a file loads, read with tree-sitter and never run."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .base import Analyzer
from .prose import says_generated
from .ruby_comments import Above, RubyHead, ruby_summary, says_internal
from .ruby_imports import loads
from .ruby_names import (
    COMPOUND,
    DEFINITIONS,
    body_of,
    comments_before,
    constant_name,
    literal_names,
    made,
    named_literals,
    superclass_of,
    target_names,
    unwrap,
)
from .ruby_tests import TEST_LOADS, is_test_class, is_test_group
from .source import Source, count_terms, decode
from .trees import Draft, Drafts, Finder, end_line_of, line_of, one_line, statements_in, syntax_error, text_of

_KEYWORDS_TEXT = """
    BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined do else elsif end ensure
    false for if in module next nil not or redo rescue retry return self super then true undef unless until when
    while yield
"""
_KEYWORDS = frozenset(_KEYWORDS_TEXT.split())
_COOKIE = re.compile(rb"^[ \t]*#.*?coding[:=][ \t]*([-\w.]+)")
_NODOC = re.compile(rb"[^\n]{0,200}#[ \t]*:nodoc:")
_DOCUMENTED = frozenset({"assignment", "class", "method", "module", "singleton_method"})
_VISIBILITIES = frozenset({"private", "protected", "public", "module_function"})
_HIDING = frozenset({"private", "protected", "private_class_method", "private_constant"})
_SHOWING = frozenset({"public", "module_function", "public_class_method"})
_ATTRIBUTES_TEXT = """
    attr attr_accessor attr_reader attr_writer class_attribute cattr_accessor cattr_reader cattr_writer mattr_accessor
    mattr_reader mattr_writer
"""
_ATTRIBUTES = frozenset(_ATTRIBUTES_TEXT.split())
_CONCERN_BLOCKS = frozenset({"class_methods", "included", "prepended"})
_MAX_DEPTH = 8


class RubyAnalyzer(Analyzer):
    """Reads ``.rb``, ``.rake`` and ``.ru``."""

    language = "ruby"
    grammars: ClassVar[dict[str, tuple[str, str]]] = dict.fromkeys(
        (".rake", ".rb", ".ru"), ("tree_sitter_ruby", "language")
    )

    def facts(self, data: bytes, suffix: str) -> ModuleFacts:
        """See :meth:`Analyzer.facts`. Names are relative to the one namespace, ``A.b`` for ``A#b`` and ``A.b``."""
        source = decode(data, _declared_encoding(data))
        tree = self.parse(source.data, suffix)
        if tree is None:
            return self.unparsed(source, _KEYWORDS)
        return _Reading(source, tree.root_node).facts(self.language)


def _declared_encoding(data: bytes) -> str:
    for line in re.split(rb"\r\n|\n|\r", data[:1000], maxsplit=2)[:2]:
        if cookie := _COOKIE.match(line):
            return cookie[1].decode("ascii", "replace")
    return ""


class _Scope(NamedTuple):
    """A body being read: the start of its members' names, and how deep it lies."""

    prefix: str
    depth: int


class _Reading:
    """One file being read."""

    def __init__(self, source: Source, root: Node) -> None:
        self.source = source
        self.root = root
        self.drafts = Drafts()
        self.hidden: set[str] = set()
        self.hides_members = False
        """What a bare ``private`` in the body being read says of the members after it."""
        self.has_tests = False
        self.has_nodoc = b":nodoc:" in source.data

    def facts(self, language: str) -> ModuleFacts:
        wrapped = unwrap(self.source.data, self.root)
        if wrapped.outermost is not None:
            # Beside the wrapping module nothing is defined, but there may be tests.
            self.has_tests = any(is_test_group(node) for node in self.root.named_children if node.type == "call")
        self._body(wrapped.inner, _Scope("", 0), wrapped.before)
        imports, notes = loads(self.source.data, Finder(self.root))
        symbols = self.drafts.symbols(self._exported)
        error = syntax_error(self.root)
        head = RubyHead(self.root)
        documents_next = head.next is not None and head.next.type in _DOCUMENTED and head.next != wrapped.outermost
        return ModuleFacts(
            language=language,
            docstring=head.docstring(documents_next) or wrapped.prose,
            symbols=symbols,
            imports=tuple(imports),
            terms=count_terms(self.source.text, _KEYWORDS),
            exports=tuple(sorted(s.name for s in symbols if s.exported and not self._owner(s.name))),
            generated=says_generated(head.text),
            test=self.has_tests or any(raw.specifier in TEST_LOADS for raw in imports),
            notes=(*self.source.notes, *([error] if error else []), *notes),
            namespaces=(wrapped.namespace,) if wrapped.namespace else (),
        )

    def _exported(self, draft: Draft) -> bool:
        name = draft.name
        while name and name not in self.hidden:
            name = self._owner(name)
        return not name

    def _owner(self, name: str) -> str:
        """The definition that ``name`` is a member of, ``""`` for one at the top of the file."""
        owner = name.rpartition(".")[0]
        while owner and owner not in self.drafts:
            owner = owner.rpartition(".")[0]
        return owner

    def _body(self, parent: Node, scope: _Scope, before: list[Node] | None = None) -> None:
        """Reads the statements of a body; ``before`` are comments between its head and its first statement."""
        outer, self.hides_members = self.hides_members, False
        above = Above(self.source.data)
        for comment in before or ():
            above.add(comment)
        row = -1
        for node in statements_in(parent, COMPOUND):
            if node.type == "comment":
                # One at the end of a statement's line says something of that statement.
                if node.start_point.row != row:
                    above.add(node)
                continue
            self._statement(node, scope, above.take(node.start_point.row))
            row = node.end_point.row
        self.hides_members = outer

    def _statement(self, node: Node, scope: _Scope, doc: str) -> None:
        kind = node.type
        if kind in DEFINITIONS:
            self._class(node, scope, doc)
        elif kind in {"method", "singleton_method"}:
            self._method(node, scope, doc, hidden=self.hides_members and kind == "method")
        elif kind == "call":
            self._call(node, scope, doc)
        elif kind in {"assignment", "operator_assignment"}:
            self._assignment(node, scope, doc)
        elif kind == "identifier":
            word = text_of(node)
            if word in _VISIBILITIES and scope.prefix:
                self.hides_members = word in _HIDING
        elif kind == "singleton_class":
            value, body = node.child_by_field_name("value"), body_of(node)
            if value is not None and value.type == "self" and body is not None and scope.depth < _MAX_DEPTH:
                self._body(body, scope._replace(depth=scope.depth + 1), comments_before(node, body))
        elif kind == "alias":
            name = node.child_by_field_name("name")
            if name is not None and name.type != "global_variable":
                self._alias(node, scope, text_of(name), node.child_by_field_name("alias"), doc)

    # -- definitions -----------------------------------------------------------------------------------------------

    def _class(self, node: Node, scope: _Scope, doc: str) -> None:
        name_node, body = node.child_by_field_name("name"), body_of(node)
        name = constant_name(name_node)
        if not name or name_node is None:
            return
        full = scope.prefix + name
        superclass = superclass_of(node)
        made_of = made(superclass)
        end = name_node.end_byte if superclass is None else superclass.end_byte
        self._add(full, "class" if node.type == "class" else "namespace", node, end, doc)
        if superclass is not None and made_of is None:
            self.has_tests |= is_test_class(superclass)
        for field in made_of.fields if made_of is not None else ():
            self._add(f"{full}.{field}", "variable", node, end, "")
        if body is not None and scope.depth < _MAX_DEPTH:
            self._body(body, _Scope(f"{full}.", scope.depth + 1), comments_before(node, body))

    def _method(self, node: Node, scope: _Scope, doc: str, hidden: bool) -> None:
        name = node.child_by_field_name("name")
        if name is None:
            return
        prefix = scope.prefix
        owner = node.child_by_field_name("object")
        if owner is not None and owner.type != "self":
            # ``def A.x`` in A itself means self; elsewhere it is a member of A.
            other = constant_name(owner)
            if not other:
                return
            same = prefix.rstrip(".").split(".")[-1:] == other.split(".")[-1:]
            prefix = prefix if same else f"{other}."
        parameters = node.child_by_field_name("parameters")
        end = name.end_byte if parameters is None else parameters.end_byte
        kind = "method" if prefix else "function"
        self._add(prefix + text_of(name), kind, node, end, doc, hidden=hidden)

    def _assignment(self, node: Node, scope: _Scope, doc: str) -> None:
        names = target_names(node.child_by_field_name("left"))
        if not names:
            return
        value = made(node.child_by_field_name("right"))
        for name in names:
            full = scope.prefix + name
            if value is None:
                self._add(full, "constant", node, node.end_byte, doc)
                continue
            end = node.end_byte if value.body is None else value.body.start_byte
            self._add(full, value.kind, node, end, doc)
            for field in value.fields:
                self._add(f"{full}.{field}", "variable", node, end, "")
            if value.body is not None and scope.depth < _MAX_DEPTH:
                self._body(value.body, _Scope(f"{full}.", scope.depth + 1), value.before)

    def _add(
        self, name: str, kind: str, node: Node, end: int, doc: str, *, hidden: bool = False, signature: str = ""
    ) -> None:
        """Adds a definition whose head ends at the byte ``end``; of several with one name the first counts."""
        if name in self.drafts:
            return
        internal = says_internal(doc) or (self.has_nodoc and _NODOC.match(self.source.data, end) is not None)
        if hidden or internal:
            self.hidden.add(name)
        self.drafts.add(
            Draft(
                name=name,
                kind=kind,
                line=line_of(node),
                end_line=end_line_of(node),
                signature=signature or self._signature(node, end),
                summary=ruby_summary(doc) if doc else "",
            )
        )

    def _signature(self, node: Node, end: int) -> str:
        """The head of a definition, without the comments between parameters."""
        comments: list[tuple[int, int]] = []
        parameters = node.child_by_field_name("parameters")
        if parameters is not None and b"#" in self.source.data[parameters.start_byte : parameters.end_byte]:
            comments = [(c.start_byte, c.end_byte) for c in parameters.named_children if c.type == "comment"]
        text = one_line(self.source.data, node.start_byte, end, tuple(comments)).rstrip(" ;|")
        return text.removesuffix(" do").rstrip()

    def _alias(self, node: Node, scope: _Scope, name: str, original: Node | None, doc: str) -> None:
        """A second name, which is as visible as the method is at this point."""
        meant = "" if original is None else text_of(original).lstrip(":")
        kind = "method" if scope.prefix else "function"
        hidden = scope.prefix + meant in self.hidden
        self._add(scope.prefix + name.lstrip(":"), kind, node, node.end_byte, doc, hidden=hidden)

    # -- calls -----------------------------------------------------------------------------------------------------

    def _call(self, node: Node, scope: _Scope, doc: str) -> None:
        method, given = node.child_by_field_name("method"), node.child_by_field_name("arguments")
        self.has_tests |= is_test_group(node)
        if method is None or node.child_by_field_name("receiver") is not None:
            return
        name = text_of(method)
        arguments = [] if given is None else given.named_children
        if name in _ATTRIBUTES:
            self._attributes(node, scope, arguments, doc, hidden=self.hides_members)
        elif name in _HIDING or name in _SHOWING:
            self._visibility(name, scope, arguments, doc)
        elif name == "alias_method" and arguments:
            for alias in literal_names(arguments[:1]):
                self._alias(node, scope, alias, arguments[1] if len(arguments) > 1 else None, doc)
        elif name in _CONCERN_BLOCKS:
            block = node.child_by_field_name("block")
            body = None if block is None else body_of(block)
            if block is not None and body is not None and scope.depth < _MAX_DEPTH:
                self._body(body, scope._replace(depth=scope.depth + 1), comments_before(block, body))

    def _attributes(self, node: Node, scope: _Scope, arguments: list[Node], doc: str, hidden: bool) -> None:
        method = node.child_by_field_name("method")
        for name, literal in named_literals(arguments):
            signature = "" if method is None else f"{text_of(method)} :{name}"
            self._add(scope.prefix + name, "variable", literal, node.end_byte, doc, hidden=hidden, signature=signature)

    def _visibility(self, name: str, scope: _Scope, arguments: list[Node], doc: str) -> None:
        """``private def x``, ``private attr_reader :x`` and ``private :x, :y``."""
        hides = name in _HIDING
        for argument in arguments:
            if argument.type in {"method", "singleton_method"}:
                applies = argument.type == "method" or name == "private_class_method"
                self._method(argument, scope, doc, hidden=hides and applies)
            elif argument.type == "call":
                method, given = argument.child_by_field_name("method"), argument.child_by_field_name("arguments")
                if method is not None and given is not None and text_of(method) in _ATTRIBUTES:
                    self._attributes(argument, scope, given.named_children, doc, hidden=hides)
        for member in literal_names(arguments):
            full = scope.prefix + member
            if hides:
                self.hidden.add(full)
            else:
                self.hidden.discard(full)
