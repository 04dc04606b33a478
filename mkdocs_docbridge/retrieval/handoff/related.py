"""The areas around a thing: what it imports from, what imports it, how strongly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

from mkdocs_docbridge.snapshot.model import Area, Relation

from .atlas import IMPORTS, Atlas
from .model import Crossing, RelatedArea
from .target import Target, members_of

MOST = 3
EXAMPLES = 3


def related(atlas: Atlas, target: Target) -> tuple[RelatedArea, ...]:
    """The three areas that the target imports from most, then the three that import it most. ``strength`` counts pairs
    of modules; areas of the target itself do not count, nor do modules without an area (tests, examples)."""
    members = members_of(atlas, target)
    inside = {entry.id for entry in members}
    own = {area for entry in members if (area := entry.graph.area_id) is not None}
    if target.kind == "area":
        own.add(target.id)
    imports = (item for key in sorted(inside) for item in atlas.outbound.get(key, ()))
    imported = (item for key in sorted(inside) for item in atlas.inbound.get(key, ()))
    return (
        *_strongest(atlas, own, imports, "imports"),
        *_strongest(atlas, own, imported, "imported-by"),
    )


def _strongest(
    atlas: Atlas, own: set[str], relations: Iterable[Relation], side: Literal["imports", "imported-by"]
) -> list[RelatedArea]:
    pairs: defaultdict[str, dict[tuple[str, str], Relation]] = defaultdict(dict)
    for relation in relations:
        other = atlas.entries.get(relation.target if side == "imports" else relation.source)
        area = other.graph.area_id if other is not None else None
        if relation.kind in IMPORTS and area is not None and area not in own:
            pairs[area].setdefault((relation.source, relation.target), relation)
    ranked = sorted(pairs, key=lambda area: (-len(pairs[area]), area))[:MOST]
    return [_area(atlas, area, side, pairs[area]) for area in ranked]


def _area(
    atlas: Atlas, area: str, side: Literal["imports", "imported-by"], pairs: dict[tuple[str, str], Relation]
) -> RelatedArea:
    entity = atlas.entities[area]
    stated = [(relation, place) for _, relation in sorted(pairs.items()) for place in relation.evidence[:1]]
    return RelatedArea(
        id=area,
        path=entity.path if isinstance(entity, Area) else area,
        relation=side,
        strength=len(pairs),
        evidence=tuple(
            Crossing(source=relation.source, target=relation.target, path=place.path, line=place.line)
            for relation, place in stated[:EXAMPLES]
        ),
    )
