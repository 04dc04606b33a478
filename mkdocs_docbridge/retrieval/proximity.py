"""Graph proximity: entries that hold no word of the question but stand within two relations of the best hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mkdocs_docbridge.snapshot.model import Confidence

from .model import Entry
from .neighbours import WEAKNESS

ANCHORS = 10
HOPS = (0.30, 0.12)
"""What one and two relations away is worth, as a share of the anchor's lexical part."""


class Surfaced(msgspec.Struct, frozen=True):
    """How the graph reached an entry. ``kind`` is the relation next to the entry."""

    value: float
    anchor: int
    kind: str
    confidence: Confidence
    hops: int


class Links:
    """The relations of an index, without direction, by entry number."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        number_of = {entry.id: number for number, entry in enumerate(entries)}
        found: list[dict[tuple[int, str], Confidence]] = [{} for _ in entries]
        for number, entry in enumerate(entries):
            for edge in (*entry.graph.inbound, *entry.graph.outbound):
                other = number_of.get(edge.id)
                if other is not None:
                    # a list that was cut at its bound is completed by the other end
                    found[number][other, edge.kind] = edge.confidence
                    found[other][number, edge.kind] = edge.confidence
        self._links = [sorted((n, kind, confidence) for (n, kind), confidence in links.items()) for links in found]

    def around(self, scores: Mapping[int, float]) -> dict[int, Surfaced]:
        """What the ten best of ``scores`` reach and no word of the question does.

        Entries with a score of their own are left out: raised by their neighbours they pushed better hits down
        (measured: 80 commit questions, recall@12 .844 without and .753 with, MRR .623 and .604).
        The highest value wins, then the fewest hops, the surest relation, the lower anchor. Anchors come by falling
        score, so a neighbour is walked on from once, for the strongest anchor that reached it.
        """
        anchors = sorted(scores, key=lambda number: (-scores[number], number))[:ANCHORS]
        first: dict[int, Surfaced] = {}
        for anchor in anchors:
            for number, kind, confidence in self._links[anchor]:
                _keep(first, number, Surfaced(HOPS[0] * scores[anchor], anchor, kind, confidence, 1))
        best = dict(first)
        for between, near in first.items():
            value = HOPS[1] * scores[near.anchor]
            for number, kind, confidence in self._links[between]:
                weaker = max(confidence, near.confidence, key=WEAKNESS.__getitem__)
                _keep(best, number, Surfaced(value, near.anchor, kind, weaker, 2))
        return {number: surfaced for number, surfaced in best.items() if number not in scores}


def _keep(best: dict[int, Surfaced], number: int, new: Surfaced) -> None:
    known = best.get(number)
    if known is None or new.value > known.value or (new.value == known.value and _order(new) < _order(known)):
        best[number] = new


def _order(surfaced: Surfaced) -> tuple[int, int, int]:
    return (surfaced.hops, WEAKNESS[surfaced.confidence], surfaced.anchor)
