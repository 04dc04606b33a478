"""The parity gate: what a project states in public against what its repository proves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import UNSET

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.findings import in_order
from mkdocs_docbridge.paths import shown_path
from mkdocs_docbridge.snapshot.model import Snapshot
from mkdocs_docbridge.text.redaction import redact

from .copies import unguarded_copies
from .faults import Reporter
from .match import Fact, Occurrence, Verdict, occurrences
from .model import (
    Claim,
    ClaimOutcome,
    CliCommand,
    ParityFinding,
    ParityMetrics,
    PublicClaims,
    PublicParityReport,
    Statement,
)
from .repository import Repository
from .resolve import Resolution, Resolver
from .surface import Surface
from .values import NumberFormat, Tolerance
from .wording import Wording


def check(
    claims: PublicClaims,
    repository: Repository,
    snapshot: Snapshot | None,
    *,
    registry_path: str,
    decimal: Literal[".", ","] = ".",
) -> PublicParityReport:
    """The sealed report of one run.

    ``claims`` come from :func:`~mkdocs_docbridge.parity.registry.decode_claims`; ``registry_path`` is the place of
    findings about a claim as a whole; ``decimal`` the decimal sign of the surfaces. The status is ``blocked`` with a
    blocking finding, ``needs-review`` with any other, else ``pass``. Raises :class:`InputError` for a file that
    exists but cannot be read.
    """
    run = _Run(claims, repository, snapshot, registry_path, NumberFormat(decimal))
    for claim in sorted(claims.claims, key=lambda claim: claim.claim_id):
        run.examine(claim)
    return run.report()


class _Run:
    def __init__(
        self,
        claims: PublicClaims,
        repository: Repository,
        snapshot: Snapshot | None,
        registry_path: str,
        form: NumberFormat,
    ) -> None:
        self._claims = claims
        self._snapshot = snapshot
        self._form = form
        self._resolver = Resolver(repository, snapshot)
        self._surfaces = {path: Surface.read(repository, path) for path in claims.surfaces}
        self._registry_path = registry_path
        self._findings: list[ParityFinding] = []
        self._limitations: list[str] = []
        self._outcomes: list[ClaimOutcome] = []
        self._matched = 0

    def examine(self, claim: Claim) -> None:
        reporter = Reporter(claim, self._claims, self._registry_path)
        resolution = self._resolver.resolve(claim)
        before = len(self._findings)
        if resolution.value is None:
            self._findings.append(reporter.not_analyzed(resolution.reason))
            self._limitations.append(f"{claim.claim_id}: {self._findings[-1].reason}")
        if isinstance(claim.evidence, CliCommand):
            return
        stated: list[tuple[Surface, Occurrence]] = []
        for path in claim.surfaces:
            stated += self._statements(claim, path, resolution, reporter)
        contradiction = reporter.contradiction(stated, resolution)
        if contradiction is not None:
            self._findings.append(contradiction)
        self._outcomes.append(self._outcome(claim, resolution, stated, self._findings[before:]))

    def _outcome(
        self,
        claim: Claim,
        resolution: Resolution,
        stated: list[tuple[Surface, Occurrence]],
        findings: list[ParityFinding],
    ) -> ClaimOutcome:
        return ClaimOutcome(
            claim_id=claim.claim_id,
            owner=redact(claim.owner),
            canonical=redact(resolution.text) if resolution.value is not None else None,
            holds=resolution.value is not None and all(item.code == "POSSIBLE_UNGUARDED_CLAIM" for item in findings),
            statements=tuple(
                Statement(surface=shown_path(surface.path), line=one.line, stated=redact(one.stated))
                for surface, one in stated
            ),
        )

    def _statements(
        self, claim: Claim, path: str, resolution: Resolution, reporter: Reporter
    ) -> Iterator[tuple[Surface, Occurrence]]:
        surface = self._surfaces[path]
        wording = Wording.of(claim.wording(path) or "", claim.value_type)
        resolved = resolution.value is not None
        if surface is None:
            if resolved and path in claim.required:
                self._findings.append(reporter.missing(path, wording, resolution, "surface-missing"))
            return
        text = surface.text_for(wording)
        fact = Fact(resolution.value, Tolerance.parse(claim.tolerance) if claim.tolerance else None)
        found = occurrences(text, wording, fact, self._form)
        for one in found:
            if not resolved:
                pass
            elif one.verdict is Verdict.OK:
                self._matched += 1
            else:
                self._findings.append(reporter.statement(surface, text, one, resolution))
            yield surface, one
        if not resolved:
            return
        if not found and path in claim.required:
            self._findings.append(reporter.missing(path, wording, resolution, "not-stated"))
        self._copies(surface, wording, resolution, found, reporter)

    def _copies(
        self,
        surface: Surface,
        wording: Wording,
        resolution: Resolution,
        found: list[Occurrence],
        reporter: Reporter,
    ) -> None:
        if resolution.value is None:
            return
        text = surface.text_for(wording)
        for copy in unguarded_copies(text, wording, resolution.value, found, self._form):
            self._findings.append(reporter.unguarded(surface, text, copy, resolution))
        for copy in unguarded_copies(surface.badges, wording, resolution.value, (), self._form):
            self._findings.append(reporter.unguarded(surface, surface.badges, copy, resolution))

    def report(self) -> PublicParityReport:
        findings = tuple(in_order(self._findings))
        absent = tuple(shown_path(path) for path, surface in self._surfaces.items() if surface is None)
        blocking = sum(finding.blocking for finding in findings)
        snapshot = self._snapshot
        return seal(
            PublicParityReport(
                project=snapshot.project if snapshot is not None else "",
                registry_version=self._claims.registry_version,
                registry_hash=_digest(self._claims.content_hash),
                snapshot_hash=_digest(snapshot.content_hash) if snapshot is not None else None,
                status="blocked" if blocking else "needs-review" if findings else "pass",
                metrics=self._metrics(findings, len(absent), blocking),
                claims=tuple(self._outcomes),
                findings=findings,
                missing_surfaces=absent,
                limitations=tuple(
                    sorted([*self._limitations, *(f"{path}: named by the registry, does not exist" for path in absent)])
                ),
                provenance=snapshot.provenance if snapshot is not None else UNSET,
            )
        )

    def _metrics(self, findings: tuple[ParityFinding, ...], absent: int, blocking: int) -> ParityMetrics:
        codes = [finding.code for finding in findings]
        return ParityMetrics(
            claims=len(self._claims.claims),
            surfaces=len(self._surfaces) - absent,
            matched=self._matched,
            stale=codes.count("PARITY_STALE"),
            unreadable=codes.count("PARITY_UNREADABLE"),
            missing=codes.count("PARITY_MISSING"),
            contradictions=codes.count("PARITY_CONTRADICTION"),
            not_analyzed=codes.count("PARITY_NOT_ANALYZED"),
            unguarded=codes.count("POSSIBLE_UNGUARDED_CLAIM"),
            accepted=sum(finding.accepted_reason is not None for finding in findings),
            blocking=blocking,
        )


def _digest(value: object) -> str | None:
    return value if isinstance(value, str) else None
