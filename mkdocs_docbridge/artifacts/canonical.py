"""The closed domain of sealed values, and their canonical bytes (RFC 8785, JCS)."""

from __future__ import annotations

import hashlib
import math
import re

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
    stack: list[tuple[Json, _Way]] = [(value, None)]
    depths = [1]
    while stack:
        item, way = stack.pop()
        depth = depths.pop()
        if isinstance(item, str):
            _check_text(item, way, place)
        elif isinstance(item, dict | list | tuple):
            if depth > MAX_DEPTH:
                where = _pointer(way)[:80]
                raise InputError(f"nested deeper than {MAX_DEPTH} levels at {where}", place=place, code="TOO_DEEP")
            for key, member in item.items() if isinstance(item, dict) else enumerate(item):
                if isinstance(key, str):
                    _check_text(key, way, place)
                if member is None or isinstance(member, bool):
                    continue
                stack.append((member, (way, key)))
                depths.append(depth + 1)
        elif isinstance(item, int | float):
            _check_number(item, way, place)
        elif item is not None:
            kind = type(item).__name__
            raise InputError(f"{kind} at {_pointer(way)} is no JSON value", place=place, code="NOT_JSON")


_Way = tuple["_Way", str | int] | None
"""The way to a member, as a chain to its parent: a pointer is only spelled out for a fault."""


def _pointer(way: _Way) -> str:
    parts: list[str] = []
    while way is not None:
        way, key = way
        parts.append(str(key))
    return "/" + "/".join(reversed(parts))


def _check_text(text: str, way: _Way, place: str) -> None:
    if _SURROGATE.search(text):
        raise InputError(f"lone surrogate in string at {_pointer(way)}", place=place, code="LONE_SURROGATE")


def _check_number(number: float, way: _Way, place: str) -> None:
    if isinstance(number, float) and not math.isfinite(number):
        raise InputError(f"{number} at {_pointer(way)} is not finite", place=place, code="NUMBER_RANGE")
    if number == int(number) and abs(number) > MAX_SAFE:
        raise InputError(
            f"{str(number)[:40]} at {_pointer(way)} is outside ±(2^53−1), where numbers lose digits",
            place=place,
            code="NUMBER_RANGE",
            hint="write it as a string",
        )


def canonical_bytes(value: Json) -> bytes:
    """The RFC 8785 bytes of a value of the domain; raises :class:`InputError` outside it."""
    import rfc8785

    check_domain(value)
    return rfc8785.dumps(value)


def content_hash(value: dict[str, Json]) -> str:
    """``sha256-normalized-v1``: lower-hex SHA-256 of the canonical bytes without ``contentHash`` and
    ``provenance``, with ``contentHashAlgo``."""
    hashed = {key: member for key, member in value.items() if key not in UNHASHED}
    return hashlib.sha256(canonical_bytes(hashed)).hexdigest()
