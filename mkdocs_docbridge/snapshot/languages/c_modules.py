"""The modules of C++20: which one a file is part of, what it imports and which of its declarations it exports."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from mkdocs_docbridge.snapshot.facts import ImportKind, RawImport

from .blanks import blank

_LINE = re.compile(
    rb"^[ \t]*(export[ \t]+)?(module|import)\b[ \t]*"
    rb"((?:[A-Za-z_][\w.]*)?(?::[ \t]*[A-Za-z_][\w.]*)?|<[^\n>;]*>|\"[^\n\";]*\")[ \t]*;",
    re.MULTILINE,
)
_EXPORT = re.compile(rb"\bexport\s+")
_BRACE = re.compile(rb"[{}]")


class ModuleUnit(NamedTuple):
    """``code`` has spaces for everything that only modules know. ``name`` is ``""`` in a file that is no part of
    a module, ``interface`` tells whether others import it by that name."""

    code: bytes
    name: str = ""
    interface: bool = False
    line: int = 1
    imports: tuple[RawImport, ...] = ()
    exported: tuple[tuple[int, int], ...] = ()
    """The spans of what ``export`` stands before; a declaration counts by its start."""

    def exports(self, offset: int) -> bool:
        """Whether a declaration that starts at ``offset`` is exported."""
        index = bisect_right(self.exported, (offset, len(self.code))) - 1
        return index >= 0 and self.exported[index][0] <= offset < self.exported[index][1]


def read_module(data: bytes, code: bytes) -> ModuleUnit:
    """Reads the module lines of ``code`` (of ``data``, without comments and preprocessor lines)."""
    if b"module" not in code and b"import" not in code:
        return ModuleUnit(code)
    name, interface, line = "", False, 1
    imports: list[RawImport] = []
    for found in _LINE.finditer(code):
        target = "".join(data[found.start(3) : found.end(3)].decode("utf-8", "replace").split())
        row = code.count(b"\n", 0, found.start(2)) + 1
        if found[2] == b"module" and target and not target.startswith(":"):
            name, interface, line = target, found[1] is not None, row
        elif found[2] == b"import" and target:
            specifier = name.partition(":")[0] + target if target.startswith(":") else target
            is_header = target[0] in '<"'
            kind: ImportKind = "include" if is_header else "re-export" if found[1] else "import"
            imports.append(RawImport(specifier=specifier, names=(), line=row, kind=kind))
    if not name and not imports:
        return ModuleUnit(code)
    code = _LINE.sub(lambda found: blank(found[0]), code)
    code, exported = _without_export(code)
    return ModuleUnit(code, name, interface, line, tuple(imports), exported)


def _without_export(code: bytes) -> tuple[bytes, tuple[tuple[int, int], ...]]:
    """``code`` without the word ``export`` and the braces behind it, and the spans that it exports."""
    changed = bytearray(code)
    spans: list[tuple[int, int]] = []
    end = 0
    for found in _EXPORT.finditer(code):
        changed[found.start() : found.end()] = blank(found[0])
        if found.start() < end:
            continue
        start = found.end()
        opens = code.startswith(b"{", start)
        brace = start if opens else _first_brace(code, start)
        end = start + 1 if brace is None else _closing(code, brace)
        if opens and end < len(code):
            changed[start], changed[end] = ord(" "), ord(" ")
        spans.append((start, end))
    return bytes(changed), tuple(spans)


def _first_brace(code: bytes, start: int) -> int | None:
    """The brace of the declaration at ``start``, None when it has none."""
    brace, stop = code.find(b"{", start), code.find(b";", start)
    return None if brace < 0 or 0 <= stop < brace else brace


def _closing(code: bytes, brace: int) -> int:
    depth = 0
    for found in _BRACE.finditer(code, brace):
        depth += 1 if found[0] == b"{" else -1
        if depth == 0:
            return found.start()
    return len(code)
