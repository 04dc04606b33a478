"""What ``audit.severity`` does to the findings of the other gates: regions, claims, files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from mkdocs_docbridge.codes import UNREADABLE
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.parity import ParityFinding
from mkdocs_docbridge.settings import AuditOptions

from .model import AuditFinding

F = TypeVar("F", bound=Finding)


def chosen_errors(findings: Iterable[AuditFinding], options: AuditOptions) -> Iterator[AuditFinding]:
    """The errors that the settings ask for: of a code whose severity they set, or about a path that is critical. Only
    these fail a build, since MkDocs reports broken links itself and has its own setting for how much they matter."""
    critical = path_spec(options.critical)
    for item in findings:
        if item.blocking and (item.code in options.severity or (options.critical and critical.match_file(item.path))):
            yield item


def reclassified(findings: Iterable[F], severity: Mapping[str, str]) -> Iterator[F]:
    """The findings with the severities that the settings choose; those that are off are left out.

    A file that cannot be read is told of whatever is set, and what an exception of the claim registry accepts stays a
    remark."""
    for item in findings:
        chosen = severity.get(item.code) if item.code not in UNREADABLE else None
        if chosen is None or (isinstance(item, ParityFinding) and item.accepted_reason is not None):
            yield item
        elif chosen != "off":
            yield replace(item, severity=Severity(chosen), blocking=chosen == "error")


def without_remarks(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that people and agents are shown unless they ask for all: those of the gates, and of the audit what
    is more than a remark."""
    return tuple(item for item in findings if not (isinstance(item, AuditFinding) and item.severity is Severity.INFO))
