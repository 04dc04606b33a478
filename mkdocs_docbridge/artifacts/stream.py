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
_IN_MEMORY = 64 * 1024 * 1024

Pieces = Iterable[bytes]


def _spooled(limit: int) -> IO[bytes]:
    # a warm scan seals nothing
    import tempfile

    return tempfile.SpooledTemporaryFile(limit)


class SealedStream:
    """The canonical bytes of one sealed artifact without ``provenance``; kept on disk when they are many.

    ``content_hash`` is its hash, ``size`` its length in bytes, ``provenance_at`` where ``provenance`` would stand,
    ``starts`` where the value of each member begins.
    """

    def __init__(self, body: IO[bytes], hash_at: int, content_hash: str) -> None:
        """``body`` are the bytes without the member ``contentHash``, which would stand at ``hash_at``."""
        self._body = body
        weakref.finalize(self, body.close)
        self._hash_at = hash_at
        self.content_hash = content_hash
        self._seal = f'"contentHash":"{content_hash}",'.encode()
        self.size = body.seek(0, 2) + len(self._seal)
        self.provenance_at = 0
        self.starts: dict[str, int] = {}

    def pieces(self) -> Iterator[bytes]:
        """The bytes, in pieces of at most 4 MiB."""
        self._body.seek(0)
        yield self._body.read(self._hash_at)
        yield self._seal
        while piece := self._body.read(_PIECE):
            yield piece

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
    body = _spooled(_IN_MEMORY)
    hashed = hashlib.sha256()

    def put(data: bytes) -> None:
        body.write(data)
        hashed.update(data)

    hash_at = provenance_at = 0
    lead = b"{"
    starts: dict[str, int] = {}
    for name in sorted(given):
        if name > "provenance" and not provenance_at:
            provenance_at = body.tell()
        put(lead)
        if name == "contentHashAlgo":
            hash_at = body.tell()
        put(msgspec.json.encode(name) + b":")
        starts[name] = body.tell()
        for piece in given[name]:
            put(piece)
        lead = b","
    put(b"}")
    stream = SealedStream(body, hash_at, hashed.hexdigest())
    inserted = stream.size - body.tell()
    stream.provenance_at = provenance_at + inserted
    stream.starts = {name: at + inserted for name, at in starts.items() if at > hash_at}
    return stream


def with_provenance(pieces: Pieces, provenance_at: int, provenance: bytes) -> Iterator[bytes]:
    """``pieces`` with the member ``provenance`` (its canonical value) put in where it belongs."""
    passed = 0
    for piece in pieces:
        end = passed + len(piece)
        if passed <= provenance_at < end:
            cut = provenance_at - passed
            yield piece[:cut] + b',"provenance":' + provenance + piece[cut:]
        else:
            yield piece
        passed = end


class Items(Protocol):
    """The items of a JSON array, encoded."""

    @property
    def count(self) -> int:
        """How many there are."""

    def items(self) -> Iterator[bytes]:
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


def joined(arrays: Iterable[Items]) -> Iterator[bytes]:
    """One JSON array of the items of several, in pieces."""
    lead = b"["
    for array in arrays:
        if array.count:
            yield lead
            yield from array.items()
            lead = b","
    yield b"]" if lead == b"," else b"[]"
