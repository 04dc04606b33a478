"""``docbridge parity``: public claims against the repository's facts."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from mkdocs_docbridge.artifacts import encode, write, write_atomic
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import FolderRepository, Gate, NumberFormat
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.claims import Claims
from mkdocs_docbridge.text.phrases import counted

from .options import (
    FOLDER,
    Opened,
    finish,
    format_options,
    place_options,
    project_options,
    show_artifact,
    show_findings,
    show_json,
)


@click.group(invoke_without_command=True)
@click.option("--claims", type=click.Path(dir_okay=False, path_type=Path), help="A registry somewhere else.")
@click.option("--site", type=FOLDER, help="The built site, for claims on its pages (rendered:…).")
@click.option("--prove", "mode", flag_value="prove", help="Make every claim wrong in memory, and tell what notices it.")
@click.option("--diff", "mode", flag_value="diff", help="Print the patch that repairs surfaces, and write nothing.")
@format_options("github", "sarif")
@place_options
@click.pass_context
def parity(
    context: click.Context, opened: Opened, claims: Path | None, site: Path | None, mode: str | None, form: str
) -> None:
    """Compare every registered claim with the fact it stands for.

    Exit 1 when a finding blocks, 2 for a broken registry. What could not be analysed is shown and never passes. With
    --prove, exit 1 when a wrong claim would not be noticed; with --diff, when something cannot be repaired.

    \b
    Example:
      docbridge parity
      docbridge parity --claims docs/claims.json --json
      docbridge parity --site site             # claims on built pages too
      docbridge parity --prove
      docbridge parity --diff | git apply
      docbridge parity init                    # propose claims that hold
    """
    if context.invoked_subcommand is not None:
        return
    with opened.place.open() as project:
        if not opened.quiet:
            for note in project.notes:
                click.echo(f"docbridge: {note}", err=True)
        gate = _gate(project, claims, site)
        if mode == "prove":
            _prove(gate, form)
        if mode == "diff":
            _diff(gate)
        _check(project, gate, form)


def _gate(project: Project, file: Path | None, site: Path | None) -> Gate:
    claims = project.claims if file is None else Claims.open(project.root, Path.cwd(), str(file))
    if claims is None:
        raise InputError(
            "this repository registers no public claims",
            code="NO_REGISTRY",
            hint="propose some with: docbridge parity init",
        )
    pages = None
    if site is not None:
        if not site.is_dir():
            raise InputError("no such folder", place=str(site), code="NOT_FOUND", hint="build the site first")
        pages = FolderRepository(site).text
    return project.gate(claims, pages)


def _check(project: Project, gate: Gate, form: str) -> None:
    report = gate.report()
    write(report, project.state / "report" / "parity.json")
    ok = report.status != "blocked"
    if form == "json":
        show_artifact(encode(report))
        finish(ok)
    metrics = report.metrics
    summary = (
        f"{counted(metrics.claims, 'claim')} on {counted(metrics.surfaces, 'surface')}: "
        f"{counted(metrics.matched, 'statement')} in step, {counted(metrics.blocking, 'finding')} blocking, "
        f"{metrics.not_analyzed} not analyzed, {metrics.accepted} accepted"
    )
    show_findings(report.findings, form, summary=summary, ok=ok)
    finish(ok)


def _prove(gate: Gate, form: str) -> None:
    from mkdocs_docbridge.parity.prove import prove

    proofs = prove(gate)
    ok = all(proof.caught for proof in proofs)
    if form == "json":
        show_json({"ok": ok, "proofs": proofs})
        finish(ok)
    places: dict[tuple[str, str], list[bool]] = {}
    for proof in proofs:
        places.setdefault((proof.claim_id, proof.surface), []).append(proof.caught)
        if not proof.caught:
            click.echo(f"{proof.claim_id} on {proof.surface or 'any surface'}: {proof.mutation}: {proof.reason}")
    for (claim, surface), caught in places.items():
        click.echo(f"{claim} on {surface or 'any surface'}: {sum(caught)} of {counted(len(caught), 'mutation')} caught")
    click.echo(f"{sum(proof.caught for proof in proofs)} of {counted(len(proofs), 'mutation')} caught")
    finish(ok)


def _diff(gate: Gate) -> None:
    from mkdocs_docbridge.parity.repair import repair

    found = repair(gate)
    sys.stdout.buffer.write(found.patch())
    for line in found.left:
        click.echo(f"docbridge: not repaired: {line}", err=True)
    finish(not found.left)


@parity.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Where the proposal is written.")
@project_options
def init(project: Project, output: Path | None) -> None:
    """Propose claims that hold: versions and counts that documents state. Read them, then seal the file.

    Nothing is overwritten.

    \b
    Example:
      docbridge parity init
      docbridge artifact seal claims/public-claims-v1.json
    """
    from mkdocs_docbridge.parity.propose import proposal_file, propose

    path = output if output is not None else project.root / "claims" / "public-claims-v1.json"
    shown = os.path.relpath(path)
    if path.exists():
        raise InputError("exists, and nothing is overwritten", place=shown, code="EXISTS", hint="name another --output")
    form = NumberFormat(project.settings.parity.decimal)
    claims = propose(FolderRepository(project.root), project.snapshot, form)
    if not claims:
        click.echo(
            "no document states a version or a count that the repository proves; nothing was written. A claim of your "
            "own is a few lines: see the guide of claims, or the registry of docbridge demo --keep DIR"
        )
        return
    write_atomic(path, proposal_file(claims))
    for claim in claims:
        for surface in claim.required:
            click.echo(f"{claim.claim_id}: {surface}: {claim.wording(surface)}")
    click.echo(f"{counted(len(claims), 'claim')} in {shown}; read them, then: docbridge artifact seal {shown}")
