"""The imports of a Go file, and the names it uses of each: Go writes them not in the import but behind a dot."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from mkdocs_docbridge.snapshot.facts import ImportedName, RawImport

from .trees import line_of, text_of

# Strings and comments are passed over whole; what is left open takes the rest, so that reading stays linear.
_SKIPPED = rb"\"(?:[^\"\\\n]|\\.)*\"?|`[^`]*`?|//[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^'\\\n]|\\.)'"
_QUALIFIED = re.compile(_SKIPPED + rb"|(?<![\w.])([A-Za-z_]\w*\.[A-Z]\w*)", re.DOTALL)
_PLAIN = re.compile(_SKIPPED + rb"|(?<![\w.])([A-Z]\w*)", re.DOTALL)
_MAJOR = re.compile(r"v[0-9]+")
_VERSION = re.compile(r"[.-]v[0-9]+$")
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_AFFIXES = re.compile(r"^go[-.]|[-.](?:go|golang)$")
_MAX_NAMES = 2_000


class _Spec(NamedTuple):
    path: str
    alias: str
    line: int


def go_imports(data: bytes, declarations: list[Node]) -> tuple[RawImport, ...]:
    """The imports of ``declarations`` in the order of lines.

    The names are those that stand behind the package's local name anywhere in the file: ``Client`` of
    ``redis.Client``, whose alias is ``redis.Client``. ``import . "x"`` takes ``*`` and may mean every capital name
    of the file. A package's own name stands in another file; without an alias it is guessed from the path.
    """
    specs = [spec for declaration in declarations for spec in _specs(declaration)]
    if not specs:
        return ()
    used = _used(data)
    is_dotted = any(spec.alias == "." for spec in specs)
    plain = sorted(name.decode() for name in set(_PLAIN.findall(data)) - {b""}) if is_dotted else []
    bound = {spec.alias for spec in specs if spec.alias}
    found = [
        RawImport(specifier=spec.path, names=_names(spec, used, bound, plain), line=spec.line)
        for spec in specs
        if spec.path
    ]
    return tuple(sorted(found, key=lambda raw: raw.line))


def _specs(declaration: Node) -> Iterator[_Spec]:
    for child in declaration.named_children:
        for spec in child.named_children if child.type == "import_spec_list" else [child]:
            path = spec.child_by_field_name("path") if spec.type == "import_spec" else None
            if path is not None:
                alias = spec.child_by_field_name("name")
                yield _Spec(text_of(path)[1:-1], "" if alias is None else text_of(alias), line_of(spec))


def _used(data: bytes) -> dict[str, list[str]]:
    """Local name → the capital names that stand behind it."""
    used: dict[str, list[str]] = defaultdict(list)
    for found in sorted(set(_QUALIFIED.findall(data)) - {b""}):
        local, _, name = found.decode().partition(".")
        used[local].append(name)
    return used


def _names(spec: _Spec, used: dict[str, list[str]], bound: set[str], plain: list[str]) -> tuple[ImportedName, ...]:
    if spec.path == "C":
        return ()
    if spec.alias == ".":
        return (
            ImportedName(name="*", alias="*"),
            *(ImportedName(name=name, alias=name) for name in plain[:_MAX_NAMES]),
        )
    guessed = (name for name in guesses(spec.path) if name in used and name not in bound)
    local = spec.alias or next(guessed, "")
    names = tuple(ImportedName(name=name, alias=f"{local}.{name}") for name in used.get(local, ())[:_MAX_NAMES])
    return names or ((ImportedName(name="", alias=spec.alias),) if spec.alias else ())


def guesses(path: str) -> list[str]:
    """The names that the package at an import ``path`` is likely to have, likeliest first."""
    parts = path.split("/")
    last = parts[-2] if len(parts) > 1 and _MAJOR.fullmatch(parts[-1]) else parts[-1]
    last = _VERSION.sub("", last)
    short = _AFFIXES.sub("", last)
    found = [last, short, short.replace("-", "_"), short.replace("-", ""), *re.split(r"[-.]", short)[::-1]]
    return [name for name in dict.fromkeys(found) if _IDENTIFIER.fullmatch(name)]
