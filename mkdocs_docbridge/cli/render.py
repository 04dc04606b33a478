"""``docbridge render``: pages and files from their templates."""

from __future__ import annotations

from pathlib import Path

import click

from mkdocs_docbridge.artifacts import write_atomic
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.render.catalogue import template_source
from mkdocs_docbridge.site.renderings import RENDERINGS, Rendering

from .options import project_options, show_json


@click.command()
@click.argument("template", type=click.Choice(sorted(RENDERINGS)))
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), help="A sealed artifact to render instead.")
@click.option("--output", type=click.Path(path_type=Path), help="A file, or for several pages a folder.")
@click.option("--json", "as_json", is_flag=True, help="{template, source, pages: [{path, content}]}.")
@click.option("--print-template", is_flag=True, help="Print the bundled template to start your own from.")
@project_options
def render(
    project: Project, template: str, data: Path | None, output: Path | None, as_json: bool, print_template: bool
) -> None:
    """Render TEMPLATE: llms.txt, overview, area, owners, ownership, parity, study and more.

    Equal inputs give equal bytes; no clock, no commit.

    \b
    Example:
      docbridge render llms.txt
      docbridge render area --output build/areas
      docbridge render area --print-template > docbridge/templates/area.md
    """
    if print_template:
        click.echo(template_source(template), nl=False)
        return
    made = project.render(template, data)
    if as_json:
        pages = [{"path": page.uri, "content": page.content} for page in made.pages]
        show_json({"template": template, "source": made.source, "pages": pages})
    elif output is None:
        click.echo("\n".join(page.content for page in made.pages), nl=False)
    else:
        _write(made, output)


def _write(made: Rendering, output: Path) -> None:
    if made.is_single and output.is_dir():
        raise InputError("is a folder; name a file", place=str(output), code="OUTPUT")
    if not made.is_single and output.is_file():
        raise InputError("is a file; several pages need a folder", place=str(output), code="OUTPUT")
    for page in made.pages:
        target = output if made.is_single else output / page.uri.rsplit("/", 1)[-1]
        changed = write_atomic(target, page.content.encode())
        click.echo(f"{target}: {'written' if changed else 'unchanged'}", err=True)
