"""Prose in source files: first sentences of docstrings, and header comments that call a file generated."""

from __future__ import annotations

import re

MAX_SUMMARY = 400
MAX_DOCSTRING = 4000
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|fig|eq|sec|no|al|Mr|Mrs|Ms|Dr|St)|\b[A-Z])\.$"
)
_SENTENCE_END = re.compile(r"[.!?][\"')\]`*]*(?=\s)|[。！？]")
_HEADER_LINES = 30
_GENERATED = re.compile(
    r"@generated\b"
    r"|\bauto(?:matically)?[- ]?generated\b"
    r"|(?<!not )(?<!n't )\bgenerated (?:by|from|with|using|via)\b"
    r"|\bcode generated\b"
    r"|\bdo(?: not|n['’]t) (?:edit|modify)\b(?! this (?:header|notice|block|line|section))",
    re.IGNORECASE,
)


def clean_docstring(text: str) -> str:
    """``text`` without its common indentation (the first line has none of it) and surrounding blank lines, cut at
    4,000 characters."""
    lines = text[: 4 * MAX_DOCSTRING].expandtabs().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    margin = min(indents, default=0)
    cleaned = [lines[0].strip(), *(line[margin:].rstrip() for line in lines[1:])]
    return "\n".join(cleaned).strip("\n")[:MAX_DOCSTRING].rstrip()


def first_sentence(text: str) -> str:
    """The first sentence of the first paragraph of ``text`` on one line, at most 400 characters."""
    paragraph: list[str] = []
    for line in text[: 4 * MAX_DOCSTRING].split("\n"):
        if line.strip():
            paragraph.append(line.strip())
        elif paragraph:
            break
    flat = " ".join(" ".join(paragraph).split())
    for match in _SENTENCE_END.finditer(flat):
        if not _ABBREVIATION.search(flat[max(0, match.start() - 8) : match.start() + 1]):
            flat = flat[: match.end()]
            break
    return clip(flat, MAX_SUMMARY)


def clip(text: str, limit: int) -> str:
    """``text`` at most ``limit`` characters long, its loss shown by an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def says_generated(header: str) -> bool:
    """Whether the comment at the head of a file says that a program wrote it."""
    return _GENERATED.search(" ".join(header.split("\n")[:_HEADER_LINES])) is not None
