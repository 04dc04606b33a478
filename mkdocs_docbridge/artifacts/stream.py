"""Sealing an artifact that is too large to hold: its members arrive encoded, in pieces, and go to a file.

The bytes are those that :func:`mkdocs_docbridge.artifacts.encode` gives of the sealed record; a test compares them.
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Protocol

import msgspec

from .record import ALGORITHM, Artifact

_PIECE = 4 * 1024 * 1024
_BEHIND_HASH = "contentHashAlgo"
"""The member before which the hash stands, in the order of names."""
_IN_MEMORY = 64 * 1024 * 1024

Piece = bytes | memoryview
Pieces = Iterable[Piece]


def _spooled(limit: int) -> IO[bytes]:
    # a warm scan seals nothing
    import tempfile

    return tempfile.SpooledTemporaryFile(limit)


class _Kept:
    """Bytes that arrive in pieces: as they came while they are few, on disk when they are many."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pieces: list[Piece] = []
        self._file: IO[bytes] | None = None
        self.size = 0

    def add(self, data: Piece) -> None:
        """Adds a piece."""
        self.size += len(data)
        if self._file is not None:
            self._file.write(data)
            return
        self._pieces.append(data)
        if self.size > self._limit:
            # what is kept in memory seldom gets here, and a warm scan seals nothing
            import tempfile

            self._file = tempfile.TemporaryFile()  # noqa: SIM115  (closed with this)
            weakref.finalize(self, self._file.close)
            self._file.writelines(self._pieces)
            self._pieces.clear()

    def pieces(self) -> Iterator[Piece]:
        """All of it, in pieces of at most 4 MiB."""
        for piece in self._pieces:
            for start in range(0, len(piece), _PIECE):
                yield piece if len(piece) <= _PIECE else memoryview(piece)[start : start + _PIECE]
        if self._file is not None:
            self._file.seek(0)
            while read := self._file.read(_PIECE):
                yield read


class SealedStream:
    """The canonical bytes of one sealed artifact without ``provenance``; kept on disk when they are many.

    ``content_hash`` is its hash, ``size`` its length in bytes, ``provenance_at`` where ``provenance`` would stand,
    ``starts`` where the value of each member begins.
    """

    def __init__(self, head: _Kept, body: _Kept, content_hash: str) -> None:
        """``head`` and ``body`` are the bytes before and behind the member ``contentHash``."""
        head.add(f'"contentHash":"{content_hash}",'.encode())
        self._head, self._body = head, body
        self.content_hash = content_hash
        self.size = head.size + body.size
        self.provenance_at = 0
        self.starts: dict[str, int] = {}

    def pieces(self) -> Iterator[Piece]:
        """The bytes, in pieces of at most 4 MiB."""
        yield from self._head.pieces()
        yield from self._body.pieces()

    def read(self) -> bytes:
        """The bytes as one."""
        return b"".join(self.pieces())


def seal_stream(cls: type[Artifact], members: Mapping[str, Pieces]) -> SealedStream:
    """Seals an artifact of type ``cls`` whose ``members`` (all but the envelope's) are given by their JSON names as
    canonical bytes. Only for types that are ``floatless``, whose members are hashed as they are encoded."""
    envelope: dict[str, Pieces] = {
        "type": [msgspec.json.encode(cls.__struct_config__.tag)],
        "schemaVersion": [b"1"],
        "contentHashAlgo": [msgspec.json.encode(ALGORITHM)],
    }
    given = envelope | dict(members)
    names = sorted(given)
    at_hash = names.index(_BEHIND_HASH)
    hashed = hashlib.sha256()
    head, body = _Kept(_IN_MEMORY), _Kept(_IN_MEMORY)
    starts: dict[str, int] = {}
    provenance_at = 0

    def put(part: _Kept, data: Piece) -> None:
        part.add(data)
        hashed.update(data)

    put(head, b"{")
    for name in names[:at_hash]:
        put(head, msgspec.json.encode(name) + b":")
        for piece in given[name]:
            put(head, piece)
        put(head, b",")
    for number, name in enumerate(names[at_hash:]):
        if name > "provenance" and not provenance_at:
            provenance_at = body.size
        put(body, (b"," if number else b"") + msgspec.json.encode(name) + b":")
        starts[name] = body.size
        for piece in given[name]:
            put(body, piece)
    put(body, b"}")
    stream = SealedStream(head, body, hashed.hexdigest())
    inserted = stream.size - body.size
    stream.provenance_at = provenance_at + inserted
    stream.starts = {name: at + inserted for name, at in starts.items()}
    return stream


def with_provenance(pieces: Pieces, provenance_at: int, provenance: bytes) -> Iterator[Piece]:
    """``pieces`` with the member ``provenance`` (its canonical value) put in where it belongs."""
    passed = 0
    for piece in pieces:
        end = passed + len(piece)
        if passed <= provenance_at < end:
            cut = provenance_at - passed
            yield piece[:cut]
            yield b',"provenance":' + provenance
            yield piece[cut:]
        else:
            yield piece
        passed = end


class Items(Protocol):
    """The items of a JSON array, encoded."""

    @property
    def count(self) -> int:
        """How many there are."""

    def items(self) -> Iterator[Piece]:
        """The items with their commas, in pieces."""


class ArrayPieces:
    """The items of a JSON array that grows; on disk when they are many."""

    def __init__(self) -> None:
        self._stream = _spooled(_IN_MEMORY // 4)
        weakref.finalize(self, self._stream.close)
        self.count = 0
        self.size = 0
        """Bytes, without the brackets."""

    def add(self, items: bytes, count: int = 1) -> None:
        """Adds ``count`` encoded items, separated by commas."""
        written = b"," + items if self.count else items
        self._stream.write(written)
        self.size += len(written)
        self.count += count

    def items(self) -> Iterator[bytes]:
        """The items with their commas, in pieces."""
        self._stream.seek(0)
        while piece := self._stream.read(_PIECE):
            yield piece


def joined(arrays: Iterable[Items]) -> Iterator[Piece]:
    """One JSON array of the items of several, in pieces."""
    lead = b"["
    for array in arrays:
        if array.count:
            yield lead
            yield from array.items()
            lead = b","
    yield b"]" if lead == b"," else b"[]"
