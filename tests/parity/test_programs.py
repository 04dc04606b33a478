"""Commands are asked of the program itself, in a process of its own, and none is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.parity import AcceptedFault, Claim, CliCommand, FolderRepository, PublicClaims, PublicParityReport
from mkdocs_docbridge.parity.check import Gate, Sources
from mkdocs_docbridge.parity.programs import ProjectPrograms
from mkdocs_docbridge.parity.structured import UnresolvedError

CLICK = """
import click
print("a banner")
@click.group()
def cli(): ...
@cli.group()
def db(): ...
@db.command()
@click.option("--dry-run/--no-dry-run", "-n/-N")
def migrate(dry_run): open("ran", "w")
@cli.command()
def scan(): open("ran", "w")
def main(): cli()
"""
TYPER = """
import typer
app = typer.Typer()
db = typer.Typer()
app.add_typer(db, name="db")
@app.command()
def scan(fast: bool = False): open("ran", "w")
@db.command()
def migrate(dry_run: bool = False): open("ran", "w")
"""
ARGPARSE = """
import argparse
def build():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("scan")
    db = commands.add_parser("db").add_subparsers()
    db.add_parser("migrate").add_argument("--dry-run", action="store_true")
    return parser
def main():
    arguments = build().parse_args()
    open("ran", "w")
"""


def programs(folder: Path, source: str, target: str, name: str = "prog") -> ProjectPrograms:
    (folder / "src").mkdir(exist_ok=True)
    (folder / "src" / "the_cli.py").write_text(source)
    return ProjectPrograms(folder, {name: target}, FolderRepository(folder))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (CLICK, "the_cli:cli"),
        (CLICK, "the_cli:main"),
        (TYPER, "the_cli:app"),
        (ARGPARSE, "the_cli:build"),
        (ARGPARSE, "the_cli:main"),
    ],
)
def test_commands_and_options_are_told_whole_and_nothing_is_run(source: str, target: str, tmp_path: Path) -> None:
    asked = programs(tmp_path, source, target)

    for command in ("prog", "prog scan", "prog db migrate", "prog db migrate --dry-run", "db  migrate", "prog --help"):
        assert asked.lacking(command) == "", command
    assert asked.lacking("prog sca") == "and the program has no command sca at its top"
    assert asked.lacking("prog migrate") == "and the program has no command migrate at its top"
    assert asked.lacking("prog db migrate --dry") == "and the program has no option --dry below db migrate"
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(4)", "PROVIDER_EXIT"),
        ("import missing_thing_x", "missing_thing_x"),
        ("cli = 5", "no click, Typer or argparse command line"),
        ("def cli(): print('usage: by hand')", "no click, Typer or argparse command line"),
        ("import os; os._exit(0)", "PROVIDER_EMPTY"),
    ],
)
def test_a_program_that_cannot_be_asked_is_unresolved_with_its_reason(source: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UnresolvedError) as caught:
        programs(tmp_path, source, "the_cli:cli").lacking("prog scan")

    assert reason in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_a_usage_text_is_looked_through_by_whole_words(tmp_path: Path) -> None:
    (tmp_path / "usage.txt").write_text("usage: prog scan [--rev REV]\n       prog db migrate\n")
    asked = ProjectPrograms(tmp_path, {"prog": "usage.txt"}, FolderRepository(tmp_path))

    assert asked.lacking("prog scan --rev") == ""
    assert asked.lacking("prog sca") == "and usage.txt has no sca"
    with pytest.raises(UnresolvedError, match="does not exist"):
        ProjectPrograms(tmp_path, {"prog": "gone.txt"}, FolderRepository(tmp_path)).lacking("prog scan")


def test_a_program_that_no_setting_names_is_not_asked(tmp_path: Path) -> None:
    two = ProjectPrograms(tmp_path, {"a": "usage.txt", "b": "usage.txt"}, FolderRepository(tmp_path))

    with pytest.raises(UnresolvedError, match=r"'c' is not one of parity\.cli"):
        two.lacking("c scan")


def report(folder: Path, command: str, *exceptions: AcceptedFault, known: bool = True) -> PublicParityReport:
    (folder / "README.md").write_text("# x\n\n```\nprog scan\nprog sync now\n```\n")
    claim = Claim(
        claim_id="has-command",
        statement="The command exists",
        owner="core",
        evidence=CliCommand(command=command),
        required=("README.md",),
        remediation="Name a command that exists.",
    )
    registry = PublicClaims(registry_version="v1", claims=(claim,), exceptions=exceptions)
    asked = programs(folder, CLICK, "the_cli:cli") if known else None
    sources = Sources(FolderRepository(folder), None, programs=asked)
    return Gate(registry, sources, registry_path="claims.json").report()


def test_an_absent_command_is_stale_where_it_is_promised_and_blocks(tmp_path: Path) -> None:
    assert report(tmp_path, "prog scan").status == "pass"

    found = report(tmp_path, "prog sync")
    (finding,) = found.findings
    assert (finding.code, finding.place, finding.blocking) == ("PARITY_STALE", "README.md:5", True)
    assert finding.message == "promises the command prog sync, and the program has no command sync at its top"
    assert not found.claims[0].holds
    kept = AcceptedFault(claim_id="has-command", surface="README.md", reason="comes next week", accepted_by="ann")
    assert report(tmp_path, "prog sync", kept).status == "needs-review"


def test_a_command_that_nobody_could_ask_for_is_not_analysed(tmp_path: Path) -> None:
    found = report(tmp_path, "prog scan", known=False)

    assert [finding.code for finding in found.findings] == ["PARITY_NOT_ANALYZED"]
    assert not found.claims[0].holds
