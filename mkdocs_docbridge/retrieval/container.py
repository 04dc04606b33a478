"""One binary file of named sections, read through ``mmap``: little endian, each section with its checksum.

Layout: :data:`MAGIC`, the length of the header (4 bytes) and its CRC-32 (4 bytes), the header (MessagePack of
:class:`Header`), then the sections, each at a multiple of eight bytes. What is not as it was written is refused with
:class:`Damaged` before anything is read of it; the checks read the whole file at 2 GB/s.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

MAGIC = b"docbridge search\n"
_FRAME = struct.Struct("<II")
_ALIGNED = 8
_HEAD = 8
_NATIVE = sys.byteorder == "little"

Code = Literal["H", "I", "Q"]
N = TypeVar("N", int, float)


class Damaged(Exception):  # noqa: N818 — names what the file is
    """A file that is not what was written: another version, cut short, changed."""


class Section(msgspec.Struct, frozen=True, array_like=True):
    """Where a section stands, from the end of the header on."""

    start: int
    size: int
    checksum: int


class Header(msgspec.Struct, frozen=True, array_like=True):
    """``version`` is that of what the sections hold, ``key`` names what they were made of."""

    version: int
    key: str
    sections: dict[str, Section]


def pack(version: int, key: str, sections: Mapping[str, bytes]) -> Iterator[bytes]:
    """The bytes of a file, in pieces. Equal sections give equal bytes, in whatever order they come."""
    placed: dict[str, Section] = {}
    at = 0
    for name, data in sorted(sections.items()):
        placed[name] = Section(at, len(data), zlib.crc32(_filling(len(data)), zlib.crc32(data)))
        at += len(data) + len(_filling(len(data)))
    header = msgspec.msgpack.encode(Header(version, key, placed))
    filling = _filling(len(MAGIC) + _FRAME.size + len(header))
    yield MAGIC + _FRAME.pack(len(header), zlib.crc32(filling, zlib.crc32(header))) + header + filling
    for name in placed:
        yield sections[name]
        yield _filling(len(sections[name]))


def _filling(size: int) -> bytes:
    """What stands behind so many bytes; it is checked as they are."""
    return b"\0" * (-size % _ALIGNED)


class Container:
    """The sections of a file, or of the same bytes in memory."""

    def __init__(self, data: bytes | mmap.mmap, *, version: int, key: str) -> None:
        """Raises :class:`Damaged` for other bytes than :func:`pack` made of this ``version`` and ``key``."""
        self._data = memoryview(data)
        try:
            self._sections = self._checked(version, key)
        except (Damaged, struct.error, msgspec.DecodeError) as error:
            self._data.release()
            raise Damaged(str(error)) from None

    def _checked(self, version: int, key: str) -> dict[str, memoryview]:
        at = len(MAGIC) + _FRAME.size
        if self._data[: len(MAGIC)] != MAGIC:
            raise Damaged("no search file")
        size, checksum = _FRAME.unpack(self._data[len(MAGIC) : at])
        raw, start = self._data[at : at + size], at
        at += size + len(_filling(at + size))
        if zlib.crc32(self._data[start:at]) != checksum:
            raise Damaged("the header was changed")
        header = msgspec.msgpack.decode(raw, type=Header)
        if (header.version, header.key) != (version, key):
            raise Damaged("made of something else")
        found: dict[str, memoryview] = {}
        for name, section in header.sections.items():
            first = at + section.start
            data = self._data[first : first + section.size + len(_filling(section.size))]
            if zlib.crc32(data) != section.checksum:
                raise Damaged(f"section {name} was changed")
            found[name] = data[: section.size]
        return found

    @classmethod
    def open(cls, path: Path, *, version: int, key: str) -> Container:
        """The file at ``path``, mapped. Raises :class:`Damaged`, for a file that cannot be read too."""
        try:
            with path.open("rb") as stream:
                if os.fstat(stream.fileno()).st_size == 0:
                    raise Damaged("empty")
                mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise Damaged(str(error)) from None
        try:
            return cls(mapped, version=version, key=key)
        except Damaged:
            with contextlib.suppress(BufferError):
                mapped.close()
            raise

    def raw(self, name: str) -> memoryview:
        """The bytes of a section."""
        return self._sections[name]

    def numbers(self, name: str, code: Code) -> memoryview[int]:
        """A section that :func:`packed_numbers` made, as whole numbers."""
        data = self._sections[name]
        return data.cast(code) if _NATIVE else memoryview(_swapped(array(code, data.tobytes())))

    def floats(self, name: str) -> memoryview[float]:
        """The same of code ``d``."""
        data = self._sections[name]
        return data.cast("d") if _NATIVE else memoryview(_swapped(array("d", data.tobytes())))

    def strings(self, name: str) -> Strings:
        """Sections that :meth:`Strings.sections` made."""
        return Strings(self.numbers(f"{name}.ends", "Q"), self.raw(f"{name}.text"))

    def sorted_strings(self, name: str) -> SortedStrings:
        """Sections that :meth:`SortedStrings.sections` made."""
        ends, heads = self.numbers(f"{name}.ends", "Q"), self.numbers(f"{name}.heads", "Q")
        return SortedStrings(ends, self.raw(f"{name}.text"), heads)


def packed_numbers(code: Code | Literal["d"], values: Iterable[int] | Iterable[float]) -> bytes:
    """Numbers as they stand in a file."""
    made = array(code, values)
    return (made if _NATIVE else _swapped(made)).tobytes()


def _swapped(numbers: array[N]) -> array[N]:
    numbers.byteswap()
    return numbers


def planes(whole: bytes, first: int, width: int, most: int = 8) -> bytes:
    """Some bytes of each number of eight, as numbers of ``width`` bytes of which at most ``most`` are taken."""
    out = bytearray(len(whole) // 8 * width)
    for at in range(min(width, most)):
        out[at::width] = whole[first + at :: 8]
    return bytes(out)


class Strings:
    """Byte strings in one section."""

    def __init__(self, ends: memoryview[int], text: memoryview) -> None:
        self._ends = ends
        self._text = text

    @staticmethod
    def sections(name: str, strings: Sequence[bytes]) -> dict[str, bytes]:
        """The sections of ``strings``."""
        ends = packed_numbers("Q", accumulate(map(len, strings)))
        return {f"{name}.ends": ends, f"{name}.text": b"".join(strings)}

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> bytes:
        return bytes(self._text[self._ends[number - 1] if number else 0 : self._ends[number]])


class SortedStrings(Strings):
    """Distinct byte strings in order, which are searched by bisection. The first bytes of each stand by themselves as
    a number: most of a search is then one call."""

    def __init__(self, ends: memoryview[int], text: memoryview, heads: memoryview[int]) -> None:
        super().__init__(ends, text)
        self._heads = heads

    @staticmethod
    def sections(name: str, strings: Sequence[bytes]) -> dict[str, bytes]:
        """The sections of ``strings``."""
        return {**Strings.sections(name, strings), f"{name}.heads": packed_numbers("Q", map(_head, strings))}

    def find(self, text: str) -> int | None:
        """The number of a text, None when it is not there."""
        wanted = text.encode("utf-8", "surrogatepass")
        head = _head(wanted)
        low = bisect_left(self._heads, head)
        high = bisect_right(self._heads, head, low)
        end = high
        while low < high:
            middle = (low + high) // 2
            if self[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < end and self[low] == wanted else None


def _head(string: bytes) -> int:
    return int.from_bytes(string[:_HEAD].ljust(_HEAD, b"\0"), "big")
