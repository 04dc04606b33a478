"""What the doctor measured, as it is sealed. Counts decide; shares and points are made of them."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal
from math import floor
from typing import Literal

from msgspec import UNSET, UnsetType

from mkdocs_docbridge.artifacts.record import Artifact, Record
from mkdocs_docbridge.parity import DoctorMetric
from mkdocs_docbridge.snapshot.model import SourceRevision

Grade = Literal["A", "B", "C", "D", "F"]
GateId = Literal["regions", "links", "audit", "llms"]
PartId = Literal["index", "reachability", "areas", "documents", "agent-docs", "human-docs", "gates", "benchmark"]


class DoctorPart(Record, frozen=True):
    """One measured thing. ``points`` of ``worth`` are in the score; a part that is not applicable has none to win.

    ``not-measured`` is worth its points and has none: what nobody looked at is not fine."""

    id: PartId
    title: str
    state: Literal["measured", "not-measured", "not-applicable"]
    have: int | None
    total: int | None
    points: float
    """Of ``worth``, rounded down at the sixth decimal."""
    worth: float
    note: str = ""
    missing: tuple[str, ...] = ()
    """The first 20 that are missing, by code point."""
    missing_count: int = 0

    @property
    def measured(self) -> str:
        """What was measured, in words: ``12 of 20``, ``not measured``, ``not applicable``."""
        return f"{self.have} of {self.total}" if self.state == "measured" else self.state.replace("-", " ")


def tenths(points: float) -> float:
    """Points as they are shown: never more than there are."""
    return floor(points * 10) / 10


class DoctorGate(Record, frozen=True):
    """A check that passes or fails. ``not-analyzed`` counts neither way."""

    id: GateId
    state: Literal["pass", "fail", "not-analyzed"]
    note: str


class DoctorAction(Record, frozen=True):
    """What to do next; ``gain`` are the points of the score that it would bring, rounded down at the sixth decimal."""

    part: PartId
    text: str
    gain: float


class DoctorFigures(Record, frozen=True):
    """The figures that a public claim may state. Shares in percent, rounded down at the sixth decimal; ``null`` when
    there is nothing to measure."""

    agent_docs_indexed: int
    agent_docs_total: int
    reachability_pct: float | None
    connectivity_pct: float | None
    benchmark_hit_at_3_pct: float | None


class DoctorReport(Artifact, frozen=True, tag="doctor-report"):
    """What the doctor measured. ``provenance`` is not part of the content hash."""

    project: str
    snapshot_hash: str | None
    audit_hash: str | None
    grade: Grade
    score: int
    """Of 100, rounded down, over the parts that are applicable."""
    held_back: tuple[str, ...]
    """Why the grade is B although the score is an A's."""
    parts: tuple[DoctorPart, ...]
    gates: tuple[DoctorGate, ...]
    actions: tuple[DoctorAction, ...]
    """The most rewarding first."""
    figures: DoctorFigures

    provenance: SourceRevision | UnsetType = UNSET

    def figure(self, metric: DoctorMetric) -> str | None:
        """A figure as a claim states it: shares in percent, rounded down at the first decimal; None where there is
        nothing to measure."""
        figures = self.figures
        shares: dict[DoctorMetric, float | None] = {
            "reachability-pct": figures.reachability_pct,
            "connectivity-pct": figures.connectivity_pct,
            "benchmark-hit-at-3-pct": figures.benchmark_hit_at_3_pct,
        }
        if metric in shares:
            share = shares[metric]
            return None if share is None else str(Decimal(str(share)).quantize(Decimal("0.1"), ROUND_DOWN))
        counts: dict[DoctorMetric, str] = {
            "agent-docs-indexed": str(figures.agent_docs_indexed),
            "agent-docs-total": str(figures.agent_docs_total),
            "grade": self.grade,
            "score": str(self.score),
        }
        return counts[metric]
