"""``docbridge scan``: the snapshot on disk."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.snapshot import Helpers

from .options import FILE, format_options, project_options

if TYPE_CHECKING:
    from mkdocs_docbridge.snapshot.engines import EngineFor


@click.command()
@click.option("--rev", "revision", metavar="REV", help="Scan this commit, branch or tag; the working tree stays.")
@click.option("--output", type=FILE, help="Where to write the snapshot. Default: .docbridge/snapshot.json.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Most processes for new files. Default: one a processor.")
@click.option("--distributed", metavar="ADDRESS", help="Analyse new files on this Dask cluster, e.g. tcp://host:8786.")
@project_options
@format_options()
def scan(
    project: Project,
    form: str,
    revision: str | None,
    output: Path | None,
    jobs: int | None,
    distributed: str | None,
) -> None:
    """Read the repository into a sealed snapshot, .docbridge/snapshot.json.

    The snapshot is the baseline of the change digest. Equal trees give equal bytes, apart from provenance.

    \b
    Example:
      docbridge scan
      docbridge scan --rev v1.2.0 --output before.json
      docbridge scan --json | jq .contentHash
    """
    from .scan_progress import Progress

    with Progress(shown=form == "text" and sys.stderr.isatty()) as progress:
        scanned = project.scanned(revision, Helpers(_engine(jobs, distributed), progress.update))
        summary = scanned.summary
    target = output or project.state / "snapshot.json"
    project.write_snapshot(scanned, target)
    if form == "json":
        for piece in scanned.pieces():
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.write(b"\n")
        return
    from .scan_report import report

    for line in report(summary, scanned.counts):
        click.echo(line)


def _engine(jobs: int | None, distributed: str | None) -> EngineFor | None:
    if distributed is not None:
        from mkdocs_docbridge.snapshot.engines import Distributed

        cluster = Distributed(distributed)
        return lambda _: cluster
    if jobs is not None:
        from mkdocs_docbridge.snapshot.engines import local_engine

        return partial(local_engine, processes=jobs)
    return None
