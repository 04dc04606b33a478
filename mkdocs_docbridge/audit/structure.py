"""What the repository has and the documents do not, and what they declare and it has not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mkdocs_docbridge.render.area_map import UNLISTED, AreaMap
from mkdocs_docbridge.snapshot.model import Coverage, Document, ImportCycle, Package, Snapshot
from mkdocs_docbridge.text.phrases import counted

from .found import Found

_UNDOCUMENTED = UNLISTED | {"example"}
_ABOUT = frozenset({"covers", "mentions", "mentions-symbol", "links-to"})
_REMEDIES = {
    "CODEOWNERS_INVALID": "Write the line as its platform reads it.",
    "DECLARATION_INVALID": "Correct the member docbridge of the front matter.",
    "DECLARATION_UNRESOLVED": "Name what is there now, or take the entry out.",
    "DIRECTIVE_UNRESOLVED": "Name what the package has now.",
    "FRONT_MATTER_INVALID": "Make it valid YAML.",
    "INCLUDE_UNRESOLVED": "Correct the path, or take the line out.",
    "OWNERSHIP_PATH_UNOBSERVED": "Correct the path, or take the entry out.",
}
"""Coverage entries of a snapshot that are faults of a document or a declaration."""


class Documented:
    """Which areas and packages a document is about."""

    def __init__(self, areas: AreaMap) -> None:
        snapshot = areas.snapshot
        self.areas = tuple(areas.areas)
        self.described_areas = frozenset(area.path for area in self.areas if areas.documents(area))
        self.packages = tuple(
            item for item in snapshot.entities if isinstance(item, Package) and not _UNDOCUMENTED & set(item.tags)
        )
        described = {relation.target for relation in snapshot.relations if _tells(relation.source, relation.kind)}
        own = {
            relation.source
            for relation in snapshot.relations
            if relation.kind == "contains" and isinstance(areas.entities.get(relation.target), Document)
        }
        inside = {area.package for area in self.areas if area.path in self.described_areas}
        self.described_packages = frozenset(
            item.path for item in self.packages if item.id in described or item.id in own or item.id in inside
        )

    def missing(self) -> Iterator[Found]:
        """Areas and packages that no document is about."""
        for area in self.areas:
            if area.path not in self.described_areas:
                yield Found(
                    "AREA_DOCUMENTATION_MISSING",
                    area.path,
                    None,
                    f"no document is about this area of {counted(area.module_count, 'module')}",
                    "Write a page that names it, or say which page covers it in its front matter.",
                )
        for package in self.packages:
            if package.path not in self.described_packages:
                yield Found(
                    "PACKAGE_DOCUMENTATION_MISSING",
                    package.manifest,
                    None,
                    f"no document is about the package {package.name}",
                    "Give it a README, or a page that names it.",
                    subject=package.name,
                )


def _tells(source: str, kind: str) -> bool:
    return kind in _ABOUT and source.startswith("document:")


def stale_declarations(coverage: Iterable[Coverage], paths: Collection[str], settings_file: str) -> Iterator[Found]:
    """What documents and owners declare and the repository does not have. ``paths`` are all files: what a record of the
    settings says of a path that is none stands in ``settings_file``."""
    for entry in coverage:
        fix = _REMEDIES.get(entry.code)
        if fix is None:
            continue
        path = entry.path if entry.path in paths else settings_file
        yield Found(entry.code, path, entry.line, entry.reason, fix, subject=entry.reason)


def missing_owner_documents(snapshot: Snapshot, paths: Collection[str], settings_file: str) -> Iterator[Found]:
    """Documents that ownership records of the settings name and that do not exist."""
    for record in snapshot.ownership:
        for kind, path in (("agent_doc", record.agent_doc), ("human_doc", record.human_doc)):
            if path is not None and path not in paths:
                yield Found(
                    "OWNERSHIP_DOCUMENT_MISSING",
                    settings_file,
                    None,
                    f"ownership of {record.path}: {kind} is {path}, which does not exist",
                    "Write it, or name another one.",
                    subject=f"{record.id} {kind}",
                )


def import_cycles(areas: AreaMap) -> Iterator[Found]:
    """Import cycles that lead through no test, generated or vendored code."""
    return map(_cycle, areas.cycles)


def _cycle(cycle: ImportCycle) -> Found:
    names = [module.removeprefix("module:") for module in cycle.shortest]
    around = " → ".join([*names[:8], *(["…"] if len(names) > 8 else []), names[0]])
    line = {(edge.source, edge.target): edge.line for edge in cycle.edges}
    return Found(
        "IMPORT_CYCLE",
        names[0],
        line[cycle.shortest[0], cycle.shortest[1 % len(names)]],
        f"{counted(len(cycle.modules), 'module')} reach each other by imports: {around}",
        "Move what both sides need into a module of its own.",
        subject=names[0],
    )
