"""What the tools show of reports and findings: what an agent acts upon, without what only a registry needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.audit.doctor_model import DoctorAction, DoctorGate, DoctorPart, DoctorReport, Grade
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.parity import PublicParityReport
from mkdocs_docbridge.parity.model import ParityMetrics


class FindingLine(Record, frozen=True, omit_defaults=True):
    """One fault or remark. ``line`` is left out when the whole file is meant."""

    code: str
    severity: Severity
    path: str
    message: str
    blocking: bool = False
    line: int | None = None
    remediation: str = ""


class Findings(Record, frozen=True):
    """Findings in the order of their places, at most as many as were asked for, those that block first."""

    count: int
    blocking: int
    findings: tuple[FindingLine, ...]


class OpenClaim(Record, frozen=True):
    """A claim that does not hold, and the value that would; ``null`` when that could not be found out."""

    claim_id: str
    canonical: str | None


class ParityStatus(Record, frozen=True, omit_defaults=True):
    """As ``docbridge parity`` says; ``not-analyzed``, with the ``reason``, when there is nothing to check."""

    status: Literal["pass", "needs-review", "blocked", "not-analyzed"]
    reason: str = ""
    metrics: ParityMetrics | None = None
    open_claims: tuple[OpenClaim, ...] = ()
    findings: Findings | None = None


class Health(Record, frozen=True):
    """What the doctor measured, the most rewarding step first."""

    grade: Grade
    score: int
    """Of 100, rounded down."""
    held_back: tuple[str, ...]
    actions: tuple[DoctorAction, ...]
    parts: tuple[DoctorPart, ...]
    gates: tuple[DoctorGate, ...]


def health_shown(report: DoctorReport) -> Health:
    """The report without its hashes."""
    return Health(
        grade=report.grade,
        score=report.score,
        held_back=report.held_back,
        actions=report.actions,
        parts=report.parts,
        gates=report.gates,
    )


def findings_shown(found: Sequence[Finding], limit: int) -> Findings:
    """The first ``limit`` of ``found``, those that block before the others."""
    ordered = sorted(found, key=lambda finding: not finding.blocking)
    return Findings(
        count=len(found),
        blocking=sum(finding.blocking for finding in found),
        findings=tuple(
            FindingLine(
                code=finding.code,
                severity=finding.severity,
                blocking=finding.blocking,
                path=finding.path,
                line=finding.line,
                message=finding.message,
                remediation=finding.remediation,
            )
            for finding in ordered[:limit]
        ),
    )


def parity_shown(report: PublicParityReport | None, limit: int) -> ParityStatus:
    """What of a report is not in order: at most ``limit`` claims and findings."""
    if report is None:
        return ParityStatus(status="not-analyzed", reason="this repository registers no public claims")
    opened = [
        OpenClaim(claim_id=claim.claim_id, canonical=claim.canonical) for claim in report.claims if not claim.holds
    ]
    return ParityStatus(
        status=report.status,
        metrics=report.metrics,
        open_claims=tuple(opened[:limit]),
        findings=findings_shown(report.findings, limit),
    )
