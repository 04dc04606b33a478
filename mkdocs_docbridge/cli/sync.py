"""``docbridge sync``: generated regions, written into the documents."""

from __future__ import annotations

from pathlib import Path

import click

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.faults import is_unreadable
from mkdocs_docbridge.site.sync import Change, changes_of, write_changes
from mkdocs_docbridge.text.phrases import counted

from .options import finish, format_options, project_options, show_findings, show_json


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", "check_only", is_flag=True, help="Write nothing; exit 1 when something would be written.")
@click.option("--diff", "show_diff", is_flag=True, help="Print what would change, and write nothing.")
@click.option("--accept-edited", multiple=True, metavar="PATH:LINE", help="Overwrite the hand edit in this region.")
@click.option("--by", help="Who accepts that; needed with --accept-edited.")
@project_options
@format_options()
def sync(
    project: Project,
    paths: tuple[Path, ...],
    check_only: bool,
    show_diff: bool,
    accept_edited: tuple[str, ...],
    by: str | None,
    form: str,
) -> None:
    """Write the generated regions of the documents: fill the empty ones, refresh the stale ones.

    Every file is replaced whole or not at all, and nothing outside a region's markers changes. A fault in any of the
    documents means that nothing is written. PATHS limit it to some documents. --accept-edited shows the hand edit it
    overwrites.

    \b
    Example:
      docbridge sync --diff
      docbridge sync
      docbridge sync --check     # in CI
    """
    chosen = _chosen(project, paths)
    accepted = _accepted(project, accept_edited, by)
    faults = [
        finding
        for finding in project.regions.faults
        if finding.path in chosen
        and not (finding.code == "GENERATED_REGION_EDITED" and (finding.path, finding.line) in accepted)
    ]
    if faults:
        show_findings(faults, form, summary=f"{counted(len(faults), 'fault')}; nothing was written", ok=False)
        finish(ok=False, unreadable=any(map(is_unreadable, faults)))
    dry = check_only or show_diff
    changes = (changes_of if dry else write_changes)(project.root, project.regions, chosen, accepted)
    for change in changes if accepted and form == "text" and not show_diff else []:
        click.echo(f"{by} accepts:\n{change.diff()}", err=True)
    _show(changes, form, dry=dry, with_diff=show_diff)
    finish(ok=not (check_only and changes))


def _accepted(project: Project, places: tuple[str, ...], by: str | None) -> frozenset[tuple[str, int]]:
    if places and not by:
        raise InputError("--accept-edited needs --by NAME", code="ACCEPTED_BY", hint="say who overwrites the edit")
    found = set()
    for place in places:
        path, _, line = place.rpartition(":")
        relative = project.relative(Path(path).resolve()) if path else None
        if relative not in project.regions.documents or relative is None or not line.isdecimal():
            raise InputError("is no PATH:LINE of a document with regions", place=place, code="NOT_FOUND")
        found.add((relative, int(line)))
    return frozenset(found)


def _chosen(project: Project, paths: tuple[Path, ...]) -> tuple[str, ...]:
    documents = project.regions.documents
    if not paths:
        return documents
    wanted: set[str] = set()
    for path in paths:
        relative = project.relative(path.resolve())
        inside = [item for item in documents if item == relative or item.startswith(f"{relative}/") or relative == "."]
        if relative is None or not inside:
            raise InputError("no document whose regions are looked after", place=str(path), code="NOT_FOUND")
        wanted.update(inside)
    return tuple(sorted(wanted))


def _show(changes: list[Change], form: str, *, dry: bool, with_diff: bool) -> None:
    if form == "json":
        findings: list[Finding] = []
        show_json({"ok": not (dry and changes), "findings": findings, "changed": [item.path for item in changes]})
        return
    for change in changes:
        click.echo(change.diff() if with_diff else f"{change.path}: {'would change' if dry else 'written'}")
    if not changes:
        click.echo("every region is as it should be")
