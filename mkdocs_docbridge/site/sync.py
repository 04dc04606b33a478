"""Writing regions into documents and pages into a folder: the only writer. Every file whole, or nothing at all."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs_docbridge.artifacts import remove_leftovers, replace_files
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.regions import replace_bodies, scan

from .acceptance import Acceptance
from .change import Change
from .page_folder import PageFolder
from .regions import RegionDesk

LOCK_SECONDS = 30.0
LEDGER = ".docbridge/accepted.jsonl"
_NOTHING = Acceptance("", frozenset())


class Sync:
    """One run of ``docbridge sync``: the regions of the documents ``paths``, and the pages of a folder.

    Regions that are ``accepted`` lose what was edited in them; who agreed stands in the ledger, with the lost words.
    """

    def __init__(
        self,
        root: Path,
        desk: RegionDesk,
        paths: tuple[str, ...],
        *,
        accepted: Acceptance = _NOTHING,
        pages: PageFolder | None = None,
    ) -> None:
        self._root = root
        self._desk = desk
        self._paths = paths
        self._accepted = accepted
        self._pages = pages

    def changes(self) -> list[Change]:
        """What would be written. Raises :class:`InputError` when a body or a page cannot be placed."""
        return [*self._regions(), *(self._pages.changes() if self._pages is not None else ())]

    def write(self, before_writing: Callable[[list[Change]], None] = lambda _changes: None) -> list[Change]:
        """Writes what :meth:`changes` gives, under a lock against other writers of the same repository.

        All new bytes are made, checked and on disk before the first file is replaced; ``before_writing`` is told
        what is about to be replaced. Raises :class:`InputError`, also when another writer holds the lock for half a
        minute (``LOCKED``) or an editor saves a file meanwhile (``CHANGED_MEANWHILE``), and ``OSError``.
        """
        with _lock(self._root) as is_alone:
            changes = self.changes()
            if is_alone:
                documents = (self._root / path for path in self._desk.documents)
                remove_leftovers((*documents, *(self._pages.targets if self._pages is not None else ())))
            before_writing(changes)
            if self._accepted.places:
                self._accepted.record(changes, self._root / LEDGER)
            if self._pages is None:
                replace_files(changes)
            else:
                self._pages.announce()
                replace_files([*changes, *self._pages.settled()])
        return changes

    def _regions(self) -> Iterator[Change]:
        outdated = {path for path, _ in self._desk.outdated()} & set(self._paths)
        for path in sorted(outdated | self._accepted.documents):
            file = self._root / path
            before = file.read_bytes()
            # scanned again: another writer may have moved the lines since
            found = scan(before, path).regions
            bodies = {region.line: self._desk.body(path, region.source) for region in found if region.source}
            after = replace_bodies(before, path, bodies, accept_edited=self._accepted.lines(path))
            if after != before:
                yield Change(path, file, before, after)


@contextmanager
def _lock(root: Path) -> Iterator[bool]:
    """An advisory lock on the root folder itself, so that no lock file is left behind by a process that is killed.
    Yields whether there is such a lock."""
    try:
        import fcntl
    except ImportError:
        # Windows has no such lock on folders: there a replaced file is still whole, and the later writer wins
        yield False
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
        yield True
    finally:
        os.close(handle)
