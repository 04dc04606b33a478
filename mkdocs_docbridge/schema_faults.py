"""Every fault of a user-written value at once, each with its key path and what was expected.

msgspec parses and stops at the first fault; only when it refused does this second reading list all of them,
against the JSON Schema that msgspec makes of the same type.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from typing import Any

import msgspec

_NUMBER_WORDS = {"integer": "a whole number", "number": "a number"}
_WORDS = {
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
    **_NUMBER_WORDS,
}


def schema_faults(value: object, cls: type[Any], *, prefix: str = "") -> list[str]:
    """One line a fault: ``areas.depth: expected a whole number ≥ 1 or "auto", got "two"``, sorted by key path.

    ``prefix`` is the key path of ``value`` itself. Empty when ``value`` fits the schema of ``cls``.
    """
    # imported late: only a faulty file needs it
    import jsonschema_rs

    schema = _discriminated(msgspec.json.schema(cls))
    found: list[tuple[str, str]] = []
    for error in jsonschema_rs.validator_for(schema).iter_errors(value):
        keys = list(error.instance_path)
        node = _node(schema, list(error.schema_path)[:-1])
        if list(error.schema_path)[-1:] == ["additionalProperties"]:
            found.extend(_unknown_keys(keys, error.instance, node))
        elif list(error.schema_path)[-1:] == ["required"]:
            found.extend(_missing_keys(keys, error.instance, node))
        else:
            found.append((_path(keys), f"expected {_expected(schema, node)}, got {_shown(error.instance)}"))
    named = [(joined(prefix, path), text) for path, text in sorted(set(found))]
    return [f"{path}: {text}" if path else text for path, text in named]


def joined(prefix: str, path: str) -> str:
    """One key path of two, either of which may be empty."""
    return f"{prefix}.{path}" if prefix and path and not path.startswith("[") else prefix + path


def _discriminated(node: Any) -> Any:
    """A schema whose tagged unions are if-then chains, so that a fault is told of the member that was meant."""
    if isinstance(node, list):
        return [_discriminated(item) for item in node]
    if not isinstance(node, dict):
        return node
    if "discriminator" not in node:
        return {key: _discriminated(item) for key, item in node.items()}
    tag, mapping = node["discriminator"]["propertyName"], node["discriminator"]["mapping"]
    branches = [
        {"if": {"properties": {tag: {"const": name}}, "required": [tag]}, "then": {"$ref": ref}}
        for name, ref in mapping.items()
    ]
    return {
        "type": "object",
        "properties": {tag: {"enum": sorted(mapping)}},
        "required": [tag],
        "allOf": branches,
    }


def _node(schema: dict[str, Any], path: list[str | int]) -> dict[str, Any]:
    node: Any = schema
    for step in path:
        node = node[step] if isinstance(node, dict) else node[int(step)]
    return node if isinstance(node, dict) else {}


def _path(keys: list[str | int]) -> str:
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else (f".{key}" if text else str(key))
    return text


def _unknown_keys(keys: list[str | int], instance: Any, node: dict[str, Any]) -> list[tuple[str, str]]:
    known = list(node.get("properties", {}))
    found = []
    for key in instance:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known here: {', '.join(sorted(known))}"
            found.append((_path([*keys, key]), f"unknown key ({hint})"))
    return found


def _missing_keys(keys: list[str | int], instance: Any, node: dict[str, Any]) -> list[tuple[str, str]]:
    return [(_path([*keys, key]), "is missing") for key in node.get("required", []) if key not in instance]


def _expected(schema: dict[str, Any], node: dict[str, Any]) -> str:
    if "$ref" in node:
        node = _node(schema, node["$ref"].removeprefix("#/").split("/"))
    if "anyOf" in node:
        return " or ".join(dict.fromkeys(_expected(schema, option) for option in node["anyOf"]))
    if "enum" in node:
        values = [json.dumps(item, ensure_ascii=False) for item in node["enum"]]
        return values[0] if len(values) == 1 else f"one of {', '.join(values)}"
    if "const" in node:
        return json.dumps(node["const"], ensure_ascii=False)
    words = _WORDS.get(str(node.get("type")), "another value")
    return words + "".join(text(node[key]) for key, text in _LIMITS.items() if key in node)


_LIMITS: dict[str, Callable[[Any], str]] = {
    "minimum": lambda limit: f" ≥ {limit}",
    "maximum": lambda limit: f" ≤ {limit}",
    "minLength": lambda limit: f" of at least {limit} characters",
    "maxLength": lambda limit: f" of at most {limit} characters",
    "minItems": lambda limit: f" of at least {limit}",
    "maxItems": lambda limit: f" of at most {limit}",
    "pattern": lambda pattern: f" matching {pattern}",
}


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
