"""The closed domain of sealed values, and their canonical bytes (RFC 8785, JCS)."""

from __future__ import annotations

import hashlib
import math
import re

import rfc8785

from mkdocs_docbridge.errors import InputError

Json = None | bool | int | float | str | list["Json"] | tuple["Json", ...] | dict[str, "Json"]

MAX_SAFE = 2**53 - 1
MAX_DEPTH = 64
UNHASHED = frozenset({"contentHash", "provenance"})
_SURROGATE = re.compile("[\ud800-\udfff]")


def check_domain(value: Json, *, place: str = "") -> None:
    """Raises :class:`InputError` unless ``value`` can be sealed, written, read back and verified.

    The domain: finite numbers; integral values within ±(2^53−1), as int and as float (the JCS library writes
    such floats but cannot read them back); no lone surrogates; at most 64 levels. Codes: ``NUMBER_RANGE``,
    ``LONE_SURROGATE``, ``TOO_DEEP``, ``NOT_JSON``. The message names the member as a JSON pointer.
    """
    stack: list[tuple[Json, str, int]] = [(value, "", 1)]
    while stack:
        item, pointer, depth = stack.pop()
        if isinstance(item, str):
            _check_text(item, pointer, place)
        elif isinstance(item, dict | list | tuple):
            if depth > MAX_DEPTH:
                raise InputError(
                    f"nested deeper than {MAX_DEPTH} levels at {pointer[:80]}", place=place, code="TOO_DEEP"
                )
            members = item.items() if isinstance(item, dict) else enumerate(item)
            for key, member in members:
                if isinstance(key, str):
                    _check_text(key, pointer, place)
                stack.append((member, f"{pointer}/{key}", depth + 1))
        elif isinstance(item, int | float):
            _check_number(item, pointer, place)
        elif item is not None:
            raise InputError(
                f"{type(item).__name__} at {pointer or '/'} is no JSON value", place=place, code="NOT_JSON"
            )


def _check_text(text: str, pointer: str, place: str) -> None:
    if _SURROGATE.search(text):
        raise InputError(f"lone surrogate in string at {pointer or '/'}", place=place, code="LONE_SURROGATE")


def _check_number(number: float, pointer: str, place: str) -> None:
    if isinstance(number, float) and not math.isfinite(number):
        raise InputError(f"{number} at {pointer or '/'} is not finite", place=place, code="NUMBER_RANGE")
    if number == int(number) and abs(number) > MAX_SAFE:
        raise InputError(
            f"{number} at {pointer or '/'} is outside ±(2^53−1), where numbers lose digits",
            place=place,
            code="NUMBER_RANGE",
            hint="write it as a string",
        )


def canonical_bytes(value: Json) -> bytes:
    """The RFC 8785 bytes of a value of the domain; raises :class:`InputError` outside it."""
    check_domain(value)
    return rfc8785.dumps(value)


def content_hash(value: dict[str, Json]) -> str:
    """``sha256-normalized-v1``: lower-hex SHA-256 of the canonical bytes without ``contentHash`` and
    ``provenance``, with ``contentHashAlgo``."""
    hashed = {key: member for key, member in value.items() if key not in UNHASHED}
    return hashlib.sha256(canonical_bytes(hashed)).hexdigest()
