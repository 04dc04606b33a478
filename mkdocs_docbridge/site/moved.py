"""What moved below a generated region, told from its body as it is and as it would be written now."""

from __future__ import annotations

import html
import re
from collections import Counter

_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)")
_TAG = re.compile(r"<[^<>]*>")
_DELIMITER = re.compile(r"\|(?: :?-+:? \|)+")
_SHOWN = 3
_MAX_WORDS = 60


def moved(before: str, after: str) -> str:
    """One phrase: which rows of which table, or which line, came, went or changed. Empty when nothing did.

    Tables of regions have what they are about in their first cell and its kind in the head above it, so a row that
    differs names the input that moved.
    """
    old, new = _rows(before), _rows(after)
    parts: list[str] = []
    for head in dict.fromkeys([*old, *new]):
        if head:
            parts += _told(head, old.get(head, Counter()), new.get(head, Counter()))
    lines_gone, lines_come = old.get("", Counter()), new.get("", Counter())
    for line in (*(lines_come - lines_gone), *(lines_gone - lines_come)):
        parts.append(f"the line “{_cut(line)}”")
        break
    return "; ".join(parts)


def _told(head: str, old: Counter[str], new: Counter[str]) -> list[str]:
    keys_before, keys_after = [{row.partition(" | ")[0] for row in rows} for rows in (old, new)]
    differing = {row.partition(" | ")[0] for row in ((old - new) + (new - old))}
    words = {
        "new": sorted(differing - keys_before),
        "gone": sorted(differing - keys_after),
        "changed": sorted(differing & keys_before & keys_after),
    }
    told = []
    for verb, names in words.items():
        if names:
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            told.append(f"{', '.join(map(_cut, names[:_SHOWN]))}{more} {verb}")
    return [f"{head}: {', '.join(told)}"] if told else []


def _rows(body: str) -> dict[str, Counter[str]]:
    """Rows as plain text under the first cell of their table's head; every other line under the empty head."""
    found: dict[str, Counter[str]] = {}
    lines = body.split("\n")
    head = ""
    for number, line in enumerate(lines):
        if not line.startswith("|"):
            head = ""
            if line.strip():
                found.setdefault("", Counter())[_plain(line)] += 1
        elif _DELIMITER.fullmatch(line) and number and lines[number - 1].startswith("|"):
            head = _cells(lines[number - 1]).partition(" | ")[0]
        elif not (number + 1 < len(lines) and _DELIMITER.fullmatch(lines[number + 1])):
            found.setdefault(head, Counter())[_cells(line)] += 1
    return found


def _cells(line: str) -> str:
    # a value that holds a pipe is written with an entity, so every pipe is a border
    return " | ".join(_plain(cell) for cell in line.strip().strip("|").split("|"))


def _plain(text: str) -> str:
    shown = _TAG.sub("", _LINK.sub(r"\1", text))
    return " ".join(html.unescape(shown).replace("**", "").split())


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_WORDS else f"{text[: _MAX_WORDS - 1].rstrip()}…"
