"""Audits of small repositories."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mkdocs_docbridge.audit.model import DocumentationAuditReport
from mkdocs_docbridge.project import Project
from tests.support.trees import write_tree

SITE = "site_name: Small\n"


def audited(root: Path, files: Mapping[str, str | bytes], site: str = SITE) -> DocumentationAuditReport:
    """The audit of a tree with these files; ``site`` is its mkdocs.yml."""
    write_tree(root, {"mkdocs.yml": site, **files})
    with Project.open(root, root=root) as project:
        return project.audit


def places(report: DocumentationAuditReport, code: str) -> list[tuple[str, int | None]]:
    """Where the findings of a code stand."""
    return [(item.path, item.line) for item in report.findings if item.code == code]


def severities(report: DocumentationAuditReport) -> dict[str, str]:
    """Code → severity of the findings (the last of each code)."""
    return {item.code: str(item.severity) for item in report.findings}
