"""What Ruby loads: ``require``, ``require_relative``, ``load`` and ``autoload``, wherever in a file they stand."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, ImportKind, Note, RawImport

from .trees import Finder, first_named, line_of, text_of

LOADERS = frozenset({"require", "require_relative", "require_dependency", "load", "autoload"})
_CALL = re.compile(rb"(?:require(?:_relative|_dependency)?|load|autoload)(?=[ \t(])")
_KERNEL = b"Kernel."
_KINDS: dict[str, ImportKind] = {"autoload": "dynamic", "load": "include"}
_OWN_LOAD = re.compile(rb"\bdef[ \t]+(?:self\.)?(?:load|autoload)\b")
_FILE = "\0"
"""Stands for the name of the file itself in a path under way, which ``..`` and ``dirname`` take off."""
_MAX_DEPTH = 8


class Place(NamedTuple):
    """A path as a program writes it; ``here`` when it starts from the file's own folder."""

    here: bool
    path: str


def string_value(node: Node | None) -> str | None:
    """The value of a string without interpolation; None for anything else. Escapes stay as written."""
    if node is None or node.type != "string":
        return None
    if any(child.type == "interpolation" for child in node.named_children):
        return None
    return "".join(text_of(child) for child in node.named_children)


def symbol_value(node: Node) -> str | None:
    """The name in ``:name`` or ``"name"``; None for anything else."""
    return text_of(node)[1:] if node.type == "simple_symbol" else string_value(node)


def loads(data: bytes, finder: Finder) -> tuple[list[RawImport], list[Note]]:
    """Every file that is loaded, in order; a note for each call whose path only running it would tell.

    ``kind`` tells how the path is looked up: ``import`` from the file's own folder (``require_relative``, and paths
    made with ``__dir__`` or ``__FILE__``), ``require`` along the load path, ``include`` (``load``) as it is written,
    ``dynamic`` (``autoload``) along the load path when the constant it names is first used.
    """
    found: list[RawImport] = []
    notes: list[Note] = []
    own_load = _OWN_LOAD.search(data) is not None
    for match in _CALL.finditer(data):
        if not _starts_word(data, match.start()):
            continue
        name = match[0].decode()
        if own_load and name in {"load", "autoload"}:
            continue
        # The smallest node that covers a method's name and what separates it from its arguments is the call.
        call = finder.at(match.start(), match.end() + 1)
        method = None if call is None or call.type != "call" else call.child_by_field_name("method")
        if call is None or method is None or method.byte_range != match.span():
            continue
        given = call.child_by_field_name("arguments")
        arguments = [] if given is None else [node for node in given.named_children if node.type != "comment"]
        if not arguments:
            continue
        raw = _load(call, name, arguments)
        if raw is not None:
            found.append(raw)
        else:
            reason = f"{name} is called with a path that only running it would tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line_of(call)))
    return found, notes


def _starts_word(data: bytes, start: int) -> bool:
    """Whether a call without receiver, or of ``Kernel``, may start here. (Asked of each match, because an
    expression that looks behind itself is searched for far more slowly.)"""
    before = data[start - 1 : start]
    if before == b".":
        return data[max(start - len(_KERNEL), 0) : start] == _KERNEL
    return not (before.isalnum() or before in {b"_", b":", b"@", b"$"})


def _load(call: Node, name: str, arguments: list[Node]) -> RawImport | None:
    names: tuple[ImportedName, ...] = ()
    if name == "autoload":
        constant = symbol_value(arguments[0])
        if constant is None or len(arguments) < 2:
            return None
        names = (ImportedName(name=constant, alias=constant),)
        arguments = arguments[1:]
    place = _place(arguments[0])
    if place is None or not place.path or _FILE in place.path:
        return None
    here = place.here or name == "require_relative"
    kind: ImportKind = "import" if here else _KINDS.get(name, "require")
    return RawImport(specifier=place.path, names=names, line=line_of(call), kind=kind)


def _place(node: Node | None, depth: int = 0) -> Place | None:
    """The path that an expression gives; None when it is not made of literals, ``__dir__`` and ``__FILE__``."""
    if node is None or depth > _MAX_DEPTH:
        return None
    text = string_value(node)
    if text is not None:
        return Place(here=False, path=text)
    if node.type == "string":
        return _interpolated(node, depth)
    if node.type == "parenthesized_statements":
        return _place(first_named(node), depth + 1) if node.named_child_count == 1 else None
    if node.type == "binary":
        return _sum(node, depth)
    if node.type == "call" and node.child_by_field_name("receiver") is not None:
        return _file_call(node, depth)
    word = text_of(node) if node.end_byte - node.start_byte <= len("__FILE__") else ""
    return {"__dir__": Place(here=True, path=""), "__FILE__": Place(here=True, path=_FILE)}.get(word)


def _interpolated(node: Node, depth: int) -> Place | None:
    """``"#{__dir__}/x"``"""
    first, *rest = node.named_children
    if first.type != "interpolation" or any(child.type == "interpolation" for child in rest):
        return None
    return _below(_place(first_named(first), depth + 1), "".join(map(text_of, rest)))


def _sum(node: Node, depth: int) -> Place | None:
    operator = node.child_by_field_name("operator")
    right = string_value(node.child_by_field_name("right"))
    if operator is None or text_of(operator) != "+" or right is None:
        return None
    return _below(_place(node.child_by_field_name("left"), depth + 1), right)


def _below(folder: Place | None, rest: str) -> Place | None:
    return _joined(folder, rest) if folder is not None and folder.here and rest.startswith("/") else None


def _file_call(node: Node, depth: int) -> Place | None:
    """``File.expand_path``, ``File.join``, ``File.dirname`` and ``File.absolute_path``."""
    receiver, method = node.child_by_field_name("receiver"), node.child_by_field_name("method")
    arguments = node.child_by_field_name("arguments")
    if receiver is None or method is None or arguments is None or text_of(receiver).lstrip(":") != "File":
        return None
    places = [_place(argument, depth + 1) for argument in arguments.named_children[:8]]
    known = [place for place in places if place is not None]
    if not known or len(known) != len(places):
        return None
    name, first = text_of(method), known[0]
    if name in {"expand_path", "absolute_path", "realpath"}:
        return first if len(known) == 1 or first.here else _joined(known[1], first.path)
    if name == "join":
        for place in known[1:]:
            first = _joined(first, place.path)
        return first
    return _joined(first, "..") if name == "dirname" and len(known) == 1 else None


def _joined(base: Place, path: str) -> Place:
    """``path`` below ``base``, without ``.`` and, as far as they can be, without ``..``."""
    parts = [part for part in base.path.split("/") if part]
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return Place(base.here, "/".join(parts))
