"""A finding before it has a severity and an identity: what each check of the audit gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from mkdocs_docbridge.artifacts import content_hash
from mkdocs_docbridge.codes import AUDIT
from mkdocs_docbridge.findings import Severity, in_order
from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.settings import AuditOptions
from mkdocs_docbridge.text.redaction import redact_source

from .model import AuditFinding

_TEXT = 512


@dataclass(frozen=True)
class Found:
    """``at_most`` lowers the default severity of what is true only as far as can be seen."""

    code: str
    path: str
    line: int | None
    message: str
    remediation: str
    subject: str = ""
    at_most: Severity = Severity.ERROR


_RANK = {Severity.INFO: 0, Severity.WARN: 1, Severity.ERROR: 2}


def findings_of(found: Iterable[Found], options: AuditOptions) -> list[AuditFinding]:
    """The findings with their severity, in order; those that are off are left out. A severity in the settings wins over
    every other; without one a warning about a critical path is an error. An error blocks."""
    critical = path_spec(options.critical)
    made = []
    for item in found:
        severity = _severity(item, options, is_critical=bool(options.critical) and critical.match_file(item.path))
        if severity is not None:
            made.append(
                AuditFinding(
                    id="",
                    code=item.code,
                    severity=severity,
                    blocking=severity is Severity.ERROR,
                    path=item.path,
                    line=item.line,
                    message=redact_source(item.message, limit=_TEXT),
                    remediation=redact_source(item.remediation, limit=_TEXT),
                    subject=redact_source(item.subject, limit=_TEXT),
                )
            )
    return _identified(in_order(made))


def _severity(item: Found, options: AuditOptions, *, is_critical: bool) -> Severity | None:
    chosen = options.severity.get(item.code)
    if chosen is not None:
        return None if chosen == "off" else Severity(chosen)
    severity = min(AUDIT[item.code], item.at_most, key=_RANK.__getitem__)
    return Severity.ERROR if is_critical and severity is Severity.WARN else severity


def _identified(findings: list[AuditFinding]) -> list[AuditFinding]:
    """Lines are left out of the identity, so an edit above makes no new finding; equal ones are counted."""
    times: dict[tuple[str, str, str], int] = {}
    made = []
    for finding in findings:
        key = (finding.code, finding.path, finding.subject)
        times[key] = times.get(key, 0) + 1
        code, path, subject = key
        identity = content_hash({"code": code, "path": path, "subject": subject, "nth": times[key]})
        made.append(replace(finding, id=identity))
    return made
