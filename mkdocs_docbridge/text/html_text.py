"""What a reader sees of raw HTML: the text between tags, with block tags as paragraph borders."""

from __future__ import annotations

import re
from html import unescape

from .plain import Piece

HIDING = ("pre", "script", "style", "template", "textarea")
"""Elements whose content is code or not shown."""

BORDER = "\x00"
"""Stands for a paragraph border in stripped HTML (NUL is no character of HTML)."""

_BLOCK_TAGS = (
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav ol optgroup option p pre search"
    " section summary table tbody td tfoot th thead title tr ul"
)
_BLOCK = frozenset(_BLOCK_TAGS.split())
_MARKUP = re.compile(
    r"<!--(?P<comment>.*?)(?:-->|\Z)"
    rf"|<(?P<hiding>{'|'.join(HIDING)})\b(?:[^<>]*)>.*?(?:</(?P=hiding)\s*>|\Z)"
    r"""|<(?P<close>/?)(?P<name>[A-Za-z][\w:-]*)(?P<rest>(?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}')*)>"""
    r"|<[!?][^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
_ALT = re.compile(r"""\salt\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""", re.IGNORECASE)


def breaks_paragraph(name: str) -> bool:
    """Whether a tag of that name starts or ends a paragraph."""
    return name.lower() in _BLOCK


def tag_name(tag: str) -> str:
    """The lower-case name of ``<name …>`` or ``</name>``; empty for a comment or declaration."""
    match = re.match(r"</?([A-Za-z][\w:-]*)", tag)
    return match.group(1).lower() if match else ""


def alt_text(tag: str) -> str:
    """The ``alt`` of an ``<img>`` tag, entities decoded; empty without one."""
    match = _ALT.search(tag)
    return unescape(next((group for group in match.groups() if group is not None), "")) if match else ""


def main_content(page: str) -> str:
    """What a built page says itself: its article, else its main element, else all of it. What is around it (navigation,
    head, footer) is blank, so that lines stay."""
    for name in ("article", "main"):
        start = re.search(rf"<{name}\b", page, re.IGNORECASE)
        end = page.lower().rfind(f"</{name}")
        if start is not None and end > start.start():
            return "\n" * page.count("\n", 0, start.start()) + page[start.start() : end]
    return page


def strip_tags(source: str) -> str:
    """``source`` without tags, comments and hidden elements, entities left as they are. Every character stays on its
    line; a block tag becomes a :data:`BORDER`."""
    return _MARKUP.sub(_replacement, source)


def _replacement(match: re.Match[str]) -> str:
    lines = "\n" * match.group().count("\n")
    if match["hiding"]:
        return BORDER + lines
    name = match["name"]
    if name is None:
        return lines
    name = name.lower()
    if name == "br":
        return " " + lines
    if name == "img":
        return alt_text(match.group()).replace("\n", " ") + lines
    return (BORDER if name in _BLOCK else "") + lines


def paragraphs(source: str, first_line: int) -> list[list[Piece]]:
    """The paragraphs of an HTML text whose first line has the number ``first_line``."""
    found: list[list[Piece]] = [[]]
    for number, line in enumerate(strip_tags(source).split("\n"), start=first_line):
        for index, part in enumerate(line.split(BORDER)):
            if index:
                found.append([])
            found[-1].append((number, unescape(part)))
        found[-1].append((number, " "))
    return [pieces for pieces in found if any(text.strip() for _, text in pieces)]
