"""All facts in, one sealed snapshot out. Always run whole, so there is nothing to invalidate.

Entities and relations are written as they are made: those of a large repository would not fit in memory together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from mkdocs_docbridge.paths import ancestors, parent
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.text.redaction import is_public, redact_source

from .assembly import Linked, Parts, array_of, sealed
from .catalogue import DOCUMENTS
from .cycles import import_cycles
from .edges import Edges
from .entities import areas_of, document_of, hidden_packages, module_of, module_tags, packages_of
from .facts import DocumentFacts, ManifestFacts, ModuleFacts, Note
from .groups import GroupedPieces
from .link_code import CodeLinker
from .links import DocsLayout, LinkTargets
from .manifests.inheritance import with_inherited
from .manifests.projects import completed
from .model import Area, Coverage, External, Package
from .resolve import Universe, dotted_name, find_name
from .tags import NO_AREA

if TYPE_CHECKING:
    from .areas import Areas
    from .names import NamedModule
    from .ownership import OwnershipTable

# what looks at all files, or at documents, is imported when it is needed: linking one module anew is quicker than that

_CHUNK = 1000
_MAX_REASON = 400
_IN_NAMESPACES = frozenset({"class", "function", "type"})


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


class Linking:
    """One run: what all parts of it look at."""

    def __init__(self, observed: Observed, settings: Settings, layout: DocsLayout) -> None:
        observed = replace(observed, manifests=completed(with_inherited(observed.manifests)))
        self.observed = observed
        self._layout = layout
        self._universe = Universe(
            modules=observed.modules, manifests=observed.manifests, paths=frozenset(observed.paths)
        )
        self._settings = settings
        self._packages = packages_of(observed.manifests, observed.hashes)
        self.edges = Edges()
        self._encode = msgspec.json.Encoder(order="sorted").encode

    # what needs the facts of all files is made when it is asked for: linking one file anew may need none of it

    @cached_property
    def _owned(self) -> OwnershipTable:
        from .ownership import ownership_table

        observed = self.observed
        return ownership_table(self._settings.ownership, observed.documents, observed.codeowners, observed.paths)

    @cached_property
    def _tags(self) -> dict[str, tuple[str, ...]]:
        return {path: module_tags(path, facts) for path, facts in self.observed.modules.items()}

    @cached_property
    def _grouping(self) -> Areas:
        from .areas import find_areas

        return find_areas(
            self.observed.modules,
            packages=[package.path for package in self._packages],
            owned=[record.path for record in self._owned.records],
            no_area=frozenset(
                path
                for path, tags in self._tags.items()
                if not NO_AREA.isdisjoint(tags) or _among_pages(path, self._layout)
            ),
            options=self._settings.areas,
        )

    @cached_property
    def _areas(self) -> list[Area]:
        return areas_of(self._grouping, self._packages, self._owned.records)

    def run(self, project: str) -> Linked:
        """Links everything."""
        coverage = list(self.observed.coverage)
        coverage += _notes(self.observed)
        coverage += self._owned.coverage
        coverage += _unknown_slugs(self._layout)
        coverage += hidden_packages(self.observed.manifests, self._packages)
        _contain(self.edges, self._areas, self._packages, self._grouping, self.observed)
        code = CodeLinker(self.edges, self._packages, self._universe)
        code.link_manifests(self.observed.manifests)
        for area in self._areas:
            self.edges.close(area.id)
        for package in self._packages:
            self.edges.close(package.id)
        modules = self.link_modules(code, self.observed.modules)
        documents, unclear = self.link_documents(self.observed.documents)
        externals = code.externals | {
            f"external:git:{path}": External(id=f"external:git:{path}", name=path, ecosystem="git")
            for path in self.observed.nested
        }
        return sealed(
            Parts(
                project=project,
                entities={
                    "area": self._array(self._areas),
                    "document": documents,
                    "external": array_of(externals),
                    "module": modules,
                    "package": self._array(self._packages),
                },
                relations=self.edges.written,
                coverage=told([*coverage, *code.coverage, *unclear]),
                ownership=self._owned.records,
                cycles=import_cycles(code.taken),
                languages=dict(sorted(Counter(facts.language for facts in self.observed.modules.values()).items())),
                symbols=sum(len(facts.symbols) for facts in self.observed.modules.values()),
            )
        )

    def code(self) -> CodeLinker:
        """What links the modules that are given to :meth:`link_modules`."""
        return CodeLinker(self.edges, self._packages, self._universe)

    def notes(self, path: str) -> list[Coverage]:
        """What the facts of one file note."""
        observed = self.observed
        if path in observed.modules:
            return [_noted("source", path, note) for note in observed.modules[path].notes]
        return [_noted(DOCUMENTS, path, note) for note in observed.documents[path].notes]

    def _array(self, entities: Iterable[Area | Package]) -> GroupedPieces:
        pieces = GroupedPieces()
        for entity in entities:
            pieces.add(entity.path, self._encode(entity))
        return pieces

    def link_modules(self, code: CodeLinker, paths: Iterable[str]) -> GroupedPieces:
        """The entities of these modules, in order; their relations go to the edges."""
        pieces = GroupedPieces()
        hashes = self.observed.hashes
        for chunk in _chunks(paths):
            symbols = self.observed.symbols(chunk)
            for path in chunk:
                facts = self.observed.modules[path]
                code.link(path, facts)
                self.edges.close(f"module:{path}")
                module = module_of(
                    path, facts, hashes[path], module_tags(path, facts), dotted_name(path, self._universe)
                )
                pieces.add(path, _with_symbols(self._encode(module), symbols[path]))
        return pieces

    def link_documents(self, paths: Iterable[str]) -> tuple[GroupedPieces, list[Coverage]]:
        """The entities of these documents, in order, and what is not clear in them; their relations go to the edges."""
        observed = self.observed
        chosen = {path: observed.documents[path] for path in paths}
        if not chosen:
            # looking names up costs more than all the rest of linking one module anew
            return GroupedPieces(), []
        from .link_declared import link_ownership
        from .link_documents import DocumentLinker
        from .names import Names

        names = Names(
            documents=observed.documents,
            modules=(named_module(path, self._tags[path], facts) for path, facts in observed.modules.items()),
            packages=self._packages,
            areas=self._areas,
            find=lambda dotted: find_name(dotted, self._universe),
            dotted=lambda path: dotted_name(path, self._universe),
        )
        targets = LinkTargets(observed.paths, self._layout, made=self._settings.site.path)
        linker = DocumentLinker(self.edges, names, targets, self._layout)
        linker.look_up(chosen.values())
        link_ownership(self.edges, names, self._owned)
        pieces = GroupedPieces()
        for path, facts in chosen.items():
            document = document_of(path, facts, observed.hashes[path], self._layout)
            linker.link(document, facts)
            self.edges.close(document.id)
            pieces.add(path, self._encode(document))
        return pieces, linker.coverage


def named_module(path: str, tags: tuple[str, ...], facts: ModuleFacts) -> NamedModule:
    """The names by which documents may call the module at ``path``."""
    from .names import NamedModule

    exported = [symbol.name for symbol in facts.symbols if symbol.exported]
    return NamedModule(path, tags, exported, _in_namespaces(facts) if facts.language == "cpp" else ())


def _in_namespaces(facts: ModuleFacts) -> list[str]:
    """The exported names of a C++ file that stand in a namespace and not in a class of the file."""
    own = {symbol.name for symbol in facts.symbols}
    return [
        symbol.name
        for symbol in facts.symbols
        if symbol.exported
        and symbol.kind in _IN_NAMESPACES
        and (space := symbol.name.rpartition(".")[0])
        and space not in own
    ]


def _with_symbols(module: bytes, symbols: bytes) -> bytes:
    """An encoded module with its symbols put in; they are stored encoded, and only copied here. No text of the module
    comes behind the member, so its last appearance is the member itself."""
    head, _, tail = module.rpartition(b'"symbols":[]')
    return b"".join((head, b'"symbols":', symbols, tail))


def _chunks(paths: Iterable[str]) -> Iterator[list[str]]:
    every = list(paths)
    for start in range(0, len(every), _CHUNK):
        yield every[start : start + _CHUNK]


def told(coverage: list[Coverage]) -> tuple[Coverage, ...]:
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
    return next((by_folder[folder or "."] for folder in ancestors(parent(path)) if (folder or ".") in by_folder), None)


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


def _among_pages(path: str, layout: DocsLayout) -> bool:
    """Whether a module stands among the pages of a docs folder. One that is the whole repository says nothing."""
    return layout.docs_dir != "." and layout.below(path) is not None


def _unknown_slugs(layout: DocsLayout) -> Iterable[Coverage]:
    if layout.toc.unknown:
        yield Coverage(
            analyzer=DOCUMENTS,
            status="partial",
            code="SLUGIFY_UNKNOWN",
            path=layout.folder,
            reason=f"toc.slugify is {layout.toc.unknown}, which is not known here; anchors are made by the default one",
        )
