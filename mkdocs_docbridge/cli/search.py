"""``docbridge search``: ranked answers on the terminal."""

from __future__ import annotations

import click

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval import Result
from mkdocs_docbridge.retrieval.model import ENTRY_KINDS, EntryKind

from .options import format_options, project_options, show_json


@click.command()
@click.argument("query")
@click.option("--kinds", help=f"Only these, separated by commas: {', '.join(ENTRY_KINDS)}.")
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="At most so many results.")
@click.option("--explain", is_flag=True, help="Show every part of each score. Never changes the order.")
@click.option("--paths", is_flag=True, help="One path a line, best first, and nothing else.")
@project_options
@format_options()
def search(project: Project, query: str, kinds: str | None, limit: int, explain: bool, paths: bool, form: str) -> None:
    """Find the page to read and the file to change, in your own words.

    \b
    Example:
      docbridge search "how are regions hashed"
      docbridge search body_hash --kinds module --paths
    """
    found = project.engine.search(query, kinds=_kinds(kinds), limit=limit, explain=explain)
    if form == "json":
        show_json(found)
        return
    if paths:
        for path in dict.fromkeys(result.path for result in found.results):
            click.echo(path)
        return
    for result in found.results:
        _show(result)
    if not found.results:
        click.echo("nothing found", err=True)


def _kinds(text: str | None) -> tuple[EntryKind, ...] | None:
    if text is None:
        return None
    asked = [item.strip() for item in text.split(",") if item.strip()]
    unknown = sorted(set(asked) - set(ENTRY_KINDS))
    if unknown:
        raise InputError(f"no such kind: {', '.join(unknown)}; known: {', '.join(ENTRY_KINDS)}", place="--kinds")
    return tuple(kind for kind in ENTRY_KINDS if kind in asked)


def _show(result: Result) -> None:
    click.echo(f"{click.style(result.title, bold=True)}  [{result.kind}] {result.path}")
    click.echo(f"    score {result.score:g} · {result.confidence} · {result.why}")
    if result.summary:
        click.echo(f"    {result.summary}")
    if result.explain is not None:
        parts = {key: value for key, value in _components(result) if value}
        click.echo("    = " + " + ".join(f"{key} {value:g}" for key, value in parts.items()))
        for match in result.explain.matched:
            click.echo(f"      {match.field}: {', '.join(match.words)}")


def _components(result: Result) -> list[tuple[str, float]]:
    if result.explain is None:
        return []
    components = result.explain.components
    return [(name, getattr(components, name)) for name in components.__struct_fields__]
