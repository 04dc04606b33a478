"""The YAML front matter of a page, as MkDocs reads it; a fault in it is a note, never silence."""

from __future__ import annotations

import re
from typing import Any

from mkdocs_docbridge.yaml_reader import YamlFaultError, load_yaml

from .facts import FrontMatter, Note

_BLOCK = re.compile(r"\A-{3}[ \t]*\n(?P<body>.*?\n)?(?:-{3}|\.{3})[ \t]*(?:\n|\Z)", re.DOTALL)
MAX_ITEMS = 64


def split(text: str) -> tuple[str | None, int]:
    """(the YAML of the front matter or None, the number of lines it takes with its fences). LF text."""
    match = _BLOCK.match(text)
    if match is None:
        return None, 0
    return match["body"] or "", text.count("\n", 0, match.end())


def parse(source: str) -> tuple[FrontMatter, Note | None]:
    """The members that are used, and a note (``FRONT_MATTER_INVALID`` with its line) when it is not YAML."""
    try:
        value = load_yaml(source)
    except YamlFaultError as error:
        line = error.line + 1 if error.line is not None else 1
        return FrontMatter(), Note(code="FRONT_MATTER_INVALID", reason=f"front matter: {error.problem}", line=line)
    if value is None:
        return FrontMatter(), None
    if not isinstance(value, dict):
        return FrontMatter(), Note(code="FRONT_MATTER_INVALID", reason="front matter is no mapping", line=1)
    own = value.get("docbridge")
    declared: dict[Any, Any] = own if isinstance(own, dict) else {}
    matter = FrontMatter(
        title=_text(value.get("title")),
        description=_text(value.get("description")),
        audience=_text(value.get("audience")),
        tags=_texts(value.get("tags")),
        covers=_texts(declared.get("covers")),
        ownership_id=_text(value.get("id")) if value.get("editRoot") else "",
        edit_root=_text(value.get("editRoot")),
        purpose=_text(value.get("purpose")),
        checks=_texts(value.get("checks")),
    )
    return matter, None


def _text(value: object) -> str:
    return " ".join(str(value).split())[:512] if isinstance(value, str | int | float) else ""


def _texts(value: object) -> tuple[str, ...]:
    items = value if isinstance(value, list) else [value]
    return tuple(text for text in map(_text, items[:MAX_ITEMS]) if text)
