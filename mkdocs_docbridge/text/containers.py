"""Python-Markdown's containers unfolded, so that a CommonMark parser reads their bodies as prose and not as code.

Admonitions (``!!!``, ``???``), content tabs (``===``), definition lists and footnotes hold bodies indented by
four. CommonMark takes such bodies for indented code, which loses every link in them (111 of 792 in one real
site). Unfolding dedents the bodies, puts blank lines around them and remembers which raw line each came from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .lines import split_lines

_TITLED = re.compile(r"""(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*[ \t]*(?:"(?P<title>.*)")?[ \t]*$""")
_TAB = re.compile(r"""===[+!]*[ \t]+(?:"(?P<double>.*)"|'(?P<single>.*)')[ \t]*$""")
_DEFINITION = re.compile(r":[ \t]+(?P<text>\S.*)$")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ \t]*(?P<text>.*)$")
_FENCE = re.compile(r"(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]+(?=[`~]{3})")


@dataclass(frozen=True)
class Unfolded:
    """``text`` with LF line ends; ``raw_lines[i]`` is the raw line (from 1) that its line ``i`` came from."""

    text: str
    raw_lines: tuple[int, ...]


class _Unfolder:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.raw: list[int] = []
        self._bodies: list[tuple[int, bool]] = []
        """The open containers, outermost first: indent before any dedenting, and whether its text may go on lazily."""
        self._fence: str | None = None

    def emit(self, line: str, number: int) -> None:
        self.lines.append(line)
        self.raw.append(number)

    def feed(self, line: str, number: int) -> None:
        stripped = line.lstrip(" \t")
        if not stripped:
            self.emit("", number)
            return
        indent = _width(line[: len(line) - len(stripped)])
        while self._bodies and indent < self._bodies[-1][0] + 4:
            _, lazy = self._bodies.pop()
            self._fence = None
            # the lines of a footnote's or definition's paragraph belong to it also when they are not indented
            if not (lazy and self.lines[-1].strip()):
                self.emit("", number)
        rest = " " * (indent - 4 * len(self._bodies)) + stripped
        if self._in_fence(stripped) or not self._open(rest, stripped, indent, number):
            self.emit(rest, number)

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

    def _open(self, rest: str, stripped: str, indent: int, number: int) -> bool:
        match = _TITLED.match(stripped) or _TAB.match(stripped)
        lazy = match is None
        text = ""
        if match is not None:
            text = next((group for group in match.groups() if group), "")
        else:
            match = _FOOTNOTE.match(stripped) or self._definition(stripped)
            if match is None:
                return False
            text = match["text"]
        lead = rest[: len(rest) - len(rest.lstrip(" "))]
        self.emit("", number)
        self.emit(lead + text if text else "", number)
        if not lazy:
            self.emit("", number)
        self._bodies.append((indent, lazy))
        return True

    def _definition(self, stripped: str) -> re.Match[str] | None:
        # a definition follows its term (or another definition) directly or after one blank line
        before = next((line for line in reversed(self.lines[-2:]) if line.strip()), "")
        return _DEFINITION.match(stripped) if before else None


def _width(blanks: str) -> int:
    return len(blanks.expandtabs(4))


def unfold(text: str) -> Unfolded:
    """``text`` with its containers unfolded. Linear time."""
    unfolder = _Unfolder()
    for number, (line, _) in enumerate(split_lines(text), start=1):
        unfolder.feed(line, number)
    return Unfolded("\n".join(unfolder.lines) + "\n", tuple(unfolder.raw) or (1,))
