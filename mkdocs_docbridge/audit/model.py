"""What an audit finds, its report, and the baseline that accepts today's findings, as they are sealed."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from mkdocs_docbridge.artifacts.record import Artifact, Record
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.sarif import Suppression
from mkdocs_docbridge.snapshot.model import SourceRevision

Status = Literal["pass", "needs-review", "blocked"]
Name = Annotated[str, Meta(min_length=1, max_length=128)]


class AuditFinding(Finding, frozen=True, kw_only=True, rename="camel"):
    """A finding over documents. ``id`` is a hash that stays when lines move; ``subject`` is what it is about (a link as
    written, the other document, an area), empty when the path says it all.

    ``accepted_by`` is set when the baseline accepts it: it is shown as ``info`` and blocks nothing."""

    id: str
    subject: str = ""
    accepted_by: str | None = None

    def fingerprint(self) -> str:
        """Its ``id``."""
        return self.id

    def suppressions(self) -> tuple[Suppression, ...]:
        """The baseline that accepts it."""
        if self.accepted_by is None:
            return ()
        return (Suppression(kind="external", justification=f"accepted by {self.accepted_by} in the audit baseline"),)


class AuditMetrics(Record, frozen=True):
    """Counts of one audit. ``links`` and ``anchors`` are those that lead into the repository and were checked;
    ``anchors_not_analyzed`` those to pages part of whose anchors only a build knows."""

    documents: int
    pages: int
    links: int
    anchors: int
    anchors_not_analyzed: int
    areas: int
    areas_documented: int
    packages: int
    packages_documented: int
    errors: int
    warnings: int
    notes: int
    accepted: int
    blocking: int


class DocumentationAuditReport(Artifact, frozen=True, tag="documentation-audit-report"):
    """What an audit found. ``provenance`` is not part of the content hash.

    ``blocked``: a finding blocks. ``needs-review``: there is a warning that no baseline accepts. Else ``pass``."""

    project: str
    snapshot_hash: str | None
    baseline_hash: str | None
    status: Status
    metrics: AuditMetrics
    findings: tuple[AuditFinding, ...]
    gone: tuple[str, ...]
    """What the baseline accepts and is no longer found: ``CODE path``."""
    limitations: tuple[str, ...]
    """What could not be looked at, in sentences; none of it counts as fine."""
    provenance: SourceRevision | UnsetType = UNSET

    floatless: ClassVar[bool] = True


class AcceptedFinding(Record, frozen=True):
    """One finding that a baseline accepts. ``id`` decides; the rest is for those who read the file."""

    id: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    code: str
    path: str
    message: str


class AuditBaseline(Artifact, frozen=True, tag="audit-baseline"):
    """Findings that were there when an audit was taken up, and who accepted them."""

    project: str
    accepted_by: Name
    findings: tuple[AcceptedFinding, ...]

    floatless: ClassVar[bool] = True
