"""Scalars at dotted paths in JSON, TOML and YAML files. Numbers are kept as they are written."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal

from mkdocs_docbridge.yaml_reader import YamlFaultError, load_yaml

Node = object
_YAML = ("yaml", "yml", "cff")
_ENDINGS = frozenset({"json", "toml", *_YAML})


class UnresolvedError(Exception):
    """A fact that could not be found out, and why; it becomes ``PARITY_NOT_ANALYZED``."""


def is_structured(path: str) -> bool:
    """Whether the file has fields, by its ending."""
    return _ending(path) in _ENDINGS


def _ending(path: str) -> str:
    return path.rsplit("/", 1)[-1].rpartition(".")[2].lower()


def parse(data: bytes, path: str) -> Node:
    """The value of a structured file, by its ending. Raises :class:`UnresolvedError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnresolvedError(f"{path} is not UTF-8") from None
    ending = _ending(path)
    try:
        if ending == "toml":
            return tomllib.loads(text, parse_float=Decimal)
        if ending in _YAML:
            return load_yaml(text)
        return json.loads(text, parse_float=Decimal, parse_constant=_no_number)
    except YamlFaultError as error:
        raise UnresolvedError(f"{path} is not YAML: {error.problem}") from None
    except (ValueError, RecursionError) as error:
        kind = "TOML" if ending == "toml" else "JSON"
        raise UnresolvedError(f"{path} is not {kind}: {error}") from None


def _no_number(name: str) -> Node:
    raise ValueError(f"{name} is not a JSON number")


def lookup(node: Node, field: str, path: str) -> Node:
    """The member at a dotted path; a number selects an item of a list. Raises :class:`UnresolvedError`."""
    for position, segment in enumerate(parts := field.split(".")):
        if isinstance(node, dict) and segment in node:
            node = node[segment]
        elif isinstance(node, list) and segment.isdecimal() and segment.isascii() and int(segment) < len(node):
            node = node[int(segment)]
        else:
            raise UnresolvedError(f"{path} has no field {'.'.join(parts[: position + 1])}")
    return node


def number(node: Node) -> Decimal | None:
    """The node as a finite number; None when it is none (booleans are none)."""
    if isinstance(node, bool) or not isinstance(node, int | float | Decimal):
        return None
    if isinstance(node, int) and node.bit_length() > 1024:
        return None
    value = node if isinstance(node, Decimal) else Decimal(repr(node))
    return value if value.is_finite() and value.adjusted() <= 308 else None


def scalar(node: Node, what: str) -> str | Decimal:
    """A string of 1 to 128 characters, a finite number, or a boolean as ``true``/``false``."""
    if isinstance(node, bool):
        return "true" if node else "false"
    value = number(node)
    if value is not None:
        return value
    if isinstance(node, str) and 1 <= len(node) <= 128:
        return node
    if isinstance(node, str):
        raise UnresolvedError(f"{what} is a string of {len(node)} characters, expected 1 to 128")
    raise UnresolvedError(f"{what} is no string, finite number or boolean")
