"""The doctor: parts with their counts, a score over those that are applicable, and what to do next.

The formula is that of docbridge-facts 8 (weights, thresholds), with these differences: nothing is rounded before it is
compared, a part that a repository cannot have is left out of both sides, and what was not measured has no points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import floor

from mkdocs_docbridge.artifacts import seal

from .doctor_model import DoctorAction, DoctorFigures, DoctorPart, DoctorReport, Grade, PartId
from .doctor_parts import DoctorSources, Measured, measured_gates, measured_parts

_GRADES: tuple[tuple[Grade, int], ...] = (("A", 90), ("B", 75), ("C", 60), ("D", 40))
_MAX_MISSING = 20
_SIX = 10**6


def doctor(sources: DoctorSources) -> DoctorReport:
    """The sealed report of one run; a pure function of its sources."""
    gates = tuple(measured_gates(sources))
    parts = measured_parts(sources, gates)
    total = sum((part.worth for part in parts if part.is_applicable), Fraction(0))
    won = sum((part.points for part in parts), Fraction(0))
    score = 100 * won / total if total else Fraction(0)
    reasons = tuple(_held_back(parts)) if score >= _GRADES[0][1] else ()
    snapshot = sources.snapshot
    return seal(
        DoctorReport(
            project=snapshot.project,
            snapshot_hash=snapshot.sealed_hash,
            audit_hash=sources.audit.sealed_hash,
            grade="B" if reasons else _grade(score),
            score=floor(score),
            held_back=reasons,
            parts=tuple(_part(part) for part in parts),
            gates=gates,
            actions=tuple(_actions(parts, total)),
            figures=_figures(parts),
            provenance=snapshot.provenance,
        )
    )


def _grade(score: Fraction) -> Grade:
    return next((grade for grade, least in _GRADES if score >= least), "F")


def _held_back(parts: Sequence[Measured]) -> Iterator[str]:
    """What an A needs besides its points."""
    by_id = {part.id: part for part in parts}
    reach, bench = by_id["reachability"], by_id["benchmark"]
    if reach.share is None or reach.share < 1:
        yield "not every document can be found by search"
    connectivity = _connectivity(by_id["areas"], by_id["documents"])
    if connectivity is not None and connectivity < Fraction(4, 5):
        yield "documents and code are connected to less than 80 %"
    if bench.share is None:
        yield "hit@3 of the project's own questions was not measured"
    elif bench.share < Fraction(4, 5):
        yield "hit@3 of the project's own questions is below 80 %"


def _connectivity(areas: Measured, documents: Measured) -> Fraction | None:
    shares = [part.share for part in (areas, documents) if part.share is not None]
    return sum(shares, Fraction(0)) / len(shares) if shares else None


def _figures(parts: Sequence[Measured]) -> DoctorFigures:
    by_id: dict[PartId, Measured] = {part.id: part for part in parts}
    agents = by_id["agent-docs"]
    return DoctorFigures(
        agent_docs_indexed=agents.have or 0,
        agent_docs_total=agents.total or 0,
        reachability_pct=_percent(by_id["reachability"].share),
        connectivity_pct=_percent(_connectivity(by_id["areas"], by_id["documents"])),
        benchmark_hit_at_3_pct=_percent(by_id["benchmark"].share),
    )


def _percent(share: Fraction | None) -> float | None:
    return None if share is None else _down(100 * share)


def _down(value: Fraction) -> float:
    """A fraction as a number, never above it."""
    return floor(value * _SIX) / _SIX


def _part(part: Measured) -> DoctorPart:
    return DoctorPart(
        id=part.id,
        title=part.title,
        state=part.state,
        have=part.have,
        total=part.total,
        points=_down(part.points),
        worth=float(part.worth),
        note=part.note,
        missing=tuple(sorted(part.missing)[:_MAX_MISSING]),
        missing_count=len(part.missing),
    )


def _actions(parts: Sequence[Measured], total: Fraction) -> list[DoctorAction]:
    """What would bring points, the most rewarding first, then by part."""
    open_parts = [part for part in parts if part.is_applicable and part.points < part.worth]
    made = [
        DoctorAction(part=part.id, text=part.advice, gain=_down(100 * (part.worth - part.points) / total))
        for part in open_parts
    ]
    return sorted(made, key=lambda action: (-action.gain, action.part))
