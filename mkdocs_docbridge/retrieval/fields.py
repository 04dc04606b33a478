"""The fields of an entry: their bounds, and word counts as text."""

from __future__ import annotations

from collections.abc import Mapping

from .model import Fields

TEXT_CAP = 4_000
SUMMARY_CAP = 400
LIST_CAP = 32
SYMBOL_CAP = 256
FIELD_CAPS = {
    "title": 512,
    "headings": 4_096,
    "path": 1_024,
    "symbols": 8_192,
    "summary": 2_048,
    "body": 65_536,
    "aliases": 2_048,
}
"""Characters of each field. A body is word counts, not prose: 65,536 hold every word of all but giant files, and a
word that is cut off can never be found."""


def joined(*texts: str) -> str:
    """The texts that are not empty, with blanks between."""
    return " ".join(text for text in texts if text)


def cut_text(text: str, cap: int) -> str:
    """``text`` cut at a word, with an ellipsis, to at most ``cap`` characters."""
    if len(text) <= cap:
        return text
    head = text[: cap - 1]
    return (head.rsplit(None, 1)[0] if " " in head else head) + "…"


def counted(terms: Mapping[str, int]) -> str:
    """Word counts as text, the frequent words first as long as the field holds them, then by code point."""
    cap = FIELD_CAPS["body"]
    whole = " ".join([word if (count := terms[word]) == 1 else f"{word}:{count}" for word in sorted(terms)])
    if len(whole) < cap:
        return whole
    kept: list[tuple[str, int]] = []
    used = 0
    for word, count in sorted(terms.items(), key=lambda pair: (-pair[1], pair[0])):
        used += len(word) + 1 + (len(str(count)) + 1 if count > 1 else 0)
        if used > cap:
            break
        kept.append((word, count))
    return " ".join(word if count == 1 else f"{word}:{count}" for word, count in sorted(kept))


def fields_of(**texts: str) -> Fields:
    """The fields, each cut at its bound (a body at a blank, so that no count is halved)."""
    cut = {}
    for name, text in texts.items():
        cap = FIELD_CAPS[name]
        cut[name] = text if len(text) <= cap else text[: cap + 1].rpartition(" ")[0] or text[:cap]
    return Fields(**cut)
