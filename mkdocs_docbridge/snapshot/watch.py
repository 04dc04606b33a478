"""What git said of a working tree, kept for as long as git would say it again.

Git is asked which files there are and whether they differ from the commit. It answers from its own files, from the
names in each folder and the rules in them, and from the files. So while all of these look as they did, its answer is
the one it gave; and while all but the contents of some files do, there are the same files, and git is only asked
whether those differ. What may have changed within the clock's tick of being looked at is not relied on.
"""

from __future__ import annotations

import os
import stat
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from mkdocs_docbridge import git, git_state

MARKS = 4
_FINE = 20_000_000
"""ns within which two changes of a file may bear one time: the tick of the clock that file systems use is 10 ms at
most on the systems of today."""
_COARSE = 2_000_000_000
"""The same, where a file system keeps whole seconds (FAT keeps even ones)."""
_GONE = (-1, 0, 0, 0)
_INODE = 0x7FFFFFFFFFFFFFFF
_RULES = (b".gitignore", b".gitattributes")
_DECIDING = frozenset({*_RULES, b".gitmodules"})
_STATE = b".docbridge"
_FEW = 64


class Looks(NamedTuple):
    """How files look: ``marks`` are four numbers a file that change when it does (size, modification and change time
    in ns, inode); ``odd`` says what those are that are no regular files, and for a link what it leads to."""

    marks: array[int]
    odd: dict[bytes, bytes]


class Watched(msgspec.Struct, frozen=True, array_like=True):
    """What git's listing of a tree followed from, beside its files. ``marks`` are those of ``aside`` (files elsewhere,
    and rules that are not listed) and of ``folders``. Paths are joined by NUL."""

    surroundings: bytes
    aside: bytes
    folders: bytes
    marks: bytes
    commit: str | None
    dirty: bool
    untracked: bool


def look(base: bytes, paths: Iterable[bytes]) -> Looks:
    """How the files at ``paths`` look; ``base`` is put before each."""
    marks = array("q")
    odd: dict[bytes, bytes] = {}
    extend, lstat = marks.extend, os.lstat
    for path in paths:
        try:
            found = lstat(base + path)
        except OSError:
            extend(_GONE)
            odd[path] = b""
            continue
        if not stat.S_ISREG(found.st_mode):
            odd[path] = _what(base + path)
        extend((found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino & _INODE))
    return Looks(marks, odd)


def mark_of(found: os.stat_result) -> tuple[int, int, int, int]:
    """The four numbers of one file."""
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino & _INODE


def is_racy(mark: Sequence[int], taken: int) -> bool:
    """Whether a file that bears ``mark`` may change after ``taken`` (ns) and bear it still."""
    _, modified, changed, _ = mark
    tick = _COARSE if modified % 1_000_000_000 == 0 and changed % 1_000_000_000 == 0 else _FINE
    return max(modified, changed) >= taken - tick


def any_racy(marks: array[int], taken: int) -> bool:
    """Whether any of the files with these ``marks`` is."""
    # nearly all are older than any tick
    young = taken - _COARSE
    times = enumerate(zip(marks[1::MARKS], marks[2::MARKS], strict=True))
    return any(
        (modified >= young or changed >= young) and is_racy(marks[MARKS * at : MARKS * (at + 1)], taken)
        for at, (modified, changed) in times
    )


def _what(path: bytes) -> bytes:
    try:
        found = os.lstat(path)
        if not stat.S_ISLNK(found.st_mode):
            return b"%d" % stat.S_IFMT(found.st_mode)
        target = os.path.realpath(path)
        found = os.stat(path)  # noqa: PTH116  (as bytes, see walk)
        return b"%b %d %d %d %d %d" % (target, stat.S_IFMT(found.st_mode), *mark_of(found))
    except OSError as error:
        return b"%d" % (error.errno or 0)


def watched(root: Path, listing: git.Listing, state: Path | None, taken: int) -> Watched | None:
    """What ``listing``, which git gave after ``taken`` (ns), follows from. None where that cannot be relied on:
    repositories in the tree, a file system whose folders do not tell when a name changes, changes just now.

    ``state`` is a folder of ours in which that can be tried out."""
    top = git.toplevel(root)
    aside = git_state.state_files(root, top) if top is not None and not listing.nested else None
    device = root.stat().st_dev
    if aside is None or state is None or not _tells_of_changes(state, device):
        return None
    base = os.path.join(os.fsencode(root), b"")  # noqa: PTH118  (as bytes, see walk)
    listed, ignored = frozenset(listing.files), frozenset(listing.ignored)
    folders: list[bytes] = []
    rules = {base + _STATE + b"/.gitignore"}
    try:
        for folder, names, is_on in _folders(base, ignored):
            if is_on != device:
                return None
            folders.append(folder)
            rules |= {base + folder + name for name in _RULES if name in names and folder + name not in listed}
    except OSError:
        return None
    every = b"\0".join(sorted({*map(os.fsencode, aside), *rules}))
    marks = _marks(b"", every.split(b"\0"))
    marks.extend(_marks(base, folders))
    if any_racy(marks, taken):
        return None
    return Watched(
        surroundings=git_state.surroundings(),
        aside=every,
        folders=b"\0".join(folders),
        marks=marks.tobytes(),
        commit=listing.commit,
        dirty=listing.dirty,
        untracked=listing.untracked,
    )


def holds(before: Watched, root: Path) -> bool:
    """Whether there are the files that git listed then: nothing that decides that looks otherwise, apart from the
    contents of listed files."""
    if before.surroundings != git_state.surroundings():
        return False
    marks = _marks(b"", before.aside.split(b"\0"))
    if not before.marks.startswith(marks.tobytes()):
        return False
    base = os.path.join(os.fsencode(root), b"")  # noqa: PTH118
    marks.extend(_marks(base, before.folders.split(b"\0")))
    return before.marks == marks.tobytes()


def listed_again(before: Watched, root: Path, files: Sequence[bytes], changed: Sequence[bytes]) -> git.Listing | None:
    """Git's listing, now that the files at ``changed`` among the ``files`` that it listed then look otherwise; None
    where it has to be asked anew."""
    if any(path.rpartition(b"/")[2] in _DECIDING for path in changed):
        return None
    dirty: bool | None = before.dirty
    if changed and not before.untracked:
        # what differed then may not any more; where nothing did, only these can
        dirty = git.tracked_differ(root, () if before.dirty or len(changed) > _FEW else changed)
    if dirty is None:
        return None
    return git.Listing(tuple(files), (), before.commit, dirty, before.untracked)


def _marks(base: bytes, paths: Iterable[bytes]) -> array[int]:
    marks = array("q")
    for path in paths:
        try:
            # through links: settings are often kept elsewhere
            marks.extend(mark_of(os.stat(base + path)))  # noqa: PTH116
        except OSError:
            marks.extend(_GONE)
    return marks


def _folders(base: bytes, ignored: frozenset[bytes]) -> Iterator[tuple[bytes, set[bytes], int]]:
    """(path with a slash at its end, names in it, device) of every folder that git looks into; the root's is empty.
    Raises ``OSError`` for one that is gone meanwhile."""
    stack = [b""]
    while stack:
        folder = stack.pop()
        names: set[bytes] = set()
        with suppress(OSError), os.scandir(base + folder) as entries:
            for entry in entries:
                names.add(entry.name)
                path = folder + entry.name + b"/"
                is_ours = not folder and entry.name in {b".git", _STATE}
                if not is_ours and entry.is_dir(follow_symlinks=False) and path not in ignored:
                    stack.append(path)
        yield folder, names, os.lstat(base + folder).st_dev


def _tells_of_changes(state: Path, device: int) -> bool:
    """Whether the file system ``device``, on which ``state`` must stand, gives a folder a new time when a name in it
    changes: not all do that are reached over a network."""
    try:
        if state.stat().st_dev != device:
            return False
        import tempfile

        with tempfile.TemporaryDirectory(prefix="probe-", dir=state) as folder:
            name = os.path.join(folder, "name")  # noqa: PTH118
            for change in (os.mkdir, os.rmdir):
                os.utime(folder, (1_000_000_000, 1_000_000_000))
                change(name)
                if os.stat(folder).st_mtime < 1_500_000_000:  # noqa: PTH116
                    return False
    except OSError:
        return False
    return True
