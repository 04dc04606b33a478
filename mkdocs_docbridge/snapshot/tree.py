"""What a scan asks of a tree: its files and the SHA-256 of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

import msgspec

from .cache import FactCache
from .model import Coverage, SourceRevision


class Content(NamedTuple):
    """A file that was read: at most ``limit`` bytes are kept, the hash is of the whole."""

    digest: bytes
    data: bytes | None
    """None when the file is larger than its limit."""
    size: int


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What a scan made of a tree. ``question`` names what it was asked for, ``key`` what it found (see ``Scan.key``),
    ``files`` how many files were read."""

    question: bytes
    key: str
    files: int


class Tree(Protocol):
    """What a scan asks of a tree."""

    @property
    def name(self) -> str:
        """The same for later scans of the same tree."""

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file, sorted by code point."""

    @property
    def nested(self) -> tuple[str, ...]:
        """Submodules and nested repositories."""

    @property
    def coverage(self) -> tuple[Coverage, ...]:
        """What is not read, and why."""

    @property
    def revision(self) -> SourceRevision:
        """The commit, and whether the tree differs from it."""

    def large(self, limits: Mapping[str, int]) -> dict[str, int]:
        """The size in bytes of those files that are larger than their limit."""

    def hashes(self, cache: FactCache, limits: Mapping[str, int]) -> dict[str, bytes]:
        """The SHA-256 of those of the files in ``limits`` that need not be read to know it."""

    def read(self, limits: Mapping[str, int]) -> Iterator[tuple[str, Content | OSError]]:
        """Reads files in their order. A file that cannot be read gives the error."""

    def answer(self, question: bytes) -> Answer | None:
        """What an earlier scan made of the tree as it is now, if it is known to be the same."""

    def remember(self, cache: FactCache, hashes: Mapping[str, bytes], answer: Answer | None) -> None:
        """Keeps what was read, so that it need not be read again, and what was made of it."""


def larger(sizes: Iterable[tuple[str, int]], limits: Mapping[str, int]) -> dict[str, int]:
    """Those of ``sizes``, (path, bytes) each, that are more than the path's limit."""
    least = min(limits.values(), default=0)
    return {path: size for path, size in sizes if size > least and path in limits and size > limits[path]}
