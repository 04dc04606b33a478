"""What a document takes in or refers to by name: includes, mkdocstrings directives, autorefs, written ids."""

from __future__ import annotations

import re
from collections.abc import Callable

from mkdocs_docbridge.text.attributes import ATTRIBUTES, written_id
from mkdocs_docbridge.text.lines import RisingLines

from .gathered import Gathered

_SNIPPET = re.compile(
    r"""^[ \t]*-+8<-+(?:[ \t]+(?P<mark>["'])(?P<target>(?:(?!(?P=mark))[^\n])+)(?P=mark)[ \t]*|(?P<block>))$""",
    re.MULTILINE,
)
_BLOCK_LINE = re.compile(r"[ \t]*(?P<target>\S.*?)[ \t]*$")
_INCLUDE = re.compile(
    r"""(?<!\\)\{%-?\s*include(?:-markdown)?\s+(?P<mark>["'])(?P<target>(?:(?!(?P=mark))[^\n])+)(?P=mark)"""
)
_BARE_INCLUDE = re.compile(
    r"""^[ \t]*\{(?P<sign>[!*])[ \t]*(?P<target>[^\s{}"'*!]+)(?:[ \t][^\n{}]*)?(?P=sign)\}""", re.MULTILINE
)
"""``{! file !}`` and ``{* file *}``, of the extensions ``markdown_include`` and ``mdx_include``."""
_DIRECTIVE = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+)?:::[ \t]*(?P<target>[A-Za-z_][\w.]*)[ \t]*$", re.MULTILINE)
_AUTOREF = re.compile(
    r"(?P<code>(?<![\[`])(?P<ticks>`{1,3})(?!`)[^`\n]*(?P=ticks)(?!`))"
    r"|(?<![!\\])\[(?P<text>[^\[\]\n]+)\]\[(?P<target>[A-Za-z_][\w.]*)?\]"
)
_DOTTED = re.compile(r"[A-Za-z_][\w.]*")


def read_includes(found: Gathered, text: str, offset: int, is_code: Callable[[int], bool]) -> None:
    """Includes are made before Markdown is read, so they count in code too. ``text`` is raw, below ``offset`` lines;
    ``is_code`` tells of a line of the file."""
    if "8<-" in text:
        lines = RisingLines(text)
        end = 0
        for match in _SNIPPET.finditer(text):
            if match.start() < end:
                continue
            line = lines.line(match.end()) + offset
            if match["target"]:
                found.mention("include", match["target"], line, in_code=is_code(line))
            else:
                end = _block(found, text, match.end() + 1, line)
    for mark, pattern in (("include", _INCLUDE), ("{!", _BARE_INCLUDE), ("{*", _BARE_INCLUDE)):
        if mark not in text:
            continue
        lines = RisingLines(text)
        for match in pattern.finditer(text):
            line = lines.line(match.end()) + offset
            if mark == "include" or match["sign"] == mark[1]:
                found.mention("include", match["target"], line, in_code=is_code(line))


def _block(found: Gathered, text: str, start: int, line: int) -> int:
    """A block of snippets, one a line, to its closing mark; returns where it ends. One that never closes holds
    nothing."""
    targets: list[tuple[str, int]] = []
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line += 1
        content = text[start:end].strip(" \t")
        if content.startswith("-") and re.fullmatch(r"-+8<-+", content):
            for target, at in targets:
                found.mention("include", target, at)
            return end
        if content and not content.startswith(";"):
            targets.append((content, line))
        start = end + 1
    return start


def read_names(
    found: Gathered, text: str, code_lines: set[int], labels: set[str], raw_line: Callable[[int], int]
) -> None:
    """Directives, autorefs and written ids of an unfolded text, outside of code. ``labels`` are those of links that
    have a definition; ``raw_line`` leads from a line of the text, from 0, to one of the file."""
    directives, references, ids = ":::" in text, "][" in text, "{" in text
    if not (directives or references or ids):
        return
    if code_lines:
        text = "\n".join("" if i in code_lines else line for i, line in enumerate(text.split("\n")))
    if directives:
        lines = RisingLines(text)
        for match in _DIRECTIVE.finditer(text):
            found.mention("directive", match["target"].rstrip("."), raw_line(lines.line(match.end()) - 1))
    if references:
        lines = RisingLines(text)
        for match in _AUTOREF.finditer(text):
            if match["code"] is not None:
                continue
            target = match["target"] or match["text"].strip("`")
            if target.casefold() not in labels and _DOTTED.fullmatch(target):
                found.mention("autoref", target, raw_line(lines.line(match.start()) - 1))
    if ids:
        lines = RisingLines(text)
        headings = {heading.line for heading in found.headings}
        for match in ATTRIBUTES.finditer(text):
            line = raw_line(lines.line(match.start()) - 1)
            identifier = written_id(match["body"])
            if identifier and line not in headings:
                found.anchor(identifier, line)
