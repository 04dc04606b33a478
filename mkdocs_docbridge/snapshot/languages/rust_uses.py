"""What a Rust file takes from others: ``use`` trees, ``extern crate``, ``mod x;`` and ``include!``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, ImportKind, Note, RawImport

from .trees import Finder, line_of, text_of

_SPACE = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
_RAW = re.compile(r"\br#")
_USE = re.compile(rb"\buse\s+[\w:{]")
_INCLUDE = re.compile(rb"\binclude(?:_str|_bytes)?!\s*[(\[{]\s*(?:\"((?:[^\"\\\n]|\\.)*)\")?")
_PATH_ATTRIBUTE = re.compile(r'\bpath\s*=\s*"((?:[^"\\]|\\.)*)"')


class _Leaf(NamedTuple):
    """One name of a use tree: its whole path, what it is called here, its line."""

    path: str
    alias: str
    line: int


class Scope(NamedTuple):
    """An inline module and the bytes it takes; ``name`` is ``a::b``, empty for the file."""

    start: int
    end: int
    name: str


def read_use(node: Node, scope: str, kind: ImportKind, *, local: bool) -> list[RawImport]:
    """The imports of a ``use`` declaration: one for each path that names are taken of.

    ``use a::b::{C as D, self}`` is ``a::b`` with the names ``C`` and ``""`` (the module itself); ``use a`` is ``a``
    with the name ``""``. In an inline module, what a name is called here starts with the path of that module.
    """
    groups: dict[str, list[ImportedName]] = {}
    lines: dict[str, int] = {}
    for leaf in _leaves(node.child_by_field_name("argument")):
        specifier, name = _divided(leaf.path)
        if not specifier:
            continue
        alias = leaf.alias or name or specifier.rpartition("::")[2]
        groups.setdefault(specifier, []).append(ImportedName(name=name, alias=within(scope, alias)))
        lines.setdefault(specifier, leaf.line)
    return [
        RawImport(specifier=specifier, names=tuple(names), line=lines[specifier], kind=kind, local=local)
        for specifier, names in groups.items()
    ]


def within(scope: str, name: str) -> str:
    """``name`` as the file sees it, when it is bound in the inline module ``scope``."""
    return f"{scope}::{name}" if scope else name


def _divided(path: str) -> tuple[str, str]:
    """(what a name is taken of, the name). ``self`` at the end and a path of one part are the thing itself."""
    before, _, last = path.rpartition("::")
    if last == "self" and before:
        return before, ""
    if not before or last in {"self", "super", "crate"}:
        # a leading :: says that a crate is meant
        return path, ""
    return before, last


def _leaves(argument: Node | None) -> Iterator[_Leaf]:
    stack = [(argument, "")] if argument is not None else []
    while stack:
        node, prefix = stack.pop()
        kind = node.type
        if kind in {"use_list", "scoped_use_list"}:
            path, inner = node.child_by_field_name("path"), node.child_by_field_name("list")
            below = _joined(prefix, _path(path)) if path is not None else prefix or _leading(node)
            children = node if kind == "use_list" else inner
            if children is not None:
                stack.extend((child, below) for child in reversed(children.named_children))
        elif kind == "use_as_clause":
            path, alias = node.child_by_field_name("path"), node.child_by_field_name("alias")
            if path is not None and alias is not None:
                yield _Leaf(_joined(prefix, _path(path)), _path(alias), line_of(node))
        elif kind == "use_wildcard":
            yield _Leaf(_joined(prefix, _path(node)), "*", line_of(node))
        elif "comment" not in kind and kind != "ERROR":
            yield _Leaf(_joined(prefix, _path(node)), "", line_of(node))


def _leading(node: Node) -> str:
    """``::`` of ``use ::{a, b}``, kept as an empty first part."""
    return "::" if node.child_count and node.children[0].type == "::" else ""


def _joined(prefix: str, path: str) -> str:
    if prefix == "::":
        return f"::{path}"
    return f"{prefix}::{path}" if prefix and path else prefix or path


def _path(node: Node) -> str:
    return _RAW.sub("", _SPACE.sub("", text_of(node)))


def read_extern_crate(node: Node, scope: str, kind: ImportKind) -> list[RawImport]:
    """``extern crate a as b`` is ``::a`` with the name ``""``; ``extern crate self`` takes nothing."""
    name, alias = node.child_by_field_name("name"), node.child_by_field_name("alias")
    if name is None or text_of(name) == "self":
        return []
    called = text_of(alias if alias is not None else name)
    names = (ImportedName(name="", alias=within(scope, called)),)
    return [RawImport(specifier=f"::{_path(name)}", names=names, line=line_of(node), kind=kind)]


def read_module(node: Node, scope: str, attributes: list[Node]) -> list[RawImport]:
    """``mod x;`` is ``x``, or each file that a ``path`` attribute gives it; the alias is the module's name."""
    name = node.child_by_field_name("name")
    if name is None:
        return []
    called = _path(name)
    written = [match[1] for node in attributes for match in _PATH_ATTRIBUTE.finditer(text_of(node)[:2000])]
    names = (ImportedName(name="", alias=within(scope, called)),)
    return [
        RawImport(specifier=specifier, names=names, line=line_of(node), kind="module")
        for specifier in [path if "/" in path or "." in path else f"./{path}" for path in written] or [called]
    ]


def hidden_uses(data: bytes, finder: Finder, seen: set[int], scopes: list[Scope]) -> list[RawImport]:
    """The ``use`` declarations inside functions: each ``use`` of the text is asked of the tree."""
    found: list[RawImport] = []
    ahead = sorted(scopes, reverse=True)
    around: list[Scope] = []
    for match in _USE.finditer(data):
        while ahead and ahead[-1].start <= match.start():
            around.append(ahead.pop())
        while around and around[-1].end <= match.start():
            around.pop()
        if match.start() in seen:
            continue
        node = finder.at(match.start(), match.end())
        if node is not None and node.type == "use_declaration" and node.start_byte not in seen:
            seen.add(node.start_byte)
            scope = around[-1].name if around else ""
            found.extend(read_use(node, scope, "import", local=True))
    return found


def includes(data: bytes, finder: Finder) -> tuple[list[RawImport], list[Note]]:
    """The files that ``include!`` and its kin take, relative to this one; a note where a build makes the source."""
    found: list[RawImport] = []
    notes: list[Note] = []
    if b"include" not in data:
        return found, notes
    for match in _INCLUDE.finditer(data):
        node = finder.at(match.start(), match.start() + len(b"include"))
        if node is None or "comment" in node.type or "string" in node.type or node.type == "doc_comment":
            continue
        line = line_of(node)
        if match[1] is not None:
            path = match[1].decode("utf-8", "replace")
            found.append(RawImport(specifier=path, names=(), line=line, kind="include", local=True))
        elif match[0].startswith(b"include!"):
            reason = "include! takes a file that only a build would tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line))
    return found, notes
