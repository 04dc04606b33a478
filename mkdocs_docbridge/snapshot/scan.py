"""A working tree in, a sealed snapshot out, and the facts behind it on demand."""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET

from mkdocs_docbridge import __version__, git
from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.settings import Settings

from . import markdown
from .cache import FactCache
from .facts import DocumentFacts, ManifestFacts, ModuleFacts
from .languages import analyzer_for, suffix_of
from .link import Observed, link
from .links import DocsLayout
from .manifests import is_manifest, manifest_facts
from .model import Coverage, Snapshot, SourceRevision
from .ownership import CODEOWNERS_PLACES
from .walk import Walk, walk

F = TypeVar("F", DocumentFacts, ModuleFacts)
_BATCH = 256


@dataclass(frozen=True)
class _Read:
    """One file that matters: its bytes, their hash, and whether it is within the size bound."""

    data: bytes
    digest: str
    fits: bool


@dataclass(frozen=True)
class _Files(Generic[F]):
    """The files of one analyser, and how a file's bytes become facts."""

    key: str
    kind: type[F]
    paths: tuple[str, ...]
    compute: Callable[[bytes], F]


@dataclass
class ScanCounts:
    """What a scan did: files read, and facts that had to be computed."""

    files: int = 0
    computed: int = 0


class Scan:
    """A snapshot and the facts behind it. Facts are loaded when first asked for; a warm scan may never need them."""

    def __init__(
        self, root: Path, settings: Settings, layout: DocsLayout, cache: FactCache, skip: tuple[str, ...]
    ) -> None:
        self.root = root
        self.counts = ScanCounts()
        self._settings = settings
        self._layout = layout
        self._cache = cache
        options = settings.scan
        self._walk: Walk = walk(root, exclude=options.exclude, skip=skip, max_files=options.max_files)
        self._too_large: list[Coverage] = []
        self._reads = self._read()
        self.counts.files = len(self._reads)

    def _read(self) -> dict[str, _Read]:
        reads: dict[str, _Read] = {}
        for path in self._walk.paths:
            limit = self._limit(path)
            if limit is None:
                continue
            try:
                # as bytes: a file system encoding that is not UTF-8 must not hide files
                data = _read_bytes(os.path.join(os.fsencode(self.root), path.encode()))  # noqa: PTH118
            except OSError as error:
                self._too_large.append(_not_read(path, "UNREADABLE", f"cannot be read: {error.strerror}"))
                continue
            fits = len(data) <= limit
            if not fits:
                self._too_large.append(_not_read(path, "FILE_TOO_LARGE", f"{len(data)} bytes, more than {limit}"))
            reads[path] = _Read(data if fits else b"", hashlib.sha256(data).hexdigest(), fits)
        return reads

    def _limit(self, path: str) -> int | None:
        if suffix_of(path) in markdown.SUFFIXES:
            return self._settings.scan.max_document_bytes
        if analyzer_for(path) or is_manifest(path) or path in CODEOWNERS_PLACES:
            return self._settings.scan.max_source_bytes
        return None

    def _by_suffix(self, is_wanted: Callable[[str], bool]) -> Mapping[str, list[str]]:
        groups: dict[str, list[str]] = defaultdict(list)
        for path in self._reads:
            if is_wanted(path):
                groups[suffix_of(path)].append(path)
        return groups

    @cached_property
    def documents(self) -> Mapping[str, DocumentFacts]:
        """The facts of every document, by path."""
        found: dict[str, DocumentFacts] = {}
        for suffix, paths in self._by_suffix(lambda path: suffix_of(path) in markdown.SUFFIXES).items():
            key = f"{markdown.ANALYZER} {markdown.VERSION} {__version__} {suffix}"
            found |= self._facts(_Files(key, DocumentFacts, tuple(paths), _document_reader(suffix)))
        return dict(sorted(found.items()))

    @cached_property
    def modules(self) -> Mapping[str, ModuleFacts]:
        """The facts of every source file, by path."""
        found: dict[str, ModuleFacts] = {}
        for suffix, paths in self._by_suffix(lambda path: analyzer_for(path) is not None).items():
            analyzer = analyzer_for(paths[0])
            if analyzer is not None:
                key = f"{analyzer.cache_key} {suffix}"
                found |= self._facts(_Files(key, ModuleFacts, tuple(paths), _module_reader(suffix)))
        return dict(sorted(found.items()))

    @cached_property
    def manifests(self) -> Mapping[str, ManifestFacts]:
        """The facts of every manifest, by path."""
        return {
            path: manifest_facts(path.rsplit("/", 1)[-1], read.data)
            for path, read in self._reads.items()
            if read.fits and is_manifest(path)
        }

    def _facts(self, files: _Files[F]) -> dict[str, F]:
        """Facts from the cache, and computed where it has none; computed ones are stored in batches, so a scan
        that is killed goes on from where it was."""
        stored = self._cache.get_many(files.key, (self._reads[path].digest for path in files.paths))
        decoder = msgspec.msgpack.Decoder(files.kind)
        found: dict[str, F] = {}
        fresh: dict[str, bytes] = {}
        for path in files.paths:
            read = self._reads[path]
            # a file over the bound is hashed whole and read as empty: what is stored under its hash is of the whole
            data = stored.get(read.digest) if read.fits else None
            if data is None:
                data = msgspec.msgpack.encode(files.compute(read.data))
                self.counts.computed += 1
                if read.fits:
                    stored[read.digest] = fresh[read.digest] = data
            if len(fresh) >= _BATCH:
                self._cache.put_many(files.key, fresh)
                fresh = {}
            found[path] = decoder.decode(data)
        if fresh:
            self._cache.put_many(files.key, fresh)
        return found

    @cached_property
    def snapshot(self) -> Snapshot:
        """The sealed snapshot. When no path and no hash changed since an earlier run, that run's is taken."""
        sealed = self._cache.artifact(Snapshot, self._tree_key(), lambda: seal(self._link()))
        revision = SourceRevision(commit=git.head(self.root), dirty=git.is_dirty(self.root))
        return msgspec.structs.replace(sealed, provenance=revision)

    def _link(self) -> Snapshot:
        places = CODEOWNERS_PLACES if self._settings.codeowners else ()
        owners = next((self._reads[place] for place in places if place in self._reads), None)
        observed = Observed(
            paths=self._walk.paths,
            hashes={path: read.digest for path, read in self._reads.items()},
            documents=self.documents,
            modules=self.modules,
            manifests=self.manifests,
            codeowners=owners.data.decode("utf-8", "replace") if owners is not None and owners.fits else None,
            nested=self._walk.nested,
            coverage=(*self._walk.coverage, *self._too_large),
        )
        snapshot = link(observed, project=self.project, settings=self._settings, layout=self._layout)
        return msgspec.structs.replace(snapshot, provenance=UNSET)

    @property
    def project(self) -> str:
        """The repository's name: its manifest's at the root, else the site's. The folder's would differ by checkout."""
        at_root = [self.manifests[path].name for path in sorted(self.manifests) if "/" not in path]
        return next((name for name in at_root if name), self._layout.site_name or "repository")

    def _tree_key(self) -> str:
        settings = self._settings
        parts = [
            __version__,
            self._layout.site_name,
            msgspec.json.encode([settings.areas, settings.ownership, settings.codeowners], order="sorted").decode(),
            json.dumps([self._layout.docs_dir, self._layout.directory_urls, self._layout.repo_url]),
            markdown.VERSION,
            *sorted({item.cache_key for path in self._reads if (item := analyzer_for(path)) is not None}),
            json.dumps([item.reason + item.path for item in (*self._walk.coverage, *self._too_large)]),
            *self._walk.nested,
        ]
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "replace"))
        for path in self._walk.paths:
            read = self._reads.get(path)
            digest.update(f"\0{path}\0{read.digest if read else ''}".encode())
        return digest.hexdigest()


def _read_bytes(path: bytes) -> bytes:
    with open(path, "rb") as stream:  # noqa: PTH123
        return stream.read()


def _not_read(path: str, code: str, reason: str) -> Coverage:
    return Coverage(analyzer="walk", status="not-analyzed", code=code, path=path, reason=reason)


def _document_reader(suffix: str) -> Callable[[bytes], DocumentFacts]:
    return lambda data: markdown.document_facts(data, suffix)


def _module_reader(suffix: str) -> Callable[[bytes], ModuleFacts]:
    analyzer = analyzer_for(f"x{suffix}")
    if analyzer is None:
        raise LookupError(suffix)
    return lambda data: analyzer.facts(data, suffix)


def scan(root: Path, settings: Settings, layout: DocsLayout, *, cache: FactCache, skip: Iterable[str] = ()) -> Scan:
    """Reads the tree below ``root``; ``skip`` are folders, relative, that are never read (the site's output).

    Raises :class:`InputError` for more files than allowed. The same bytes give the same snapshot on every machine,
    in any order, cold or warm.
    """
    return Scan(root.resolve(), settings, layout, cache, tuple(skip))
