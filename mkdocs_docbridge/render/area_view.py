"""The area pages' views, from a snapshot alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from mkdocs_docbridge.findings import Finding, in_order
from mkdocs_docbridge.snapshot.model import (
    Area,
    Document,
    Module,
    Ownership,
    Place,
    Relation,
    Snapshot,
)
from mkdocs_docbridge.snapshot.tags import is_history
from mkdocs_docbridge.text.phrases import counted

from .area_map import AreaMap, Mention
from .svg import Neighbour, dependency_graph
from .views import AreaPageView, AreaView, DocumentRow, FindingView, FooterView, LinkView, ModuleRow, RelatedRow

MAX_SYMBOLS = 12
MAX_DOCUMENTS_OF_MODULE = 3
_VALUES = frozenset({"constant", "variable"})
_ENTRY_MODULES = frozenset({"__init__", "index", "mod", "lib", "doc"})


class Links(Protocol):
    """Where a page may link to; ``None`` when the target has no page."""

    def area(self, path: str) -> str | None:
        """The page of an area."""

    def area_url(self, path: str) -> str | None:
        """The page of an area as a browser needs it, for links in HTML, which no site generator rewrites."""

    def document(self, path: str) -> str | None:
        """The page of a document, or its source."""

    def source(self, path: str, line: int | None = None) -> str | None:
        """A file or folder in the repository browser."""


def area_views(
    snapshot: Snapshot | AreaMap,
    *,
    links: Links,
    findings: Sequence[Finding] | None = None,
    footer: FooterView | None = None,
    only: str | None = None,
) -> list[AreaPageView]:
    """A page for each area, or for the one at ``only``, sorted by path.

    ``findings`` are those of the last audit, ``None`` when none ran; each is shown on the innermost area that
    holds its path.
    """
    found = snapshot if isinstance(snapshot, AreaMap) else AreaMap(snapshot)
    by_area: dict[str | None, list[Finding]] = defaultdict(list)
    for finding in in_order(findings or ()):
        by_area[found.place(finding.path)].append(finding)
    known = findings is not None
    wanted = [area for area in found.areas if only is None or area.path == only]
    return [_page(found, area, links, by_area[area.id] if known else None, footer) for area in wanted]


def _page(
    found: AreaMap, area: Area, links: Links, findings: list[Finding] | None, footer: FooterView | None
) -> AreaPageView:
    purpose, purpose_source = _purpose(found, area)
    owner = found.owner(area)
    mentions = found.documents(area)
    reading = _reading(found, area, owner, mentions, links)
    related = _related(found, area, links)
    uses = [_neighbour(row, links) for row in related if row.direction == "uses"]
    used_by = [_neighbour(row, links) for row in related if row.direction == "used by"]
    package = found.package(area)
    view = AreaView(
        id=area.id,
        path=area.path,
        name=area.name,
        purpose=purpose,
        purpose_source=purpose_source,
        package=package.name if package else "",
        owner=(owner.group or owner.id) if owner else "",
        owner_source=source_words(owner),
        edit_roots=tuple(_edit_roots(area, owner, links)),
        checks=owner.checks if owner else (),
        checks_source=source_words(owner) if owner and owner.checks else "",
        start_here=reading[0] if reading else None,
        then=tuple(reading[1:4]),
        modules=tuple(_module_row(found, area, module, links) for module in _sorted_modules(found, area)),
        documents=tuple(_document_row(mention, links) for mention in mentions),
        related=tuple(related),
        findings=tuple(_finding_view(finding, links) for finding in findings or ()),
        findings_known=findings is not None,
        graph=dependency_graph(area.path, uses, used_by) if related else None,
    )
    description = purpose or f"{area.path}: {counted(len(view.modules), 'module')}, nobody has said what it is for."
    same_name = [other for other in found.areas if other.name == area.name]
    title = area.name if len(same_name) == 1 and area.name else area.path
    return AreaPageView(title=title, description=description, area=view, footer=footer)


def _purpose(found: AreaMap, area: Area) -> tuple[str, str]:
    """What the area is for, and where that is said."""
    for record in found.snapshot.ownership:
        if record.purpose and (record.id == area.ownership or record.path == area.path):
            return record.purpose, f"the ownership record {record.id}"
    for module in _sorted_modules(found, area):
        folder, _, name = module.path.rpartition("/")
        if module.summary and name.split(".")[0] in _ENTRY_MODULES and folder == area.path.strip("."):
            return module.summary, module.path
    package = found.package(area)
    if package and package.summary and (package.path == area.path or area.name == package.name.replace("-", "_")):
        return package.summary, package.manifest
    # only a document that says it is about the area, or has its name: what merely mentions it tells of something else
    for mention in found.documents(area):
        document = mention.document
        about = mention.relation == "covers-area" or _stem(document.path) == area.name.strip("_").lower()
        if about and document.summary and not is_history(document.path):
            return document.summary, document.path
    return "", ""


def source_words(owner: Ownership | None) -> str:
    """Where an ownership record stands, in words."""
    if owner is None:
        return ""
    if owner.source == "document":
        return owner.agent_doc or "an agent document"
    return "CODEOWNERS" if owner.source == "codeowners" else "the settings"


def _edit_roots(area: Area, owner: Ownership | None, links: Links) -> list[LinkView]:
    """The area, and the path of its own record; a record of a folder above says who answers, not what to edit."""
    paths = {area.path} | ({owner.path} if owner and owner.id == area.ownership else set())
    return [LinkView(text=path, href=links.source(path)) for path in sorted(paths)]


def _reading(
    found: AreaMap, area: Area, owner: Ownership | None, mentions: list[Mention], links: Links
) -> list[LinkView]:
    """Documents in reading order: the one the ownership record of this very area names, those that cover the area,
    those of its name, then the most specific. What tells of past releases is no place to start."""
    named = owner.human_doc if owner and (owner.id == area.ownership or owner.path == area.path) else None
    ordered = [entity for entity in found.entities.values() if isinstance(entity, Document) and entity.path == named]
    told = [item for item in mentions if item.document.path != named and not is_history(item.document.path)]
    told.sort(
        key=lambda item: (item.relation != "covers-area", _stem(item.document.path) != area.name.strip("_").lower())
    )
    ordered += [mention.document for mention in told]
    return [LinkView(text=document.title or document.path, href=links.document(document.path)) for document in ordered]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].split(".")[0].lower()


def _sorted_modules(found: AreaMap, area: Area) -> list[Module]:
    return sorted(found.modules[area.id], key=lambda module: module.path)


def _module_row(found: AreaMap, area: Area, module: Module, links: Links) -> ModuleRow:
    # one letter is a type variable
    public = [item for item in module.symbols if item.exported and "." not in item.name and len(item.name) > 1]
    # what a module does comes before the values that it does it with
    exported = [symbol.name for symbol in sorted(public, key=lambda item: item.kind in _VALUES)]
    mentions = found.by_module.get(module.id, [])
    below = module.path if area.path in (".", "") else module.path.removeprefix(f"{area.path}/")
    return ModuleRow(
        path=module.path,
        name=below,
        href=links.source(module.path),
        anchor=module_anchor(module.path),
        symbols=tuple(exported[:MAX_SYMBOLS]),
        more_symbols=max(len(exported) - MAX_SYMBOLS, 0),
        documented_by=tuple(_document_link(mention, links) for mention in mentions[:MAX_DOCUMENTS_OF_MODULE]),
        more_documents=max(len(mentions) - MAX_DOCUMENTS_OF_MODULE, 0),
        summary=module.summary,
    )


def _document_link(mention: Mention, links: Links) -> LinkView:
    document = mention.document
    return LinkView(text=document.title or document.path, href=links.document(document.path))


def _document_row(mention: Mention, links: Links) -> DocumentRow:
    document = mention.document
    return DocumentRow(
        title=document.title or document.path,
        path=document.path,
        href=links.document(document.path),
        relation=mention.relation,
        summary=document.summary,
    )


def _related(found: AreaMap, area: Area, links: Links) -> list[RelatedRow]:
    rows = []
    for (user, used), relations in found.uses.items():
        if area.id not in (user, used):
            continue
        other = found.entities[used if user == area.id else user]
        if not isinstance(other, Area):
            continue
        proof = min(_places(relations), key=lambda place: (place.path, place.line), default=None)
        rows.append(
            RelatedRow(
                path=other.path,
                href=links.area(other.path),
                direction="uses" if user == area.id else "used by",
                strength=sum(relation.evidence_count for relation in relations),
                evidence=proof_link(proof.path, proof.line, links) if proof else LinkView(text=""),
            )
        )
    return sorted(rows, key=lambda row: (row.direction != "uses", -row.strength, row.path))


def proof_link(path: str, line: int, links: Links) -> LinkView:
    """The line that proves something, as ``path:line``."""
    return LinkView(text=f"{path}:{line}", href=links.source(path, line))


def _neighbour(row: RelatedRow, links: Links) -> Neighbour:
    return Neighbour(label=row.path, strength=row.strength, href=links.area_url(row.path))


def _places(relations: list[Relation]) -> list[Place]:
    return [place for relation in relations for place in relation.evidence]


def _finding_view(finding: Finding, links: Links) -> FindingView:
    return FindingView(
        code=finding.code,
        severity=finding.severity.value,
        message=finding.message,
        place=LinkView(text=finding.place, href=links.source(finding.path, finding.line)),
        remediation=finding.remediation,
    )


def module_anchor(path: str) -> str:
    """The anchor of a module's row on its area's page."""
    return "module-" + "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in path.lower())
