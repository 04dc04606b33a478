"""``docbridge render``: pages and files from their templates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mkdocs_docbridge.artifacts import write_atomic
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.render.catalogue import template_source
from mkdocs_docbridge.site.changes import CHANGE_DIGEST
from mkdocs_docbridge.site.renderings import RENDERINGS, Rendering

from .options import project_options, show_json
from .review import annotate, show_review

if TYPE_CHECKING:
    from mkdocs_docbridge.digest import ChangeDigest

_FORMATS = ("page", "text", "json", "github")


@click.command()
@click.argument("template", type=click.Choice(sorted(RENDERINGS)))
@click.option("--data", type=click.Path(dir_okay=False, path_type=Path), help="A sealed artifact to render instead.")
@click.option("--since", metavar="REV", help="For change-digest: compare with this commit, branch or tag.")
@click.option("--output", type=click.Path(path_type=Path), help="A file, or for several pages a folder.")
@click.option("--json", "form", flag_value="json", help="{template, source, pages: [{path, content}]}.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="page", show_default=True, help="How to answer.")
@click.option("--print-template", is_flag=True, help="Print the bundled template to start your own from.")
@project_options
def render(
    project: Project,
    template: str,
    data: Path | None,
    since: str | None,
    output: Path | None,
    form: str,
    print_template: bool,
) -> None:
    """Render TEMPLATE: llms.txt, overview, area, change-digest, ownership, parity, study and more.

    Equal inputs give equal bytes; no clock, no commit.

    change-digest compares the tree as it is with an older snapshot, --data FILE, else with a revision, --since REV,
    else with the last docbridge scan, and says which documents to read because of what changed. It also takes
    --format text, a line a document, and --format github, annotations of a pull request; --json has the digest
    besides the page. The sealed digest is written to .docbridge/report/change-digest.json.

    \b
    Example:
      docbridge render llms.txt
      docbridge render area --output build/areas
      docbridge render area --print-template > docbridge/templates/area.md
      docbridge render change-digest --since origin/main
      docbridge render change-digest --since origin/main --format github    # in CI
    """
    if print_template:
        click.echo(template_source(template), nl=False)
        return
    digest = None
    if template == CHANGE_DIGEST:
        made, digest = _change_digest(project, data, since)
    else:
        _refuse_what_is_for_digests(template, since, form)
        made = project.render(template, data)
    if digest is not None and form == "text":
        show_review(digest, made.source)
    elif digest is not None and form == "github":
        annotate(digest, made.source)
    elif form == "json":
        pages = [{"path": page.uri, "content": page.content} for page in made.pages]
        more = {} if digest is None else {"digest": digest}
        show_json({"template": template, "source": made.source, "pages": pages} | more)
    elif output is None:
        click.echo("\n".join(page.content for page in made.pages), nl=False)
    else:
        _write(made, output)


def _change_digest(project: Project, data: Path | None, since: str | None) -> tuple[Rendering, ChangeDigest]:
    if data is not None and since is not None:
        raise InputError("--data and --since both name what to compare with", code="USAGE", hint="keep one of them")
    from mkdocs_docbridge.artifacts import write

    changes = project.changes(data, since)
    write(changes.digest, project.state / "report" / "change-digest.json")
    return project.render_changes(changes), changes.digest


def _refuse_what_is_for_digests(template: str, since: str | None, form: str) -> None:
    used = "--since" if since is not None else f"--format {form}" if form in {"text", "github"} else None
    if used is not None:
        raise InputError(f"the template {template} knows no {used}", code="USAGE", hint="it is for change-digest")


def _write(made: Rendering, output: Path) -> None:
    if made.is_single and output.is_dir():
        raise InputError("is a folder; name a file", place=str(output), code="OUTPUT")
    if not made.is_single and output.is_file():
        raise InputError("is a file; several pages need a folder", place=str(output), code="OUTPUT")
    for page in made.pages:
        target = output if made.is_single else output / page.uri.rsplit("/", 1)[-1]
        changed = write_atomic(target, page.content.encode())
        click.echo(f"{target}: {'written' if changed else 'unchanged'}", err=True)
