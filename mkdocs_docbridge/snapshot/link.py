"""All facts in, one sealed snapshot out. Always run whole, so there is nothing to invalidate.

Entities and relations are written as they are made: those of a large repository would not fit in memory together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from mkdocs_docbridge.artifacts import ArrayPieces, SealedStream, joined, seal_stream
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.text.redaction import is_public, redact_source

from .areas import Areas, find_areas
from .catalogue import DOCUMENTS, DOCUMENTS_VERSION, LANGUAGES
from .cycles import import_cycles
from .edges import Edges
from .entities import areas_of, document_of, hidden_packages, module_of, module_tags, packages_of
from .facts import DocumentFacts, ManifestFacts, ModuleFacts, Note
from .link_code import CodeLinker
from .link_declared import link_ownership
from .link_documents import DocumentLinker
from .links import DocsLayout, LinkTargets
from .manifests.inheritance import with_inherited
from .model import Area, Coverage, External, Package, Snapshot
from .names import NamedModule, Names
from .ownership import ownership_table
from .resolve import Universe, dotted_name, find_name
from .summary import Summary
from .tags import NO_AREA

_CHUNK = 1000
_MAX_REASON = 400


@dataclass(frozen=True)
class Observed:
    """Everything that was read of a tree, by path. ``hashes`` are SHA-256 of the files' bytes, in hex."""

    paths: tuple[str, ...]
    hashes: Mapping[str, str]
    documents: Mapping[str, DocumentFacts]
    modules: Mapping[str, ModuleFacts]
    manifests: Mapping[str, ManifestFacts]
    symbols: Callable[[Sequence[str]], Mapping[str, bytes]]
    """The symbols of the modules at these paths, as canonical JSON."""
    codeowners: tuple[str, str] | None = None
    """The path and the text of the CODEOWNERS that counts."""
    nested: tuple[str, ...] = ()
    coverage: tuple[Coverage, ...] = ()


def link(observed: Observed, *, project: str, settings: Settings, layout: DocsLayout) -> tuple[SealedStream, Summary]:
    """The sealed snapshot of ``observed``, and what it counts. A pure function; lists are sorted by code point."""
    observed = replace(observed, manifests=with_inherited(observed.manifests))
    return _Linking(observed, settings, layout).run(project)


class _Linking:
    """One run: what all parts of it look at."""

    def __init__(self, observed: Observed, settings: Settings, layout: DocsLayout) -> None:
        self._observed = observed
        self._layout = layout
        self._universe = Universe(
            modules=observed.modules, manifests=observed.manifests, paths=frozenset(observed.paths)
        )
        self._owned = ownership_table(settings.ownership, observed.documents, observed.codeowners, observed.paths)
        self._ownership = self._owned.records
        self._made = settings.site.path
        self._tags = {path: module_tags(path, facts) for path, facts in observed.modules.items()}
        self._packages = packages_of(observed.manifests, observed.hashes)
        self._grouping = find_areas(
            observed.modules,
            packages=[package.path for package in self._packages],
            owned=[record.path for record in self._ownership],
            no_area=frozenset(
                path for path, tags in self._tags.items() if not NO_AREA.isdisjoint(tags) or layout.below(path)
            ),
            options=settings.areas,
        )
        self._areas = areas_of(self._grouping, self._packages, self._ownership)
        self._edges = Edges()
        self._encode = msgspec.json.Encoder(order="sorted").encode
        self._symbols = 0

    def run(self, project: str) -> tuple[SealedStream, Summary]:
        coverage = list(self._observed.coverage)
        coverage += _notes(self._observed)
        coverage += self._owned.coverage
        coverage += _unknown_slugs(self._layout)
        coverage += hidden_packages(self._observed.manifests, self._packages)
        _contain(self._edges, self._areas, self._packages, self._grouping, self._observed)
        code = CodeLinker(self._edges, self._packages, self._universe)
        code.link_manifests(self._observed.manifests)
        for area in self._areas:
            self._edges.close(area.id)
        for package in self._packages:
            self._edges.close(package.id)
        modules = self._link_modules(code)
        documents, unclear = self._link_documents()
        self._edges.close_all()
        cycles = import_cycles(code.taken)
        kept = _told([*coverage, *code.coverage, *unclear])
        externals = code.externals | {
            f"external:git:{path}": External(id=f"external:git:{path}", name=path, ecosystem="git")
            for path in self._observed.nested
        }
        parts = {
            "area": self._array(self._areas),
            "document": documents,
            "external": self._array(externals[key] for key in sorted(externals)),
            "module": modules,
            "package": self._array(self._packages),
        }
        summary = Summary(
            kinds={kind: pieces.count for kind, pieces in parts.items() if pieces.count},
            languages=dict(sorted(Counter(facts.language for facts in self._observed.modules.values()).items())),
            symbols=self._symbols,
            relations=dict(self._edges.counts),
            coverage=kept,
            cycles=len(cycles),
        )
        stream = seal_stream(
            Snapshot,
            {
                "project": [self._encode(project)],
                "analyzers": [self._encode(_analyzers())],
                "entities": joined(parts.values()),
                "relations": self._edges.relations(),
                "coverage": [self._encode(kept)],
                "ownership": [self._encode(self._ownership)],
                "cycles": [self._encode(cycles)],
            },
        )
        sealed = msgspec.structs.replace(
            summary, content_hash=stream.content_hash, size=stream.size, provenance_at=stream.provenance_at
        )
        return stream, sealed

    def _array(self, entities: Iterable[Area | External | Package]) -> ArrayPieces:
        pieces = ArrayPieces()
        for entity in entities:
            pieces.add(self._encode(entity))
        return pieces

    def _link_modules(self, code: CodeLinker) -> ArrayPieces:
        pieces = ArrayPieces()
        hashes, tags = self._observed.hashes, self._tags
        for chunk in _chunks(self._observed.modules):
            symbols = self._observed.symbols(chunk)
            for path in chunk:
                facts = self._observed.modules[path]
                code.link(path, facts)
                self._edges.close(f"module:{path}")
                module = module_of(path, facts, hashes[path], tags[path], dotted_name(path, self._universe))
                pieces.add(_with_symbols(self._encode(module), symbols[path]))
                self._symbols += len(facts.symbols)
        return pieces

    def _link_documents(self) -> tuple[ArrayPieces, list[Coverage]]:
        observed = self._observed
        names = Names(
            documents=observed.documents,
            modules=(
                NamedModule(path, self._tags[path], [symbol.name for symbol in facts.symbols if symbol.exported])
                for path, facts in observed.modules.items()
            ),
            packages=self._packages,
            areas=self._areas,
            find=lambda dotted: find_name(dotted, self._universe),
        )
        targets = LinkTargets(observed.paths, self._layout, made=self._made)
        linker = DocumentLinker(self._edges, names, targets, self._layout)
        linker.look_up(observed.documents.values())
        link_ownership(self._edges, names, self._owned)
        pieces = ArrayPieces()
        for path, facts in observed.documents.items():
            document = document_of(path, facts, observed.hashes[path], self._layout)
            linker.link(document, facts)
            self._edges.close(document.id)
            pieces.add(self._encode(document))
        return pieces, linker.coverage


def _with_symbols(module: bytes, symbols: bytes) -> bytes:
    """An encoded module with its symbols put in; they are stored encoded, and only copied here. No text of the module
    comes behind the member, so its last appearance is the member itself."""
    head, _, tail = module.rpartition(b'"symbols":[]')
    return b"".join((head, b'"symbols":', symbols, tail))


def _chunks(modules: Mapping[str, ModuleFacts]) -> Iterator[list[str]]:
    paths = list(modules)
    for start in range(0, len(paths), _CHUNK):
        yield paths[start : start + _CHUNK]


def _analyzers() -> list[str]:
    return sorted([f"{DOCUMENTS} {DOCUMENTS_VERSION}", *(f"{item.name} {item.version}" for item in LANGUAGES)])


def _told(coverage: list[Coverage]) -> tuple[Coverage, ...]:
    """The entries fit to be shown, each once, in order."""
    found = set(coverage)
    if not is_public([item.reason for item in found]) or any(len(item.reason) > _MAX_REASON for item in found):
        found = {msgspec.structs.replace(item, reason=redact_source(item.reason, limit=_MAX_REASON)) for item in found}
    return tuple(sorted(found, key=lambda item: (item.path, item.line or 0, item.code, item.reason)))


def _contain(
    edges: Edges, areas: Iterable[Area], packages: Iterable[Package], grouping: Areas, observed: Observed
) -> None:
    by_folder = {package.path: package.id for package in packages}
    for area in areas:
        if area.package is not None:
            edges.add("contains", area.package, area.id, place=None)
    for path in observed.modules:
        area_path = grouping.area_of.get(path)
        owner = f"area:{area_path}" if area_path else by_folder.get(grouping.package_of.get(path, ""))
        if owner is not None:
            edges.add("contains", owner, f"module:{path}", place=None)
    for path in observed.documents:
        home = _home(path, by_folder)
        if home is not None:
            edges.add("contains", home, f"document:{path}", place=None)


def _home(path: str, by_folder: Mapping[str, str]) -> str | None:
    """The package of the nearest folder above ``path`` that is one's."""
    folder = path.rpartition("/")[0]
    while folder:
        if folder in by_folder:
            return by_folder[folder]
        folder = folder.rpartition("/")[0]
    return by_folder.get(".")


def _notes(observed: Observed) -> Iterable[Coverage]:
    rooms: tuple[tuple[str, Mapping[str, DocumentFacts | ModuleFacts | ManifestFacts]], ...] = (
        (DOCUMENTS, observed.documents),
        ("source", observed.modules),
        ("manifest", observed.manifests),
    )
    for analyzer, files in rooms:
        for path, facts in files.items():
            for note in facts.notes:
                yield _noted(analyzer, path, note)


def _noted(analyzer: str, path: str, note: Note) -> Coverage:
    return Coverage(
        analyzer=analyzer, status=note.status, code=note.code, path=path, line=note.line, reason=note.reason
    )


def _unknown_slugs(layout: DocsLayout) -> Iterable[Coverage]:
    if layout.toc.unknown:
        yield Coverage(
            analyzer=DOCUMENTS,
            status="partial",
            code="SLUGIFY_UNKNOWN",
            path=layout.folder,
            reason=f"toc.slugify is {layout.toc.unknown}, which is not known here; anchors are made by the default one",
        )
