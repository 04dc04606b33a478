"""``docbridge parity``: public claims against the repository's facts."""

from __future__ import annotations

from pathlib import Path

import click

from mkdocs_docbridge.artifacts import encode, write
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import PublicParityReport
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.claims import Claims
from mkdocs_docbridge.text.phrases import counted

from .options import finish, format_options, project_options, show_artifact, show_findings


@click.command()
@click.option("--claims", type=click.Path(dir_okay=False, path_type=Path), help="A registry somewhere else.")
@project_options
@format_options("github")
def parity(project: Project, claims: Path | None, form: str) -> None:
    """Compare every registered claim with the fact it stands for.

    Exit 1 when a finding blocks, 2 for a broken registry. What could not be analysed is shown and never passes.

    \b
    Example:
      docbridge parity
      docbridge parity --claims docs/claims.json --json
    """
    report = _report(project, claims)
    write(report, project.state / "report" / "parity.json")
    ok = report.status != "blocked"
    if form == "json":
        show_artifact(encode(report))
        finish(ok)
    metrics = report.metrics
    summary = (
        f"{counted(metrics.claims, 'claim')} on {counted(metrics.surfaces, 'surface')}: "
        f"{counted(metrics.matched, 'statement')} in step, {counted(metrics.blocking, 'finding')} blocking, "
        f"{metrics.not_analyzed} not analyzed, {metrics.accepted} accepted"
    )
    show_findings(report.findings, form, summary=summary, ok=ok)
    finish(ok)


def _report(project: Project, file: Path | None) -> PublicParityReport:
    if file is None:
        report = project.parity
    else:
        claims = Claims.open(project.root, Path.cwd(), str(file))
        report = claims.check(project.snapshot, decimal=project.settings.parity.decimal) if claims else None
    if report is None:
        raise InputError(
            "this repository registers no public claims",
            code="NO_REGISTRY",
            hint="write claims/public-claims-v1.json and seal it with: docbridge artifact seal FILE",
        )
    return report
