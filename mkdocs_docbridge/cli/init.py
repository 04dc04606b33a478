"""``docbridge init``: takes a repository on."""

from __future__ import annotations

import click

from mkdocs_docbridge.artifacts import replace_files
from mkdocs_docbridge.project import Project

from .options import project_options


@click.command()
@click.option("--dry-run", is_flag=True, help="Show what would be added, and write nothing.")
@project_options
def init(project: Project, dry_run: bool) -> None:
    """Add docbridge to this repository: the plugin in the site's configuration, or a minimal site.

    Lines are added and new files are made; nothing is overwritten, and comments stay. Prints what was found, what
    may be worth adding by hand, and the two lines for CI.

    \b
    Example:
      docbridge init --dry-run
      docbridge init
    """
    found = project.adoption()
    if dry_run:
        click.echo("".join(change.diff() for change in found.changes), nl=False)
    else:
        replace_files(found.changes)
    for change in found.changes:
        verb = "new" if change.before is None else "lines added"
        click.echo(f"{change.place}: {verb}{' (not written)' if dry_run else ''}")
    for note in found.notes:
        click.echo(f"- {note}")
    if found.proposed:
        click.echo(f"\nWorth adding below the plugin's name, with a purpose in each:\n\n{found.proposed}", nl=False)
    click.echo("\nIn CI:\n")
    for line in found.ci:
        click.echo(f"    {line}")
