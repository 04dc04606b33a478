"""``go.mod`` and ``go.work``: the module's path, what it requires, and what it replaces by a folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts, Note

from .members import broken, decoded, not_utf8

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`|//.*|[()]|[^\s()"`]+')
_DIRECTIVES_TEXT = "exclude go godebug ignore module replace require retract tool toolchain use"
_DIRECTIVES = frozenset(_DIRECTIVES_TEXT.split())
_INDIRECT = re.compile(r"//\s*indirect\b")


class _Line(NamedTuple):
    """One directive, those of a block in parentheses each by itself."""

    directive: str
    words: tuple[str, ...]
    comment: str
    number: int


def read_go_mod(data: bytes) -> ManifestFacts:
    """The facts of a ``go.mod``. Requirements marked ``// indirect`` are none of the module's own; ``aliases`` are
    the replacements by a folder. A Go module has no version of its own: tags give it."""
    read = _read(data)
    if isinstance(read, ManifestFacts):
        return read
    lines, notes = read
    name = next((line.words[0] for line in lines if line.directive == "module" and line.words), "")
    if not name:
        return broken("go", "no module directive", None)
    required = [
        Dependency(name=line.words[0], line=line.number)
        for line in lines
        if line.directive == "require" and line.words and not _INDIRECT.match(line.comment)
    ]
    return ManifestFacts(
        ecosystem="go",
        name=name,
        dependencies=tuple(
            {item.name: item for item in sorted(required, key=lambda item: (item.name, -item.line))}.values()
        ),
        aliases=_replacements(lines),
        notes=notes,
    )


def read_go_work(data: bytes) -> ManifestFacts:
    """The facts of a ``go.work``: the folders it uses."""
    read = _read(data)
    if isinstance(read, ManifestFacts):
        return read
    lines, notes = read
    used = sorted({line.words[0].removeprefix("./") for line in lines if line.directive == "use" and line.words})
    return ManifestFacts(ecosystem="go", name="", workspaces=tuple(used), aliases=_replacements(lines), notes=notes)


def _replacements(lines: list[_Line]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(module, (folder,)) of each ``replace`` that leads to a folder; one by another module keeps the name that is
    imported."""
    found: dict[str, str] = {}
    for line in lines:
        if line.directive == "replace" and "=>" in line.words:
            at = line.words.index("=>")
            target = line.words[at + 1] if at + 1 < len(line.words) else ""
            if (at and target.startswith(("./", "../"))) or target in {".", ".."}:
                found[line.words[0]] = target
    return tuple((name, (folder,)) for name, folder in sorted(found.items()))


def _read(data: bytes) -> tuple[list[_Line], tuple[Note, ...]] | ManifestFacts:
    try:
        text = decoded(data)
    except UnicodeDecodeError as error:
        return not_utf8("go", data, error)
    notes: list[Note] = []
    lines = list(_lines(text, notes))
    return lines, tuple(notes)


def _lines(text: str, notes: list[Note]) -> Iterator[_Line]:
    block = ""
    for number, row in enumerate(text.split("\n"), 1):
        words = _WORD.findall(row)
        comment = words.pop() if words and words[-1].startswith("//") else ""
        words = [_unquoted(word) for word in words]
        if not words:
            continue
        if block:
            if words[0] == ")":
                block = ""
                continue
            yield _Line(block, tuple(words), comment, number)
        elif words[0] not in _DIRECTIVES:
            shown = words[0][:40]
            notes.append(Note(code="MANIFEST_MEMBER", reason=f"{shown} is no directive; it is left out", line=number))
        elif words[1:2] == ["("]:
            block = words[0]
        else:
            yield _Line(words[0], tuple(words[1:]), comment, number)


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] in '"`' and word[-1] == word[0] else word
