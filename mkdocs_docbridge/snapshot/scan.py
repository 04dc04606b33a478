"""A tree in, a sealed snapshot out, and the facts behind it on demand.

What a warm scan needs is imported here. Analysing and linking cost more to import than such a scan takes; they are
imported when there is something to analyse or to link.
"""

from __future__ import annotations

import contextlib
import hashlib
import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from mkdocs_docbridge.settings import ScanOptions, Settings

from .cache import FactCache, Part, StoredFacts, cut_up, is_sound
from .catalogue import CODEOWNERS_PLACES, facts_key, fingerprint, readers_of
from .collector import uncollected
from .links import DocsLayout
from .model import Coverage, Snapshot
from .summary import Summary
from .tree import Answer, Content, Tree
from .walk import Selection
from .working_tree import WorkingTree

if TYPE_CHECKING:
    from mkdocs_docbridge.artifacts import Piece, SealedStream

    from .analysis import Job
    from .assembly import Linked
    from .engines import EngineFor
    from .facts import DocumentFacts, ManifestFacts, ModuleFacts, Words
    from .link import Linking
    from .relink import Change

F = TypeVar("F", bound=msgspec.Struct)
_BATCH = 64
_SLOWEST = 5
_SNAPSHOT = "discovery-snapshot"
_SUMMARY = "scan-summary"
_EXCHANGED = 256 * 1024 * 1024
"""A larger snapshot is linked anew after every change: exchanging parts of it holds it in memory."""
_NOTHING = hashlib.sha256(b"").digest()


class ScanCounts(msgspec.Struct):
    """What a scan did: files that are read at all, those that were new or changed, those whose facts had to be
    computed, and the slowest of these with their CPU time in ns."""

    files: int = 0
    changed: int = 0
    computed: int = 0
    slowest: list[tuple[int, str]] = msgspec.field(default_factory=list)


Progress = Callable[[ScanCounts], None]


class Helpers(NamedTuple):
    """Who computes facts and who is told of it. ``engine`` is asked with the number of files that may be new; None
    chooses by the machine."""

    engine: EngineFor | None = None
    progress: Progress | None = None


class _Last(msgspec.Struct, frozen=True, array_like=True):
    """The last snapshot that was linked of a tree: ``frame`` names what it depended on but the files' contents, whose
    hashes follow; ``key`` is its own."""

    frame: bytes
    key: str
    hashes: bytes
    index: bytes


class Scan:
    """A snapshot and the facts behind it. Facts are loaded when first asked for; a warm scan may never need them."""

    def __init__(
        self,
        tree: Tree,
        settings: Settings,
        layout: DocsLayout,
        cache: FactCache,
        helpers: Helpers,
        skip: tuple[str, ...],
    ) -> None:
        self._skip = skip
        self.counts = ScanCounts()
        self._tree = tree
        self._settings = settings
        self._layout = layout
        self._cache = cache
        self._helpers = helpers
        self._stream: SealedStream | None = None
        self._held: dict[str, Mapping[str, bytes]] = {}
        """Facts that were read as they are stored, and will be asked for."""
        answer = tree.answer(self._question)
        self.counts.files = answer.files if answer is not None else len(self._hashes)
        self.key = answer.key if answer is not None else self._key()
        """Names everything that snapshot and facts follow from: paths, the contents that are read, settings, layout."""
        if answer is None:
            # what could not be read may be readable without looking otherwise
            was_read = len(self._hashes) == len(self._limits)
            answer = Answer(self._question, self.key, self.counts.files) if was_read else None
            tree.remember(cache, self._hashes, answer)

    # -- reading ---------------------------------------------------------------------------------------------------

    @cached_property
    def _question(self) -> bytes:
        """Names everything that a snapshot depends on but the tree."""
        settings, layout = self._settings, self._layout
        chosen = [settings.areas, settings.ownership, settings.codeowners, settings.scan, settings.site.path]
        return msgspec.json.encode([fingerprint(), self._skip, chosen, layout], order="sorted")

    @cached_property
    def _readers(self) -> dict[str, tuple[str, ...]]:
        return {path: readers for path in self._tree.paths if (readers := readers_of(path))}

    @cached_property
    def _limits(self) -> dict[str, int]:
        return _limits(self._tree.paths, self._readers, self._settings.scan)

    @cached_property
    def _large(self) -> dict[str, int]:
        return self._tree.large(self._limits)

    @cached_property
    def _unread(self) -> list[Coverage]:
        return [
            _not_read(path, "FILE_TOO_LARGE", f"{size} bytes, more than {self._limits[path]}")
            for path, size in sorted(self._large.items())
        ]

    @cached_property
    def _hashes(self) -> dict[str, bytes]:
        """The hash of every file of interest; those that are new or changed are read, and analysed on the way."""
        hashes = self._tree.hashes(self._cache, self._limits)
        changed = {path: limit for path, limit in self._limits.items() if path not in hashes}
        self.counts.changed = len(changed)
        if changed:
            self._analyse(self._tree.read(changed), len(changed), hashes)
            hashes = {path: hashes[path] for path in self._limits if path in hashes}
        return hashes

    def _analyse(self, contents: Iterable[tuple[str, Content | OSError]], count: int, hashes: dict[str, bytes]) -> None:
        """Adds the hash of every content to ``hashes``, and stores the facts of those that the cache has not."""
        from .engines import local_engine

        engine = (self._helpers.engine or local_engine)(count)
        names: dict[bytes, str] = {}
        for done in engine.run(self._jobs(contents, hashes, names)):
            by_key: dict[str, dict[bytes, StoredFacts]] = defaultdict(dict)
            for item in done:
                by_key[facts_key(item.reader)][item.digest] = item.facts
                heapq.heappush(self.counts.slowest, (item.took, names.get(item.digest, "")))
            for key, facts in by_key.items():
                self._cache.put(key, facts)
            self.counts.slowest = heapq.nlargest(_SLOWEST, self.counts.slowest)
            self.counts.computed += len(done)
            if self._helpers.progress is not None:
                self._helpers.progress(self.counts)

    def _jobs(
        self, contents: Iterable[tuple[str, Content | OSError]], hashes: dict[str, bytes], names: dict[bytes, str]
    ) -> Iterator[list[Job]]:
        """Batches of files whose facts are not known."""
        batch: dict[str, dict[bytes, bytes]] = defaultdict(dict)
        size = 0
        for path, content in contents:
            if isinstance(content, OSError):
                self._unread.append(_not_read(path, "UNREADABLE", f"cannot be read: {content.strerror}"))
                continue
            hashes[path] = content.digest
            # a file over its bound is hashed whole and read as empty
            data, digest = (b"", _NOTHING) if content.data is None else (content.data, content.digest)
            for reader in self._readers.get(path, ()):
                batch[reader][digest] = data
            names.setdefault(digest, path)
            size += 1
            if size >= _BATCH:
                yield from self._unknown(batch)
                size = 0
        yield from self._unknown(batch)

    def _unknown(self, batch: dict[str, dict[bytes, bytes]]) -> Iterator[list[Job]]:
        from .analysis import Job

        jobs: list[Job] = []
        for reader, files in batch.items():
            known = self._cache.known(facts_key(reader), files)
            jobs += [Job(reader, digest, data) for digest, data in files.items() if digest not in known]
        batch.clear()
        if jobs:
            yield jobs

    # -- facts -----------------------------------------------------------------------------------------------------

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file of the tree, read or not."""
        return self._tree.paths

    @cached_property
    def documents(self) -> Mapping[str, DocumentFacts]:
        """The facts of every document, by path."""
        from .facts import DocumentFacts

        return self._facts("document", DocumentFacts)

    @cached_property
    def modules(self) -> Mapping[str, ModuleFacts]:
        """The facts of every source file, by path."""
        from .facts import ModuleFacts

        return self._facts("module", ModuleFacts)

    @cached_property
    def manifests(self) -> Mapping[str, ManifestFacts]:
        """The facts of every manifest, by path."""
        from .facts import ManifestFacts

        return self._facts("manifest", ManifestFacts)

    @cached_property
    def words(self) -> Mapping[str, Words]:
        """The words of every document and source file, by path."""
        from .facts import Words

        decoder = msgspec.msgpack.Decoder(Words)
        return {
            path: decoder.decode(data)
            for kind in ("document", "module")
            for path, data in self._stored("words", kind, self._by_kind[kind])
        }

    def symbols(self, paths: Sequence[str]) -> Mapping[str, bytes]:
        """The symbols of source files as canonical JSON, by path."""
        return dict(self._stored("shown", "module", paths))

    @cached_property
    def _by_kind(self) -> Mapping[str, list[str]]:
        """The files by what they are read as; one may be two things."""
        found: dict[str, list[str]] = {"document": [], "manifest": [], "module": []}
        for path in self._hashes:
            for reader in self._readers.get(path, ()):
                found[reader.partition(":")[0]].append(path)
        return found

    def _facts(self, kind: str, cls: type[F]) -> dict[str, F]:
        decoder = msgspec.msgpack.Decoder(cls)
        with uncollected():
            return {path: decoder.decode(data) for path, data in self._linked(kind).items()}

    def _linked(self, kind: str) -> Mapping[str, bytes]:
        """What linking looks at of each file, as it is stored. Facts that the cache has lost, or never had for this
        version, of files that did not change are computed."""
        held = self._held.pop(kind, None)
        if held is not None:
            return held
        paths = self._by_kind[kind]
        found = dict(self._stored("linked", kind, paths))
        lost = {path: self._limits[path] for path in paths if path not in found}
        if lost:
            self._analyse(self._tree.read(lost), len(lost), dict(self._hashes))
            found = dict(self._stored("linked", kind, paths))
        return found

    def _stored(self, part: Part, kind: str, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """(path, bytes) of one part of the facts, in the order of ``paths``."""
        found: dict[str, bytes] = {}
        for key, files in self._by_key(kind, paths).items():
            for digest, data in self._cache.get(part, key, files):
                for path in files[digest]:
                    found[path] = data
        for path in paths:
            if path in found:
                yield path, found[path]

    def _by_key(self, kind: str, paths: Iterable[str]) -> dict[str, dict[bytes, list[str]]]:
        groups: dict[str, dict[bytes, list[str]]] = defaultdict(lambda: defaultdict(list))
        for path in paths:
            digest = _NOTHING if path in self._large else self._hashes[path]
            for reader in self._readers.get(path, ()):
                if reader.startswith(kind):
                    groups[facts_key(reader)][digest].append(path)
        return groups

    # -- the snapshot ----------------------------------------------------------------------------------------------

    @cached_property
    def summary(self) -> Summary:
        """What the snapshot counts. When no path and no hash changed since an earlier run, that run's is taken."""
        key = self.key
        stored = self._cache.result(_SUMMARY, key)
        if stored is not None and self._cache.size(_SNAPSHOT, key) is not None:
            return msgspec.msgpack.decode(stored, type=Summary)
        return self._link()

    def _link(self) -> Summary:
        with uncollected():
            linked, cut = self._relinked() or self._linked_whole()
            self._stream, summary = linked.stream, linked.summary
            last = _Last(
                frame=self._frame,
                key=self.key,
                hashes=b"".join(self._hashes.values()),
                index=msgspec.msgpack.encode(linked.index),
            )
            with self._cache.together():
                self._cache.put_cut(_SNAPSHOT, self.key, cut)
                self._cache.put_result(_SUMMARY, self.key, [msgspec.msgpack.encode(summary)])
                self._cache.put_tree(f"linked {self._tree.name}", msgspec.msgpack.encode(last))
        return summary

    def _linked_whole(self) -> tuple[Linked, Iterable[tuple[bytes, Piece]]]:
        """The snapshot with everything linked, and the pieces in which it is kept."""
        linked = self._linking(self.documents, self.modules).run(self.project)
        return linked, cut_up(linked.stream.pieces(), linked.index.cuts())

    def _linking(self, documents: Mapping[str, DocumentFacts], modules: Mapping[str, ModuleFacts]) -> Linking:
        from .link import Linking, Observed

        observed = Observed(
            paths=self._tree.paths,
            hashes=_Hex(self._hashes),
            documents=documents,
            modules=modules,
            manifests=self.manifests,
            symbols=self.symbols,
            codeowners=self._codeowners(),
            nested=self._tree.nested,
            coverage=(*self._tree.coverage, *self._unread),
        )
        return Linking(observed, self._settings, self._layout)

    def _relinked(self) -> tuple[Linked, Iterable[tuple[bytes, Piece]]] | None:
        """As :meth:`_linked_whole`, from the last snapshot with what little changed linked anew; None where everything
        has to be."""
        last = self._last()
        change = self._change_since(last) if last is not None else None
        if last is None or change is None:
            return None
        from .decoded import LostError
        from .groups import Text
        from .relink import before_of, relink

        summary = self._cache.result(_SUMMARY, last.key)
        basis = self._cache.unchecked(_SNAPSHOT, last.key)
        concerned = self._concerned(change)
        if summary is None or basis is None or concerned is None:
            return None
        text = Text(piece for _, piece in basis)
        try:
            before = before_of(change, text, last.index, msgspec.msgpack.decode(summary, type=Summary))
            linked = relink(self._linking(*self._undecoded()), before, self.project, concerned)
        except (LostError, msgspec.DecodeError):
            # what the cache has is not whole, or an earlier version's
            return None
        finally:
            self._held.clear()
        cut = list(cut_up(linked.stream.pieces(), linked.index.cuts()))
        if not is_sound(basis, {digest for digest, _ in cut}):
            return None
        return linked, cut

    def _undecoded(self) -> tuple[Mapping[str, DocumentFacts], Mapping[str, ModuleFacts]]:
        """The facts of documents and modules, decoded one by one."""
        from .decoded import Decoded
        from .facts import DocumentFacts, ModuleFacts

        def load(kind: str) -> Callable[[Sequence[str]], Mapping[str, bytes]]:
            return lambda paths: self._held.get(kind) or dict(self._stored("linked", kind, paths))

        documents = Decoded(self._by_kind["document"], DocumentFacts, load("document"))
        return documents, Decoded(self._by_kind["module"], ModuleFacts, load("module"))

    def _last(self) -> _Last | None:
        """The last snapshot that was linked of this tree, if only contents have changed since and it is not large."""
        stored = self._cache.tree(f"linked {self._tree.name}")
        with contextlib.suppress(msgspec.DecodeError):
            last = msgspec.msgpack.decode(stored, type=_Last) if stored is not None else None
            if last is not None and last.frame == self._frame:
                size = self._cache.size(_SNAPSHOT, last.key)
                return last if size is not None and size <= _EXCHANGED else None
        return None

    def _change_since(self, last: _Last) -> Change | None:
        """What changed since, if that is little."""
        from .relink import MOST_CHANGED, change_of

        digests = (last.hashes[at : at + 32] for at in range(0, len(last.hashes), 32))
        changed = {
            path: before for (path, now), before in zip(self._hashes.items(), digests, strict=True) if now != before
        }
        if len(changed) > MOST_CHANGED or not all(self._is_text(path) for path in changed):
            return None
        pairs = []
        for path, before in changed.items():
            (reader,) = self._readers[path]
            found = dict(self._cache.get("linked", facts_key(reader), {before, self._hashes[path]}))
            if len(found) != 2:
                return None
            pairs.append((path, reader, found[before], found[self._hashes[path]]))
        return change_of(pairs)

    def _concerned(self, change: Change) -> set[str] | None:
        """The changed files, and those that mention a name whose meaning may have changed; None when they are many."""
        from .relink import MOST_CONCERNED

        found = set(change.paths)
        if change.names:
            for kind in ("document", "module"):
                self._held[kind] = self._linked(kind)
                for path, data in self._held[kind].items():
                    text = data.lower()
                    if any(name in text for name in change.names):
                        found.add(path)
        return found if len(found) <= len(change.paths) + MOST_CONCERNED * len(self._hashes) else None

    def _is_text(self, path: str) -> bool:
        """Whether a file is a document or a source file and nothing besides."""
        readers = self._readers.get(path, ())
        return len(readers) == 1 and not readers[0].startswith("manifest:")

    def _codeowners(self) -> tuple[str, str] | None:
        place = next((place for place in CODEOWNERS_PLACES if place in self._hashes), None)
        if place is None or not self._settings.codeowners:
            return None
        for _, content in self._tree.read({place: self._limits[place]}):
            if isinstance(content, Content) and content.data is not None:
                return place, content.data.decode("utf-8", "replace")
        return None

    @property
    def stamp(self) -> bytes:
        """Names the bytes of :meth:`pieces`."""
        return self.summary.content_hash.encode() + self._provenance

    @property
    def _provenance(self) -> bytes:
        return msgspec.json.encode(self._tree.revision, order="sorted")

    def pieces(self) -> Iterator[Piece]:
        """The canonical bytes of the sealed snapshot, in pieces."""
        from mkdocs_docbridge.artifacts import with_provenance

        summary = self.summary
        if self._stream is None and not self._cache.is_whole(_SNAPSHOT, self.key):
            # damaged since it was stored
            self._link()
        stored = self._stream.pieces() if self._stream is not None else self._cache.pieces(_SNAPSHOT, self.key)
        return with_provenance(stored, summary.provenance_at, self._provenance)

    @cached_property
    def snapshot(self) -> Snapshot:
        """The sealed snapshot."""
        _ = self.summary
        stored = None
        if self._stream is None:
            stored = self._cache.result(_SNAPSHOT, self.key)
            if stored is None:
                # damaged since it was stored
                self._link()
        if stored is None and self._stream is not None:
            stored = self._stream.read()
        with uncollected():
            sealed = msgspec.json.decode(stored or b"", type=Snapshot)
        return msgspec.structs.replace(sealed, provenance=self._tree.revision)

    @cached_property
    def project(self) -> str:
        """The repository's name: its manifest's at the root, else the site's. The folder's would differ by checkout."""
        at_root = [self.manifests[path].name for path in sorted(self.manifests) if "/" not in path]
        return next((name for name in at_root if name), self._layout.site_name or "repository")

    def _key(self) -> str:
        digest = hashlib.sha256(self._frame)
        for path, content in self._hashes.items():
            digest.update(content)
            if path in self._large:
                digest.update(b"large")
        return digest.hexdigest()

    @cached_property
    def _frame(self) -> bytes:
        """Names everything that a snapshot depends on but the contents of the files."""
        settings, layout = self._settings, self._layout
        parts = [
            fingerprint(),
            [settings.areas, settings.ownership, settings.codeowners],
            layout,
            settings.site.path,
            [*self._tree.coverage, *self._unread],
            self._tree.nested,
        ]
        digest = hashlib.sha256(msgspec.json.encode(parts, order="sorted"))
        digest.update("\0".join(self._tree.paths).encode())
        digest.update("\0".join(self._hashes).encode())
        return digest.digest()


class _Hex(Mapping[str, str]):
    """Hashes in hex, most of which nobody asks for."""

    def __init__(self, hashes: Mapping[str, bytes]) -> None:
        self._hashes = hashes

    def __getitem__(self, path: str) -> str:
        return self._hashes[path].hex()

    def __iter__(self) -> Iterator[str]:
        return iter(self._hashes)

    def __len__(self) -> int:
        return len(self._hashes)


def _limits(paths: Iterable[str], known: Mapping[str, tuple[str, ...]], options: ScanOptions) -> dict[str, int]:
    """The files that are read, with the most bytes that are read of each."""
    limits: dict[str, int] = {}
    for path in paths:
        readers = known.get(path)
        if readers:
            is_document = readers[0].startswith("document:")
            limits[path] = options.max_document_bytes if is_document else options.max_source_bytes
        elif path in CODEOWNERS_PLACES:
            limits[path] = options.max_source_bytes
    return limits


def _not_read(path: str, code: str, reason: str) -> Coverage:
    return Coverage(analyzer="walk", status="not-analyzed", code=code, path=path, reason=reason)


def scan(
    root: Path,
    settings: Settings,
    layout: DocsLayout,
    *,
    cache: FactCache,
    skip: Iterable[str] = (),
    revision: str | None = None,
    helpers: Helpers | None = None,
) -> Scan:
    """Reads the tree below ``root``: as it stands, or as git has it at ``revision``.

    ``skip`` are folders, relative, that are never read (the site's output).

    Raises :class:`InputError` for more files than allowed and for an unknown revision. The same bytes give the same
    snapshot on every machine, in any order and number of processes, cold or warm.
    """
    options, skipped = settings.scan, tuple(skip)

    def selection() -> Selection:
        return Selection(options.exclude, skipped, options.max_files)

    tree: Tree
    if revision is None:
        tree = WorkingTree(root, cache, selection)
    else:
        from .revision_tree import RevisionTree

        tree = RevisionTree(root, revision, selection())
    return Scan(tree, settings, layout, cache, helpers or Helpers(), skipped)
