"""``docbridge why``: the relations that lead from one thing to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mkdocs_docbridge.project import Project

from .options import format_options, project_options, show_json

if TYPE_CHECKING:
    from mkdocs_docbridge.retrieval.handoff.model import Step


@click.command()
@click.argument("first", metavar="A")
@click.argument("last", metavar="B")
@project_options
@format_options()
def why(project: Project, first: str, last: str, form: str) -> None:
    """Show the shortest, strongest path of relations between A and B, with the evidence of each step.

    A and B are entities' ids, ownership records', names, or paths.

    \b
    Example:
      docbridge why docs/guide.md src/tool/core/engine.py
      docbridge why area:src/tool/core external:pypi:click --json
    """
    way = project.why(first, last)
    if form == "json":
        show_json(way)
        return
    click.echo(way.source)
    for step in way.steps or ():
        _show(step)
    if way.note is not None:
        click.echo(f"  {way.note}: {way.target}")
    elif not way.steps:
        click.echo("  is the same thing")


def _show(step: Step) -> None:
    name = f" {step.symbol}" if step.symbol else ""
    sure = "" if step.confidence == "observed" else f" ({step.confidence})"
    reached = step.target if step.forward else step.source
    click.echo(f"  {'' if step.forward else '<- '}{step.kind}{name}{sure}{' ->' if step.forward else ''} {reached}")
    for place in step.evidence:
        context = f"  {place.context}" if place.context else ""
        click.echo(f"      {place.path}:{place.line}{context}")
    if step.evidence_count > len(step.evidence) > 0:
        click.echo(f"      and {step.evidence_count - len(step.evidence)} more")
