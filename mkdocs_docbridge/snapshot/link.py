"""All facts in, one snapshot out. Always run whole, so there is nothing to invalidate."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec
from markdown.extensions.toc import slugify, unique

from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.text.redaction import redact_source

from .areas import Areas, find_areas
from .edges import Edges
from .facts import DocumentFacts, ManifestFacts, ModuleFacts, Note, RawHeading
from .languages import ANALYZERS
from .languages.prose import first_sentence
from .link_code import link_code
from .link_documents import DocumentLinker
from .links import DocsLayout, LinkTargets
from .markdown import ANALYZER as MARKDOWN
from .markdown import VERSION as MARKDOWN_VERSION
from .model import Area, Coverage, Document, Entity, External, Heading, Module, Ownership, Package, Snapshot, Symbol
from .names import Names
from .ownership import ownership_records
from .resolve import Universe, dotted_name, find_name
from .tags import NO_AREA, path_tags


@dataclass(frozen=True)
class Observed:
    """Everything that was read of a tree, by path. ``hashes`` are SHA-256 of the files' bytes."""

    paths: tuple[str, ...]
    hashes: Mapping[str, str]
    documents: Mapping[str, DocumentFacts]
    modules: Mapping[str, ModuleFacts]
    manifests: Mapping[str, ManifestFacts]
    codeowners: str | None = None
    nested: tuple[str, ...] = ()
    coverage: tuple[Coverage, ...] = ()


@dataclass
class _Entities:
    documents: list[Document]
    modules: list[Module]
    packages: list[Package]
    areas: list[Area]
    externals: dict[str, External] = field(default_factory=dict)

    def all(self) -> Iterable[Entity]:
        yield from self.documents
        yield from self.modules
        yield from self.packages
        yield from self.areas
        yield from self.externals.values()


def link(observed: Observed, *, project: str, settings: Settings, layout: DocsLayout) -> Snapshot:
    """The snapshot of ``observed``, not yet sealed. A pure function; its lists are sorted by code point."""
    universe = Universe(modules=observed.modules, manifests=observed.manifests, paths=frozenset(observed.paths))
    ownership = ownership_records(settings.ownership, observed.documents, observed.codeowners)
    tags = {path: _module_tags(path, facts) for path, facts in observed.modules.items()}
    packages = _packages(observed)
    areas = find_areas(
        observed.modules,
        packages=[package.path for package in packages],
        owned=[record.path for record in ownership],
        no_area=frozenset(path for path, found in tags.items() if NO_AREA & set(found) or layout.below(path)),
        options=settings.areas,
    )
    entities = _Entities(
        documents=[_document(path, facts, observed, layout) for path, facts in sorted(observed.documents.items())],
        modules=[
            _module(path, facts, observed.hashes[path], tags[path], dotted_name(path, universe))
            for path, facts in sorted(observed.modules.items())
        ],
        packages=packages,
        areas=_areas(areas, packages, ownership),
    )
    edges = Edges()
    coverage = [*observed.coverage, *_notes(observed), *_unobserved(ownership, observed.paths)]
    coverage += _hidden_packages(observed, packages)
    _contain(edges, entities, areas)
    externals, unresolved = link_code(edges, observed.modules, observed.manifests, packages, universe)
    entities.externals = externals | {
        f"external:git:{path}": External(id=f"external:git:{path}", name=path, ecosystem="git")
        for path in observed.nested
    }
    names = Names(
        entities.documents,
        entities.modules,
        entities.packages,
        entities.areas,
        find=lambda dotted: find_name(dotted, universe),
    )
    linker = DocumentLinker(edges, names, LinkTargets(observed.paths, layout), layout)
    for document in entities.documents:
        linker.link(document, observed.documents[document.path])
    linker.link_ownership(ownership)
    coverage += [*unresolved, *linker.coverage]
    return Snapshot(
        project=project,
        analyzers=tuple(
            sorted([f"{MARKDOWN} {MARKDOWN_VERSION}", *(f"{item.language} {item.version}" for item in ANALYZERS)])
        ),
        entities=tuple(sorted(entities.all(), key=lambda entity: entity.id)),
        relations=edges.relations(),
        coverage=tuple(sorted({_told(item) for item in coverage}, key=_coverage_key)),
        ownership=ownership,
    )


def _told(item: Coverage) -> Coverage:
    return msgspec.structs.replace(item, reason=redact_source(item.reason, limit=400))


def _coverage_key(item: Coverage) -> tuple[str, int, str, str]:
    return (item.path, item.line or 0, item.code, item.reason)


def _document(path: str, facts: DocumentFacts, observed: Observed, layout: DocsLayout) -> Document:
    title = facts.title or _title_of_name(path)
    tags = set(path_tags(path)) | ({"page"} if layout.below(path) is not None else set())
    return Document(
        id=f"document:{path}",
        name=posixpath.basename(path),
        path=path,
        content_hash=observed.hashes[path],
        authored_hash=facts.authored_hash,
        title=redact_source(title, limit=256),
        summary=redact_source(facts.summary, limit=400),
        word_count=facts.word_count,
        headings=_headings(facts.headings),
        regions=facts.regions,
        description=redact_source(facts.front_matter.description, limit=512),
        audience=facts.front_matter.audience,
        tags=tuple(sorted(tags)),
        site_url=layout.url(path),
    )


def _title_of_name(path: str) -> str:
    """A page's title from its file name, as MkDocs makes it."""
    words = posixpath.splitext(posixpath.basename(path))[0].replace("-", " ").replace("_", " ")
    return words.capitalize() if words.islower() else words


def _headings(raw: tuple[RawHeading, ...]) -> tuple[Heading, ...]:
    """Headings to depth 3, with the anchors that Python-Markdown's toc gives them (deeper ones take anchors too)."""
    used: set[str] = {heading.anchor for heading in raw if heading.anchor}
    found = []
    for heading in raw:
        anchor = heading.anchor or unique(slugify(heading.text, "-"), used)
        if heading.level <= 3:
            shown = redact_source(heading.text, limit=256)
            found.append(Heading(level=heading.level, text=shown, line=heading.line, anchor=anchor))
    return tuple(found)


def _module_tags(path: str, facts: ModuleFacts) -> tuple[str, ...]:
    tags = set(path_tags(path))
    if facts.test:
        tags.add("test")
    if facts.generated:
        tags.add("generated")
    return tuple(sorted(tags))


def _module(path: str, facts: ModuleFacts, digest: str, tags: tuple[str, ...], dotted: str | None) -> Module:
    return Module(
        id=f"module:{path}",
        name=posixpath.basename(path),
        path=path,
        content_hash=digest,
        language=facts.language,
        dotted=dotted,
        summary=redact_source(first_sentence(facts.docstring), limit=400),
        symbols=tuple(map(_public, facts.symbols)),
        tags=tags,
    )


def _public(symbol: Symbol) -> Symbol:
    """A symbol fit to be shown: the signature of a constant holds its value, which may be a secret."""
    return msgspec.structs.replace(
        symbol, signature=redact_source(symbol.signature, limit=160), summary=redact_source(symbol.summary, limit=400)
    )


def _packages(observed: Observed) -> list[Package]:
    """One package a name; of several manifests with one name the shallowest, then the first, declares it."""
    found: dict[str, Package] = {}
    for path in sorted(observed.manifests, key=lambda item: (item.count("/"), item)):
        facts = observed.manifests[path]
        tags = path_tags(path)
        if not facts.name or "vendored" in tags:
            continue
        found.setdefault(
            facts.name,
            Package(
                id=f"package:{facts.name}",
                name=facts.name,
                path=posixpath.dirname(path) or ".",
                manifest=path,
                content_hash=observed.hashes[path],
                ecosystem=facts.ecosystem,
                version=facts.version,
                summary=redact_source(facts.description, limit=400),
                tags=tags,
            ),
        )
    return [found[name] for name in sorted(found)]


def _hidden_packages(observed: Observed, packages: list[Package]) -> Iterable[Coverage]:
    shown = {package.name: package.manifest for package in packages}
    for path, facts in sorted(observed.manifests.items()):
        other = shown.get(facts.name)
        if other is not None and other != path and "vendored" not in path_tags(path):
            yield Coverage(
                analyzer="manifest",
                status="partial",
                code="PACKAGE_NAME_TWICE",
                path=path,
                reason=f"{facts.name} is the name of the package of {other} already",
            )


def _areas(areas: Areas, packages: list[Package], ownership: tuple[Ownership, ...]) -> list[Area]:
    by_folder = {package.path: package.id for package in packages}
    owners = {record.path: record.id for record in ownership}
    holder: dict[str, str] = {}
    for path, area in areas.area_of.items():
        if path in areas.package_of:
            holder.setdefault(area, areas.package_of[path])
    return [
        Area(
            id=f"area:{path}",
            name=posixpath.basename(path),
            path=path,
            module_count=count,
            package=by_folder.get(holder.get(path, "")),
            ownership=owners.get(path),
        )
        for path, count in areas.counts.items()
    ]


def _contain(edges: Edges, entities: _Entities, areas: Areas) -> None:
    by_folder = {package.path: package.id for package in entities.packages}
    for area in entities.areas:
        if area.package is not None:
            edges.add("contains", area.package, area.id, place=None)
    for module in entities.modules:
        area_path = areas.area_of.get(module.path)
        owner = f"area:{area_path}" if area_path else by_folder.get(areas.package_of.get(module.path, ""))
        if owner is not None:
            edges.add("contains", owner, module.id, place=None)
    folders = sorted(by_folder, key=lambda folder: (folder != ".", folder.count("/"), folder), reverse=True)
    for document in entities.documents:
        home = next((f for f in folders if f == "." or document.path.startswith(f"{f}/")), None)
        if home is not None:
            edges.add("contains", by_folder[home], document.id, place=None)


def _notes(observed: Observed) -> Iterable[Coverage]:
    rooms: tuple[tuple[str, Mapping[str, tuple[Note, ...]]], ...] = (
        (MARKDOWN, {path: facts.notes for path, facts in observed.documents.items()}),
        ("source", {path: facts.notes for path, facts in observed.modules.items()}),
        ("manifest", {path: facts.notes for path, facts in observed.manifests.items()}),
    )
    for analyzer, files in rooms:
        for path, notes in files.items():
            for note in notes:
                yield Coverage(
                    analyzer=analyzer, status=note.status, code=note.code, path=path, line=note.line, reason=note.reason
                )


def _unobserved(ownership: tuple[Ownership, ...], paths: tuple[str, ...]) -> Iterable[Coverage]:
    for record in ownership:
        inside = f"{record.path}/"
        if record.path != "." and not any(path == record.path or path.startswith(inside) for path in paths):
            yield Coverage(
                analyzer="ownership",
                status="not-analyzed",
                code="OWNERSHIP_PATH_UNOBSERVED",
                path=record.path,
                reason=f"{record.source} gives this path to {record.id}, and nothing stands there",
            )
