"""``docbridge handoff``: where to start a change of something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mkdocs_docbridge.project import Project

from .options import format_options, project_options, show_json

if TYPE_CHECKING:
    from mkdocs_docbridge.retrieval.handoff.model import BudgetReport, Handoff, Reading


@click.command()
@click.argument("identifier", metavar="ID")
@click.option("--budget-tokens", type=click.IntRange(min=1), help="Leave out what is optional until it fits.")
@project_options
@format_options()
def handoff(project: Project, identifier: str, budget_tokens: int | None, form: str) -> None:
    """Say where to edit, what to open first, what to read and what to run to change something.

    ID is an entity's id, an ownership record's, a name, or a path.

    \b
    Example:
      docbridge handoff src/tool/core
      docbridge handoff module:src/tool/core/engine.py --json --budget-tokens 400
    """
    found = project.handoff(identifier, budget_tokens)
    if form == "json":
        show_json(found)
    else:
        _show(found)


def _show(found: Handoff) -> None:
    target = found.target
    click.echo(f"{click.style(target.title, bold=True)}  [{target.kind}] {target.path}")
    click.echo(f"edit below   {', '.join(found.edit_roots)}")
    _read("start here", found.start_here)
    for reading in found.read_before_editing or ():
        _read("read", reading)
    for check in found.checks:
        place = "" if check.folder == "." else f" in {check.folder}"
        click.echo(f"run          {check.command}{place}  ({check.source}: {check.why})")
    if found.checks_note is not None:
        click.echo(f"{'checks' if found.checks else 'no check'}     {found.checks_note}")
    for area in found.related or ():
        example = f", e.g. {area.evidence[0].path}:{area.evidence[0].line}" if area.evidence else ""
        click.echo(f"{area.relation:<12} {area.path} ({area.strength}{example})")
    if found.budget is not None:
        _budget(found.budget)


def _read(label: str, reading: Reading) -> None:
    click.echo(f"{label:<12} {reading.path}  ({reading.why})")
    if reading.summary:
        click.echo(f"{'':<12} {reading.summary}")


def _budget(report: BudgetReport) -> None:
    dropped = f", without {', '.join(report.dropped)}" if report.dropped else ""
    over = "" if report.fits else ", more than the budget"
    click.echo(f"about {report.total} of {report.budget_tokens} tokens as JSON{dropped}{over}", err=True)
