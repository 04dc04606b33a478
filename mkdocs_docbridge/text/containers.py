"""Python-Markdown's containers unfolded, so that a CommonMark parser reads their bodies as prose and not as code.

Admonitions (``!!!``, ``???``), content tabs (``===``), definition lists and footnotes hold bodies indented by four;
CommonMark takes such bodies for indented code, which loses every link in them (111 of 792 in one real site). Unfolding
dedents the bodies, puts blank lines around them and remembers which raw line each came from. So that the rest of
a page is read as the site shows it, it also takes the fences of blocks (``///``) and the options of mkdocstrings
(``:::``) out of the text, opens up HTML with a ``markdown`` attribute, and lets the last of several definitions of
one link label count, as Python-Markdown does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .markdown_html import OpenedHtml

_NEEDED = re.compile(
    r"^[ \t>*+-]*(?:!!!|\?\?\?|===[ +!]|:[ \t]|:::|\[\^[^\]\n]+\]:|/{3,}[ \t]*\w|\*\[|<[A-Za-z][^\n]*\smarkdown[\s=>])",
    re.MULTILINE,
)
_TITLED = re.compile(
    r"""(?:!!![ \t]*[\w-]+|\?{3}\+?[ \t]*(?:[\w-]+|(?=")))(?:[ \t]+[\w-]+)*[ \t]*(?:"(?P<title>.*)")?[ \t]*$"""
)
_TAB = re.compile(r"""===(?:\+!|!\+|\+|!)?[ \t]+(?:"(?P<double>.*)"|'(?P<single>.*)')[ \t]*$""")
_BLOCK = re.compile(r"(?P<mark>/{3,})[ \t]*(?:(?P<name>[\w-]+)[ \t]*(?:\|[ \t]*(?P<title>.*))?)?$")
_DIRECTIVE = re.compile(r":::[ \t]*[\w./]+[ \t]*$")
_DEFINITION = re.compile(r":[ \t]+(?P<text>\S.*)$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*(?P<text>.*)$")
_ABBREVIATION = re.compile(r"\*\[[^\]]+\][ ]?:")
_LABEL = re.compile(r"^ {0,3}\[(?P<label>[^\[\]\n^][^\[\]\n]*)\]:[ \t]*\S[^\n]*$", re.MULTILINE)
_LINE_LABEL = re.compile(
    r"\[(?P<label>[^\[\]^][^\[\]]*)\]:[ \t]*(?:<[^<>]*>|\S+)[ \t]*(?:\"[^\"]*\"|'[^']*'|\([^()]*\))?[ \t]*$"
)
_FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_MAY_BEGIN = frozenset(("", *" \t!?=[:/*<`~-+0123456789"))
"""Characters that a line which is more than text begins with."""
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?=[`~]{3})")


@dataclass(frozen=True)
class Unfolded:
    """``text`` with LF line ends; ``raw_lines[i]`` is the raw line (from 1) that its line ``i`` came from.

    ``inside`` are the spans (first, last) of its lines, from 0, that stand in a container: an aside, not the page's
    own prose.
    """

    text: str
    raw_lines: Sequence[int]
    inside: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class _Body:
    """An open container: the width its body is indented by at least, whether its text may go on without that, and
    whether its lines are shown at all."""

    width: int
    lazy: bool = False
    shown: bool = True


class _Unfolder:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.raw: list[int] = []
        self.inside: list[tuple[int, int]] = []
        self._bodies: list[_Body] = []
        self._blocks: list[str] = []
        """The slashes of the open blocks; their bodies are not indented."""
        self._options = False
        self._since: int | None = None
        """Where the outermost open container began."""
        self._fence: str | None = None
        self._html = OpenedHtml()
        self._labels: dict[str, tuple[str, int]] = {}

    def _emit(self, line: str, number: int) -> None:
        self.lines.append(line)
        self.raw.append(number)

    def feed(self, line: str, number: int) -> None:
        if line[:1] not in _MAY_BEGIN and not (self._bodies or self._fence or self._options or self._html):
            self._emit(line, number)
            return
        stripped = line.lstrip(" \t")
        if not stripped:
            self._options = False
            self._emit("", number)
            return
        indent = len(line) - len(stripped)
        if "\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(4))
        if self._bodies and indent < self._bodies[-1].width:
            self._close(indent, number)
        bodies = len(self._bodies)
        if bodies:
            if not self._bodies[-1].shown:
                self._emit("", number)
                return
            rest = " " * (indent - 4 * bodies) + stripped
        else:
            rest = " " * indent + stripped
        if self._fence is None and stripped[0] not in "`~-*+" and not stripped[0].isdigit():
            if not self._special(rest, stripped, indent, number):
                self._emit(rest, number)
        elif self._in_fence(stripped) or not self._special(rest, stripped, indent, number):
            self._emit(rest, number)

    def _close(self, indent: int, number: int) -> None:
        while self._bodies and indent < self._bodies[-1].width:
            body = self._bodies.pop()
            self._fence = None
            # the lines of a footnote's or definition's paragraph belong to it also when they are not indented
            if not (body.lazy and self.lines[-1].strip()):
                self._emit("", number)
        self._leave()

    def _enter(self) -> None:
        if self._since is None:
            self._since = len(self.lines)

    def _leave(self) -> None:
        if self._since is not None and not self._bodies and not self._blocks:
            self.inside.append((self._since, len(self.lines) - 1))
            self._since = None

    def _in_fence(self, stripped: str) -> bool:
        opener = _ITEM.match(stripped) if self._fence is None else None
        match = _FENCE.match(stripped[opener.end() :] if opener else stripped)
        if self._fence is None:
            if match and not (match["mark"][0] == "`" and "`" in match["info"]):
                self._fence = match["mark"]
                return True
            return False
        if match and match["mark"].startswith(self._fence) and not match["info"].strip():
            self._fence = None
        return True

    def _special(self, rest: str, stripped: str, indent: int, number: int) -> bool:
        """Whether the line is not simply text, and was dealt with."""
        if self._options:
            if indent >= 4 * len(self._bodies) + 4:
                self._emit("", number)
                return True
            self._options = False
        first = stripped[0]
        if first in "!?=[:":
            return self._open(rest, stripped, indent, number)
        if first == "/" and stripped.startswith("///"):
            return self._block(rest, stripped, number)
        if first == "*" and _ABBREVIATION.match(stripped):
            self._emit("", number)
            return True
        if "<" in rest and (self._html or first == "<"):
            pieces = self._html.pieces(rest)
            for piece in pieces or ():
                self._emit(piece, number)
            return pieces is not None
        return False

    def _open(self, rest: str, stripped: str, indent: int, number: int) -> bool:
        # the lead of a footnote or a definition counts for nothing; whoever indents an admonition means it
        floor = indent - indent % 4
        if (match := _TITLED.match(stripped) or _TAB.match(stripped)) is not None:
            body = _Body(indent + 4)
        elif (match := _FOOTNOTE.match(stripped) or self._definition(stripped)) is not None:
            body = _Body(floor + 4, lazy=True)
        elif _DIRECTIVE.match(stripped):
            self._emit("", number)
            self._emit(rest, number)
            self._emit("", number)
            self._bodies.append(_Body(floor + 4, shown=False))
            return True
        else:
            return stripped[0] == "[" and self._label(rest, stripped, number)
        text = next((group for group in match.groups() if group), "")
        self._enter()
        self._emit("", number)
        self._emit(rest[: len(rest) - len(stripped)] + text if text else "", number)
        if not body.lazy:
            self._emit("", number)
        self._bodies.append(body)
        return True

    def _definition(self, stripped: str) -> re.Match[str] | None:
        # a definition follows its term (or another definition) directly or after one blank line
        before = next((line for line in reversed(self.lines[-2:]) if line.strip()), "")
        return _DEFINITION.match(stripped) if before else None

    def _block(self, rest: str, stripped: str, number: int) -> bool:
        match = _BLOCK.match(stripped)
        if match is None:
            return False
        if match["name"]:
            self._enter()
            self._blocks.append(match["mark"])
            self._options = True
        elif match["mark"] in self._blocks:
            while self._blocks.pop() != match["mark"]:
                pass
            self._leave()
        else:
            return False
        self._emit("", number)
        if match["title"]:
            self._emit(rest[: len(rest) - len(stripped)] + match["title"], number)
        self._emit("", number)
        return True

    def _label(self, rest: str, stripped: str, number: int) -> bool:
        match = _LINE_LABEL.match(stripped)
        if match is None or len(rest) - len(stripped) > 3:
            return False
        self._labels[" ".join(match["label"].casefold().split())] = (stripped, number)
        self._emit("", number)
        return True

    def finish(self) -> Unfolded:
        if self._labels:
            self._emit("", self.raw[-1] if self.raw else 1)
        if self._since is not None:
            self.inside.append((self._since, len(self.lines)))
        for line, number in self._labels.values():
            self._emit(line, number)
        return Unfolded("\n".join(self.lines) + "\n", tuple(self.raw) or (1,), tuple(self.inside))


def unfold(text: str) -> Unfolded:
    """``text`` (its lines end with LF) with its containers unfolded. Linear time."""
    if _NEEDED.search(text) is None and not _is_read_differently(text):
        return Unfolded(text if text.endswith("\n") else text + "\n", range(1, text.count("\n") + 2))
    unfolder = _Unfolder()
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, start=1):
        unfolder.feed(line, number)
    return unfolder.finish()


def _is_read_differently(text: str) -> bool:
    """Whether a definition of a link label stands where CommonMark sees none, or twice."""
    labels: set[str] = set()
    end = 0
    for match in _LABEL.finditer(text):
        start = match.start()
        label = match["label"].casefold()
        if label in labels or (start > 1 and text[start - 2] != "\n" and start - 1 != end):
            return True
        labels.add(label)
        end = match.end()
    return False
