"""The graph of areas: circles as large as the areas, arrows for imports, in rows from users to what they use."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from mkdocs_docbridge.text.escape import Safe

from .svg import INK, circle, drawing, line, linked, number, shortened, text

MAX_AREAS = 40
COLUMNS = 4
ROW_HEIGHT = 104.0
_RADII = (8, 11, 14, 17, 20)


class AreaNode(msgspec.Struct, frozen=True, kw_only=True):
    """An area: ``size`` in modules; hollow when nothing is documented about it."""

    id: str
    label: str
    size: int
    documented: bool
    href: str | None = None


class AreaEdge(msgspec.Struct, frozen=True, kw_only=True):
    """``source`` imports ``target``, in ``strength`` statements."""

    source: str
    target: str
    strength: int


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """The graph, and what a reader must know about what it leaves out."""

    svg: Safe
    note: str


def area_graph(nodes: Sequence[AreaNode], edges: Sequence[AreaEdge]) -> Drawing:
    """The graph of at most 40 areas (the most connected ones) and of the strongest imports, three for two areas."""
    shown = _strongest_nodes(nodes, edges)
    ids = {node.id for node in shown}
    among = [edge for edge in edges if edge.source in ids and edge.target in ids and edge.source != edge.target]
    drawn = sorted(among, key=lambda edge: (-edge.strength, edge.source, edge.target))[
        : len(shown) + (len(shown) + 1) // 2
    ]
    places = _places(shown, among)
    radii = _radii(shown)
    content = [_markers(sorted(set(radii.values())))]
    content += [_arrow(edge, places, radii) for edge in sorted(drawn, key=lambda edge: (edge.source, edge.target))]
    content += [_circle(node, places[node.id], radii[node.id]) for node in sorted(shown, key=lambda node: node.label)]
    height = max((y for _, y in places.values()), default=0) + 52
    title = f"{len(shown)} areas and the imports between them; the table below has the same numbers"
    return Drawing(svg=drawing("areas", height, title, "".join(content)), note=_note(nodes, shown, among, drawn))


def _strongest_nodes(nodes: Sequence[AreaNode], edges: Sequence[AreaEdge]) -> list[AreaNode]:
    strength: dict[str, int] = defaultdict(int)
    for edge in edges:
        strength[edge.source] += edge.strength
        strength[edge.target] += edge.strength
    return sorted(nodes, key=lambda node: (-strength[node.id], -node.size, node.id))[:MAX_AREAS]


def _note(
    nodes: Sequence[AreaNode], shown: Sequence[AreaNode], among: Sequence[AreaEdge], drawn: Sequence[AreaEdge]
) -> str:
    parts = []
    if len(shown) < len(nodes):
        parts.append(f"the {len(shown)} most connected of {len(nodes)} areas")
    if len(drawn) < len(among):
        parts.append(f"the {len(drawn)} strongest of {len(among)} connections")
    return f"The graph shows {' and '.join(parts)}." if parts else ""


def _levels(nodes: Sequence[AreaNode], edges: Sequence[AreaEdge]) -> dict[str, int]:
    """Longest path from an area that nobody uses; the weakest edge of a cycle does not count."""
    level = {node.id: 0 for node in nodes}
    below: dict[str, set[str]] = defaultdict(set)
    for edge in sorted(edges, key=lambda edge: (-edge.strength, edge.source, edge.target)):
        if not _reaches(below, edge.target, edge.source):
            below[edge.source].add(edge.target)
    for _ in nodes:
        for source in sorted(below):
            for target in below[source]:
                level[target] = max(level[target], level[source] + 1)
    return level


def _reaches(below: dict[str, set[str]], start: str, goal: str) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        if at == goal:
            return True
        fresh = below.get(at, set()) - seen
        seen |= fresh
        waiting.extend(fresh)
    return False


def _places(nodes: Sequence[AreaNode], edges: Sequence[AreaEdge]) -> dict[str, tuple[float, float]]:
    """A share of the width and a height for each area: levels from the top, four in a row, near their users."""
    level = _levels(nodes, edges)
    users: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        users[edge.target].append(edge.source)
    ranked = sorted(nodes, key=lambda node: (level[node.id], node.label))
    rows: list[list[AreaNode]] = []
    for node in ranked:
        if not rows or len(rows[-1]) == COLUMNS or (level[rows[-1][0].id] != level[node.id] and len(rows[-1]) > 1):
            rows.append([])
        rows[-1].append(node)
    places: dict[str, tuple[float, float]] = {}
    for row_number, row in enumerate(rows):
        row.sort(key=lambda node: (_middle(users[node.id], places), node.label))
        for column, node in enumerate(row):
            # Rows and neighbours are staggered, so that a straight line rarely runs through a third circle.
            shift = 0.0 if len(row) == 1 else (0.03 if row_number % 2 else -0.03)
            places[node.id] = (
                (column + 0.5) / len(row) + shift,
                28 + ROW_HEIGHT * row_number + (18 if column % 2 else 0),
            )
    return places


def _middle(users: Sequence[str], places: dict[str, tuple[float, float]]) -> float:
    placed = [places[user][0] for user in users if user in places]
    return round(math.fsum(placed) / len(placed), 6) if placed else 0.5


def _radii(nodes: Sequence[AreaNode]) -> dict[str, int]:
    largest = max((node.size for node in nodes), default=1) or 1
    return {node.id: _RADII[min(int(math.sqrt(node.size / largest) * len(_RADII)), len(_RADII) - 1)] for node in nodes}


def _markers(radii: Sequence[int]) -> str:
    """One arrow head a radius: it is drawn back from the centre of a circle to its border."""
    heads = "".join(
        f'<marker id="docbridge-arrow-{radius}" markerUnits="userSpaceOnUse" markerWidth="{radius + 12}" '
        f'markerHeight="8" refX="{number(radius + 10)}" refY="4" orient="auto">'
        f'<path d="M0,0 L8,4 L0,8 z" style="fill:{INK};opacity:.8"/></marker>'
        for radius in radii
    )
    return f"<defs>{heads}</defs>"


def _arrow(edge: AreaEdge, places: dict[str, tuple[float, float]], radii: dict[str, int]) -> str:
    head = f' marker-end="url(#docbridge-arrow-{radii[edge.target]})" opacity=".45"'
    width = 1 + min(math.log2(max(edge.strength, 1)), 5) / 3
    return line(*places[edge.source], *places[edge.target], colour=INK, width=width, extra=head)


def _circle(node: AreaNode, place: tuple[float, float], radius: int) -> str:
    x, y = place
    words = f"{node.label}: {node.size} {'module' if node.size == 1 else 'modules'}"
    words += "" if node.documented else ", nothing documented"
    label = text(x, y + radius + 14, shortened(node.label, 16))
    return linked(circle(x, y, radius, hollow=not node.documented) + label, node.href, words)
