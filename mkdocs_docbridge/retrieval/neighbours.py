"""The graph facts of each entry: its place, its neighbours and its PageRank."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from mkdocs_docbridge.snapshot.graph import canonicality
from mkdocs_docbridge.snapshot.model import Confidence, Entity, Relation

from .model import Edge, GraphFacts

EDGE_CAP = 64
PROXIMITY_KINDS = frozenset({"covers", "mentions", "mentions-symbol", "links-to", "imports", "re-exports"})
BILLION = 1_000_000_000


class Neighbours:
    """Looks up the graph facts of an entity."""

    def __init__(self, entities: Mapping[str, Entity], relations: Sequence[Relation]) -> None:
        self._entities = entities
        self._outbound: defaultdict[str, dict[tuple[str, str], Edge]] = defaultdict(dict)
        self._inbound: defaultdict[str, dict[tuple[str, str], Edge]] = defaultdict(dict)
        self._container: dict[str, str] = {}
        for relation in relations:
            if relation.source not in entities or relation.target not in entities:
                continue
            if relation.kind == "contains":
                self._container[relation.target] = relation.source
            if relation.kind in PROXIMITY_KINDS and relation.source != relation.target:
                self._keep(self._outbound[relation.source], relation, relation.target)
                self._keep(self._inbound[relation.target], relation, relation.source)
        self._rank = canonicality(entities, relations)

    @staticmethod
    def _keep(edges: dict[tuple[str, str], Edge], relation: Relation, other: str) -> None:
        # several cited symbols make several relations between the same two; one edge says as much, the surest
        key = (relation.kind, other)
        known = edges.get(key)
        if known is None or WEAKNESS[relation.confidence] < WEAKNESS[known.confidence]:
            edges[key] = Edge(kind=relation.kind, id=other, confidence=relation.confidence)

    def facts(self, entity: str) -> GraphFacts:
        """The graph facts of one entity; lists are sorted and cut at 64."""
        inbound = self._inbound.get(entity, {})
        covered = sorted(edge.id for edge in inbound.values() if edge.kind == "covers")
        mentioned = sorted({edge.id for edge in inbound.values() if edge.kind in {"mentions", "mentions-symbol"}})
        area, package = self._containers(entity)
        return GraphFacts(
            pagerank=round(self._rank.get(entity, 0.0) * BILLION),
            inbound_links=sum(1 for edge in inbound.values() if edge.kind == "links-to"),
            covered_by=tuple(covered[:EDGE_CAP]),
            mentioned_by=tuple(mentioned[:EDGE_CAP]),
            area_id=area,
            package_id=package,
            inbound=_bounded(inbound),
            outbound=_bounded(self._outbound.get(entity, {})),
        )

    def _containers(self, entity: str) -> tuple[str | None, str | None]:
        area = package = None
        seen = {entity}
        at = self._container.get(entity)
        while at is not None and at not in seen:
            seen.add(at)
            kind = at.partition(":")[0]
            if kind == "area" and area is None:
                area = at
            if kind == "package" and package is None:
                package = at
            at = self._container.get(at)
        return area, package


WEAKNESS: dict[Confidence, int] = {"observed": 0, "declared": 1, "fuzzy": 2, "proposed": 3}
"""How weak a confidence is; of two the higher one counts."""


def _bounded(edges: Mapping[tuple[str, str], Edge]) -> tuple[Edge, ...]:
    return tuple(edges[key] for key in sorted(edges))[:EDGE_CAP]
