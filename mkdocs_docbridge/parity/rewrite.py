"""Another value put where a surface states one, in memory: the raw text changed, read again and looked at again.

A statement is known by its place in plain text, and that only by its line in the file. So the value is looked for there
in the forms that a file can write it in, and a change counts when reading the file again shows that this statement, and
no other, says something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.entities import codepoint2name

from mkdocs_docbridge.text.lines import split_lines
from mkdocs_docbridge.text.plain import BLANKS

from .match import Occurrence
from .surface import Surface

_LINES = 12
"""Raw lines, from the one a value starts on, that it can reach over."""
_MAX_PLACES = 60
_BLANK = rf"(?:[{BLANKS}]|&nbsp;|&thinsp;|&#x?[0-9A-Fa-f]{{1,6}};|\n[ \t>]*)+"
_FILLER = (
    "(?:[\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff*_`~=^\\\\]|&shy;|&zwj;|&zwnj;|</?[A-Za-z][^<>\n]{0,80}>){0,6}?"
)
NUMBER = re.compile(r"[-+\u2212]?[0-9](?:[0-9.,'’_ \u00a0\u2007\u2009\u202f]*[0-9])?")
"""The number in a value, with its sign and its groups."""
Read = Callable[[Surface], list[Occurrence]]


@dataclass(frozen=True)
class Spot:
    """Where in a file's raw text the value of one statement stands."""

    surface: Surface
    index: int
    start: int
    end: int
    before: tuple[str, ...]
    """What every statement of the surface says now."""
    inner: bool = False
    """Whether it is the number of the value alone, since marks stand between that and the rest of it."""

    @property
    def raw(self) -> str:
        """The value as the file writes it."""
        return self.surface.raw[self.start : self.end]

    def with_value(self, value: str, read: Read) -> tuple[Surface, Occurrence | None] | None:
        """The surface with another value there, and the statement then (None where none is left); None where the
        change would be no change of this statement alone."""
        raw = self.surface.raw
        changed = self.surface.with_raw(raw[: self.start] + value + raw[self.end :])
        if changed is None:
            return None
        now = read(changed)
        said = tuple(one.stated for one in now)
        others = self.before[: self.index] + self.before[self.index + 1 :]
        if len(said) == len(self.before):
            same = said[: self.index] + said[self.index + 1 :] == others and said[self.index] != self.before[self.index]
            return (changed, now[self.index]) if same else None
        return (changed, None) if said == others else None


def spot(surface: Surface, found: list[Occurrence], index: int, read: Read) -> Spot | None:
    """Where the statement ``found[index]`` has its value; None where no place can be told for sure."""
    before = tuple(one.stated for one in found)
    probe = "7654321" if not found[index].stated.startswith("7654321") else "1234567"
    for start, end in _places(surface, found[index]):
        candidate = Spot(surface, index, start, end, before)
        after = candidate.with_value(probe, read)
        # a value that stands in an entity or a link target beside it would change the statement too, but not into this
        if after is not None and after[1] is not None and after[1].stated == probe:
            return candidate
    # marks that the value's own text holds (`71` %) make the whole of it no place for a probe; its number still is
    for start, end in _places(surface, found[index]):
        core = NUMBER.search(surface.raw, start, end)
        if core is None or core.span() == (start, end):
            continue
        candidate = Spot(surface, index, *core.span(), before, inner=True)
        after = candidate.with_value(probe, read)
        expected = NUMBER.sub(probe, found[index].stated, count=1)
        if after is not None and after[1] is not None and after[1].stated == expected:
            return candidate
    return None


def _places(surface: Surface, one: Occurrence) -> Iterator[tuple[int, int]]:
    pattern = re.compile(_FILLER.join(map(_written, " ".join(one.stated.split()))))
    starts, at = [0], 0
    for line, end in split_lines(surface.raw):
        at += len(line) + len(end)
        starts.append(at)
    first = starts[min(one.line, len(starts)) - 1]
    last = starts[min(one.line - 1 + _LINES, len(starts) - 1)]
    # a field or a docstring tells its line only roughly, so the rest of the file comes after
    spans = [(first, last), *([(0, len(surface.raw))] if surface.address.part else [])]
    tried: set[tuple[int, int]] = set()
    for low, high in spans:
        for match in pattern.finditer(surface.raw, low, high):
            if match.span() not in tried and len(tried) < _MAX_PLACES:
                tried.add(match.span())
                yield match.span()


def _written(char: str) -> str:
    if char == " ":
        return _BLANK
    name = codepoint2name.get(ord(char))
    named = f"|&{name};" if name else ""
    return f"(?:{re.escape(char)}|&#{ord(char)};|&#[xX]0*{ord(char):x};{named})"
