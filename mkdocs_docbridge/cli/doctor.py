"""``docbridge doctor``: how well a repository's documents serve, measured, and what to do next."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from mkdocs_docbridge.artifacts import encode, write, write_atomic
from mkdocs_docbridge.audit.badge import badge, badge_svg
from mkdocs_docbridge.audit.doctor_model import DoctorReport, tenths
from mkdocs_docbridge.project import Project

from .options import FILE, format_options, project_options, show_artifact

_SHOWN = 5


@click.command()
@click.option(
    "--badge",
    "badge_file",
    type=FILE,
    help="Write the badge: an SVG to a name that ends in .svg, else the JSON of a shields.io endpoint.",
)
@project_options
@format_options()
def doctor(project: Project, badge_file: Path | None, form: str) -> None:
    """Measure how well documents and code hang together, and say what to do next.

    The grade is never better than what was measured: a part that was not has no points. It decides no exit code;
    docbridge check does.

    \b
    Example:
      docbridge doctor
      docbridge doctor --json
      docbridge doctor --badge docs/assets/docs-badge.svg
    """
    report = project.doctor
    write(report, project.state / "report" / "doctor.json")
    if badge_file is not None:
        is_svg = badge_file.suffix.lower() == ".svg"
        data = badge_svg(report).encode() if is_svg else msgspec.json.encode(badge(report)) + b"\n"
        changed = write_atomic(badge_file, data)
        click.echo(f"{badge_file}: {'written' if changed else 'unchanged'}", err=True)
    if form == "json":
        show_artifact(encode(report))
    elif badge_file is None:
        _show(report)


def _show(report: DoctorReport) -> None:
    if report.actions:
        click.echo("next")
    for action in report.actions:
        click.echo(f"  +{tenths(action.gain):<5.1f} {action.text}")
        part = next(item for item in report.parts if item.id == action.part)
        for name in part.missing[:_SHOWN]:
            click.echo(f"           {'(the root)' if name == '.' else name}")
        if part.missing_count > _SHOWN:
            click.echo(f"           and {part.missing_count - _SHOWN} more")
    click.echo(f"\n{report.grade}  {report.score} of 100")
    for reason in report.held_back:
        click.echo(f"   no A: {reason}")
    click.echo("")
    for part in report.parts:
        note = f"  ({part.note})" if part.note else ""
        click.echo(f"  {tenths(part.points):>5.1f} of {part.worth:>4.1f}  {part.title}: {part.measured}{note}")
    click.echo("")
    for gate in report.gates:
        click.echo(f"  {gate.state:<12}  {gate.id}: {gate.note}")
