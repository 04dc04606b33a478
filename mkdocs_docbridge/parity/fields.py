"""String fields of TOML, JSON and YAML files as surfaces, with the line that each stands on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from mkdocs_docbridge.yaml_reader import YamlLines

from .structured import Node, UnresolvedError, lookup, parse

_SEGMENT = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text and the raw line, from 1, that it starts on."""

    text: str
    line: int


def field_text(raw: str, path: str, field: str) -> PlacedText | None:
    """The text at a dotted path; None where there is no such field. Raises :class:`UnresolvedError` for a file that is
    not of its format, and for a field that holds no text and no exact number."""
    tree = parse(raw.encode("utf-8", "surrogatepass"), path)
    try:
        node = lookup(tree, field, path)
    except UnresolvedError:
        return None
    return PlacedText(_written(node, f"{path}#{field}"), _line(raw, path, field, node))


def _written(node: Node, place: str) -> str:
    if isinstance(node, str):
        return node
    if isinstance(node, int | Decimal) and not isinstance(node, bool):
        return format(node, "f") if isinstance(node, Decimal) else str(node)
    if isinstance(node, float):
        # 1.10 and 1.1 are the same float
        raise UnresolvedError(f"{place} holds a number that YAML does not keep as it is written; put it in quotes")
    raise UnresolvedError(f"{place} holds no text")


def _line(raw: str, path: str, field: str, node: Node) -> int:
    segments = field.split(".")
    if path.lower().endswith(".toml"):
        return _toml_line(raw, segments[-1], str(node))
    steps = [int(part) if _SEGMENT.fullmatch(part) else part for part in segments]
    return YamlLines(raw).of(*steps)


def _toml_line(raw: str, key: str, value: str) -> int:
    """The first line that assigns to ``key`` and has the beginning of the value, else the first that assigns."""
    first = 0
    start = value.strip().split("\n", 1)[0][:20]
    for number, line in enumerate(raw.split("\n"), start=1):
        if re.search(rf"(?<![\w-]){re.escape(key)}[\"']?\s*=", line):
            first = first or number
            if start in line:
                return number
    return first or 1
