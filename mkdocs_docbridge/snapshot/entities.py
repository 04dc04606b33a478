"""Entities from facts: documents, modules, packages, areas, each a pure function of what was read."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mkdocs_docbridge.text.anchors import anchors, shown_heading
from mkdocs_docbridge.text.redaction import redact_source
from mkdocs_docbridge.text.toc_options import TocOptions

from .facts import DocumentFacts, ManifestFacts, ModuleFacts, RawHeading
from .links import DocsLayout
from .model import Area, Coverage, Document, Heading, Module, Ownership, Package
from .packages import package_members
from .public import MAX_TITLE
from .tags import path_tags

if TYPE_CHECKING:
    from .areas import Areas


def document_of(path: str, facts: DocumentFacts, digest: str, layout: DocsLayout) -> Document:
    """The document at ``path``. Without a title of its own it has its file's name."""
    tags = set(path_tags(path)) | ({"page"} if layout.below(path) is not None else set())
    return Document(
        id=f"document:{path}",
        name=posixpath.basename(path),
        path=path,
        content_hash=digest,
        authored_hash=facts.authored_hash,
        title=facts.title or redact_source(_title_of_name(path), limit=MAX_TITLE),
        summary=facts.summary,
        word_count=facts.word_count,
        headings=_headings(facts.headings, layout.toc),
        regions=facts.regions,
        description=facts.front_matter.description,
        audience=facts.front_matter.audience,
        tags=tuple(sorted(tags)),
        site_url=layout.url(path),
    )


def _title_of_name(path: str) -> str:
    """A page's title from its file name, as MkDocs makes it."""
    words = posixpath.splitext(posixpath.basename(path))[0].replace("-", " ").replace("_", " ")
    return words.capitalize() if words.islower() else words


def _headings(raw: tuple[RawHeading, ...], toc: TocOptions) -> tuple[Heading, ...]:
    """Headings to depth 3 that have a text, with the anchors that the site gives them (deeper and empty ones take
    anchors too)."""
    made = anchors(((heading.text, heading.anchor) for heading in raw), toc)
    return tuple(
        Heading(level=heading.level, text=text, line=heading.line, anchor=anchor)
        for heading, anchor in zip(raw, made, strict=True)
        if heading.level <= 3 and (text := shown_heading(heading.text, toc))
    )


def module_tags(path: str, facts: ModuleFacts) -> tuple[str, ...]:
    """What a module's path and text say of it, sorted."""
    tags = set(path_tags(path))
    if facts.test:
        tags.add("test")
    if facts.generated:
        tags.add("generated")
    return tuple(sorted(tags))


def module_of(path: str, facts: ModuleFacts, digest: str, tags: tuple[str, ...], dotted: str | None) -> Module:
    """The module at ``path``, without its symbols: they are stored as they are written, see ``link``."""
    return Module(
        id=f"module:{path}",
        name=posixpath.basename(path),
        path=path,
        content_hash=digest,
        language=facts.language,
        dotted=dotted,
        summary=facts.docstring,
        tags=tags,
    )


def packages_of(manifests: Mapping[str, ManifestFacts], hashes: Mapping[str, str]) -> list[Package]:
    """One package a name, by name; of several manifests with one name the shallowest, then the first, declares it. What
    it does not say (a version), the others of its package may."""
    found: dict[str, Package] = {}
    members = package_members(manifests)
    for path in sorted(members, key=lambda item: (item.count("/"), item)):
        facts = manifests[path]
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
                content_hash=hashes[path],
                ecosystem=facts.ecosystem,
                version=next((member.version for member in members[path] if member.version), None),
                summary=next((member.description for member in members[path] if member.description), ""),
                tags=tags,
            ),
        )
    return [found[name] for name in sorted(found)]


def hidden_packages(manifests: Mapping[str, ManifestFacts], packages: Iterable[Package]) -> Iterable[Coverage]:
    """A coverage entry for each manifest whose name another has taken."""
    shown = {package.name: package.manifest for package in packages}
    for path in sorted(package_members(manifests)):
        facts = manifests[path]
        other = shown.get(facts.name)
        if other is not None and other != path and "vendored" not in path_tags(path):
            yield Coverage(
                analyzer="manifest",
                status="partial",
                code="PACKAGE_NAME_TWICE",
                path=path,
                reason=f"{facts.name} is the name of the package of {other} already",
            )


def areas_of(areas: Areas, packages: Iterable[Package], ownership: Iterable[Ownership]) -> list[Area]:
    """The areas, by path."""
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
        for path, count in sorted(areas.counts.items())
    ]
