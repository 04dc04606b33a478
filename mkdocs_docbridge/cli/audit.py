"""``docbridge audit``: what is wrong with the documents, and the baseline that accepts what was there before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from mkdocs_docbridge.artifacts import encode, write
from mkdocs_docbridge.audit.baseline import baseline_of
from mkdocs_docbridge.audit.model import DocumentationAuditReport
from mkdocs_docbridge.audit.severity import without_remarks
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.text.phrases import counted

from .options import FILE, finish, format_options, project_options, show_artifact, show_findings


@click.command()
@click.option("--all", "show_all", is_flag=True, help="Show remarks, too.")
@click.option(
    "--write-baseline", "baseline", type=FILE, help="Accept today's findings: write them to this file, sealed."
)
@click.option("--by", metavar="NAME", help="Who accepts them; needed with --write-baseline.")
@project_options
@format_options("github", "sarif")
def audit(project: Project, show_all: bool, baseline: Path | None, by: str | None, form: str) -> None:
    """Look for broken links and anchors, lost pages, duplicates, and for what is undocumented or stale.

    Exit 1 when a finding is an error. What the baseline of the settings accepts is a remark, and new findings count:
    write one, name it in audit.baseline and commit it. --json prints the sealed report.

    \b
    Example:
      docbridge audit
      docbridge audit --format github
      docbridge audit --write-baseline docbridge-baseline.json --by "Ann Example"
    """
    report = project.audit
    write(report, project.state / "report" / "audit.json")
    if baseline is not None or by is not None:
        _accept(report, baseline, by)
        return
    ok = report.status != "blocked"
    if form == "json":
        show_artifact(encode(report))
        finish(ok)
    listed = report.findings if show_all or form == "sarif" else without_remarks(report.findings)
    summary = counts_of(report.findings, len(report.findings) - len(listed))
    if report.gone:
        gone = f"{counted(len(report.gone), 'accepted finding')} no longer there; write the baseline anew"
        summary = f"{summary}\n{gone}"
    show_findings(listed, form, summary=summary, ok=ok, limitations=report.limitations)
    finish(ok)


def counts_of(findings: Sequence[Finding], hidden: int) -> str:
    """The last line: how many findings there are, how many block, how many are not listed."""
    listed = len(findings) - hidden
    blocking = sum(finding.blocking for finding in findings)
    said = f"{counted(listed, 'finding')}, {blocking} blocking" if listed else "nothing to say against it"
    return f"{said}; {counted(hidden, 'remark')} more with --all" if hidden else said


def _accept(report: DocumentationAuditReport, file: Path | None, by: str | None) -> None:
    if file is None or not (by or "").strip():
        raise InputError("--write-baseline FILE and --by NAME go together", code="BASELINE_BY")
    accepted = baseline_of(report.findings, project=report.project, by=by or "")
    write(accepted, file)
    click.echo(f"{file}: {counted(len(accepted.findings), 'finding')} accepted by {by}")
