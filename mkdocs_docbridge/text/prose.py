"""Cutting prose to a length where a reader would stop."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]")


def shorten(text: str, limit: int) -> str:
    """``text`` with blanks folded, at most ``limit`` characters: cut behind the last whole sentence that fits, if
    that keeps two fifths of the length, else behind the last whole word, with an ellipsis."""
    folded = " ".join(text.split())
    if len(folded) <= limit:
        return folded
    ends = [match.end() for match in _SENTENCE_END.finditer(folded, 0, limit)]
    if ends and ends[-1] >= limit * 2 // 5:
        return folded[: ends[-1]]
    words = folded[: limit - 1].rsplit(" ", 1)[0]
    return f"{words.rstrip(' ,;:')}…"
