"""Secrets planted wherever text comes from reach nothing that is published: no run of eight characters of one."""

from __future__ import annotations

import base64
import json
import os
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import (
    ArtifactField,
    Claim,
    CliCommand,
    FolderRepository,
    Gate,
    ProjectPrograms,
    PublicClaims,
    PublicParityReport,
    Sources,
)
from mkdocs_docbridge.processes import environment, run
from mkdocs_docbridge.site.parity_page import parity_page_view
from mkdocs_docbridge.text.known import secret_values
from mkdocs_docbridge.text.redaction import Redactor, redact, redact_lines
from tests.text.test_redaction import TOKENS, leaks

KINDS = sorted(TOKENS)
PER_KIND = int(os.environ.get("DOCBRIDGE_SECRETS", "5"))
"""Secrets of each of 32 kinds in each of seven channels; the closing measurements take 32 (1,024 in each)."""


def secrets() -> list[str]:
    return [TOKENS[kind]() for kind in KINDS for _ in range(PER_KIND)]


def bare(token: str) -> str:
    return token.removeprefix("https://hooks.slack.com/services/")


def leaked(tokens: list[str], *published: str) -> list[str]:
    return [token for token in tokens if any(leaks(bare(token), text) for text in published)]


def claim(index: int, path: str, **changes: str) -> Claim:
    members = {"statement": "s", "owner": "o", "remediation": "r", "template": "runs {value} tests"}
    return Claim(
        claim_id=f"c{index:04}",
        evidence=ArtifactField(path="fact.json", field="n"),
        required=(path,),
        value_type="number",
        **{**members, **changes},  # type: ignore[arg-type]
    )


def check(root: Path, claims: list[Claim], public: Redactor | None = None) -> list[PublicParityReport]:
    """Reports of as many registries as the claims fill."""
    (root / "fact.json").write_text('{"n": 5}')
    parts = [tuple(claims[at : at + 500]) for at in range(0, len(claims), 500)]
    repository = FolderRepository(root)
    return [
        Gate(
            PublicClaims(registry_version="v1", claims=part),
            Sources(repository, None, public=public or Redactor(root=str(root))),
            registry_path="claims.json",
        ).report()
        for part in parts
    ]


class NoLinks:
    """A page that links to nothing."""

    def document(self, path: str) -> None: ...

    def source(self, path: str, line: int | None) -> None: ...


def published(reports: list[PublicParityReport]) -> list[str]:
    shown = []
    for report in reports:
        shown.append(encode(report).decode())
        shown += [finding.log_line() + finding.github() for finding in report.findings]
        shown.append(repr(parity_page_view(report, links=NoLinks(), footer=None)))  # type: ignore[arg-type]
    return shown


def test_in_a_message() -> None:
    tokens = secrets()
    shown = [redact(f"could not read {token}, since {token}", limit=5000) for token in tokens]

    assert [token for token, text in zip(tokens, shown, strict=True) if leaks(bare(token), text)] == []
    assert leaked(tokens, redact_lines("\n".join(tokens))) == []


def test_in_the_words_of_a_registry_and_in_its_surfaces_artifact_and_page(tmp_path: Path) -> None:
    tokens = secrets()
    claims = []
    for index, token in enumerate(tokens):
        path = f"{index}.md"
        (tmp_path / path).write_text(f"With {token} it runs 4 tests, and runs {token} tests ({token}).\n")
        claims.append(claim(index, path, remediation=f"use {token}", owner=f"o {token[:100]}", statement="s"))

    reports = check(tmp_path, claims)

    assert sum(len(report.findings) for report in reports) >= len(tokens)
    assert leaked(tokens, *published(reports)) == []


def test_in_a_fact_that_is_not_of_its_type(tmp_path: Path) -> None:
    tokens = [token for token in secrets() if len(token) <= 128]
    (tmp_path / "README.md").write_text("nothing")
    (tmp_path / "facts.json").write_text(json.dumps(tokens))
    claims = [
        Claim(
            claim_id=f"c{index:04}",
            statement="s",
            owner="o",
            remediation="r",
            template="runs {value} tests",
            evidence=ArtifactField(path="facts.json", field=str(index)),
            required=("README.md",),
            value_type="number",
        )
        for index in range(len(tokens))
    ]

    reports = check(tmp_path, claims)

    assert all(finding.code == "PARITY_NOT_ANALYZED" for report in reports for finding in report.findings)
    assert leaked(tokens, *published(reports)) == []


def test_on_standard_error_and_in_the_arguments_of_a_program(tmp_path: Path) -> None:
    tokens = secrets()
    listed = "\n".join(tokens)
    (tmp_path / "prog.py").write_text(
        f"import sys\nsys.stderr.write({listed.replace(chr(10), ' ')!r})\nraise SystemExit(3)\n"
    )
    (tmp_path / "README.md").write_text("nothing")
    asked = ProjectPrograms(tmp_path, {"prog": "prog:main"}, FolderRepository(tmp_path))
    claims = tuple(
        Claim(
            claim_id=f"c{index:04}",
            statement="s",
            owner="o",
            remediation="r",
            evidence=CliCommand(command=f"prog --token {token}"[:128]),
            required=("README.md",),
        )
        for index, token in enumerate(tokens[:500])
    )
    sources = Sources(FolderRepository(tmp_path), None, asked, public=Redactor(root=str(tmp_path)))
    report = Gate(PublicClaims(registry_version="v1", claims=claims), sources, registry_path="c.json").report()

    assert {finding.code for finding in report.findings} == {"PARITY_NOT_ANALYZED"}
    assert "PROVIDER_EXIT" in report.findings[0].message
    assert leaked(tokens, *published([report])) == []


def test_an_absent_command_is_told_without_the_secret_in_it(tmp_path: Path) -> None:
    tokens = [token for token in secrets() if len(token) <= 110]
    (tmp_path / "usage.txt").write_text("usage: prog scan\n")
    (tmp_path / "README.md").write_text("\n".join(tokens))
    asked = ProjectPrograms(tmp_path, {"prog": "usage.txt"}, FolderRepository(tmp_path))
    claims = tuple(
        Claim(
            claim_id=f"c{index:04}",
            statement="s",
            owner="o",
            remediation="r",
            evidence=CliCommand(command=f"prog {token}"),
            required=("README.md",),
        )
        for index, token in enumerate(tokens[:500])
    )
    sources = Sources(FolderRepository(tmp_path), None, asked)
    report = Gate(PublicClaims(registry_version="v1", claims=claims), sources, registry_path="c.json").report()

    assert {finding.code for finding in report.findings} == {"PARITY_STALE"}
    assert leaked(tokens, *published([report])) == []


def test_in_the_environment_in_every_encoding(tmp_path: Path) -> None:
    # here the values have no shape that a pattern could know
    values = {f"SERVICE_{index}_TOKEN": f"Q{index:04}zk-{index * 7919:08x}-vW!" for index in range(100)}
    known = secret_values({**values, "GIT_AUTHOR_NAME": "Ann Example", "SSH_AUTH_SOCK": "/run/user/1/agent"})
    assert set(known) == set(values.values())
    public = Redactor(known)
    claims = []
    for index, value in enumerate(values.values()):
        raw = value.encode()
        forms = [value, quote(value, safe=""), *(base64.b64encode(b"u:"[:n] + raw).decode() for n in range(3))]
        (tmp_path / f"{index}.md").write_text(f"It runs 4 tests with {' '.join(forms)} here.\n")
        claims.append(claim(index, f"{index}.md", remediation=f"unset {value}"))

    shown = published(check(tmp_path, claims, public))

    assert leaked(list(values.values()), *shown) == []
    encoded = [
        base64.b64encode(b"u:"[:n] + value.encode()).decode()[4:-4] for value in values.values() for n in range(3)
    ]
    assert leaked(encoded, *shown) == []
    done = run(
        [sys.executable, "-I", "-c", "import os; print(dict(os.environ))"], folder=tmp_path, variables=environment()
    )
    assert "SERVICE_" not in done.output.decode()


def test_in_a_chained_exception(tmp_path: Path) -> None:
    tokens = secrets()
    for token in tokens[:: max(len(tokens) // 100, 1)]:
        path = tmp_path / "broken.toml"
        path.write_text(f'[project\nkey = "{token}"\n')
        (tmp_path / "README.md").write_text("nothing")
        reports = check(tmp_path, [claim(0, "README.md")])
        with pytest.raises(InputError) as caught:
            check(tmp_path, [claim(0, "broken.toml#key")])
        error: BaseException | None = caught.value
        while error is not None:
            assert not leaks(bare(token), redact(str(error), limit=5000))
            error = error.__cause__
        assert caught.value.__suppress_context__
        assert leaked([token], *published(reports)) == []
