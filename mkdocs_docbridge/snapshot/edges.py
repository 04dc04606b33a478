"""Relations being collected: many sightings of one edge become one relation with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, field

from mkdocs_docbridge.text.redaction import redact_source

from .model import MAX_EVIDENCE, Confidence, Place, Provenance, Relation, RelationKind

_STRENGTH = {"observed": 0, "declared": 1, "fuzzy": 2, "proposed": 3}
MAX_CONTEXT = 160


@dataclass
class _Sightings:
    provenance: Provenance
    confidence: Confidence
    places: set[tuple[str, int, str]] = field(default_factory=set)


class Edges:
    """Collects sightings; :meth:`relations` gives one relation per (kind, from, to, symbol), sorted."""

    def __init__(self) -> None:
        self._found: dict[tuple[RelationKind, str, str, str], _Sightings] = {}

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
        """One sighting; ``place`` is (path, line, context). Of differing confidences the strongest stays; an edge
        from an entity to itself is dropped."""
        if source == target:
            return
        certain: Confidence = confidence or provenance
        entry = self._found.setdefault((kind, source, target, symbol), _Sightings(provenance, certain))
        if _STRENGTH[certain] < _STRENGTH[entry.confidence]:
            entry.confidence = certain
            entry.provenance = provenance
        if place is not None:
            entry.places.add(place)

    def relations(self) -> tuple[Relation, ...]:
        """The relations, sorted by kind, from, to, symbol."""
        return tuple(
            Relation(
                kind=kind,
                source=source,
                target=target,
                symbol=symbol or None,
                provenance=found.provenance,
                confidence=found.confidence,
                evidence=tuple(
                    Place(path=path, line=line, context=redact_source(context, limit=MAX_CONTEXT))
                    for path, line, context in sorted(found.places)[:MAX_EVIDENCE]
                ),
                evidence_count=len(found.places),
            )
            for (kind, source, target, symbol), found in sorted(self._found.items(), key=lambda item: item[0])
        )
