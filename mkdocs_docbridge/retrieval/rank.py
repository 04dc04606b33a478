"""Ranking: the named parts of a score, the floor, and one order in which no kind starves another.

score = lexical · prior + exactId + exactPath + exactSymbol + graphProximity + canonicality + audienceFit
+ acceptedSignals, each part rounded to a millionth before they are added, so that they sum to the score exactly.

*Kinds.* A lexical score is the share of the question that an entry answers (see postings), so kinds compare. Two
rules keep one kind from hiding another: the floor is taken from the best of an entry's own kind, and each kind that was
asked for and has results keeps up to ``limit // (2 · kinds)`` places, at least one while there are places. What is
kept stands in one order: score, then id.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec

from .identity import Named
from .model import Components, Entry, EntryKind
from .proximity import Surfaced

FLOOR = 1 / 3
COMPOUND = 0.75
"""What two or three neighbouring words of a question count as one name, beside the words themselves."""
CANONICALITY = 0.01
"""Times ln(1 + rank / average rank), as a share of the best lexical part. A tie-break: on 103 page questions 0, 0.01,
0.02 and 0.04 rank alike, and a strong in-degree prior cost code questions .011."""
AUDIENCE = 25.0
SIGNAL = 30.0
MILLION = 1_000_000


class Scored(msgspec.Struct, frozen=True):
    """An entry's number, its score in millionths, and the parts of it in the formula's order, in millionths."""

    number: int
    micro: int
    parts: tuple[int, ...]

    @property
    def unnamed(self) -> int:
        """The score without its three identity parts."""
        return self.micro - self.parts[1] - self.parts[2] - self.parts[3]

    def components(self) -> Components:
        """The parts as numbers."""
        return _components(self.parts)


def _components(parts: Sequence[int]) -> Components:
    values = [part / MILLION for part in parts]
    return Components(
        lexical=values[0],
        exact_id=values[1],
        exact_path=values[2],
        exact_symbol=values[3],
        graph_proximity=values[4],
        canonicality=values[5],
        audience_fit=values[6],
        accepted_signals=values[7],
    )


def score_entry(
    number: int, entry: Entry, *, lexical: float, best: float, named: Named | None, near: Surfaced | None,
    entries: int, audience: str | None,
) -> Scored:  # fmt: skip
    """The score of one entry. ``lexical`` is already multiplied by the prior, ``best`` is the highest such value."""
    identity = (named.id, named.path, named.symbol) if named else (0.0, 0.0, 0.0)
    hit = lexical > 0.0
    share = entry.graph.pagerank * entries / 1_000_000_000
    values = (
        lexical,
        *identity,
        near.value if near else 0.0,
        CANONICALITY * best * math.log1p(share) if hit else 0.0,
        AUDIENCE if hit and fits(entry, audience) else 0.0,
        SIGNAL * entry.agent_signal / 1000 if hit else 0.0,
    )
    parts = tuple(round(value * MILLION) for value in values)
    return Scored(number, sum(parts), parts)


def fits(entry: Entry, audience: str | None) -> bool:
    """Whether a page was written for ``audience`` (``human-and-agent`` is for both)."""
    return audience is not None and audience in entry.audience.lower().split("-")


def in_order(scored: Iterable[Scored], entries: Sequence[Entry]) -> list[Scored]:
    """By falling score, then by id."""
    return sorted(scored, key=lambda one: (-one.micro, entries[one.number].id))


def above_floor(scored: Sequence[Scored], entries: Sequence[Entry], floor: float) -> list[Scored]:
    """What reaches ``floor`` times the best of its own kind, in the order given; nothing without a score.

    The best is taken without identity: that one thing was named is no reason to hide what also answers.
    """
    best: dict[EntryKind, int] = {}
    for one in scored:
        kind = entries[one.number].kind
        best[kind] = max(best.get(kind, 0), one.unnamed)
    return [one for one in scored if one.micro > 0 and one.micro >= floor * best[entries[one.number].kind]]


def within_limit(ordered: Sequence[Scored], entries: Sequence[Entry], limit: int) -> list[Scored]:
    """The first ``limit`` of ``ordered``, but with each kind's own places kept for its best."""
    if len(ordered) <= limit:
        return list(ordered)
    by_kind: defaultdict[EntryKind, list[int]] = defaultdict(list)
    for position, one in enumerate(ordered):
        by_kind[entries[one.number].kind].append(position)
    places = max(1, limit // (2 * len(by_kind)))
    reserved = sorted(position for positions in by_kind.values() for position in positions[:places])[:limit]
    rest = (position for position in range(len(ordered)) if position not in set(reserved))
    kept = sorted([*reserved, *_first(rest, limit - len(reserved))])
    return [ordered[position] for position in kept]


def _first(positions: Iterable[int], count: int) -> list[int]:
    return [position for position, _ in zip(positions, range(count), strict=False)]
