"""Writing regions into documents: the only writer. Every file whole, or nothing at all."""

from __future__ import annotations

import difflib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.artifacts import write_atomic
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.regions import replace_bodies, scan

from .regions import RegionDesk

LOCK_SECONDS = 30.0


@dataclass(frozen=True)
class Change:
    """New bytes of one document."""

    path: str
    before: bytes
    after: bytes

    def diff(self) -> str:
        """A unified diff; line ends are shown as LF."""
        old, new = (data.decode("utf-8", "replace").splitlines() for data in (self.before, self.after))
        return "\n".join((*difflib.unified_diff(old, new, f"a/{self.path}", f"b/{self.path}", lineterm=""), ""))


Places = frozenset[tuple[str, int]]
"""(document, line of an open marker)"""
NOWHERE: Places = frozenset()


def changes_of(root: Path, desk: RegionDesk, paths: tuple[str, ...], accepted: Places = NOWHERE) -> list[Change]:
    """What ``sync`` would write into ``paths``; regions at the ``accepted`` places lose what was edited in them.

    Raises :class:`InputError` when a body cannot be placed, or no region with a source stands at an accepted place.
    """
    changes = []
    outdated = {path for path, _ in desk.outdated()} & set(paths)
    for path in sorted(outdated | {path for path, _ in accepted}):
        before = (root / path).read_bytes()
        # scanned again: another writer may have moved the lines since
        found = scan(before, path).regions
        bodies = {region.line: desk.body(path, region.source) for region in found if region.source is not None}
        lines = {line for where, line in accepted if where == path}
        if not lines <= set(bodies):
            line = min(lines - set(bodies))
            raise InputError("no region with a source opens here", place=f"{path}:{line}", code="REGION_NOT_FOUND")
        after = replace_bodies(before, path, bodies, accept_edited=lines)
        if after != before:
            changes.append(Change(path, before, after))
    return changes


def write_changes(root: Path, desk: RegionDesk, paths: tuple[str, ...], accepted: Places = NOWHERE) -> list[Change]:
    """Writes what :func:`changes_of` gives, under a lock against other writers of the same repository.

    All new bytes are made and checked before the first file is replaced. Raises :class:`InputError` (``LOCKED``)
    when another writer holds the lock for half a minute.
    """
    with _lock(root):
        changes = changes_of(root, desk, paths, accepted)
        for change in changes:
            write_atomic(root / change.path, change.after)
    return changes


@contextmanager
def _lock(root: Path) -> Iterator[None]:
    """An advisory lock on the root folder itself, so that no lock file is left behind by a process that is killed."""
    try:
        import fcntl
    except ImportError:
        # Windows has no such lock on folders: there a replaced file is still whole, and the later writer wins
        yield
        return
    handle = os.open(root, os.O_RDONLY)
    try:
        deadline = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > deadline:
                    raise InputError("another docbridge writes here", code="LOCKED", hint="try again") from None
                time.sleep(0.05)
        yield
    finally:
        os.close(handle)
