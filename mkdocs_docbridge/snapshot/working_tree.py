"""The files as they stand: read when they look new, listed by git when the list may be another."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from mkdocs_docbridge import git

from .cache import FactCache
from .model import Coverage, SourceRevision
from .tree import Answer, Content, larger
from .walk import Selection, Walk, choose, files_below
from .watch import MARKS, Watched, any_racy, holds, is_racy, listed_again, look, watched

_NOTHING = bytes(32)
"""In place of the hash of a file that was not read."""


class _Record(msgspec.Struct, frozen=True, array_like=True):
    """What a working tree's files looked like in a scan. ``taken`` is when it began, ``files`` are all that were
    listed, joined by NUL; ``marks`` and ``odd`` see :class:`~.watch.Looks`."""

    taken: int
    files: bytes
    marks: bytes
    odd: dict[bytes, bytes]
    hashes: bytes
    """32 bytes a file, zeros for one that was not read."""
    settled: bool
    """Whether every file was older than the scan by more than the clock's tick."""
    watched: Watched | None
    """What git's list followed from; only when settled."""
    answer: Answer | None


class WorkingTree:
    """The files as they stand. A file is not read again while its size, times and inode are what they were, unless it
    changed so shortly before it was read that a later change could bear the same time (git's racy-timestamp rule).
    Nor is git asked again while its answer would be the same, see ``watch``."""

    def __init__(self, root: Path, cache: FactCache, selection: Callable[[], Selection]) -> None:
        self._taken = time.time_ns()
        self.root = root.resolve()
        self._base = os.path.join(os.fsencode(self.root), b"")  # noqa: PTH118  (as bytes, see walk)
        self._select = selection
        self._changed: set[int] = set()
        """The places of files that look otherwise, when the same were listed as before."""
        own = self.root / ".docbridge"
        self._state = own if own.is_dir() else cache.folder
        self._record = _decoded(cache.tree(self.name))
        self._is_watched = self._record is not None and self._is_listed_as_in(self._record)
        if not self._is_watched:
            self._list()
        self._is_same = self._record is not None and self._looks_as_in(self._record)
        """Whether every file looks as it did, and looked settled then: there is nothing new to remember."""
        if not (self._is_same and self._is_watched):
            _ = self._walk

    def _list(self) -> None:
        """Asks which files there are."""
        self._listing = git.list_files(self.root)
        self._changed.clear()
        self._files: Sequence[bytes]
        if self._listing is not None:
            self._files = self._listing.files
        else:
            self._files = files_below(self.root, self._selection)
        self._looks = look(self._base, self._files)

    def _is_listed_as_in(self, record: _Record) -> bool:
        """Whether git would list the files that it did; then they have been looked at."""
        if record.watched is None or not holds(record.watched, self.root):
            return False
        self._files = record.files.split(b"\0") if record.files else []
        self._looks = look(self._base, self._files)
        own = [] if self._looks_as_in(record) else self._changed_since(record)
        self._listing = listed_again(record.watched, self.root, self._files, [self._files[at] for at in own])
        odd, before = self._looks.odd, record.odd
        led_elsewhere = {path for path in {*odd, *before} if odd.get(path) != before.get(path)}
        self._changed = {*own, *(at for at, path in enumerate(self._files) if path in led_elsewhere)}
        return self._listing is not None

    def _looks_as_in(self, record: _Record) -> bool:
        looks = self._looks
        is_same = record.settled and record.marks == looks.marks.tobytes() and record.odd == looks.odd
        return is_same and record.files == b"\0".join(self._files)

    def _changed_since(self, record: _Record) -> list[int]:
        """The places of the files whose own looks changed, when the same were listed."""
        before, now, size = record.marks, self._looks.marks.tobytes(), 8 * MARKS
        starts = range(0, size * len(self._files), size)
        return [at for at, start in enumerate(starts) if before[start : start + size] != now[start : start + size]]

    @cached_property
    def _selection(self) -> Selection:
        return self._select()

    @cached_property
    def _walk(self) -> Walk:
        return choose(self.root, self._files, self._looks, self._selection, nested=bool(self.nested))

    @property
    def paths(self) -> tuple[str, ...]:
        """See :class:`Tree`."""
        return self._walk.paths

    @property
    def nested(self) -> tuple[str, ...]:
        """See :class:`Tree`."""
        listing = self._listing
        names = listing.nested if listing is not None else ()
        return tuple(sorted(path.decode("utf-8", "replace").rstrip("/") for path in names))

    @property
    def coverage(self) -> tuple[Coverage, ...]:
        """See :class:`Tree`."""
        return self._walk.coverage

    @property
    def revision(self) -> SourceRevision:
        """See :class:`Tree`."""
        listing = self._listing
        return SourceRevision(
            commit=listing.commit if listing is not None else None, dirty=listing is not None and listing.dirty
        )

    def large(self, limits: Mapping[str, int]) -> dict[str, int]:
        """See :class:`Tree`."""
        return larger(zip(self.paths, self._walk.marks[::MARKS], strict=True), limits)

    @cached_property
    def name(self) -> str:
        """See :class:`Tree`."""
        return hashlib.sha256(os.fsencode(self.root)).hexdigest()

    def answer(self, question: bytes) -> Answer | None:
        """See :class:`Tree`."""
        found = self._record.answer if self._record is not None and self._is_same and self._is_watched else None
        return found if found is not None and found.question == question else None

    def hashes(self, cache: FactCache, limits: Mapping[str, int]) -> dict[str, bytes]:  # noqa: ARG002
        """See :class:`Tree`."""
        if self._record is None:
            return {}
        record = self._record
        if not (record.settled and (self._is_watched or self._is_same)):
            return {path: digest for path, digest in self._unchanged(record) if path in limits}
        # the same files were listed, and none of them was racy
        known = record.hashes
        changed = self._changed
        pairs = (
            (path, known[32 * at : 32 * (at + 1)])
            for path, at in self._places()
            if path in limits and at not in changed
        )
        return {path: digest for path, digest in pairs if digest != _NOTHING}

    def _places(self) -> Iterator[tuple[str, int]]:
        """Each path with its place among the listed files."""
        return zip(self._walk.paths, self._walk.places, strict=True)

    def _unchanged(self, record: _Record) -> Iterator[tuple[str, bytes]]:
        before = {path: at for at, path in enumerate(record.files.split(b"\0"))}
        marks = array("q")
        marks.frombytes(record.marks)
        looks = self._looks
        for number, (path, place) in enumerate(self._places()):
            raw = self._files[place]
            at = before.get(raw)
            if at is None or looks.odd.get(raw) != record.odd.get(raw):
                continue
            own = looks.marks[MARKS * place : MARKS * (place + 1)]
            digest = record.hashes[32 * at : 32 * (at + 1)]
            mark = self._walk.marks[MARKS * number : MARKS * (number + 1)]
            if own == marks[MARKS * at : MARKS * (at + 1)] and digest != _NOTHING and not is_racy(mark, record.taken):
                yield path, digest

    def read(self, limits: Mapping[str, int]) -> Iterator[tuple[str, Content | OSError]]:
        """See :class:`Tree`."""
        for path, limit in limits.items():
            try:
                yield path, _content(self._base + path.encode(), limit)
            except OSError as error:
                yield path, error

    def remember(self, cache: FactCache, hashes: Mapping[str, bytes], answer: Answer | None) -> None:
        """See :class:`Tree`."""
        before, taken = self._record, self._taken
        is_known = self._is_same and before is not None and before.answer == answer
        if is_known and self._is_watched:
            return
        settled = not any_racy(self._looks.marks, taken) and not any_racy(self._walk.marks, taken)
        if self._is_watched and not settled:
            # what was seen before still tells what changed; what is seen now would not
            return
        watch = self._watched() if settled else None
        if is_known and watch is None:
            return
        known = bytearray(32 * len(self._files))
        for path, at in self._places():
            digest = hashes.get(path)
            if digest is not None:
                known[32 * at : 32 * (at + 1)] = digest
        record = _Record(
            taken=taken,
            files=b"\0".join(self._files),
            marks=self._looks.marks.tobytes(),
            odd=self._looks.odd,
            hashes=bytes(known),
            settled=settled,
            watched=watch,
            answer=answer,
        )
        cache.put_tree(self.name, msgspec.msgpack.encode(record))

    def _watched(self) -> Watched | None:
        listing, before = self._listing, self._record
        if listing is None:
            return None
        if self._is_watched and before is not None and before.watched is not None:
            return msgspec.structs.replace(before.watched, dirty=listing.dirty)
        return watched(self.root, listing, self._state, self._taken)


def _decoded(data: bytes | None) -> _Record | None:
    with suppress(msgspec.DecodeError):
        return msgspec.msgpack.decode(data, type=_Record) if data else None
    return None


def _opened(path: str, flags: int) -> int:
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no file any more")
    return handle


def _content(path: bytes, limit: int) -> Content:
    # without waiting: a file may have become a pipe since it was listed
    with open(path, "rb", opener=_opened) as stream:
        data = stream.read(limit + 1)
        if len(data) <= limit:
            return Content(hashlib.sha256(data).digest(), data, len(data))
        digest, size = hashlib.sha256(data), len(data)
        while data := stream.read(1 << 20):
            digest.update(data)
            size += len(data)
        return Content(digest.digest(), None, size)
