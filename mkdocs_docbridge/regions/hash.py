"""The hash that seals the body of a generated region."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

EMPTY_BODY_HASH = "e3b0c44298fc1c14"
"""The hash of a body without any line: the first 16 hex digits of SHA-256 of nothing."""


def is_blank(line: str) -> bool:
    """Whether a line holds nothing but spaces and tabs."""
    return not line.strip(" \t")


def trimmed(lines: Sequence[str]) -> list[str]:
    """The lines without the blank ones at both ends."""
    start, end = 0, len(lines)
    while start < end and is_blank(lines[start]):
        start += 1
    while end > start and is_blank(lines[end - 1]):
        end -= 1
    return list(lines[start:end])


def normal_body(body: str) -> str:
    """The body as it is hashed: lines joined by LF, blank lines at both ends dropped."""
    return "\n".join(trimmed(body.replace("\r\n", "\n").replace("\r", "\n").split("\n")))


def body_hash(body: str) -> str:
    """First 16 hex digits of SHA-256 of ``normal_body(body)`` in UTF-8. Line ends do not count, other blanks do."""
    return hashlib.sha256(normal_body(body).encode()).hexdigest()[:16]
