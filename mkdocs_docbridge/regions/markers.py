"""The exact spelling of a marker line, grammar version 1."""

from __future__ import annotations

import re

import msgspec

from .model import RegionSource

_OPEN = re.compile(
    r"<!-- doc-bridge:generated(?: hash=(?P<hash>[0-9a-f]{16}))?(?: source=(?P<source>[^\s]+))? -->[ \t]*"
)
_CLOSE = re.compile(r"<!-- /doc-bridge:generated -->[ \t]*")

CLOSE_LINE = "<!-- /doc-bridge:generated -->"


class Marker(msgspec.Struct, frozen=True):
    """One exact marker line. ``line`` counts from 1; ``hash`` and ``source`` belong to open markers."""

    line: int
    is_open: bool
    hash: str | None = None
    source: RegionSource | None = None


def parse_marker(line: int, text: str) -> Marker | None:
    """The marker that is the whole of ``text`` (a line without its end), or ``None`` when it is not exact."""
    if _CLOSE.fullmatch(text):
        return Marker(line, is_open=False)
    match = _OPEN.fullmatch(text)
    if match is None:
        return None
    try:
        source = RegionSource.parse(match["source"]) if match["source"] else None
    except ValueError:
        return None
    return Marker(line, is_open=True, hash=match["hash"], source=source)


def open_line(digest: str | None, source: RegionSource | None) -> str:
    """The open marker with these attributes."""
    hashed = f" hash={digest}" if digest else ""
    sourced = f" source={source.encode()}" if source else ""
    return f"<!-- doc-bridge:generated{hashed}{sourced} -->"
