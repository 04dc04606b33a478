"""The doctor: points by hand, grades that are never better than what was measured, and its badge."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from mkdocs_docbridge.artifacts import decode, encode
from mkdocs_docbridge.audit import doctor as engine
from mkdocs_docbridge.audit.badge import badge, badge_svg
from mkdocs_docbridge.audit.doctor_model import DoctorReport, PartId
from mkdocs_docbridge.audit.doctor_parts import Measured
from mkdocs_docbridge.project import Project
from tests.support.sites import docbridge
from tests.support.trees import write_tree

SUITE = json.dumps(
    {
        "name": "own",
        "cases": [
            {"id": "one", "input": "the guide", "expected": ["docs/guide.md"]},
            {"id": "two", "input": "zzz nothing like it", "expected": ["docs/guide.md"]},
        ],
    }
)
FILES = {
    "mkdocs.yml": "site_name: Small\nplugins:\n  - docbridge: {areas: {depth: 2}, retrieval: {suite: suite.json}}\n",
    "suite.json": SUITE,
    "pyproject.toml": '[project]\nname = "tool"\nversion = "1"\n',
    "AGENTS.md": "# For agents\n\nSee `src/tool/core/a.py`.\n",
    "docs/index.md": "# Home\n\nAll is well here.\n",
    "docs/guide.md": "# Guide\n\nAbout `src/tool/core/a.py`, the guide.\n",
    "src/tool/core/a.py": "def a(): ...\n",
    "src/tool/web/b.py": "def b(): ...\n",
}


def examined(root: Path, files: dict[str, str]) -> DoctorReport:
    write_tree(root, files)
    with Project.open(root, root=root) as project:
        return project.doctor


def test_points_are_those_that_the_counts_give(tmp_path: Path) -> None:
    report = examined(tmp_path, FILES)
    found = {part.id: (part.have, part.total, part.points) for part in report.parts}
    assert found == {
        "index": (6, 6, 20.0),
        "reachability": (3, 3, 15.0),
        "areas": (1, 2, 3.75),
        "documents": (2, 3, 5.0),
        "agent-docs": (1, 1, 20.0),
        "human-docs": (1, 1, 10.0),
        "gates": (2, 2, 10.0),
        "benchmark": (1, 2, 5.0),
    }
    # 88.75 of 100 points
    assert (report.score, report.grade) == (88, "B")
    assert [(item.part, item.gain) for item in report.actions] == [
        ("benchmark", 5.0),
        ("areas", 3.75),
        ("documents", 2.5),
    ]
    figures = report.figures
    assert (figures.reachability_pct, figures.benchmark_hit_at_3_pct) == (100.0, 50.0)
    # the mean of 1/2 and 2/3, rounded down
    assert figures.connectivity_pct == 58.333333
    assert decode(DoctorReport, encode(report), place="doctor") == report


def test_documents_alone_are_scored_on_what_they_have(tmp_path: Path) -> None:
    files = {"mkdocs.yml": "site_name: S\n", "docs/index.md": "# Home\n\nAll is well.\n"}
    report = examined(tmp_path, files)
    states = {part.id: part.state for part in report.parts}
    assert {key for key, state in states.items() if state == "not-applicable"} == {
        "areas", "documents", "agent-docs", "human-docs",
    }  # fmt: skip
    # 45 of 55 points: the suite is missing, and that counts
    assert (states["benchmark"], report.score) == ("not-measured", 81)
    assert report.actions[0].text == "Write a suite of questions and name it in retrieval.suite."
    assert report.figures.connectivity_pct is None


def test_a_broken_link_fails_two_gates_and_a_gate_that_could_not_run_counts_neither_way(tmp_path: Path) -> None:
    report = examined(tmp_path, {**FILES, "docs/index.md": "# Home\n\nSee [it](no.md).\n"})
    assert {gate.id: gate.state for gate in report.gates} == {
        "regions": "not-analyzed", "links": "fail", "audit": "fail", "llms": "not-analyzed",
    }  # fmt: skip
    part = next(part for part in report.parts if part.id == "gates")
    assert (part.have, part.total, part.points, part.missing) == (0, 2, 0.0, ("audit", "links"))


def part(identifier: PartId, have: int | None, total: int | None, worth: int = 10) -> Measured:
    state = "measured" if total is not None else "not-measured"
    return Measured(identifier, "t", Fraction(worth), have, total, "do", state=state)  # type: ignore[arg-type]


def all_parts(**shares: tuple[int, int]) -> list[Measured]:
    names: tuple[PartId, ...] = (
        "index", "reachability", "areas", "documents", "agent-docs", "human-docs", "gates", "benchmark",
    )  # fmt: skip
    return [part(name, *shares.get(name.replace("-", "_"), (1, 1))) for name in names]


def graded(monkeypatch: pytest.MonkeyPatch, sources: object, parts: list[Measured]) -> DoctorReport:
    monkeypatch.setattr(engine, "measured_parts", lambda _sources, _gates: parts)
    monkeypatch.setattr(engine, "measured_gates", lambda _sources: iter(()))
    return engine.doctor(sources)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> object:
    from types import SimpleNamespace

    root = write_tree(tmp_path_factory.mktemp("tree"), {"docs/index.md": "# Home\n"})
    with Project.open(root, root=root) as project:
        return SimpleNamespace(snapshot=project.snapshot, audit=project.audit)


@pytest.mark.parametrize(
    ("shares", "grade", "reason"),
    [
        ({}, "A", None),
        ({"reachability": (652, 653)}, "B", "not every document can be found by search"),
        ({"areas": (7, 10), "documents": (8, 10)}, "B", "documents and code are connected to less than 80 %"),
        ({"areas": (8, 10), "documents": (8, 10)}, "A", None),
        ({"benchmark": (799, 1000)}, "B", "hit@3 of the project's own questions is below 80 %"),
        ({"benchmark": (8, 10)}, "A", None),
    ],
)
def test_an_a_is_held_back_by_shares_that_are_not_rounded(
    monkeypatch: pytest.MonkeyPatch, sources: object, shares: dict[str, tuple[int, int]], grade: str, reason: str | None
) -> None:
    report = graded(monkeypatch, sources, all_parts(**shares))
    assert (report.grade, report.held_back) == (grade, () if reason is None else (reason,))


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 50)), min_size=8, max_size=8))
def test_the_score_is_never_above_the_points_and_actions_bring_it_to_a_hundred(
    sources: object, pairs: list[tuple[int, int]]
) -> None:
    parts = [
        replace(item, have=min(have, total), total=total)
        for item, (have, total) in zip(all_parts(), pairs, strict=True)
    ]
    with pytest.MonkeyPatch.context() as patch:
        report = graded(patch, sources, parts)
    exact = 100 * sum((item.points for item in parts), Fraction(0)) / 80
    assert report.score <= exact < report.score + 1
    assert all(Fraction(str(shown.points)) <= item.points for shown, item in zip(report.parts, parts, strict=True))
    gained = float(exact) + sum(item.gain for item in report.actions)
    assert 99.99 < gained <= 100.0001
    least = {"A": 90, "B": 75, "C": 60, "D": 40, "F": 0}[report.grade]
    assert exact >= least


def test_badges_say_grade_and_score_in_words_and_load_nothing(tmp_path: Path) -> None:
    report = examined(tmp_path, FILES)
    made = badge(report)
    assert (made.label, made.message, made.color, made.schema_version) == ("docs", "B · 88/100", "green", 1)
    for grade in "ABCDF":
        svg = badge_svg(changed(report, grade=grade))
        root = ET.fromstring(svg)
        assert root.attrib["aria-label"] == f"docs: {grade} · 88/100"
        assert "href" not in svg
        assert svg.count("\n") == 1


def test_the_command_says_what_to_do_first_and_writes_badges(tmp_path: Path) -> None:
    root = write_tree(tmp_path, FILES)
    text = docbridge(root, "doctor")
    assert text.returncode == 0
    lines = text.stdout.splitlines()
    assert lines[0] == "next"
    assert re.match(r"  \+5\.0 +Improve the pages", lines[1])
    assert "B  88 of 100" in lines
    assert json.loads(docbridge(root, "doctor", "--json").stdout)["type"] == "doctor-report"
    assert (root / ".docbridge/report/doctor.json").is_file()
    docbridge(root, "doctor", "--badge", "badge.json")
    assert json.loads((root / "badge.json").read_bytes()) == {
        "schemaVersion": 1, "label": "docs", "message": "B · 88/100", "color": "green",
    }  # fmt: skip
    docbridge(root, "doctor", "--badge", "badge.svg")
    assert (root / "badge.svg").read_text(encoding="utf-8").startswith("<svg ")
