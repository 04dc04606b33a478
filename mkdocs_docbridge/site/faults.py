"""Findings about input that cannot be read at all."""

from __future__ import annotations

from collections.abc import Iterator

from mkdocs_docbridge.audit.model import DocumentationAuditReport
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.snapshot.model import Document, Snapshot
from mkdocs_docbridge.text.phrases import counted

UNREADABLE = frozenset({"NOT_UTF8", "NUL_BYTE", "LINE_TOO_LONG", "FILE_TOO_LARGE"})
WITHHELD = frozenset({"SYMLINK_OUTSIDE_ROOT", "BROKEN_LINK", "SYMLINK_LOOP"})


def is_unreadable(finding: Finding) -> bool:
    """Whether the command line ends with exit code 2 and not 1 because of it."""
    return finding.code in UNREADABLE


def unreadable_pages(snapshot: Snapshot) -> list[Finding]:
    """Pages of the site that no site generator can read as UTF-8; each would end a build with a traceback."""
    documents = (entity for entity in snapshot.entities if isinstance(entity, Document))
    pages = {document.path for document in documents if "page" in document.tags}
    return [
        Finding(
            code=entry.code,
            severity=Severity.ERROR,
            blocking=True,
            path=entry.path,
            line=entry.line,
            message="the page is not UTF-8",
            remediation="Save it as UTF-8.",
        )
        for entry in snapshot.coverage
        if entry.code == "NOT_UTF8" and entry.path in pages
    ]


def withheld_links(snapshot: Snapshot) -> list[Finding]:
    """Symbolic links that are not followed: they leave the repository, lead nowhere, or lead back."""
    return [
        Finding(
            code=entry.code,
            severity=Severity.INFO,
            blocking=False,
            path=entry.path,
            line=None,
            message=f"{entry.reason}; it is not published",
            remediation="Put the file itself there.",
        )
        for entry in snapshot.coverage
        if entry.code in WITHHELD
    ]


def audit_notes(report: DocumentationAuditReport) -> Iterator[str]:
    """One sentence for a build whose audit has errors or warnings."""
    metrics = report.metrics
    if metrics.errors or metrics.warnings:
        found = f"{counted(metrics.errors, 'error')} and {counted(metrics.warnings, 'warning')}"
        yield f"the audit of the documents has {found}; docbridge audit lists them"
