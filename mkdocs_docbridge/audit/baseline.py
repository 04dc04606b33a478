"""The baseline: findings that were there when the audit was taken up. New ones count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.findings import Severity

from .model import AcceptedFinding, AuditBaseline, AuditFinding


def baseline_of(findings: Iterable[AuditFinding], *, project: str, by: str) -> AuditBaseline:
    """The sealed baseline that accepts these findings, those that an older one accepted among them."""
    entries = [
        AcceptedFinding(id=item.id, code=item.code, path=item.path, message=item.message)
        for item in sorted(findings, key=lambda item: (item.path, item.code, item.id))
    ]
    return seal(AuditBaseline(project=project, accepted_by=by, findings=tuple(entries)))


def accepted(findings: Iterable[AuditFinding], baseline: AuditBaseline) -> Iterator[AuditFinding]:
    """The findings; those that the baseline accepts are remarks that block nothing."""
    known = {item.id for item in baseline.findings}
    for item in findings:
        is_known = item.id in known
        yield (
            replace(item, severity=Severity.INFO, blocking=False, accepted_by=baseline.accepted_by)
            if is_known
            else item
        )


def gone(findings: Sequence[AuditFinding], baseline: AuditBaseline) -> list[str]:
    """What the baseline accepts and is found no more, as ``CODE path``."""
    found = {item.id for item in findings}
    return sorted(f"{item.code} {item.path}" for item in baseline.findings if item.id not in found)
