"""What kind of edit changed the body of a region, found by hashing variants of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .hash import body_hash, is_blank


def edit_reason(body: str, expected: str) -> str:
    """The reason for a body that does not hash to ``expected``: the change that restores the hash, else ``content``."""
    for reason, variant in _variants(body):
        if variant != body and body_hash(variant) == expected:
            return reason
    return "content"


def _variants(body: str) -> Iterator[tuple[str, str]]:
    lines = body.split("\n")
    stripped = [line.rstrip(" \t") for line in lines]
    yield "trailing-whitespace", "\n".join(stripped)
    yield "unicode-nfc", unicodedata.normalize("NFC", body)
    yield "unicode-nfd", unicodedata.normalize("NFD", body)
    yield "blank-lines", "\n".join(line for line in lines if not is_blank(line))
    yield "blank-lines", "\n".join(_collapsed(stripped))
    yield "blank-lines", "\n\n".join(line for line in lines if not is_blank(line))


def _collapsed(lines: list[str]) -> Iterator[str]:
    """The lines with every run of blank ones reduced to one."""
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line
