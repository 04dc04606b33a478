"""Every claim is made wrong in every way, on every surface, and somebody notices; or it is said that nobody would."""

from __future__ import annotations

from typing import Any

import pytest

from mkdocs_docbridge.parity import AcceptedFault, ArtifactField, Claim, PublicClaims
from mkdocs_docbridge.parity.check import Gate, Sources
from mkdocs_docbridge.parity.prove import Proof, prove
from mkdocs_docbridge.parity.values import ValueType


class Memory:
    """A repository held in a dict."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = files

    def read(self, path: str) -> bytes | None:
        text = self._files.get(path)
        return None if text is None else text.encode()


def gate(files: dict[str, str], fact: str, kind: ValueType, template: str, *surfaces: str, **changes: Any) -> Gate:
    claim = Claim(
        claim_id="c",
        statement="s",
        owner="o",
        evidence=ArtifactField(path="fact.json", field="v"),
        required=surfaces or ("README.md",),
        remediation="r",
        value_type=kind,
        template=template,
        **changes,
    )
    registry = PublicClaims(registry_version="v1", claims=(claim,))
    pages = {"page.html": files["rendered"]}.get if "rendered" in files else None
    memory = Memory({"fact.json": f'{{"v": "{fact}"}}', **files})
    return Gate(registry, Sources(memory, None, pages=pages), registry_path="claims.json")


def names(proofs: tuple[Proof, ...]) -> list[str]:
    return [proof.mutation for proof in proofs]


STATED = {
    "number": ("838", "runs {value} tests", "It runs **838** tests."),
    "grouped": ("12480", "runs {value} tests", "It runs `12,480` tests."),
    "split by an entity": ("12480", "runs {value} tests", "It runs 12&nbsp;480 tests."),
    "wrapped": ("838", "runs {value} tests", "It runs\n838\ntests."),
    "percent": ("87.5", "completes {value} of tasks", "It completes 87.50 % of tasks."),
    "semver": ("1.2.3", "Version {value} is out", "Version v1.2.3 is out."),
    "text": ("Ada", "by {value}, since", "Made by **Ada**, since 1843."),
    "at-least": ("838", "{value} tests run", "700+ tests run."),
    "about": ("838", "We run {value} tests", "We run ~840 tests."),
    "duration": ("300", "lives {value} at most", "It lives 5 min at most."),
    "bytes": ("2048", "takes {value} of memory", "It takes 2 KiB of memory."),
    "table": ("838", "| Tests | {value} |", "| a | b |\n|---|---|\n| Tests | 838 |"),
}


@pytest.mark.parametrize("kind", sorted(STATED))
def test_every_value_type_and_format_is_proved(kind: str) -> None:
    fact, template, page = STATED[kind]
    value_type: Any = {"grouped": "number", "split by an entity": "number", "wrapped": "number", "table": "number"}.get(
        kind, kind
    )
    changes = {"tolerance": "5%"} if kind == "about" else {}

    proofs = prove(gate({"README.md": f"# T\n\n{page}\n\nMore.\n"}, fact, value_type, template, **changes))

    assert [proof for proof in proofs if not proof.caught] == []
    assert "not stated" in names(proofs)
    assert any(name.startswith("the fact") for name in names(proofs))
    assert any(name.startswith("line ") for name in names(proofs))


def test_every_statement_of_every_surface_is_made_wrong_for_itself() -> None:
    files = {
        "README.md": "It runs 5 tests. Today it runs 5 tests.",
        "pyproject.toml": '[project]\ndescription = "runs 5 tests"\nother = 5\n',
        "a.py": '"""It runs 5 tests."""\n\nLIMIT = 5\n',
        "rendered": "<main><p>It runs <b>5</b> tests</p></main>",
    }
    surfaces = ("README.md", "pyproject.toml#project.description", "a.py#__doc__", "rendered:page.html")

    proofs = prove(gate(files, "5", "number", "runs {value} tests", *surfaces))

    assert all(proof.caught for proof in proofs)
    assert [sum(p.surface == s and p.mutation.startswith("line") for p in proofs) for s in surfaces] == [6, 3, 3, 3]


def test_a_claim_whose_fact_is_unknown_or_whose_page_is_not_built_is_not_proved() -> None:
    unknown = prove(gate({"README.md": "It runs 5 tests."}, "many", "number", "runs {value} tests"))
    unbuilt = prove(gate({}, "5", "number", "runs {value} tests", "rendered:page.html"))

    assert [proof.caught for proof in (*unknown, *unbuilt)] == [False, False]
    assert "its fact is not known" in unknown[0].reason
    assert unbuilt[0].reason == "not-built"


def test_an_accepted_surface_is_told_as_accepted() -> None:
    found = gate({"README.md": "It runs 5 tests."}, "5", "number", "runs {value} tests")
    accepted = AcceptedFault(claim_id="c", surface="README.md", reason="kept as history", accepted_by="ann")
    claims = PublicClaims(registry_version="v1", claims=tuple(found.claims), exceptions=(accepted,))
    proofs = prove(Gate(claims, found._sources, registry_path="claims.json"))

    assert all(proof.caught for proof in proofs)
    assert {proof.by for proof in proofs} == {
        "PARITY_MISSING, accepted",
        "PARITY_STALE, accepted",
        "PARITY_UNREADABLE, accepted",
    }


def test_a_guard_that_does_not_look_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    # were a check blind, --prove has to say so: here every statement is taken for true
    from mkdocs_docbridge.parity import match

    monkeypatch.setattr(match, "holds", lambda *_: True)
    proofs = prove(gate({"README.md": "It runs 5 tests."}, "5", "number", "runs {value} tests"))

    missed = [proof.mutation for proof in proofs if not proof.caught]
    assert "line 1: plus 1" in missed
    assert "the fact: plus 1" in missed
