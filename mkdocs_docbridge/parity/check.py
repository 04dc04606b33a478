"""The parity gate: what a project states in public against what its repository proves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from msgspec import UNSET

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.findings import in_order
from mkdocs_docbridge.snapshot.model import Snapshot
from mkdocs_docbridge.text.redaction import PublicText, Redactor, joined

from .examine import Examined, Ground, examine
from .model import Claim, ParityFinding, ParityMetrics, PublicClaims, PublicParityReport
from .programs import Programs
from .repository import Repository
from .resolve import Figures, Resolution, Resolver
from .surface import Pages, Surfaces
from .values import NumberFormat


@dataclass(frozen=True)
class Sources:
    """Where truth and statements are read. ``pages`` are those of the built site, ``programs`` the command lines that
    may be asked; each may be missing, and what needs it is then not analysed. ``public`` knows what not to show."""

    repository: Repository
    snapshot: Snapshot | None
    programs: Programs | None = None
    pages: Pages | None = None
    public: Redactor = field(default_factory=Redactor)
    figures: Figures | None = None
    """What the doctor measured."""


class Gate:
    """A registry with its surfaces read and its facts at hand."""

    def __init__(
        self,
        claims: PublicClaims,
        sources: Sources,
        *,
        registry_path: str,
        decimal: Literal[".", ","] = ".",
    ) -> None:
        """``claims`` come from :func:`~mkdocs_docbridge.parity.registry.decode_claims`; ``registry_path`` is the place
        of findings about a claim as a whole; ``decimal`` the decimal sign of the surfaces. Raises :class:`InputError`
        for a surface that exists but cannot be read."""
        self._sources = sources
        self._resolver = Resolver(sources.repository, sources.snapshot, sources.programs, sources.figures)
        self._resolutions: dict[str, Resolution] = {}
        surfaces = Surfaces.read(sources.repository, claims.surfaces, sources.pages)
        self.ground = Ground(claims, surfaces, registry_path, NumberFormat(decimal), sources.public)

    @property
    def claims(self) -> list[Claim]:
        """The claims in the order of reports."""
        return sorted(self.ground.claims.claims, key=lambda claim: claim.claim_id)

    def truth(self, claim: Claim) -> Resolution:
        """The canonical value of a claim, looked up once. Raises :class:`InputError` for a file that may not be
        read."""
        if claim.claim_id not in self._resolutions:
            self._resolutions[claim.claim_id] = self.resolve(claim)
        return self._resolutions[claim.claim_id]

    def resolve(self, claim: Claim) -> Resolution:
        """As :meth:`truth`, for a claim that need not be one of the registry's."""
        return self._resolver.resolve(claim)

    def report(self) -> PublicParityReport:
        """The sealed report. Its status is ``blocked`` with a blocking finding, ``needs-review`` with any other, else
        ``pass``."""
        examined = [examine(claim, self.ground, self.truth(claim)) for claim in self.claims]
        findings = tuple(in_order(finding for one in examined for finding in one.findings))
        public, snapshot = self.ground.public, self._sources.snapshot
        absent = tuple(public.path(path) for path in sorted(self.ground.surfaces.absent))
        return seal(
            PublicParityReport(
                project=public.source(snapshot.project) if snapshot is not None else PublicText(""),
                registry_version=public.source(self.ground.claims.registry_version),
                registry_hash=self.ground.claims.sealed_hash,
                snapshot_hash=snapshot.sealed_hash if snapshot is not None else None,
                status=_status(findings),
                metrics=self._metrics(examined, findings),
                claims=tuple(one.outcome for one in examined),
                findings=findings,
                missing_surfaces=absent,
                limitations=tuple(sorted(_limitations(findings, absent))),
                provenance=snapshot.provenance if snapshot is not None else UNSET,
            )
        )

    def _metrics(self, examined: list[Examined], findings: tuple[ParityFinding, ...]) -> ParityMetrics:
        codes = [finding.code for finding in findings]
        return ParityMetrics(
            claims=len(examined),
            surfaces=len(self.ground.surfaces.found),
            matched=sum(one.matched for one in examined),
            stale=codes.count("PARITY_STALE"),
            unreadable=codes.count("PARITY_UNREADABLE"),
            missing=codes.count("PARITY_MISSING"),
            contradictions=codes.count("PARITY_CONTRADICTION"),
            not_analyzed=codes.count("PARITY_NOT_ANALYZED"),
            unguarded=codes.count("POSSIBLE_UNGUARDED_CLAIM"),
            accepted=sum(finding.accepted_reason is not None for finding in findings),
            blocking=sum(finding.blocking for finding in findings),
        )


def check(
    claims: PublicClaims,
    repository: Repository,
    snapshot: Snapshot | None,
    *,
    registry_path: str,
    decimal: Literal[".", ","] = ".",
) -> PublicParityReport:
    """The report of :class:`Gate` where no command line may be asked and no site is built."""
    return Gate(claims, Sources(repository, snapshot), registry_path=registry_path, decimal=decimal).report()


def _status(findings: Iterable[ParityFinding]) -> Literal["pass", "needs-review", "blocked"]:
    kinds = {finding.blocking for finding in findings}
    return "blocked" if True in kinds else "needs-review" if kinds else "pass"


def _limitations(findings: Iterable[ParityFinding], absent: Iterable[PublicText]) -> Iterable[PublicText]:
    for finding in findings:
        if finding.code == "PARITY_NOT_ANALYZED":
            place = finding.surface or finding.reason or PublicText("")
            yield joined(finding.claim_id, PublicText(": "), place)
    for path in absent:
        yield joined(path, PublicText(": named by the registry, does not exist"))
