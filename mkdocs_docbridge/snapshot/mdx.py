"""MDX without its program: imports, exports, JSX tags and expressions blanked, every line where it was."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

_FENCE = re.compile(r"[ \t>*+-]*(?P<mark>`{3,}|~{3,})(?P<info>.*)$")
_STATEMENT = re.compile(r"(?:import|export)[ \t{*]")
_START = re.compile(r"(?P<code>`+)|<(?=[/A-Za-z>])|\{(?=[A-Za-z_$/(\[\"'`])")
_STEP = re.compile(r"\"[^\"]{0,2000}\"|'[^'\n]{0,500}'|=>|[{}<>]")
_DEEPEST = 200
_PATIENCE = 4
"""Characters, as a multiple of the text's length, that are looked at in vain before the rest is taken as it is."""


def without_jsx(text: str) -> str:
    """``text`` as Markdown. Bodies of elements lose the indentation that they have as bodies: MDX knows no indented
    code. Linear time."""
    lines = text.split("\n")
    kept = _code_lines(lines)
    source = "\n".join("" if number in kept else line for number, line in enumerate(lines))
    source, levels = _Blanker(source).read()
    shown = source.split("\n")
    for number, line in kept.items():
        shown[number] = line
    return "\n".join(_dedented(shown, levels))


def _code_lines(lines: list[str]) -> dict[int, str]:
    """Lines that are not read for tags, and what stays of them: fenced code as it is, of statements nothing."""
    kept: dict[int, str] = {}
    fence: str | None = None
    statement = False
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence is not None:
            kept[number] = line
            if match and match["mark"].startswith(fence) and not match["info"].strip():
                fence = None
        elif match and not (match["mark"][0] == "`" and "`" in match["info"]):
            fence = match["mark"]
            kept[number] = line
            statement = False
        elif not line.strip():
            statement = False
        elif statement or (
            _STATEMENT.match(line) and (number == 0 or number - 1 in kept or not lines[number - 1].strip())
        ):
            statement = True
            kept[number] = ""
    return kept


class _Blanker:
    def __init__(self, source: str) -> None:
        self._source = source
        self._starts = list(accumulate((len(line) + 1 for line in source.split("\n")), initial=0))
        self._wasted = 0
        self._levels: list[tuple[int, int]] = []

    def read(self) -> tuple[str, list[tuple[int, int]]]:
        """The text without markup, and for the tags that stand first on a line: (line behind an opening tag, its
        indentation) and (line of a closing one, -1), in order."""
        pieces: list[str] = []
        done = 0
        while (match := _START.search(self._source, done)) is not None:
            start = match.start()
            if match["code"]:
                closing = self._source.find(match["code"], match.end(), self._paragraph_end(match.end()))
                end = closing + len(match["code"]) if closing >= 0 else match.end()
                pieces.append(self._source[done:end])
            else:
                end = self._end(start)
                if end < 0:
                    end = start + 1
                    pieces.append(self._source[done:end])
                else:
                    self._note(start, end)
                    pieces += [self._source[done:start], "\n" * self._source.count("\n", start, end)]
            done = end
        pieces.append(self._source[done:])
        return "".join(pieces), self._levels

    def _paragraph_end(self, start: int) -> int:
        end = self._source.find("\n\n", start, start + 4000)
        return end if end >= 0 else start + 4000

    def _end(self, start: int) -> int:
        """The end of the tag or expression at ``start``; -1 when it is none."""
        if self._wasted > _PATIENCE * len(self._source):
            return -1
        is_tag = self._source[start] == "<"
        depth = 0
        at = start + 1
        for match in _STEP.finditer(self._source, start + 1 if is_tag else start):
            mark = match.group()
            at = match.end()
            if mark == "{":
                depth += 1
            elif mark == "}":
                depth -= 1
                if depth <= 0 and not is_tag:
                    return at
            elif is_tag and depth == 0:
                if mark == ">":
                    return at
                if mark == "<":
                    break
        self._wasted += at - start
        return -1

    def _note(self, start: int, end: int) -> None:
        line = bisect_right(self._starts, start) - 1
        if start - self._starts[line] > _DEEPEST:
            return
        lead = self._source[self._starts[line] : start]
        if self._source[start] != "<" or lead.strip(" \t") or self._source.startswith("/>", end - 2):
            return
        if self._source[start + 1] == "/":
            self._levels.append((line, -1))
        else:
            self._levels.append((bisect_right(self._starts, end - 1), len(lead.expandtabs(4))))


def _dedented(lines: list[str], levels: list[tuple[int, int]]) -> list[str]:
    """The lines, each element's body as far in as its tag."""
    pending = iter([*levels, (len(lines) + 1, -1)])
    at, indent = next(pending)
    stack: list[tuple[int, int | None]] = []
    shown: list[str] = []
    for number, line in enumerate(lines):
        while at <= number:
            if indent >= 0:
                _measure(stack, indent)
                stack.append((indent, None))
            elif stack:
                stack.pop()
            at, indent = next(pending)
        if stack and line.strip():
            own = len(line) - len(line.lstrip(" "))
            _measure(stack, own)
            line = line[min(own, sum(step or 0 for _, step in stack[-32:])) :]
        shown.append(line)
    return shown


def _measure(stack: list[tuple[int, int | None]], indent: int) -> None:
    """Lets the first line of an element's body tell how much further in the body stands."""
    if stack and stack[-1][1] is None:
        stack[-1] = (stack[-1][0], max(indent - stack[-1][0], 0))
