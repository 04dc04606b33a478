"""The trees that can be scanned, a working tree and a revision of git's: their files and the SHA-256 of each."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from mkdocs_docbridge import git
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.paths import folders_of, normalize, parent

from .cache import FactCache
from .model import Coverage, SourceRevision
from .walk import Selection, Walk, walk
from .written import lists_among

_FINE = 20_000_000
"""ns within which two changes of a file may bear one time: the tick of the clock that file systems use is 10 ms at
most on the systems of today."""
_COARSE = 2_000_000_000
"""The same, where a file system keeps whole seconds (FAT keeps even ones)."""
_MARKS = 4
_NOTHING = bytes(32)
"""In place of the hash of a file that was not read."""
_LINK = "120000"
_SUBMODULE = "160000"


class Content(NamedTuple):
    """A file that was read: at most ``limit`` bytes are kept, the hash is of the whole."""

    digest: bytes
    data: bytes | None
    """None when the file is larger than its limit."""
    size: int


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

    def remember(self, cache: FactCache, hashes: Mapping[str, bytes]) -> None:
        """Keeps what was read, so that it need not be read again."""


class _Record(msgspec.Struct, array_like=True):
    """What a working tree's files looked like in the last scan. ``taken`` is when it began."""

    taken: int
    paths: str
    marks: bytes
    hashes: bytes
    """32 bytes a path, zeros for a file that was not read."""
    settled: bool
    """Whether every file was older than the scan by more than the clock's tick."""


class WorkingTree:
    """The files as they stand. A file is not read again while its size, times and inode are what they were, unless it
    changed so shortly before it was read that a later change could bear the same time (git's racy-timestamp rule)."""

    def __init__(self, root: Path, selection: Callable[[Path], Walk] = walk) -> None:
        self._taken = time.time_ns()
        self.root = root.resolve()
        self._walk = selection(self.root)
        self.paths = self._walk.paths
        self.nested = self._walk.nested
        self.coverage = self._walk.coverage
        self._record: _Record | None = None
        self._is_settled = False
        """Whether every file looks as it did, and looked settled then: there is nothing new to remember."""

    @property
    def revision(self) -> SourceRevision:
        """See :class:`Tree`."""
        listing = self._walk.listing
        return SourceRevision(
            commit=listing.commit if listing is not None else None, dirty=listing is not None and listing.dirty
        )

    def large(self, limits: Mapping[str, int]) -> dict[str, int]:
        """See :class:`Tree`."""
        return _large(zip(self.paths, self._walk.marks[::_MARKS], strict=True), limits)

    @property
    def name(self) -> str:
        """See :class:`Tree`."""
        return hashlib.sha256(os.fsencode(self.root)).hexdigest()

    def hashes(self, cache: FactCache, limits: Mapping[str, int]) -> dict[str, bytes]:
        """See :class:`Tree`."""
        stored = cache.tree(self.name)
        try:
            record = msgspec.msgpack.decode(stored, type=_Record) if stored else None
        except msgspec.DecodeError:
            record = None
        self._record = record
        if record is None:
            return {}
        known = record.hashes
        if record.settled and record.marks == self._walk.marks.tobytes() and record.paths == "\0".join(self.paths):
            slices = [known[at : at + 32] for at in range(0, len(known), 32)]
            pairs = zip(self.paths, slices, strict=True)
            found = {path: digest for path, digest in pairs if digest != _NOTHING and path in limits}
            self._is_settled = len(found) == len(limits)
            return found
        return {path: digest for path, digest in self._unchanged(record) if path in limits}

    def _unchanged(self, record: _Record) -> Iterator[tuple[str, bytes]]:
        marks = array("q")
        marks.frombytes(record.marks)
        before = {path: at for at, path in enumerate(record.paths.split("\0"))}
        now = self._walk.marks
        for number, path in enumerate(self.paths):
            at = before.get(path)
            if at is None:
                continue
            mark = now[_MARKS * number : _MARKS * (number + 1)]
            digest = record.hashes[32 * at : 32 * (at + 1)]
            if (
                mark == marks[_MARKS * at : _MARKS * (at + 1)]
                and digest != _NOTHING
                and not _is_racy(mark, record.taken)
            ):
                yield path, digest

    def read(self, limits: Mapping[str, int]) -> Iterator[tuple[str, Content | OSError]]:
        """See :class:`Tree`."""
        base = os.path.join(os.fsencode(self.root), b"")  # noqa: PTH118  (as bytes, see walk)
        for path, limit in limits.items():
            try:
                yield path, _content(base + path.encode(), limit)
            except OSError as error:
                yield path, error

    def remember(self, cache: FactCache, hashes: Mapping[str, bytes]) -> None:
        """See :class:`Tree`."""
        if self._is_settled:
            return
        marks = self._walk.marks
        record = _Record(
            taken=self._taken,
            paths="\0".join(self.paths),
            marks=marks.tobytes(),
            hashes=b"".join(hashes.get(path, _NOTHING) for path in self.paths),
            settled=not any(_is_racy(marks[at : at + _MARKS], self._taken) for at in range(0, len(marks), _MARKS)),
        )
        before = self._record
        same = before is not None and before.settled and msgspec.structs.replace(before, taken=0)
        if same != msgspec.structs.replace(record, taken=0):
            cache.put_tree(self.name, msgspec.msgpack.encode(record))


def _large(sizes: Iterable[tuple[str, int]], limits: Mapping[str, int]) -> dict[str, int]:
    least = min(limits.values(), default=0)
    return {path: size for path, size in sizes if size > least and path in limits and size > limits[path]}


def _is_racy(mark: array[int], taken: int) -> bool:
    _, modified, changed, _ = mark
    tick = _COARSE if modified % 1_000_000_000 == 0 and changed % 1_000_000_000 == 0 else _FINE
    return max(modified, changed) >= taken - tick


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


class RevisionTree:
    """The files of a commit, read from git's objects; the working tree is not looked at. Bytes are those that git
    stores: without the line ends and filters that a checkout may add."""

    def __init__(self, root: Path, revision: str, selection: Selection) -> None:
        """Raises :class:`InputError` for a revision that git does not know (``UNKNOWN_REVISION``)."""
        self.root = root.resolve()
        commit = git.resolve_commit(self.root, revision)
        entries = git.list_tree(self.root, commit) if commit is not None else None
        if commit is None or entries is None:
            raise InputError(
                f"git knows no revision {revision!r} here", code="UNKNOWN_REVISION", hint="name a commit, branch or tag"
            )
        self.revision = SourceRevision(commit=commit, dirty=False)
        self.name = f"revisions of {hashlib.sha256(os.fsencode(self.root)).hexdigest()}"
        self._selection = selection
        self._oids: dict[str, str] = {}
        self._sizes = {entry.oid: entry.size for entry in entries}
        nested: list[str] = []
        links: dict[str, str] = {}
        selection.leave_out_written(self._page_lists(entries))
        for entry in entries:
            path = selection.wanted(entry.path)
            if entry.mode == _SUBMODULE:
                nested.append(entry.path.decode("utf-8", "replace"))
            elif path is not None:
                (links if entry.mode == _LINK else self._oids)[path] = entry.oid
        self._follow(links)
        selection.check(len(self._oids))
        self.paths = tuple(sorted(self._oids))
        self.nested = tuple(sorted(nested))
        self.coverage = tuple(selection.coverage)
        if not self.paths and not self.coverage and not nested:
            raise InputError(f"there is no file in {revision}", code="EMPTY_REPOSITORY")

    def _page_lists(self, entries: Iterable[git.TreeEntry]) -> list[tuple[bytes, bytes]]:
        files = {entry.path: entry.oid for entry in entries if entry.mode != _LINK}
        places = lists_among(files)
        data = dict(git.read_objects(self.root, {files[place] for place in places})) if places else {}
        return [(place, data[files[place]]) for place in places]

    def _follow(self, links: Mapping[str, str]) -> None:
        """Gives links the object of the file that they lead to, as reading through them would."""
        targets = dict(git.read_objects(self.root, sorted(set(links.values())))) if links else {}
        written = {path: targets.get(oid, b"").decode("utf-8", "replace") for path, oid in links.items()}
        files = dict(self._oids)
        folders = folders_of((*files, *links))
        for path in sorted(links):
            self._follow_one(path, written, files, folders)

    def _follow_one(self, path: str, links: Mapping[str, str], files: Mapping[str, str], folders: set[str]) -> None:
        found: str | None = path
        for _ in range(40):
            if found is None or found not in links:
                break
            found = _linked(found, links[found])
        if found is None:
            self._selection.note(
                "SYMLINK_OUTSIDE_ROOT", path, "the symbolic link leaves the repository; it is not followed"
            )
        elif found in files:
            self._oids[path] = files[found]
        elif found in folders or not found:
            if not found or path.startswith(f"{found}/"):
                self._selection.note("SYMLINK_LOOP", path, "the symbolic link leads to a folder above itself")
            else:
                self._selection.note(
                    "SYMLINK_FOLDER", path, "the symbolic link leads to a folder, whose files are read where they stand"
                )
        else:
            self._selection.note("BROKEN_LINK", path, "the symbolic link leads nowhere")

    def large(self, limits: Mapping[str, int]) -> dict[str, int]:
        """See :class:`Tree`."""
        return _large(((path, self._sizes[oid]) for path, oid in self._oids.items()), limits)

    def hashes(self, cache: FactCache, limits: Mapping[str, int]) -> dict[str, bytes]:
        """See :class:`Tree`."""
        known = cache.blobs(self._oids[path] for path in limits)
        return {path: known[self._oids[path]] for path in limits if self._oids[path] in known}

    def read(self, limits: Mapping[str, int]) -> Iterator[tuple[str, Content | OSError]]:
        """See :class:`Tree`."""
        order = list(limits)
        objects = git.read_objects(self.root, (self._oids[path] for path in order))
        missing = iter(order)
        for oid, data in objects:
            for path in missing:
                if self._oids[path] == oid:
                    digest = hashlib.sha256(data).digest()
                    yield path, Content(digest, data if len(data) <= limits[path] else None, len(data))
                    break
                yield path, OSError(0, "git has not got its object")
        for path in missing:
            yield path, OSError(0, "git has not got its object")

    def remember(self, cache: FactCache, hashes: Mapping[str, bytes]) -> None:
        """See :class:`Tree`."""
        cache.put_blobs({self._oids[path]: digest for path, digest in hashes.items()})


def _linked(path: str, target: str) -> str | None:
    """Where a link at ``path`` leads, None out of the repository."""
    return None if target.startswith("/") else normalize(parent(path), target)
