"""A repository as it is observed: its settings, its snapshot, and what answers questions about it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from mkdocs_docbridge import __version__, git
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.settings_file import Loaded, load_settings
from mkdocs_docbridge.snapshot import DocsLayout, FactCache, Helpers, Scan, scan
from mkdocs_docbridge.snapshot.cache import prepare_folder
from mkdocs_docbridge.snapshot.model import Snapshot

if TYPE_CHECKING:
    from mkdocs_docbridge.retrieval import RetrievalIndex, SearchEngine
    from mkdocs_docbridge.retrieval.counts import TermCounts
    from mkdocs_docbridge.retrieval.handoff import Atlas, Handoff, Way
    from mkdocs_docbridge.retrieval.lookup import Lookup

_COUNTS = "term-counts"
# The rooms above the snapshot are imported by the members that need them: a scan, which runs on every key stroke of
# a preview, needs none, and importing them takes longer than it.


class ObservedProject:
    """One repository at one moment: what is read of it, and what answers questions. Rooms never see it: they take the
    parts that they need."""

    def __init__(self, loaded: Loaded, *, cache: Path | None = None) -> None:
        self._loaded = loaded
        self.root = loaded.root
        self.settings: Settings = loaded.settings
        self.notes = loaded.notes
        self.is_checkout = git.toplevel(self.root) is not None
        if not self.is_checkout:
            self.notes += ("this is no git repository: every file counts that .gitignore files do not leave out",)
        self._cache = FactCache(cache or self._cache_path())

    @classmethod
    def open(
        cls, folder: Path, *, file: Path | None = None, root: Path | None = None, cache: Path | None = None
    ) -> Self:
        """The project of ``folder``; raises :class:`InputError` that lists every fault of its settings."""
        return cls(load_settings(folder, file=file, root=root), cache=cache)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the fact cache."""
        self._cache.close()

    def _cache_path(self) -> Path:
        chosen = os.environ.get("DOCBRIDGE_CACHE")
        if chosen:
            return Path(chosen)
        return self._folder / self.settings.scan.cache if self.settings.scan.cache else self.state / "facts.db"

    @property
    def state(self) -> Path:
        """The folder of what may be deleted: cache, last snapshot, last reports."""
        return self.root / ".docbridge"

    @cached_property
    def layout(self) -> DocsLayout:
        """How the site turns documents into addresses."""
        site = self._loaded.site
        docs_dir = self.relative(site.docs_dir)
        if docs_dir is None and site.docs_dir is not None and site.docs_dir.is_dir():
            # going on would check nothing and say that all is well
            raise InputError(
                f"docs_dir lies outside the root {self.root.name}",
                place=site.file.name if site.file is not None else "",
                code="DOCS_OUTSIDE_ROOT",
                hint="set the option root to a folder that holds both",
            )
        return DocsLayout(
            docs_dir=docs_dir,
            directory_urls=site.directory_urls,
            site_name=site.name,
            repo_url=site.repo_url,
            site_url=site.url,
            folder=self.relative(site.file.parent.resolve() if site.file is not None else None) or ".",
            snippets=tuple(path for folder in site.snippets if (path := self.relative(folder)) is not None),
            toc=site.toc,
        )

    def relative(self, path: Path | None) -> str | None:
        """A path below the root, written with ``/``; None for one outside."""
        if path is None or not path.is_relative_to(self.root):
            return None
        return path.relative_to(self.root).as_posix()

    @cached_property
    def scan(self) -> Scan:
        """The tree as it is now."""
        return self.scanned()

    def scanned(self, revision: str | None = None, helpers: Helpers | None = None) -> Scan:
        """A scan of the tree as it is now, or as git has it at ``revision``."""
        output = self.relative(self._loaded.site.site_dir)
        skip = (output,) if output is not None and output != "." else ()
        return scan(
            self.root, self.settings, self.layout, cache=self._cache, skip=skip, revision=revision, helpers=helpers
        )

    def write_snapshot(self, scanned: Scan, path: Path) -> bool:
        """Writes the sealed snapshot of ``scanned`` and tells whether the file changed. One that this wrote before and
        that nobody touched since is not read again to see that it is the same."""
        name = f"written {os.fspath(path.resolve())}"
        if self._cache.tree(name) == _written(path, scanned.stamp):
            return False
        from mkdocs_docbridge.artifacts import write_pieces

        changed = write_pieces(path, scanned.pieces())
        self._cache.put_tree(name, _written(path, scanned.stamp))
        return changed

    @property
    def snapshot(self) -> Snapshot:
        """The sealed snapshot of :attr:`scan`."""
        return self.scan.snapshot

    @cached_property
    def index(self) -> RetrievalIndex:
        """The retrieval index of the snapshot; taken from the cache when its inputs did not change."""
        from mkdocs_docbridge.retrieval import RetrievalIndex, build_index

        def build() -> RetrievalIndex:
            made = build_index(self.snapshot, self.scan, self.settings, self._counts)
            self._keep_counts()
            return made

        return self._cache.artifact(RetrievalIndex, self._index_key, build)

    @cached_property
    def _counts(self) -> TermCounts:
        """The terms of what earlier builds indexed."""
        from mkdocs_docbridge.retrieval.counts import TermCounts, kept_as

        languages = self.settings.retrieval.languages
        return TermCounts.read(self._cache.result(_COUNTS, kept_as(languages)) or b"", languages)

    def _keep_counts(self) -> None:
        from mkdocs_docbridge.retrieval.counts import kept_as

        pieces = list(self._counts.unkept())
        if pieces:
            self._cache.put_result(_COUNTS, kept_as(self._counts.languages), pieces)

    @cached_property
    def _index_key(self) -> str:
        """Names everything that the index is made of."""
        from mkdocs_docbridge.artifacts import content_hash
        from mkdocs_docbridge.retrieval.lexicon import LEXICON_VERSION
        from mkdocs_docbridge.retrieval.model import configuration_hash

        return content_hash(
            {
                "version": __version__,
                "lexicon": LEXICON_VERSION,
                "snapshot": self.scan.summary.content_hash,
                "configuration": configuration_hash(self.settings),
            }
        )

    def memo(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes that are a pure function of this version and of what ``key`` names, kept in the cache."""
        return self._cache.derived(kind, f"{__version__} {key}", make)

    @cached_property
    def engine(self) -> SearchEngine:
        """Ranked search over :attr:`index`, which is read only when its search file has to be made."""
        from mkdocs_docbridge.retrieval import SearchEngine

        with contextlib.suppress(OSError):
            prepare_folder(self.state)
        path = self.state / "search.idx"
        return SearchEngine.open(path, self._index_key, lambda: self.index, lambda: self._counts)

    @cached_property
    def lookup(self) -> Lookup:
        """What each thing of the snapshot is related to."""
        from mkdocs_docbridge.retrieval.lookup import Lookup

        return Lookup(self.snapshot)

    @cached_property
    def atlas(self) -> Atlas:
        """What handoffs look things up in."""
        from mkdocs_docbridge.retrieval.handoff import Atlas

        return Atlas(self.index, self.snapshot, paths=self.scan.paths, manifests=self.scan.manifests)

    def handoff(self, identifier: str, budget_tokens: int | None = None) -> Handoff:
        """What one needs to start a change of the thing with this id, name or path."""
        from mkdocs_docbridge.retrieval.handoff import handoff

        return handoff(self.atlas, identifier, budget_tokens=budget_tokens)

    def why(self, first: str, last: str) -> Way:
        """The way of relations between two things."""
        from mkdocs_docbridge.retrieval.handoff import why

        return why(self.atlas, first, last)

    @property
    def _folder(self) -> Path:
        """Where paths in the settings start: the folder of their file."""
        return self._loaded.file.parent if self._loaded.file is not None else self.root

    @property
    def _settings_file(self) -> str:
        """What findings about the settings name as their place."""
        file = self._loaded.file
        return self.relative(file.resolve()) or file.name if file is not None else "docbridge.yml"

    @cached_property
    def suite_path(self) -> Path | None:
        """The retrieval suite that the settings name."""
        suite = self.settings.retrieval.suite
        return self._folder / suite if suite is not None else None


def _written(path: Path, stamp: bytes) -> bytes:
    """What ``path`` looks like, and the ``stamp`` of what was written there."""
    try:
        found = path.stat()
    except OSError:
        return b""
    return b"%d %d %d %d %b" % (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, stamp)
