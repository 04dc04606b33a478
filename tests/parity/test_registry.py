"""A registry is sealed, strict and consistent; every fault is told at once, each with its key path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_docbridge.artifacts import content_hash
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import PublicClaims, decode_claims, path_fault, read_claims
from tests.support.cases import cases

CLAIM: dict[str, Any] = {
    "claimId": "tests",
    "statement": "How many tests run",
    "owner": "core",
    "valueType": "number",
    "template": "runs {value} tests",
    "evidence": {"kind": "artifact-field", "path": "round.json", "field": "arms.1.tests", "transform": "round"},
    "required": ["README.md"],
    "severity": "error",
    "remediation": "Correct the number.",
}


def registry(*claims: dict[str, Any], **more: Any) -> bytes:
    body = {
        "type": "public-claims",
        "schemaVersion": 1,
        "registryVersion": "public-claims-v1",
        "claims": list(claims),
        "exceptions": [],
        "contentHashAlgo": "sha256-normalized-v1",
        **more,
    }
    return json.dumps({**body, "contentHash": content_hash(body)}, indent=2).encode()


def refusal(data: bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        decode_claims(data, place="claims.json")
    return caught.value


def test_every_evidence_kind_and_optional_member_of_the_reference_tool_is_read() -> None:
    evidence: list[dict[str, Any]] = [
        {"kind": "package-field", "field": "version"},
        {"kind": "artifact-field", "path": "a.json", "field": "arms.1.rate", "transform": "percent-1dp"},
        {"kind": "artifact-sum", "path": "a.json", "arrayField": "arms", "field": "tokens"},
        {"kind": "snapshot-count", "entityKind": "package"},
        {"kind": "doctor-metric", "metric": "benchmark-hit-at-3-pct"},
    ]
    claims = [{**CLAIM, "claimId": f"c-{index}", "evidence": item} for index, item in enumerate(evidence)]
    presence = {**CLAIM, "claimId": "command", "evidence": {"kind": "cli-command", "command": "ak-docs parity"}}
    del presence["template"]
    worded = {
        **CLAIM,
        "claimId": "worded",
        "optional": ["docs/a.md"],
        "templates": {"docs/a.md": "**{value}** tests"},
        "severity": "warn",
    }

    read = decode_claims(registry(*claims, presence, worded), place="claims.json")

    assert isinstance(read, PublicClaims)
    assert len(read.claims) == 7
    assert read.claims[6].wording("docs/a.md") == "**{value}** tests"
    assert read.claims[6].wording("README.md") == "runs {value} tests"


def test_a_changed_registry_is_refused_before_anything_is_checked() -> None:
    data = registry(CLAIM).replace(b"runs {value}", b"ran {value}")

    assert refusal(data).code == "SEAL_MISMATCH"


def test_all_schema_faults_are_told_at_once_with_their_key_paths() -> None:
    first = {**CLAIM, "valueType": "money", "owner": ""}
    second = {**CLAIM, "claimId": "Other", "evidence": {"kind": "artifact-field", "path": "a.json", "fild": "x"}}
    third = {**CLAIM, "claimId": "third", "evidence": {"kind": "guess"}, "colour": 1}

    error = refusal(registry(first, second, third))

    assert error.code == "SCHEMA"
    lines = str(error).splitlines()[1:]
    for start in (
        "claims[0].owner:",
        "claims[0].valueType:",
        "claims[1].claimId:",
        "claims[1].evidence.fild:",
        "claims[2].evidence.kind:",
        "claims[2].colour:",
    ):
        assert any(line.strip().startswith(start) for line in lines), start


def test_all_faults_between_members_are_told_at_once() -> None:
    claims = [
        CLAIM,
        {**CLAIM, "template": "no slot", "optional": ["README.md"]},
        {**CLAIM, "claimId": "b", "template": "{value} and {value}", "templates": {"docs/x.md": "is {value}"}},
        {**CLAIM, "claimId": "c", "template": "{value}."},
        {**CLAIM, "claimId": "d", "evidence": {"kind": "cli-command", "command": "x"}},
        {**CLAIM, "claimId": "e", "valueType": "about"},
        {**CLAIM, "claimId": "f", "tolerance": "5%"},
    ]
    del claims[5]["template"]
    exceptions = [
        {"claimId": "tests", "surface": "docs/none.md", "reason": "known for long", "acceptedBy": "ann"},
        {"claimId": "nobody", "surface": "README.md", "reason": "        x", "acceptedBy": "ann"},
    ]

    error = refusal(registry(*claims, exceptions=exceptions))

    assert error.code == "REGISTRY"
    told = [line.strip().split(": ")[0] for line in str(error).splitlines()[1:-1]]
    assert told == [
        "claims[0].claimId",
        "claims[1].claimId",
        "claims[1].template",
        "claims[1].optional",
        "claims[2].template",
        "claims[2].templates['docs/x.md']",
        "claims[3].template",
        "claims[4].template",
        "claims[5].template",
        "claims[5].tolerance",
        "claims[6].tolerance",
        "exceptions[0].surface",
        "exceptions[1].claimId",
        "exceptions[1].reason",
    ]


def test_a_path_that_is_not_repository_relative_gets_one_message() -> None:
    case = next(case for case in cases("files") if case.id.startswith("86-"))
    named = [line.strip()[2:] for line in (case.folder / "config.yml").read_text().splitlines()[1:]]

    error = refusal(registry({**CLAIM, "required": named}))

    lines = [line for line in str(error).splitlines() if "required[" in line]
    assert len(lines) == len(named) == 4
    for line, word in zip(lines, ("backslash", "drive", "(..)", "empty or dot segment"), strict=True):
        assert word in line


@pytest.mark.parametrize("path", ["/etc/passwd", "~/a.md", "", "a//b", "a/", "./a", "a\x00b", "file:///x", "x" * 600])
def test_other_spellings_of_a_place_outside_are_refused(path: str) -> None:
    assert path_fault(path)


@pytest.mark.parametrize("path", ["README.md", "docs/r\u00e9sum\u00e9.md", "a b/c..d.md", ".github/x.yml"])
def test_a_repository_relative_path_is_taken(path: str) -> None:
    assert path_fault(path) == ""


def test_a_registry_that_is_absent_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"claims/x.json: \[NOT_FOUND\]"):
        read_claims(tmp_path / "x.json", place="claims/x.json")
