"""What every command takes, and how every command answers."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

import click
import msgspec

from mkdocs_docbridge import __version__, sarif
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.project import Place

Command = TypeVar("Command", bound=Callable[..., Any])
FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)


class Opened(NamedTuple):
    """What every command is told: the place of the project, and how much to say."""

    place: Place
    quiet: bool
    verbose: bool


def place_options(command: Command) -> Command:
    """Adds ``--root``, ``-f``, ``--cache``, ``-q`` and ``-v``, and hands the command what they say as its first
    argument."""

    @click.option("--root", type=FOLDER, help="The repository. Default: the one that holds the settings file.")
    @click.option("-f", "--config-file", type=FILE, help="Where the settings stand, e.g. mkdocs.yml.")
    @click.option("--cache", type=FILE, help="The fact cache. Default: .docbridge/facts.db below the root.")
    @click.option("-q", "--quiet", is_flag=True, help="Nothing but the result and errors.")
    @click.option("-v", "--verbose", is_flag=True, help="Say more on standard error.")
    @functools.wraps(command)
    def wrapped(
        root: Path | None, config_file: Path | None, cache: Path | None, quiet: bool, verbose: bool, **rest: Any
    ) -> Any:
        place = Place(folder=Path.cwd(), file=config_file, root=root, cache=cache)
        return command(Opened(place, quiet, verbose), **rest)

    return wrapped  # type: ignore[return-value]


def project_options(command: Command) -> Command:
    """As :func:`place_options`, and hands the command an open project."""

    @place_options
    @functools.wraps(command)
    def wrapped(opened: Opened, **rest: Any) -> Any:
        with opened.place.open() as project:
            if not opened.quiet:
                for note in project.notes:
                    click.echo(f"docbridge: {note}", err=True)
            if opened.verbose:
                click.echo(f"docbridge: root {os.fspath(project.root)}", err=True)
            return command(project, **rest)

    return wrapped  # type: ignore[return-value]


def format_options(*extra: str) -> Callable[[Command], Command]:
    """Adds ``--format text|json|…`` and ``--json``; the command gets ``form``."""

    def decorate(command: Command) -> Command:
        choice = click.Choice(["text", "json", *extra])

        @click.option("--format", "form", type=choice, default="text", show_default=True, help="How to answer.")
        @click.option("--json", "form", flag_value="json", help="Short for --format json.")
        @click.option("--text", "form", flag_value="text", help="Short for --format text.")
        @functools.wraps(command)
        def wrapped(*args: Any, form: str, **rest: Any) -> Any:
            return command(*args, form=form, **rest)

        return wrapped  # type: ignore[return-value]

    return decorate


def show_json(value: Any) -> None:
    """One JSON object on standard output."""
    import json

    click.echo(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2, sort_keys=True))


def show_artifact(data: bytes) -> None:
    """A sealed artifact as its canonical bytes."""
    sys.stdout.buffer.write(data + b"\n")


def show_findings(
    findings: Iterable[Finding], form: str, *, summary: str, ok: bool, limitations: Sequence[str] = ()
) -> None:
    """Findings as lines, as one JSON object, as a SARIF log, or as GitHub annotations; the summary goes last, or to
    stderr. ``limitations`` are what could not be checked, in sentences."""
    found = list(findings)
    if form == "json":
        show_json({"ok": ok, "findings": found} | ({"limitations": list(limitations)} if limitations else {}))
        return
    if form == "sarif":
        show_json(sarif.log((finding.sarif() for finding in found), version=__version__))
        return
    for finding in found:
        click.echo(finding.github() if form == "github" else finding.log_line())
    for line in limitations:
        click.echo(f"not checked: {line}", err=form == "github")
    click.echo(summary, err=form == "github")


def finish(ok: bool, *, unreadable: bool = False) -> NoReturn:
    """Ends the command: 0 fine, 1 a check failed, 2 input that cannot be used."""
    raise click.exceptions.Exit(2 if unreadable else 0 if ok else 1)
