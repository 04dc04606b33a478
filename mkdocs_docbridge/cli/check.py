"""``docbridge check``: the audit, regions and claims in one run, without MkDocs."""

from __future__ import annotations

import click

from mkdocs_docbridge.audit.severity import without_remarks
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.faults import is_unreadable

from .audit import counts_of
from .options import finish, format_options, project_options, show_findings


@click.command()
@click.option("--all", "show_all", is_flag=True, help="Show the audit's remarks, too.")
@project_options
@format_options("github", "sarif")
def check(project: Project, show_all: bool, form: str) -> None:
    """Check documents, generated regions and public claims, for any CI and any site generator.

    Exit 1 when a finding blocks: an edited region, a claim that does not hold, an error of the audit. Exit 2 for input
    that cannot be used. With json and sarif everything is told; the other formats leave the audit's remarks out.

    \b
    Example:
      docbridge check
      docbridge check --format github
      docbridge check --format sarif > docbridge.sarif
    """
    found = project.everything
    blocking = [finding for finding in found if finding.blocking]
    listed = found if show_all or form in {"json", "sarif"} else without_remarks(found)
    show_findings(
        listed,
        form,
        summary=counts_of(found, len(found) - len(listed)),
        ok=not blocking,
        limitations=project.audit.limitations,
    )
    finish(ok=not blocking, unreadable=any(map(is_unreadable, blocking)))
