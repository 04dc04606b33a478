"""Reading members of parsed TOML, JSON and YAML: the type that is expected, or a note and nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts, Note

_QUOTED_OR_KEY = re.compile(r"""["'](@?[A-Za-z0-9][\w./-]*)|^[ \t]*([A-Za-z0-9][\w.-]*)[ \t]*=""", re.MULTILINE)

_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){100}""")
"""The parser copies a dotted key once for each of its parts: a hundred thousand of them would take it hours."""


class Members:
    """A table of a manifest with the key path it stands at; wrong types go to a shared list of notes."""

    def __init__(self, table: dict[str, object], at: str = "", notes: list[Note] | None = None) -> None:
        self._table = table
        self._at = at
        self.notes: list[Note] = [] if notes is None else notes

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def value(self, key: str) -> object:
        """The member as it is, None without one."""
        return self._table.get(key)

    def table(self, *keys: str) -> Members:
        """The table at ``keys``, empty when there is none."""
        here = self
        for key in keys:
            value = here._table.get(key)
            if value is not None and not isinstance(value, dict):
                here._wrong(key, "a table")
            inner = {str(name): member for name, member in value.items()} if isinstance(value, dict) else {}
            here = Members(inner, f"{here._at}{key}.", self.notes)
        return here

    def tables(self, key: str) -> list[Members]:
        """The tables in the array at ``key``."""
        items = self._array(key)
        return [
            Members({str(name): member for name, member in item.items()}, f"{self._at}{key}.", self.notes)
            for item in items
            if isinstance(item, dict)
        ]

    def text(self, key: str) -> str:
        """The string at ``key``, ``""`` without one."""
        value = self._table.get(key)
        if value is None or isinstance(value, str):
            return value or ""
        self._wrong(key, "a string")
        return ""

    def texts(self, key: str) -> list[str]:
        """The strings in the array at ``key``."""
        items = self._array(key)
        texts = [item for item in items if isinstance(item, str)]
        if any(not isinstance(item, str | dict) for item in items):
            self._wrong(key, "an array of strings")
        return texts

    def _array(self, key: str) -> list[object]:
        value = self._table.get(key)
        if value is None or isinstance(value, list):
            return list(value or ())
        self._wrong(key, "an array")
        return []

    def _wrong(self, key: str, expected: str) -> None:
        self.notes.append(Note(code="MANIFEST_MEMBER", reason=f"{self._at}{key} is not {expected}; it is left out"))


def broken(ecosystem: str, reason: str, line: int | None) -> ManifestFacts:
    """The facts of a manifest that cannot be read."""
    note = Note(code="BROKEN_MANIFEST", reason=reason, line=line, status="not-analyzed")
    return ManifestFacts(ecosystem=ecosystem, name="", notes=(note,))


def load_toml(text: str) -> dict[str, object]:
    """The tables of a TOML file. Raises TOMLDecodeError, also for a key of more than a hundred parts."""
    import tomllib

    if _LONG_KEY.search(text):
        raise tomllib.TOMLDecodeError("a key of more than a hundred parts")
    return tomllib.loads(text)


def decoded(data: bytes) -> str:
    """The text of a manifest, without a byte order mark. Raises UnicodeDecodeError."""
    return data.decode("utf-8-sig")


def not_utf8(ecosystem: str, data: bytes, error: UnicodeDecodeError) -> ManifestFacts:
    """The facts of a manifest that is not UTF-8."""
    line = data[: error.start].count(b"\n") + 1
    return broken(ecosystem, f"not UTF-8: byte 0x{data[error.start]:02x}", line)


def with_lines(names: Iterable[str], text: str, opening: str) -> tuple[Dependency, ...]:
    """One dependency a name, sorted, with the line that first names it from the first ``opening`` on."""
    lines: dict[str, int] = {}
    start = max(text.find(opening), 0)
    line, last = text.count("\n", 0, start) + 1, start
    for match in _QUOTED_OR_KEY.finditer(text, start):
        name = (match[1] or match[2]).lower()
        at = match.start(1) if match[1] else match.start(2)
        if name not in lines:
            line += text.count("\n", last, at)
            last = at
            lines[name] = line
    return tuple(Dependency(name=name, line=lines.get(name.lower(), 1)) for name in sorted(set(names)))
