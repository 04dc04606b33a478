"""reStructuredText: titles, plain text, literals, links, includes and the directives that document code."""

from __future__ import annotations

import re

from mkdocs_docbridge.text.html_text import BORDER
from mkdocs_docbridge.text.lines import RisingLines

from .gathered import Gathered

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*$")
_DIRECTIVE = re.compile(
    r"(?P<lead>[ \t]*)\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?(?P<name>[A-Za-z][\w:.+-]*)::(?:[ \t]+(?P<argument>.*))?$"
)
_COMMENT = re.compile(r"(?P<lead>[ \t]*)\.\.(?:[ \t]|$)")
_TARGET = re.compile(r"\.\.[ \t]+_(?P<name>[^:`]+|`[^`]+`):[ \t]*(?P<target>\S+)?[ \t]*$")
_FIELD = re.compile(r"[ \t]*:[\w -]+:(?:[ \t]|$)")
_MARKUP = re.compile(
    r"``(?P<literal>[^`\n]{1,300}+(?:`[^`\n]{1,100}+){0,4}+)``"
    r"|:(?P<role>[A-Za-z][\w:.+-]{0,40}):`(?P<content>[^`]{1,300}+)`"
    r"|(?<![\w`])`(?P<text>[^`<]{0,200}+)<(?P<target>[^<>`\s]{1,300}+)>`__?"
    r"|(?<![\w`])`(?P<phrase>[^`]{1,200}+)`(?P<reference>__?)?"
)
"""Bounded and possessive throughout, so that time stays linear whatever stands there."""
_ROLE_TARGET = re.compile(r"(?s)(?P<text>.*?)\s*<(?P<target>[^<>]+)>$")
_EMPHASIS = re.compile(r"(?<![\w*])\*\*?(?=\S)|(?<=\S)\*\*?(?![\w*])|\|(?=\w)|(?<=\w)[|]_?(?!\w)")
_CODE = frozenset(
    {"code-block", "code", "sourcecode", "parsed-literal", "highlight", "doctest", "prompt", "productionlist"}
)
_INCLUDES = frozenset({"include", "literalinclude"})
_TOCTREE = "\0toctree"
_IMAGES = frozenset({"image", "figure"})
_DOCUMENTS = re.compile(r"auto(?:module|class|function|data|exception|method|attribute|property|decorator)$")
_OBJECTS = frozenset({"mod", "func", "class", "meth", "attr", "data", "exc", "obj", "const"})
_HIDDEN = frozenset({"toctree", "raw", "only", "index", "meta", "contents", "highlight", "currentmodule", "module"})


def read_restructured(found: Gathered, text: str) -> None:
    """Adds the facts of a document."""
    _Reader(found).read(text.split("\n"))


class _Reader:
    def __init__(self, found: Gathered) -> None:
        self._found = found
        self._levels: list[tuple[str, bool]] = []
        """The styles of titles in the order they came: (character, whether a line stands above too)."""
        self._paragraph: list[str] = []
        self._first = 1
        self._module = ""
        self._code: tuple[int, str, int, list[str]] | None = None
        """(the indentation that the block is deeper than, language, its line, its lines)."""

    def read(self, lines: list[str]) -> None:
        number = 0
        while number < len(lines):
            number += self._line(lines, number)
        self._flush()
        self._end_code()

    def _line(self, lines: list[str], number: int) -> int:
        """Reads the line ``number`` (from 0); returns how many lines it took."""
        line = lines[number]
        if self._code is not None:
            if not line.strip() or _indent(line) > self._code[0]:
                self._code[3].append(line)
                return 1
            self._end_code()
        if not line.strip():
            self._flush()
            return 1
        if taken := self._title(lines, number):
            return taken
        if (match := _DIRECTIVE.match(line)) is not None:
            self._flush()
            self._directive(match, number + 1)
        elif (match := _COMMENT.match(line)) is not None:
            self._flush()
            self._target(line, number + 1)
            self._code = (_indent(line), "\0", number + 1, [])
        elif _FIELD.match(line) and not self._paragraph:
            pass
        else:
            if not self._paragraph:
                self._first = number + 1
            self._paragraph.append(line)
            if line.rstrip().endswith("::"):
                self._flush()
                self._code = (_indent(line), "", number + 2, [])
        return 1

    def _title(self, lines: list[str], number: int) -> int:
        line = lines[number]
        if self._paragraph:
            return 0
        if _ADORNMENT.match(line):
            below = lines[number + 2] if number + 2 < len(lines) else ""
            if lines[number + 1 : number + 2] and lines[number + 1].strip() and below.strip() == line.strip():
                self._heading(lines[number + 1], (line[0], True), number + 2)
                return 3
            return 1
        below = lines[number + 1] if number + 1 < len(lines) else ""
        if line[:1].strip() and _ADORNMENT.match(below) and len(below.rstrip()) >= min(len(line.rstrip()), 4):
            self._heading(line, (below[0], False), number + 1)
            return 2
        return 0

    def _heading(self, line: str, style: tuple[str, bool], number: int) -> None:
        if style not in self._levels:
            self._levels.append(style)
        text = " ".join(_plain(line).split())
        self._found.heading(min(self._levels.index(style) + 1, 6), text, number)
        self._inline(line, number)

    def _directive(self, match: re.Match[str], line: int) -> None:
        name, argument = match["name"].rsplit(":", 1)[-1], (match["argument"] or "").strip()
        indent = _indent(match["lead"])
        if name in _INCLUDES and argument:
            self._found.mention("include", argument, line)
        elif name in _IMAGES and argument:
            self._found.link(argument, "", line, "image")
        elif name in {"module", "currentmodule"}:
            self._module = argument
        elif _DOCUMENTS.match(name) and argument:
            dotted = argument.split("(", 1)[0].replace("::", ".")
            known = name == "automodule" or not self._module or dotted.startswith(f"{self._module}.")
            self._found.mention("directive", dotted if known else f"{self._module}.{dotted}", line)
        if name in _CODE:
            self._code = (indent, argument.split(" ", 1)[0].lower(), line, [])
        elif name in _HIDDEN or name in _INCLUDES:
            self._code = (indent, _TOCTREE if name == "toctree" else "\0", line, [])

    def _target(self, line: str, number: int) -> None:
        match = _TARGET.match(line)
        if match and match["target"] and not match["target"].endswith("_"):
            self._found.link(match["target"], match["name"].strip("`"), number, "reference")

    def _end_code(self) -> None:
        if self._code is None:
            return
        _, language, line, lines = self._code
        self._code = None
        if language == _TOCTREE:
            self._toctree(lines, line)
            return
        text = "\n".join(lines).strip("\n")
        if not language.startswith("\0") and text:
            self._found.fence(language, text, line)

    def _toctree(self, lines: list[str], above: int) -> None:
        for number, content in enumerate(lines, start=above + 1):
            entry = content.strip()
            if entry and not entry.startswith(":") and "*" not in entry and entry != "self":
                named = _ROLE_TARGET.match(entry)
                text, target = (named["text"], named["target"]) if named else ("", entry)
                self._found.link(target.removesuffix(".rst") + ".rst", text, number, "reference")

    def _flush(self) -> None:
        if not self._paragraph:
            return
        source = "\n".join(self._paragraph)
        is_indented = self._paragraph[0][:1].isspace()
        self._paragraph = []
        self._inline(source, self._first)
        text = " ".join(_plain(source).split()).removesuffix("::")
        if self._found.paragraph(text, self._first) and not is_indented and text[:1].isalnum():
            self._found.propose_summary(text)

    def _inline(self, source: str, first: int) -> None:
        lines = RisingLines(source)
        for match in _MARKUP.finditer(source):
            line = first - 1 + lines.line(match.start())
            if match["literal"] is not None:
                self._found.token(match["literal"], line)
            elif match["role"] is not None:
                self._role(match["role"].rsplit(":", 1)[-1], match["content"], line)
            elif match["target"] is not None and not match["target"].endswith("_"):
                self._found.link(match["target"], " ".join(match["text"].split()), line, "inline")

    def _role(self, role: str, content: str, line: int) -> None:
        named = _ROLE_TARGET.match(content)
        text, target = (named["text"], named["target"]) if named else (content.lstrip("~!"), content)
        if role == "doc":
            self._found.link(f"{target}.rst", text, line, "reference")
        elif role in _OBJECTS and not target.startswith("!"):
            name = target.lstrip("~.").removesuffix("()")
            self._found.token(target.lstrip("~."), line)
            if self._module and "." not in name:
                self._found.mention("autoref", f"{self._module}.{name}", line)


def _plain(source: str) -> str:
    """A paragraph as a reader sees it."""
    return _EMPHASIS.sub("", _MARKUP.sub(_shown, source.replace(BORDER, "")))


def _shown(match: re.Match[str]) -> str:
    if match["literal"] is not None:
        return match["literal"]
    if match["role"] is not None:
        named = _ROLE_TARGET.match(match["content"])
        if named:
            return named["text"]
        content = match["content"]
        # Sphinx shows the last part only of what starts with a tilde
        return content.rpartition(".")[2].lstrip("~") if content.startswith("~") else content.lstrip("!")
    return match["text"].rstrip() if match["target"] is not None else match["phrase"]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
