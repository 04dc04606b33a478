"""How Python-Markdown's search for raw HTML reads the comments of a document.

It runs over the whole text after fences were taken out, code spans and indented code included, so a lone ``<!--`` in a
sentence or a ``<b`` without its ``>`` reaches down to whatever ends it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from .reading import Held, Hold
from .tags import TagReader

_COMMENT_END = re.compile(r"--!?>")
_END_NAME = re.compile(r"</([a-zA-Z][^\s/>]*)")
_END_TAG = re.compile(r"</\s*+([^\s<>]++)\s*+>")
_OPAQUE = ("pre", "script", "style", "textarea", "xmp", "svg", "math")
_INLINE_LIMIT = 32

VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_BLOCK_NAMES = """
address article aside blockquote body canvas center colgroup dd details div dl dt fieldset figcaption figure footer form
group h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li main map math menu nav noscript object ol option output p
pre progress script section style summary table tbody td textarea tfoot th thead tr ul video
"""
BLOCK = frozenset(_BLOCK_NAMES.split())


class RawHtml:
    """The reading of ``lines`` (normalised, fenced code masked).

    ``comments`` are the lines, from 0, that start with a comment: ``held`` tells what keeps one from being a block of
    its own. ``places`` are other places (line and column, from 0): ``raw`` are those taken out of the text as HTML.
    """

    def __init__(self, lines: Sequence[str], comments: Sequence[int], places: Sequence[tuple[int, int]] = ()) -> None:
        self._text = "\n".join(lines) + "\n\n"
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._wanted = [self._starts[line] for line in comments]
        self._next = 0
        self._tags = TagReader(self._text)
        self._missing: dict[str, int] = {}
        self._stack: list[tuple[str, int]] = []
        self._depth: Counter[str] = Counter()
        self._opaque: list[tuple[str, int]] = []
        self._inline: list[tuple[str, int]] = []
        self._inline_depth: Counter[str] = Counter()
        self._in_tail = False
        self._end_tags: dict[str, list[int]] | None = None
        self._paragraph_end = -1
        self.held: dict[int, Held] = {}
        self.raw: set[tuple[int, int]] = set()
        self._places = [(self._starts[line] + column, (line, column)) for line, column in places]
        self._next_place = 0
        self._read()

    @property
    def open_tag(self) -> Held | None:
        """The raw HTML element that is still open at the end."""
        return Held(Hold.HTML, self._line(self._stack[0][1]), name=self._stack[0][0]) if self._stack else None

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _read(self) -> None:
        text = self._text
        done = 0
        while (start := text.find("<", done)) >= 0:
            self._data(done, start)
            before = bool(self._stack)
            self._settle(start, raw=before)
            follower = text[start + 1 : start + 2]
            if follower.isascii() and follower.isalpha():
                done = self._start_tag(start)
            elif follower == "/":
                done = self._end_tag(start)
            elif follower == "!":
                done = self._comment(start) if text.startswith("<!--", start) else self._declaration(start)
            elif follower == "?":
                done = self._instruction(start)
            else:
                done = start + 1
            block = follower in "!?" and self._at_line_start(start)
            self._settle(done, raw=before or block or bool(self._stack))
        self._settle(len(text), raw=bool(self._stack))

    def _settle(self, end: int, *, raw: bool) -> None:
        """Pass the places before ``end``."""
        while self._next_place < len(self._places) and self._places[self._next_place][0] < end:
            if raw:
                self.raw.add(self._places[self._next_place][1])
            self._next_place += 1

    def _data(self, start: int, end: int) -> None:
        if self._in_tail and self._text.find("\n", start, end) >= 0:
            self._in_tail = False
        if self._inline and not self._stack and self._text.find("\n\n", start, end) >= 0:
            self._inline.clear()
            self._inline_depth.clear()

    def _at_line_start(self, offset: int) -> bool:
        start = offset
        while start > 0 and offset - start <= 3 and self._text[start - 1] == " ":
            start -= 1
        return offset - start <= 3 and (start == 0 or self._text[start - 1] == "\n")

    def _find(self, what: str, start: int) -> int:
        """``str.find`` that does not search again for what is known to be missing."""
        if start >= self._missing.get(what, len(self._text) + 1):
            return -1
        found = self._text.find(what, start)
        if found < 0:
            self._missing[what] = start
        return found

    def _hide(self, start: int, end: int, held: Held) -> None:
        """Wanted comments that begin after ``start`` and before ``end`` are no comments of their own."""
        while self._next < len(self._wanted) and self._wanted[self._next] < end:
            offset = self._wanted[self._next]
            if offset > start:
                self.held[self._line(offset) - 1] = held
            self._next += 1

    def _swallow(self, start: int, end: int, name: str) -> int:
        if self._next < len(self._wanted) and self._wanted[self._next] < end:
            self._hide(start, end, Held(Hold.HTML, self._line(start), name=name))
        return end

    def _start_tag(self, start: int) -> int:
        tag = self._tags.read(start)
        if tag is None:
            return start + 1
        if not tag.name:
            self._data(start, tag.end)
            return self._swallow(start, tag.end, self._text[start + 1 : start + 12].split()[0])
        block = tag.name in BLOCK
        if tag.empty or tag.name == "hr":
            self._in_tail = self._in_tail or (block and not self._stack and self._at_line_start(start))
        elif self._stack or (block and (self._in_tail or self._at_line_start(start))):
            self._stack.append((tag.name, start))
            self._depth[tag.name] += 1
            if tag.name in _OPAQUE:
                self._opaque.append((tag.name, start))
            if tag.name in {"script", "style"}:
                end = self._find_end_of(tag.name, tag.end)
                return self._swallow(start, end, tag.name)
        elif not block and tag.name not in VOID:
            self._inline.append((tag.name, start))
            self._inline_depth[tag.name] += 1
        return self._swallow(start, tag.end, tag.name)

    def _find_end_of(self, name: str, start: int) -> int:
        ends = self._ends().get(name, [])
        index = bisect_left(ends, start)
        return ends[index] if index < len(ends) else len(self._text)

    def _end_tag(self, start: int) -> int:
        match = _END_NAME.match(self._text, start)
        end = self._find(">", start + 2) if match else -1
        if match is None or end < 0:
            return start + 2
        name = match[1].lower()
        if self._stack:
            _pop(self._stack, self._depth, name)
            innermost = self._stack[-1][1] if self._stack else -1
            while self._opaque and self._opaque[-1][1] > innermost:
                self._opaque.pop()
            self._in_tail = not self._stack
        else:
            _pop(self._inline, self._inline_depth, name)
        return self._swallow(start, end + 1, f"/{name}")

    def _comment(self, start: int) -> int:
        match = None
        if start + 4 < self._missing.get("-->", len(self._text) + 1):
            match = _COMMENT_END.search(self._text, start + 4)
        if match is None:
            self._missing["-->"] = min(start + 4, self._missing.get("-->", start + 4))
            return start + 1
        if self._next < len(self._wanted) and self._wanted[self._next] < match.end():
            if self._wanted[self._next] == start:
                held = self._around(match.end())
                if held is not None:
                    self.held[self._line(start) - 1] = held
            self._hide(start, match.end(), Held(Hold.COMMENT, self._line(start)))
        if not self._stack and self._at_line_start(start):
            self._in_tail = True
        return match.end()

    def _around(self, end: int) -> Held | None:
        """What keeps a comment at the start of a line from being a block of its own."""
        if self._stack:
            if not self._opaque:
                return None
            name, offset = self._opaque[0]
            return Held(Hold.HTML, self._line(offset), name=name)
        if not self._inline:
            return None
        many = len(self._inline) > _INLINE_LIMIT
        if many or any(self._closes_in_paragraph(name, end) for name, _ in self._inline):
            name, offset = self._inline[-1]
            return Held(Hold.HTML, self._line(offset), name=name)
        return None

    def _closes_in_paragraph(self, name: str, start: int) -> bool:
        if self._paragraph_end < start:
            found = self._text.find("\n\n", start)
            self._paragraph_end = found if found >= 0 else len(self._text)
        return self._find_end_of(name, start) < self._paragraph_end

    def _ends(self) -> dict[str, list[int]]:
        if self._end_tags is None:
            self._end_tags = {}
            for match in _END_TAG.finditer(self._text):
                self._end_tags.setdefault(match[1].lower(), []).append(match.start())
        return self._end_tags

    def _declaration(self, start: int) -> int:
        if not (self._in_tail or self._at_line_start(start)):
            return start + 2
        closer = "]]>" if self._text.startswith("<![CDATA[", start) else ">"
        return self._block(start, closer, "!")

    def _instruction(self, start: int) -> int:
        if not (self._in_tail or self._at_line_start(start)):
            return start + 2
        return self._block(start, "?>", "?")

    def _block(self, start: int, closer: str, name: str) -> int:
        end = self._find(closer, start + 2)
        if end < 0:
            # What never ends is taken as text up to the next ">".
            closer = ">"
            end = self._find(closer, start + 2)
        if end < 0:
            return start + 2
        self._in_tail = True
        return self._swallow(start, end + len(closer), name)


def _pop(stack: list[tuple[str, int]], depth: Counter[str], name: str) -> None:
    """Take everything down to the innermost ``name`` off the stack, if it is there."""
    if not depth[name]:
        return
    while stack:
        popped = stack.pop()[0]
        depth[popped] -= 1
        if popped == name:
            return
