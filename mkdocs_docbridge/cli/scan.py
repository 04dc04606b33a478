"""``docbridge scan``: the snapshot on disk."""

from __future__ import annotations

from collections import Counter

import click

from mkdocs_docbridge.artifacts import encode, write
from mkdocs_docbridge.project import Project

from .options import format_options, project_options, show_artifact


@click.command()
@project_options
@format_options()
def scan(project: Project, form: str) -> None:
    """Read the repository into a sealed snapshot, .docbridge/snapshot.json.

    The snapshot is the baseline of the change digest. Equal trees give equal bytes, apart from provenance.

    \b
    Example:
      docbridge scan
      docbridge scan --json | jq .contentHash
    """
    snapshot = project.snapshot
    write(snapshot, project.state / "snapshot.json")
    if form == "json":
        show_artifact(encode(snapshot))
        return
    counts = project.scan.counts
    kinds = Counter(type(entity).__name__.lower() for entity in snapshot.entities)
    click.echo(f"{counts.files} files read, {counts.computed} analysed anew")
    click.echo(", ".join(f"{count} {kind}s" for kind, count in sorted(kinds.items())) or "nothing found")
    relations = Counter(relation.kind for relation in snapshot.relations)
    click.echo(", ".join(f"{count} {kind}" for kind, count in sorted(relations.items())) or "no relations")
    if snapshot.coverage:
        click.echo("not, or only partly, analysed:")
        codes = Counter(entry.code for entry in snapshot.coverage)
        for code, count in sorted(codes.items()):
            first = next(entry for entry in snapshot.coverage if entry.code == code)
            place = first.path if first.line is None else f"{first.path}:{first.line}"
            click.echo(f"  {count:>6}  {code}  e.g. {place}: {first.reason}")
    click.echo(f"snapshot {snapshot.content_hash}")
