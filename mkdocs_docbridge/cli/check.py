"""``docbridge check``: regions and claims in one run, without MkDocs."""

from __future__ import annotations

import click

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.faults import is_unreadable
from mkdocs_docbridge.text.phrases import counted

from .options import finish, format_options, project_options, show_findings


@click.command()
@project_options
@format_options("github")
def check(project: Project, form: str) -> None:
    """Check generated regions and public claims, for any CI and any site generator.

    \b
    Example:
      docbridge check
      docbridge check --format github
    """
    found = project.findings
    blocking = [finding for finding in found if finding.blocking]
    summary = f"{counted(len(found), 'finding')}, {len(blocking)} blocking" if found else "nothing to say against it"
    show_findings(found, form, summary=summary, ok=not blocking)
    finish(ok=not blocking, unreadable=any(map(is_unreadable, blocking)))
