"""The front matter of a page, as MkDocs reads it; a fault in it is a note, never silence."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mkdocs_docbridge.yaml_reader import YamlFaultError, YamlLines, load_yaml

from .facts import Declared, FrontMatter, Note

_BLOCK = re.compile(r"\A-{3}[ \t]*\n(?P<body>.*?\n)?(?:-{3}|\.{3})[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\A\+{3}[ \t]*\n(?:.*?\n)?\+{3}[ \t]*(?:\n|\Z)", re.DOTALL)
_JSON = re.compile(r"\A\{[ \t]*\n.*?\n\}[ \t]*(?:\n|\Z)", re.DOTALL)
_META = re.compile(r" {0,3}(?P<key>[A-Za-z0-9_-]+):[ \t]*(?P<value>.*)")
_META_MORE = re.compile(r"(?: {4}|\t)\s*(?P<value>.*)")
_META_KEYS = frozenset({"title", "description", "author", "authors", "date", "template", "summary", "tags", "status"})
"""Lines of the form ``key: value`` at the top are metadata to MkDocs whatever the key; here only with one of these,
since most such files are no page of a site."""
_OWN = frozenset({"covers"})
MAX_ITEMS = 64


@dataclass(frozen=True)
class Matter:
    """What stands above a document's text: the members that are used, the lines it takes, what is wrong with it."""

    values: FrontMatter = field(default_factory=FrontMatter)
    lines: int = 0
    notes: tuple[Note, ...] = ()


def read(text: str) -> Matter:
    """The front matter of ``text``, whose lines end with LF."""
    if text.startswith("---"):
        match = _BLOCK.match(text)
        if match is not None:
            values, notes = _parse(match["body"] or "")
            return Matter(values, text.count("\n", 0, match.end()), notes)
    for pattern, name in ((_TOML, "TOML"), (_JSON, "JSON")):
        match = pattern.match(text) if text[:1] in "+{" else None
        if match is not None:
            reason = f"front matter in {name}: MkDocs reads YAML only, so nothing in it counts"
            note = Note(code="FRONT_MATTER_FORMAT", reason=reason, line=1)
            return Matter(lines=text.count("\n", 0, match.end()), notes=(note,))
    return _meta_lines(text)


def _meta_lines(text: str) -> Matter:
    """MultiMarkdown's metadata: lines ``key: value`` down to the first blank line."""
    if _META.match(text) is None:
        return Matter()
    found: dict[str, str] = {}
    key = ""
    count = 0
    for line in text[:4096].split("\n"):
        match = _META.match(line)
        more = None if match or not key else _META_MORE.match(line)
        if match is not None:
            key = match["key"].lower()
            found[key] = f"{found[key]} {match['value']}" if key in found else match["value"]
        elif more is not None:
            found[key] += f" {more['value']}"
        else:
            break
        count += 1
    if not _META_KEYS & found.keys():
        return Matter()
    return Matter(FrontMatter(title=_text(found.get("title")), description=_text(found.get("description"))), count)


def _parse(source: str) -> tuple[FrontMatter, tuple[Note, ...]]:
    try:
        value = load_yaml(source)
    except YamlFaultError as error:
        return FrontMatter(), (_invalid(error.problem, error.line + 1 if error.line is not None else 1),)
    if value is None:
        return FrontMatter(), ()
    if not isinstance(value, dict):
        return FrontMatter(), (_invalid("no mapping", 1),)
    lines = YamlLines(source, above=1) if "docbridge" in value or "editRoot" in value else None
    notes: list[Note] = []
    matter = FrontMatter(
        title=_text(value.get("title")),
        description=_text(value.get("description")),
        audience=_text(value.get("audience")),
        tags=_texts(value.get("tags")),
        covers=_covers(value["docbridge"], lines, notes) if lines is not None and "docbridge" in value else (),
        ownership_id=_text(value.get("id")) if value.get("editRoot") else "",
        edit_root=_text(value.get("editRoot")),
        edit_root_line=lines.of("editRoot") if lines is not None else 1,
        purpose=_text(value.get("purpose")),
        checks=_texts(value.get("checks")),
    )
    return matter, tuple(notes)


def _invalid(problem: str, line: int) -> Note:
    return Note(code="FRONT_MATTER_INVALID", reason=f"front matter: {problem}", line=line)


def _covers(own: object, lines: YamlLines, notes: list[Note]) -> tuple[Declared, ...]:
    """The entries of ``covers``; everything in ``docbridge`` that is not understood becomes a note."""

    def refuse(what: str, *path: str | int) -> None:
        notes.append(Note(code="DECLARATION_INVALID", reason=what, line=lines.of("docbridge", *path)))

    if own is None:
        return ()
    if not isinstance(own, Mapping):
        refuse("docbridge is no mapping; expected docbridge: {covers: [...]}")
        return ()
    for name in own:
        if name not in _OWN:
            refuse(f"docbridge.{name} is not known; expected covers", str(name))
    items: Any = own.get("covers")
    if items is None:
        return ()
    entries = items if isinstance(items, list) else [items]
    found: list[Declared] = []
    for index, item in enumerate(entries):
        path: tuple[str | int, ...] = ("covers", index) if isinstance(items, list) else ("covers",)
        if index >= MAX_ITEMS:
            refuse(f"docbridge.covers has more than {MAX_ITEMS} entries; the rest is left out", *path)
            break
        if isinstance(item, str) and item.strip():
            found.append(Declared(text=_text(item), line=lines.of("docbridge", *path)))
        else:
            refuse(f"docbridge.covers[{index}] is no text; expected an entity id, a path, a glob or a name", *path)
    return tuple(found)


def _text(value: object) -> str:
    if isinstance(value, dt.date):
        return value.isoformat()
    return " ".join(str(value).split())[:512] if isinstance(value, str | int | float) else ""


def _texts(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(text for text in map(_text, items[:MAX_ITEMS]) if text)
