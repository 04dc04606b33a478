"""A JSON reader that refuses what two readers could understand differently."""

from __future__ import annotations

import json
import re
from typing import NoReturn

from mkdocs_docbridge.errors import InputError

from .canonical import MAX_DEPTH, Json, check_domain

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)
"""Possessive, and a string may end with the text: otherwise an unclosed one is read again from every quote in it."""


class _DuplicateKeyError(ValueError):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def strict_loads(data: bytes, *, place: str, max_bytes: int = 16 * 1024 * 1024) -> Json:
    """The value of one JSON text in UTF-8.

    Refuses with a coded :class:`InputError`: ``TOO_LARGE``, ``BOM``, ``NOT_UTF8``, ``TOO_DEEP``,
    ``DUPLICATE_KEY``, ``NOT_JSON`` (with line and column; trailing data too), ``NUMBER_RANGE``,
    ``LONE_SURROGATE``. Any layout and line ends are read.
    """
    if len(data) > max_bytes:
        raise InputError(f"{len(data)} bytes, more than {max_bytes}", place=place, code="TOO_LARGE")
    if data.startswith(b"\xef\xbb\xbf"):
        raise InputError(
            "starts with a byte order mark, which JSON does not allow",
            place=place,
            code="BOM",
            hint="save it as UTF-8 without BOM",
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8", place=f"{place}:{line}", code="NOT_UTF8") from None
    _check_depth(data, place)
    try:
        value: Json = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_int=_parse_int)
    except _DuplicateKeyError as error:
        raise InputError(
            f'duplicate key "{error.key}"', place=place, code="DUPLICATE_KEY", hint="remove one of the two"
        ) from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"not JSON: {error.msg} (column {error.colno})", place=f"{place}:{error.lineno}", code="NOT_JSON"
        ) from None
    except ValueError as error:
        raise InputError(f"not JSON: {error}", place=place, code="NOT_JSON") from None
    check_domain(value, place=place)
    return value


def _check_depth(data: bytes, place: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(data):
        mark = token.group()
        if mark in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                line = data.count(b"\n", 0, token.start()) + 1
                raise InputError(f"nested deeper than {MAX_DEPTH} levels", place=f"{place}:{line}", code="TOO_DEEP")
        elif mark in b"]}":
            depth -= 1


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members: dict[str, Json] = {}
    for key, member in pairs:
        if key in members:
            raise _DuplicateKeyError(key)
        members[key] = member
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _parse_int(digits: str) -> int | float:
    # int() refuses more than 4,300 digits with a message of its own; such a number is out of range anyway
    return int(digits) if len(digits) <= 400 else float("inf")
