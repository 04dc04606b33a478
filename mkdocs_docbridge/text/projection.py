"""What a reader sees of a text file as plain paragraphs, with a map from every character to a raw line.

Markdown is read with pyromark after Python-Markdown's containers were unfolded. Front matter, code blocks, comments
and hidden HTML are out; every mark is transparent. A fence that never closes hides nothing, as in Python-Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from mkdocs_docbridge.yaml_reader import YamlFaultError, load_yaml

from .containers import unfold
from .html_text import HIDING, paragraphs
from .lines import split_lines
from .markdown_text import MarkdownText
from .plain import Piece, PlainText, PlainTextBuilder

_FRONT_MATTER_END = re.compile(r"(?:-{3}|\.{3})[ \t]*$")
_FENCE = re.compile(r"(?P<lead> *(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*)(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_HIDDEN_START = re.compile(rf" {{0,3}}<(?:(?P<comment>!--)|(?P<tag>{'|'.join(HIDING)})\b)", re.IGNORECASE)
_LITERAL = re.compile(r"``|\*\*|(?<!\w)[*_`|](?=\w)|(?<=\w)[*_`|]_?(?!\w)")
_BADGE = re.compile(r"https?://[\w.-]*/badge/(?P<path>[^\s)\"'>?#\]]{1,200})")


@dataclass(frozen=True)
class Projection:
    """``prose`` holds every paragraph, each table cell apart; ``rows`` each table row as ``| a | b |``; ``badges``
    the words of static badge URLs (label and message)."""

    path: str
    prose: PlainText
    rows: PlainText
    badges: PlainText


def project(text: str, *, path: str) -> Projection:
    """The plain text of a file; ``path`` decides by its ending how it is read (Markdown, HTML, else paragraphs)."""
    lines = [line for line, _ in split_lines(text.removeprefix("\ufeff"))]
    read = _READERS.get(_ending(path), _plain)
    prose, rows = PlainTextBuilder(), PlainTextBuilder()
    read(lines, prose, rows)
    return Projection(path, prose.build(), rows.build(), _badges(lines))


def is_plain(path: str) -> bool:
    """Whether a file is read as it stands, since its ending promises no marks."""
    return _ending(path) not in _READERS


def _ending(path: str) -> str:
    return path.rsplit("/", 1)[-1].rpartition(".")[2].lower()


def _markdown(lines: list[str], prose: PlainTextBuilder, rows: PlainTextBuilder) -> None:
    unfolded = unfold("\n".join(_without_front_matter(lines)))
    shown = _visible_lines(unfolded.text.split("\n"))
    MarkdownText(shown, list(unfolded.raw_lines), prose=prose, rows=rows).read()


def _html(lines: list[str], prose: PlainTextBuilder, _rows: PlainTextBuilder) -> None:
    for pieces in paragraphs("\n".join(lines), 1):
        prose.add(pieces)


def _plain(lines: list[str], prose: PlainTextBuilder, _rows: PlainTextBuilder) -> None:
    _paragraphs(lines, prose, str)


def _restructured(lines: list[str], prose: PlainTextBuilder, _rows: PlainTextBuilder) -> None:
    _paragraphs(lines, prose, lambda line: _LITERAL.sub("", line))


def _paragraphs(lines: list[str], prose: PlainTextBuilder, clean: Callable[[str], str]) -> None:
    pieces: list[Piece] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            prose.add(pieces)
            pieces = []
        else:
            pieces += [(number, clean(line)), (number, " ")]
    prose.add(pieces)


_READERS = {
    **dict.fromkeys(("md", "markdown", "mdown", "mkd", "mkdn", "mdx"), _markdown),
    **dict.fromkeys(("html", "htm", "xhtml"), _html),
    "rst": _restructured,
}


def _without_front_matter(lines: list[str]) -> list[str]:
    if not lines or lines[0].rstrip(" \t") != "---":
        return lines
    end = next((index for index in range(1, len(lines)) if _FRONT_MATTER_END.match(lines[index])), 0)
    try:
        # MkDocs takes it for front matter only when it is a mapping; anything else is shown
        hidden = isinstance(load_yaml("\n".join(lines[1:end])), dict)
    except YamlFaultError:
        hidden = False
    return [""] * (end + 1) + lines[end + 1 :] if hidden else lines


def _visible_lines(lines: list[str]) -> list[str]:
    """The lines with closed fences, comments and hidden elements blank; what never closes stays."""
    shown = list(lines)
    unclosed: set[str] = set()  # a search that reached the end is never made again, so time stays linear
    index = 0
    while index < len(lines):
        end, rest = _hidden_from(lines, index, unclosed)
        for hidden in range(index, end):
            shown[hidden] = ""
        if end > index and rest:
            shown[end - 1] = rest
        index = max(end, index + 1)
    return shown


def _hidden_from(lines: list[str], index: int, unclosed: set[str]) -> tuple[int, str]:
    """(the line behind the hidden block that starts at ``index``, what is visible of its last line)."""
    line = lines[index]
    fence = _FENCE.match(line)
    if fence and not (fence["mark"][0] == "`" and "`" in fence["info"]):
        # the mark of one that never closes is taken out, so that what follows is shown
        return max(_fence_end(lines, index, fence, unclosed), index + 1), ""
    start = _HIDDEN_START.match(line)
    if start is None:
        return index, ""
    term = "-->" if start["comment"] else f"</{start['tag'].lower()}"
    if term in unclosed:
        return index, ""
    for at in range(index, len(lines)):
        found = lines[at].lower().find(term, start.end() if at == index else 0)
        if found >= 0:
            return at + 1, lines[at][found + len(term) :].removeprefix(">").strip()
    unclosed.add(term)
    return index, ""


def _fence_end(lines: list[str], index: int, fence: re.Match[str], unclosed: set[str]) -> int:
    """The line behind a fence: behind its closing mark, or where the list item that holds it ends."""
    mark, lead = fence["mark"], fence["lead"]
    if any(mark.startswith(known) for known in unclosed):
        return index
    least = len(lead) if lead.strip() else len(lead) - 3
    for at in range(index + 1, len(lines)):
        stripped = lines[at].strip(" \t")
        if stripped.startswith(mark) and not stripped.strip(mark[0]):
            return at + 1
        if stripped and len(lines[at]) - len(lines[at].lstrip(" ")) < least:
            return at
    unclosed.add(mark)
    return index


def _badges(lines: list[str]) -> PlainText:
    builder = PlainTextBuilder()
    for number, line in enumerate(lines, start=1):
        for match in _BADGE.finditer(line):
            # shields.io writes a hyphen as "--", an underscore as "__" and a blank as "_"; the last part is the colour
            parts = match["path"].replace("--", "\0").split("-")
            words = " ".join(parts[:-1] if len(parts) > 1 else parts).replace("\0", "-")
            words = words.replace("__", "\0").replace("_", " ").replace("\0", "_")
            builder.add([(number, unquote(words))])
    return builder.build()
