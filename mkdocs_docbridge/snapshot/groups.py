"""Arrays of a snapshot whose items stand in groups, one a source file: where each group is, and groups exchanged."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

import msgspec

from mkdocs_docbridge.artifacts import ArrayPieces, Piece


class Groups(msgspec.Struct, frozen=True, array_like=True):
    """``names`` are the groups' in order, joined by NUL; ``ends`` and ``counts`` are numbers of eight bytes, a group's
    end in the array's text (without brackets) and how many items it has."""

    names: str
    ends: bytes
    counts: bytes

    def ends_by_name(self) -> Iterator[tuple[bytes, int]]:
        """Each group's name and end."""
        return zip(self.names.encode().split(b"\0"), _numbers(self.ends), strict=False)


class Text:
    """Bytes in pieces, of which parts are taken without putting the pieces together."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = [memoryview(piece) for piece in pieces]
        self._ends = list(accumulate(map(len, self._pieces)))

    def parts(self, start: int, end: int) -> Iterator[memoryview]:
        """The bytes from ``start`` to ``end``, in views of the pieces."""
        at = bisect_right(self._ends, start)
        while start < end:
            passed = self._ends[at] - len(self._pieces[at])
            yield self._pieces[at][start - passed : end - passed]
            start, at = self._ends[at], at + 1


class GroupedPieces:
    """A JSON array that grows group by group, in the order of their names."""

    def __init__(self) -> None:
        self._pieces = ArrayPieces()
        self._names: list[str] = []
        self._ends = array("q")
        self._counts = array("q")

    def add(self, name: str, items: bytes, count: int = 1) -> None:
        """Adds the ``count`` encoded items of one group."""
        self._pieces.add(items, count)
        self._names.append(name)
        self._ends.append(self._pieces.size)
        self._counts.append(count)

    @property
    def count(self) -> int:
        """How many items there are in all."""
        return self._pieces.count

    @property
    def size(self) -> int:
        """Bytes, without the brackets."""
        return self._pieces.size

    def items(self) -> Iterator[bytes]:
        """The items with their commas, in pieces."""
        return self._pieces.items()

    @property
    def groups(self) -> Groups:
        """Where the groups are."""
        return Groups("\0".join(self._names), self._ends.tobytes(), self._counts.tobytes())

    def taken_apart(self) -> dict[str, tuple[bytes, int]]:
        """The items of each group and their number."""
        text = b"".join(self._pieces.items())
        found, start = {}, 0
        for name, end, count in zip(self._names, self._ends, self._counts, strict=True):
            found[name] = (text[start:end], count)
            start = end + 1
        return found


class Exchanged:
    """The items of an array with some groups put in place of others."""

    def __init__(self, text: Text, start: int, groups: Groups, changes: Mapping[str, tuple[bytes, int] | None]) -> None:
        """The items of the array begin at ``start`` of ``text``; None takes a group out."""
        self._text, self._start = text, start
        names = groups.names.split("\0") if groups.names else []
        ends, counts = _numbers(groups.ends), _numbers(groups.counts)
        self._pieces: list[Piece] = []
        self._names: list[str] = []
        self._ends, self._counts = array("q"), array("q")
        self.size = 0
        self.differs = False
        """Whether any group is another than before."""
        at = 0
        for name in sorted(changes):
            place = bisect_left(names, name, at)
            self._copy(names, ends, counts, at, place)
            change = changes[name]
            before = b""
            if place < len(names) and names[place] == name:
                before = b"".join(self._between(ends[place - 1] + 1 if place else 0, ends[place]))
            self.differs = self.differs or before != (b"" if change is None else change[0])
            if change is not None:
                self._add([change[0]])
                self._names.append(name)
                self._ends.append(self.size)
                self._counts.append(change[1])
            at = place + 1 if place < len(names) and names[place] == name else place
        self._copy(names, ends, counts, at, len(names))
        self.count = sum(self._counts)

    def _between(self, start: int, end: int) -> Iterator[memoryview]:
        return self._text.parts(self._start + start, self._start + end)

    def _copy(self, names: list[str], ends: array[int], counts: array[int], first: int, last: int) -> None:
        if first == last:
            return
        start = ends[first - 1] + 1 if first else 0
        # no copy: the text stays, and only what changed is new
        self._add(self._between(start, ends[last - 1]))
        shift = self.size - ends[last - 1]
        self._names += names[first:last]
        self._ends.extend([end + shift for end in ends[first:last]])
        self._counts.extend(counts[first:last])

    def _add(self, items: Iterable[Piece]) -> None:
        if self._pieces:
            self._pieces.append(b",")
            self.size += 1
        for piece in items:
            self._pieces.append(piece)
            self.size += len(piece)

    @property
    def groups(self) -> Groups:
        """Where the groups are now."""
        return Groups("\0".join(self._names), self._ends.tobytes(), self._counts.tobytes())

    def items(self) -> Iterator[Piece]:
        """The items with their commas, in pieces."""
        yield from self._pieces


def _numbers(data: bytes) -> array[int]:
    found = array("q")
    found.frombytes(data)
    return found
