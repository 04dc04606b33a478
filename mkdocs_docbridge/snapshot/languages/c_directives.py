"""What the preprocessor lines of a C or C++ file say: the files it includes and the macros it defines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mkdocs_docbridge.snapshot.facts import Note, RawImport

from .c_lex import Directive, Lines

_INCLUDES = frozenset({"include", "include_next", "import", "embed"})
_PATH = re.compile(r'<[^>]+>|"[^"]+"')
_MACRO = re.compile(r"([A-Za-z_]\w*)(\([^)]*\))?(.*)", re.DOTALL)
_GUARD_NAME = re.compile(r"_(?:H|HH|HPP|HXX|INL|INCLUDED)_*$", re.IGNORECASE)
_FIRST_PARAMETER = re.compile(r"\(\s*(\w+)\s*[,)]")


class Macro(NamedTuple):
    """A macro; ``parameters`` is None for one that is no function, ``offered`` False for one that is undefined
    further down."""

    name: str
    parameters: str | None
    body: str
    start: int
    end: int
    offered: bool = True


def read_includes(directives: Sequence[Directive], lines: Lines) -> tuple[list[RawImport], list[Note]]:
    """The files that are included, as written with their quotes or brackets, those in branches that no compiler
    takes as well; a note for each ``#include MACRO``."""
    found: list[RawImport] = []
    notes: list[Note] = []
    for directive in directives:
        if directive.name not in _INCLUDES:
            continue
        line = lines.at(directive.start)
        if path := _PATH.match(directive.argument):
            found.append(RawImport(specifier=path[0], names=(), line=line, kind="include"))
        else:
            reason = f"#{directive.name} takes a macro, which only the preprocessor could tell"
            notes.append(Note(code="DYNAMIC_IMPORT", reason=reason, line=line))
    return found, notes


def read_macros(directives: Sequence[Directive]) -> Iterator[Macro]:
    """The macros that are defined, without the include guard."""
    last_undefined = {d.argument.split()[0]: d.start for d in directives if d.name == "undef" and d.argument}
    last_defined: dict[str, int] = {}
    found: list[Macro] = []
    guard = _include_guard(directives)
    before = ""
    for directive in directives:
        asked, before = before, directive.argument if directive.name == "ifndef" else ""
        parts = _MACRO.match(directive.argument) if directive.name == "define" else None
        if parts is None or parts[1] == guard:
            continue
        if asked == directive.argument and _GUARD_NAME.search(asked):
            # several headers in one file
            continue
        last_defined[parts[1]] = directive.start
        found.append(Macro(parts[1], parts[2], parts[3].strip(), directive.start, directive.end))
    for macro in found:
        is_undefined = last_undefined.get(macro.name, -1) > last_defined[macro.name]
        yield macro._replace(offered=not is_undefined)


def _include_guard(directives: Sequence[Directive]) -> str:
    """The macro that keeps a header from being read twice: asked for and defined, empty, before anything else."""
    first = [directive for directive in directives[:6] if directive.name not in {"pragma", "error", "line"}][:2]
    if len(first) < 2 or first[1].name != "define":
        return ""
    name, *value = first[1].argument.split(None, 1)
    asked = {first[0].argument, re.sub(r"!\s*defined\s*\(?\s*(\w+)\s*\)?", r"\1", first[0].argument)}
    return name if first[0].name in {"ifndef", "if"} and name in asked and not (value and value[0] != "1") else ""


def other_macros(macros: Sequence[Macro]) -> frozenset[str]:
    """The macros with parameters whose call does not begin with its first argument, as that of
    ``#define OPTION(name, number) name = number`` does."""
    found = set()
    for macro in macros:
        first = _FIRST_PARAMETER.match(macro.parameters or "")
        if first is not None and not re.match(rf"{first[1]}\b(?!\s*(?:##|\())", macro.body):
            found.add(macro.name)
    return frozenset(found)
