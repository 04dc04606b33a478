"""A repository as it is now, for a process that lives longer than a moment of it."""

from __future__ import annotations

import threading
from collections.abc import Collection
from pathlib import Path
from types import TracebackType
from typing import Self

from mkdocs_docbridge.project import Place, Project
from mkdocs_docbridge.retrieval.model import EntryKind
from mkdocs_docbridge.retrieval.retriever import RETRIEVED, DocBridgeRetriever, RetrievedDocument


class CurrentProject:
    """The project of a place, renewed with :meth:`refresh` and used by one thread at a time.

    A tree takes little time to look at and an index much to make, so what was made is kept while every file that is
    read, every path, the settings and the site's layout stay what they were. (The snapshot's hash alone says too
    little: the targets of a Makefile are in a handoff and in no snapshot.)
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._made: Project | None = None
        self._opened: Project | None = None

    def refresh(self) -> None:
        """Looks at the tree. Raises :class:`InputError` when it cannot be read; nothing old is answered then."""
        made, self._made = self._made, None
        self._close_opened(but=made)
        try:
            opened = self._opened = self._place.open()
            self._made = made if made is not None and _same(made, opened) else opened
        finally:
            if made is not None and made is not self._made:
                made.close()

    def close(self) -> None:
        """Closes what is open."""
        made, self._made = self._made, None
        self._close_opened(but=made)
        if made is not None:
            made.close()

    def _close_opened(self, *, but: Project | None) -> None:
        opened, self._opened = self._opened, None
        if opened is not None and opened is not but:
            opened.close()

    @property
    def project(self) -> Project:
        """The project of the same tree as at the last refresh: for what follows from a scan."""
        return _known(self._made)

    @property
    def reread(self) -> Project:
        """The project as the last refresh opened it: for what is read from other files as well, such as claims."""
        return _known(self._opened)


def _same(before: Project, now: Project) -> bool:
    return (before.scan.key, before.settings, before.layout) == (now.scan.key, now.settings, now.layout)


def _known(project: Project | None) -> Project:
    if project is None:
        raise RuntimeError("refresh first")
    return project


class CurrentRetriever:
    """:class:`DocBridgeRetriever` over the tree as it is at each question. Threads may share it."""

    def __init__(self, place: Place) -> None:
        self._current = CurrentProject(place)
        self._lock = threading.Lock()
        self._project: Project | None = None
        self._retriever: DocBridgeRetriever | None = None

    @classmethod
    def open(cls, root: Path, *, file: Path | None = None, cache: Path | None = None) -> Self:
        """A retriever over the repository at ``root``; nothing is read before the first question."""
        return cls(Place(folder=root, file=file, root=root, cache=cache))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the project."""
        with self._lock:
            self._current.close()

    def retrieve(
        self, query: str, limit: int = RETRIEVED, kinds: Collection[EntryKind] | None = None
    ) -> tuple[RetrievedDocument, ...]:
        """As :meth:`DocBridgeRetriever.retrieve`. Raises :class:`InputError` when the repository cannot be read."""
        with self._lock:
            self._current.refresh()
            project = self._current.project
            if self._retriever is None or project is not self._project:
                self._project, self._retriever = project, DocBridgeRetriever(project.engine)
            return self._retriever.retrieve(query, limit, kinds)
