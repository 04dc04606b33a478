"""The overview page's view, from a snapshot alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.snapshot.model import Document, ImportCycle, Snapshot
from mkdocs_docbridge.text.phrases import counted

from .area_graph import AreaEdge, AreaNode, area_graph
from .area_map import UNLISTED, AreaMap
from .area_view import Links
from .views import CycleRow, FooterView, HealthRow, LinkView, OverviewRow, OverviewView

MAX_CYCLES = 10
MAX_STEPS = 8


def overview_view(
    snapshot: Snapshot | AreaMap,
    *,
    links: Links,
    findings: Sequence[Finding] | None = None,
    health: Sequence[HealthRow] = (),
    footer: FooterView | None = None,
    code: bool = True,
) -> OverviewView:
    """How the repository is put together: areas with their sizes, documents and findings, and a graph of imports.

    ``code=False`` leaves everything about code out. ``findings`` is ``None`` when no check ran.
    ``health`` rows come first; the number of files that were not
    analysed is added from the snapshot's own coverage.
    """
    found = snapshot if isinstance(snapshot, AreaMap) else AreaMap(snapshot)
    faults = Counter(found.place(finding.path) for finding in findings or ())
    rows = tuple(
        OverviewRow(
            path=area.path,
            href=links.area(area.path),
            modules=len(found.modules[area.id]),
            documents=len(found.documents(area)),
            findings=None if findings is None else faults[area.id],
        )
        for area in (found.areas if code else [])
    )
    documents = [e for e in found.snapshot.entities if isinstance(e, Document) and not UNLISTED & set(e.tags)]
    modules, documented = sum(row.modules for row in rows), sum(1 for row in rows if row.documents)
    sentence = (
        f"{counted(modules, 'module')} in {counted(len(rows), 'area')}, {counted(len(documents), 'document')}; "
        f"{documented} of {counted(len(rows), 'area')} {'is' if documented == 1 else 'are'} documented."
    )
    if not code:
        sentence = f"{counted(len(documents), 'document')}."
    graph = area_graph(_nodes(found, rows, links), _edges(found)) if rows else None
    cycles = _cycles(found) if code else []
    return OverviewView(
        title="How this repository is put together",
        description=f"{found.snapshot.project}: {sentence}",
        project=found.snapshot.project,
        sentence=sentence,
        modules=modules,
        documents=len(documents),
        documented=documented,
        areas=rows,
        code=code,
        health=(*health, *_not_analyzed(found.snapshot)),
        graph=graph.svg if graph else None,
        graph_note=graph.note if graph else "",
        cycles=tuple(_cycle(cycle, links) for cycle in cycles[:MAX_CYCLES]),
        more_cycles=max(len(cycles) - MAX_CYCLES, 0),
        footer=footer,
    )


def _nodes(found: AreaMap, rows: tuple[OverviewRow, ...], links: Links) -> list[AreaNode]:
    label = _short([area.path for area in found.areas])
    return [
        AreaNode(
            id=area.id,
            label=label(area.path),
            size=row.modules,
            documented=row.documents > 0,
            href=links.area_url(area.path),
        )
        for area, row in zip(found.areas, rows, strict=True)
    ]


def _short(paths: list[str]) -> Callable[[str], str]:
    """Labels without the folder that more than half of the areas stand in: what differs is what tells them apart."""
    heads = Counter(f"{path.rpartition('/')[0]}/" for path in paths if "/" in path)
    common, count = max(heads.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return lambda path: path.removeprefix(common) if 2 * count > len(paths) else path


def _edges(found: AreaMap) -> list[AreaEdge]:
    return [
        AreaEdge(source=user, target=used, strength=sum(relation.evidence_count for relation in relations))
        for (user, used), relations in sorted(found.uses.items())
    ]


def _cycles(found: AreaMap) -> list[ImportCycle]:
    return sorted(found.cycles, key=lambda cycle: (-len(cycle.modules), cycle.modules))


def _cycle(cycle: ImportCycle, links: Links) -> CycleRow:
    line = {(edge.source, edge.target): edge.line for edge in cycle.edges}
    steps = []
    for module, target in zip(cycle.shortest, cycle.shortest[1:] + cycle.shortest[:1], strict=True):
        path = module.removeprefix("module:")
        steps.append(LinkView(text=path, href=links.source(path, line[module, target])))
    more = max(len(steps) - MAX_STEPS, 0)
    return CycleRow(modules=len(cycle.modules), steps=tuple(steps[:MAX_STEPS]), more_steps=more)


def _not_analyzed(snapshot: Snapshot) -> tuple[HealthRow, ...]:
    # a record of a path where nothing stands says something of the record, not of a file
    told = (entry for entry in snapshot.coverage if entry.status == "not-analyzed" and entry.analyzer != "ownership")
    files = {entry.path for entry in told}
    return (HealthRow(label="Not analyzed", value=counted(len(files), "file")),) if files else ()
