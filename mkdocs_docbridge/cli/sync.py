"""``docbridge sync``: generated regions, written into the documents, and generated pages, written into a folder."""

from __future__ import annotations

from pathlib import Path

import click

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.acceptance import Acceptance
from mkdocs_docbridge.site.change import Change
from mkdocs_docbridge.site.faults import is_unreadable
from mkdocs_docbridge.site.regions import EDITED
from mkdocs_docbridge.site.sync import Sync
from mkdocs_docbridge.text.phrases import counted

from .options import FOLDER, finish, format_options, project_options, show_findings, show_json


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--check", "check_only", is_flag=True, help="Write nothing; exit 1 when something would be written.")
@click.option("--diff", "show_diff", is_flag=True, help="Print what would change, and write nothing.")
@click.option(
    "--accept-edited",
    multiple=True,
    metavar="PATH:LINE",
    help="Overwrite the hand edit in the region that opens on this line, after showing it.",
)
@click.option("--by", metavar="NAME", help="Who accepts that; needed with --accept-edited.")
@click.option(
    "--pages",
    "folder",
    type=FOLDER,
    metavar="DIR",
    help="Write the generated pages too, as Markdown files below DIR. Files that sync did not write are never touched.",
)
@project_options
@format_options()
def sync(
    project: Project,
    paths: tuple[Path, ...],
    check_only: bool,
    show_diff: bool,
    accept_edited: tuple[str, ...],
    by: str | None,
    folder: Path | None,
    form: str,
) -> None:
    """Write the generated regions of the documents: fill the empty ones, refresh the stale ones.

    Every file is replaced whole or not at all, and nothing outside a region's markers changes. A fault in any of the
    documents means that nothing is written. PATHS limit the regions to some documents. Two runs at once take turns.

    \b
    Example:
      docbridge sync --diff
      docbridge sync
      docbridge sync --check     # in CI
      docbridge sync --accept-edited docs/guide.md:12 --by "Ann Example"
      docbridge sync --pages docs/docbridge     # static-i18n, other site generators
      docbridge sync --pages docs/docbridge --check
    """
    chosen = _chosen(project, paths)
    accepted = _accepted(project, accept_edited, by)
    faults = [
        finding
        for finding in project.regions.faults
        if finding.path in chosen and not (finding.code == EDITED and (finding.path, finding.line) in accepted.places)
    ]
    if faults:
        show_findings(faults, form, summary=f"{counted(len(faults), 'fault')}; nothing was written", ok=False)
        finish(ok=False, unreadable=any(map(is_unreadable, faults)))
    pages = project.page_folder(folder) if folder is not None else None
    run = Sync(project.root, project.regions, chosen, accepted=accepted, pages=pages)

    def show_accepted(changes: list[Change]) -> None:
        for change in changes:
            if change.place in accepted.documents:
                click.echo(f"{accepted.by} accepts:\n{change.diff()}", err=True)

    dry = check_only or show_diff
    changes = run.changes() if dry else run.write(show_accepted)
    ok = not (check_only and changes)
    _show(changes, form, ok=ok, dry=dry, with_diff=show_diff, with_pages=pages is not None)
    finish(ok=ok)


def _accepted(project: Project, places: tuple[str, ...], by: str | None) -> Acceptance:
    if places and not (by or "").strip():
        raise InputError("--accept-edited needs --by NAME", code="ACCEPTED_BY", hint="say who overwrites the edit")
    if by is not None and not places:
        raise InputError("--by needs --accept-edited PATH:LINE", code="ACCEPTED_BY", hint="say which edit is accepted")
    found = set()
    for place in places:
        path, _, line = place.rpartition(":")
        relative = project.relative(Path(path).resolve()) if path else None
        if relative not in project.regions.documents or relative is None or not (line.isascii() and line.isdecimal()):
            raise InputError("is no PATH:LINE of a document with regions", place=place, code="NOT_FOUND")
        project.regions.require_edited(relative, int(line))
        found.add((relative, int(line)))
    return Acceptance(by or "", frozenset(found))


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


def _show(changes: list[Change], form: str, *, ok: bool, dry: bool, with_diff: bool, with_pages: bool) -> None:
    if form == "json":
        findings: list[Finding] = []
        answer = {"ok": ok, "findings": findings, "changed": [item.place for item in changes]}
        show_json(answer | ({"diff": "".join(item.diff() for item in changes)} if with_diff else {}))
        return
    for change in changes:
        click.echo(change.diff() if with_diff else f"{change.place}: {_fate(change, dry=dry)}")
    if not changes:
        click.echo("every region is as it should be" if not with_pages else "every region and page is as it should be")


def _fate(change: Change, *, dry: bool) -> str:
    if change.after is None:
        return "would be removed" if dry else "removed"
    return "would change" if dry else "written"
