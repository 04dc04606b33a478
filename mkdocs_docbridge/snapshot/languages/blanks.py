"""Spaces in place of what a parser must not see, so that every offset and line stays where it was."""

from __future__ import annotations

_BLANK = bytes(byte if byte in b"\n\r" else ord(" ") for byte in range(256))


def blank(data: bytes) -> bytes:
    """Spaces for everything in ``data`` but its line ends."""
    return data.translate(_BLANK)
