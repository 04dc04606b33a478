"""``docbridge demo``: the whole loop on a tiny project in a temporary folder."""

from __future__ import annotations

import contextlib
import shlex
import tempfile
from pathlib import Path

import click

from mkdocs_docbridge.adopt.demo import Scene, scenes


@click.command()
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Make the project in this new folder.")
def demo(keep: Path | None) -> None:
    """Show the whole loop on a tiny project: scan, search, hand over, write a region, guard a claim, fail, repair.

    The project is made in a temporary folder and goes away; --keep leaves it where you say.

    \b
    Example:
      docbridge demo
      docbridge demo --keep shop
    """
    if keep is not None:
        if keep.exists():
            raise click.UsageError(f"{keep} exists already; name a new folder")
        keep.mkdir(parents=True)
        _play(keep)
        click.echo(f"The project is in {keep}.")
    else:
        with tempfile.TemporaryDirectory(prefix="docbridge-demo-") as folder:
            _play(Path(folder))


def _play(folder: Path) -> None:
    with contextlib.chdir(folder):
        for scene in scenes():
            _show(scene)


def _show(scene: Scene) -> None:
    from .app import docbridge

    if scene.says:
        click.echo(f"\n{click.style(scene.says, bold=True)}")
    for path, gone, comes in scene.edits:
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") if gone else ""
        file.write_text(before.replace(gone, comes, 1) if gone else comes, encoding="utf-8")
    edited = ", ".join(path for path, gone, _ in scene.edits if gone)
    if edited:
        click.echo(f"(edited: {edited})")
    click.echo(f"\n$ docbridge {shlex.join(scene.command)}")
    code = docbridge.main([*scene.command, "-q"], prog_name="docbridge", standalone_mode=False)
    if code:
        click.echo(f"(exit code {code})")
