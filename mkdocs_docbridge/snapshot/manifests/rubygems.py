"""``*.gemspec`` and ``Gemfile``: programs, of which only the literal parts are read. Nothing is run."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts, Note
from mkdocs_docbridge.snapshot.languages.prose import first_sentence
from mkdocs_docbridge.snapshot.languages.ruby import RubyAnalyzer
from mkdocs_docbridge.snapshot.languages.ruby_imports import string_value
from mkdocs_docbridge.snapshot.languages.ruby_names import literal_names
from mkdocs_docbridge.snapshot.languages.source import decode
from mkdocs_docbridge.snapshot.languages.trees import first_named, line_of, syntax_error, text_of

from .members import broken

_ECOSYSTEM = "rubygems"
_ADDERS = frozenset({"add_dependency", "add_runtime_dependency", "add_development_dependency"})
_MAX_NODES = 200_000


def read_gemspec(data: bytes) -> ManifestFacts:
    """The facts of a gemspec. A version that is no literal of the file (``Foo::VERSION``) is None."""
    root = _parse(data)
    if root is None:
        return broken(_ECOSYSTEM, "it takes more steps to parse than a manifest should", None)
    reading = _Gemspec(root)
    return ManifestFacts(
        ecosystem=_ECOSYSTEM,
        name=reading.text("name"),
        version=reading.text("version") or None,
        description=reading.text("summary") or first_sentence(reading.text("description")),
        dependencies=reading.dependencies(),
        source_roots=tuple(reading.texts("require_paths") or reading.texts("require_path") or ["lib"]),
        scripts=tuple(sorted(set(reading.texts("executables")))),
        notes=tuple(reading.notes),
    )


def read_gemfile(data: bytes) -> ManifestFacts:
    """The facts of a Gemfile: the gems it names. It declares no package."""
    root = _parse(data)
    if root is None:
        return broken(_ECOSYSTEM, "it takes more steps to parse than a manifest should", None)
    error = syntax_error(root)
    notes = [error] if error is not None else []
    calls = [node for node in _nodes(root) if node.type == "call" and node.child_by_field_name("receiver") is None]
    gems = [node for node in calls if _method(node) == "gem"]
    return ManifestFacts(ecosystem=_ECOSYSTEM, name="", dependencies=_dependencies(gems, notes), notes=tuple(notes))


def _parse(data: bytes) -> Node | None:
    tree = RubyAnalyzer().parse(decode(data).data, ".rb")
    return None if tree is None else tree.root_node


def _nodes(root: Node) -> Iterator[Node]:
    """The named nodes of a tree, in order, as far as a manifest may have any."""
    stack = [root]
    for _ in range(_MAX_NODES):
        if not stack:
            return
        node = stack.pop()
        yield node
        stack.extend(reversed(node.named_children))


class _Gemspec:
    """What ``Gem::Specification.new do |s|`` is told."""

    def __init__(self, root: Node) -> None:
        self.notes: list[Note] = []
        self._literals: dict[str, Node] = {}
        self._members: dict[str, Node] = {}
        self._adding: list[Node] = []
        self._heredocs: list[tuple[Node, Node]] = []
        openings: list[Node] = []
        for node in _nodes(root):
            if node.type == "assignment":
                self._assignment(node)
            elif node.type == "call":
                self._call(node)
            elif node.type == "heredoc_beginning":
                openings.append(node)
            elif node.type == "heredoc_body" and openings:
                self._heredocs.append((openings.pop(0), node))
        if (error := syntax_error(root)) is not None:
            self.notes.append(error)

    def _assignment(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        if left.type in {"identifier", "constant"}:
            self._literals.setdefault(text_of(left), right)
        elif left.type == "call" and (member := _method(left)):
            self._members.setdefault(member, right)

    def _call(self, node: Node) -> None:
        receiver, method = node.child_by_field_name("receiver"), _method(node)
        if receiver is None:
            return
        if method in _ADDERS:
            self._adding.append(node)
        elif method == "new" and text_of(receiver).removeprefix("::") == "Gem::Specification":
            # The name and the version may be given in the call itself.
            given = node.child_by_field_name("arguments")
            for member, value in zip(("name", "version"), [] if given is None else given.named_children, strict=False):
                self._members.setdefault(member, value)

    def text(self, member: str) -> str:
        """The literal text of a member, ``""`` without one; a name that cannot be read is noted."""
        value = self._members.get(member)
        if value is None:
            return ""
        text = self._literal(value)
        if text is None and member == "name":
            reason = "name is no literal: only running the file would tell it"
            self.notes.append(Note(code="MANIFEST_MEMBER", reason=reason, line=line_of(value)))
        return (text or "").strip()

    def _literal(self, value: Node | None) -> str | None:
        for _ in range(4):
            if value is None:
                return None
            if value.type in {"identifier", "constant"}:
                value = self._literals.get(text_of(value))
            elif value.type == "call" and _method(value) in {"freeze", "strip", "chomp"}:
                value = value.child_by_field_name("receiver")
            elif value.type == "call" and _method(value) == "new":
                value = first_named(value.child_by_field_name("arguments"))
            elif value.type == "heredoc_beginning":
                return next((_heredoc(body) for opening, body in self._heredocs if opening == value), None)
            else:
                return string_value(value)
        return None

    def texts(self, member: str) -> list[str]:
        """The literal texts in a list."""
        value = self._members.get(member)
        return [] if value is None else literal_names([value])

    def dependencies(self) -> tuple[Dependency, ...]:
        """The gems that are added, the first line that names each."""
        return _dependencies(self._adding, self.notes)


def _method(call: Node) -> str:
    method = call.child_by_field_name("method")
    return "" if method is None else text_of(method)


def _heredoc(body: Node) -> str | None:
    """The text of a heredoc; None for one with interpolation."""
    if any(child.type == "interpolation" for child in body.named_children):
        return None
    return "".join(text_of(child) for child in body.named_children if child.type == "heredoc_content")


def _dependencies(calls: list[Node], notes: list[Note]) -> tuple[Dependency, ...]:
    lines: dict[str, int] = {}
    for call in calls:
        name = string_value(first_named(call.child_by_field_name("arguments")))
        if name:
            lines.setdefault(name, line_of(call))
        else:
            reason = "a dependency is named by an expression; it is left out"
            notes.append(Note(code="MANIFEST_MEMBER", reason=reason, line=line_of(call)))
    return tuple(Dependency(name=name, line=lines[name]) for name in sorted(lines))
