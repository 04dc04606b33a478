"""The registry of public claims and the report of a parity check, as they are sealed."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from mkdocs_docbridge.artifacts.record import Artifact, Record
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.snapshot.model import SourceRevision
from mkdocs_docbridge.text.redaction import PublicText

from .values import ValueType

Slug = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=64)]
Surface = Annotated[str, Meta(min_length=1, max_length=512)]
Field = Annotated[str, Meta(min_length=1, max_length=256)]
Line128 = Annotated[str, Meta(min_length=1, max_length=128)]
Line512 = Annotated[str, Meta(min_length=1, max_length=512)]
Template = Annotated[str, Meta(min_length=1, max_length=240)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Transform = Literal["identity", "round", "percent-1dp", "percent-0dp", "negative-percent-2dp", "negative-seconds-2dp"]
DoctorMetric = Literal[
    "agent-docs-indexed",
    "agent-docs-total",
    "grade",
    "score",
    "reachability-pct",
    "connectivity-pct",
    "benchmark-hit-at-3-pct",
]
CountedKind = Literal["document", "module", "area", "package"]


class PackageField(Record, frozen=True, omit_defaults=True, tag_field="kind", tag="package-field"):
    """A scalar of a manifest. Without ``path``: the first of ``package.json``, ``pyproject.toml``, ``Cargo.toml``."""

    field: Field
    path: Surface | None = None
    installed: bool = False
    """Allows a version that no file states to be that of the installed package."""


class ArtifactField(Record, frozen=True, omit_defaults=True, tag_field="kind", tag="artifact-field"):
    """A scalar at a dotted path in a committed JSON, TOML or YAML file."""

    path: Surface
    field: Field
    transform: Transform = "identity"
    sha256: Digest | None = None
    """Refuses the file when its content is another one."""


class ArtifactSum(Record, frozen=True, omit_defaults=True, tag_field="kind", tag="artifact-sum"):
    """The sum of a numeric field over an array in such a file."""

    path: Surface
    array_field: Field
    field: Field
    transform: Transform = "identity"
    sha256: Digest | None = None


class SnapshotCount(Record, frozen=True, omit_defaults=True, tag_field="kind", tag="snapshot-count"):
    """How many entities of a kind the snapshot holds, of those that pass every filter given."""

    entity_kind: CountedKind
    language: Annotated[str, Meta(max_length=64)] | None = None
    tag: Annotated[str, Meta(max_length=128)] | None = None
    path: Surface | None = None
    """A gitignore-style glob."""


class DoctorFigure(Record, frozen=True, tag_field="kind", tag="doctor-metric"):
    """A figure that the doctor measures."""

    metric: DoctorMetric


class CliCommand(Record, frozen=True, tag_field="kind", tag="cli-command"):
    """That the command line offers a command."""

    command: Line128


Evidence = PackageField | ArtifactField | ArtifactSum | SnapshotCount | DoctorFigure | CliCommand


class Claim(Record, frozen=True, omit_defaults=True):
    """What the project states in public, the fact it stands for, and where it must be stated."""

    claim_id: Slug
    statement: Line512
    owner: Line128
    evidence: Evidence
    required: Annotated[tuple[Surface, ...], Meta(min_length=1, max_length=32)]
    remediation: Line512
    severity: Literal["error", "warn"] = "error"
    value_type: ValueType = "text"
    template: Template | None = None
    templates: Annotated[dict[Surface, Template], Meta(max_length=64)] = {}  # noqa: RUF012  (msgspec copies it)
    """Another wording for a surface that is declared."""
    optional: Annotated[tuple[Surface, ...], Meta(max_length=32)] = ()
    tolerance: Annotated[str, Meta(max_length=16)] | None = None
    """Of an ``about`` value: ``5%`` or an absolute number."""

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Every declared surface, required ones first."""
        return self.required + self.optional

    def wording(self, surface: str) -> str | None:
        """The template that applies on a surface."""
        return self.templates.get(surface, self.template)


class AcceptedFault(Record, frozen=True):
    """An exception: a claim's finding on one surface is accepted, and why and by whom."""

    claim_id: Slug
    surface: Surface
    reason: Annotated[str, Meta(min_length=8, max_length=512)]
    accepted_by: Line128


class PublicClaims(Artifact, frozen=True, tag="public-claims"):
    """The registry. People edit and reseal it."""

    registry_version: Slug
    claims: Annotated[tuple[Claim, ...], Meta(min_length=1, max_length=512)]
    exceptions: Annotated[tuple[AcceptedFault, ...], Meta(max_length=128)] = ()

    user_written: ClassVar[bool] = True

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Every surface that a claim declares, by code point."""
        return tuple(sorted({surface for claim in self.claims for surface in claim.surfaces}))

    def exception(self, claim_id: str, surface: str) -> AcceptedFault | None:
        """The exception for a claim on a surface."""
        found = (e for e in self.exceptions if (e.claim_id, e.surface) == (claim_id, surface))
        return next(found, None)


class ParityFinding(Finding, frozen=True, kw_only=True, rename="camel"):
    """A finding about a claim. ``path`` is the surface's file, or the registry when the claim as a whole is meant.

    ``id`` is a hash that stays when lines move. ``excerpt`` has at most 160 characters.
    """

    path: PublicText
    message: PublicText
    remediation: PublicText
    id: str
    claim_id: PublicText
    owner: PublicText
    surface: PublicText | None = None
    stated: PublicText | None = None
    canonical: PublicText | None = None
    reason: PublicText | None = None
    excerpt: PublicText | None = None
    accepted_reason: PublicText | None = None


class Statement(Record, frozen=True):
    """One place that states a claim, with the value as it stands there. ``line`` is ``null`` for a built page."""

    surface: PublicText
    line: int | None
    stated: PublicText


class ClaimOutcome(Record, frozen=True):
    """A claim and every place that states it. ``canonical`` is the value that holds; ``null`` when unresolved."""

    claim_id: PublicText
    owner: PublicText
    canonical: PublicText | None
    holds: bool
    """True when the value is known, every required surface states it, and nothing states another."""
    statements: tuple[Statement, ...]


class ParityMetrics(Record, frozen=True):
    """Counts of one check. ``matched`` counts occurrences, ``surfaces`` those that exist."""

    claims: int
    surfaces: int
    matched: int
    stale: int
    unreadable: int
    missing: int
    contradictions: int
    not_analyzed: int
    unguarded: int
    accepted: int
    blocking: int


class PublicParityReport(Artifact, frozen=True, tag="public-parity-report"):
    """What a check found. ``provenance`` is not part of the content hash."""

    project: PublicText
    registry_version: PublicText
    registry_hash: str | None
    snapshot_hash: str | None
    status: Literal["pass", "needs-review", "blocked"]
    metrics: ParityMetrics
    claims: tuple[ClaimOutcome, ...]
    findings: tuple[ParityFinding, ...]
    missing_surfaces: tuple[PublicText, ...]
    limitations: tuple[PublicText, ...]
    provenance: SourceRevision | UnsetType = UNSET

    floatless: ClassVar[bool] = True
