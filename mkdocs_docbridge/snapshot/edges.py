"""Relations being collected: many sightings of one edge become one relation with its evidence."""

from __future__ import annotations

import msgspec

from mkdocs_docbridge.text.redaction import redact_source

from .groups import GroupedPieces
from .model import MAX_EVIDENCE, Confidence, Place, Provenance, Relation, RelationKind

_STRENGTH = {"observed": 0, "declared": 1, "fuzzy": 2, "proposed": 3}
RELATION_KINDS: tuple[RelationKind, ...] = (
    "contains",
    "covers",
    "depends-on",
    "imports",
    "includes",
    "links-to",
    "mentions",
    "mentions-symbol",
    "re-exports",
)
MAX_CONTEXT = 160


class _Sightings:
    """The sightings of one edge. Of differing confidences the strongest stays, with its provenance."""

    __slots__ = ("confidence", "places", "provenance")

    def __init__(self, provenance: Provenance, confidence: Confidence) -> None:
        self.provenance: Provenance = provenance
        self.confidence: Confidence = confidence
        self.places: list[tuple[str, int, str]] = []


class Edges:
    """Collects sightings, and writes the relations of one source after the other: all of a large repository's would
    not fit in memory.

    A source is closed when all its edges are known; of each kind, sources are closed in the order of their ids.
    """

    def __init__(self) -> None:
        self._open: dict[str, dict[tuple[RelationKind, str, str], _Sightings]] = {}
        self.written = {kind: GroupedPieces() for kind in RELATION_KINDS}
        """The relations of closed sources, by kind."""
        self._encode = msgspec.json.Encoder(order="sorted").encode

    def add(
        self,
        kind: RelationKind,
        source: str,
        target: str,
        *,
        place: tuple[str, int, str] | None,
        provenance: Provenance = "observed",
        confidence: Confidence | None = None,
        symbol: str = "",
    ) -> None:
        """One sighting; ``place`` is (path, line, context), its context of texts that are public. An edge from an
        entity to itself is dropped."""
        if source == target:
            return
        certain: Confidence = confidence or provenance
        edges = self._open.get(source)
        if edges is None:
            edges = self._open[source] = {}
        key = (kind, target, symbol)
        entry = edges.get(key)
        if entry is None:
            entry = edges[key] = _Sightings(provenance, certain)
        elif _STRENGTH[certain] < _STRENGTH[entry.confidence]:
            entry.confidence = certain
            entry.provenance = provenance
        if place is not None:
            entry.places.append(place)

    def close(self, source: str) -> None:
        """Writes the relations of ``source``: no more will be added."""
        edges = self._open.pop(source, None)
        if edges is None:
            return
        by_kind: dict[RelationKind, list[Relation]] = {}
        for kind, target, symbol in sorted(edges):
            found = edges[kind, target, symbol]
            relation = _relation(kind, source, target, symbol, found)
            by_kind.setdefault(kind, []).append(relation)
        for kind, relations in by_kind.items():
            self.written[kind].add(source, self._encode(relations)[1:-1], len(relations))


def _relation(kind: RelationKind, source: str, target: str, symbol: str, found: _Sightings) -> Relation:
    places = found.places
    if len(places) > 1:
        places = sorted(set(places))
    return Relation(
        kind=kind,
        source=source,
        target=target,
        symbol=symbol or None,
        provenance=found.provenance,
        confidence=found.confidence,
        evidence=tuple(
            [Place(path=path, line=line, context=_shown(context)) for path, line, context in places[:MAX_EVIDENCE]]
        ),
        evidence_count=len(places),
    )


def _shown(context: str) -> str:
    fits = len(context) <= MAX_CONTEXT and context.isprintable()
    return context if fits else redact_source(context, limit=MAX_CONTEXT)
