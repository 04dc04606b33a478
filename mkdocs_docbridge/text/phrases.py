"""Small phrases of sentences that people read."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """``1 module``, ``2 modules``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
