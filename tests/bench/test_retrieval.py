"""The retrieval bench: work trees by revision, and figures by hand."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bench.retrieval.figures import groups, rows, scores
from bench.retrieval.report import recorded, render
from bench.retrieval.run import figures, run
from bench.retrieval.suites import Repository, Task, Tree, read_suite, write_tree
from tests.support.trees import commit_all, git
from tests.support.trees import write_tree as write_files


def task(name: str, *files: str, kind: str = "code", class_: str = "semantic") -> Task:
    return Task(name, "r", "0" * 40, "a question", class_, kind, files)  # type: ignore[arg-type]


@pytest.fixture
def mirror(tmp_path: Path) -> tuple[Path, str]:
    """A mirror with one repository, and its only revision."""
    repository = tmp_path / "mirror" / "o+r" / "repo"
    files = {
        ".gitattributes": "/docs export-ignore\n",
        "docs/cache.md": "# Cache\n\nHow entries expire.\n",
        "lib/cache.py": '"""Entries that expire."""\n\ndef expire_entry():\n    pass\n',
        "lib/net.py": '"""Sockets."""\n\ndef connect():\n    pass\n',
    }
    work = write_files(tmp_path / "work-tree", files)
    commit_all(work)
    repository.parent.mkdir(parents=True)
    git(work, "clone", "-q", "--bare", ".", os.fspath(repository))
    revision = (work / ".git/refs/heads/main").read_text(encoding="ascii").strip()
    return tmp_path / "mirror", revision


def test_metrics_of_one_ranking() -> None:
    found = scores(task("t", "b", "x"), ["a", "b", "c"])
    assert found.values == (0.0, 1.0, 1.0, 0.5, 0.5)
    assert scores(task("t", "z"), ["a"]).values == (0.0,) * 5
    late = [*map(str, range(10)), "b"]
    assert scores(task("t", "b"), late).values == (0.0, 0.0, 0.0, 0.0, 1.0)


def test_groups_and_differences_beside_the_peer() -> None:
    tasks = [task("a", "f"), task("b", "f", class_="identifier-bearing"), task("c", "f", kind="docs")]
    assert list(groups(tasks)) == [
        "code", "code, semantic", "code, identifier-bearing", "code: r", "docs", "docs, semantic", "docs: r",
    ]  # fmt: skip
    first, second = scores(tasks[0], ["f"]), scores(tasks[0], ["x", "x", "x", "f"])
    by_arm = {"own": dict.fromkeys("abc", first), "peer": dict.fromkeys("abc", second)}
    (own, peer) = rows(tasks, by_arm, "own", "peer")[:2]
    assert own.means[3] == 1.0
    assert own.gains == (1.0, 0.75)
    assert own.gain_intervals == (None, None)
    assert peer.gains is None


def test_recorded_figures_stand_beside_whole_suites_only() -> None:
    assert {row.group for row in recorded()} >= {"code", "code, semantic", "docs", "docs, semantic"}
    one = rows([task("a", "f")], {"own": {"a": scores(task("a", "f"), ["f"])}}, "own", "own")
    assert "acco" not in render(one)


def test_a_tree_has_what_archives_leave_out_and_only_its_scope(mirror: tuple[Path, str], tmp_path: Path) -> None:
    folder, revision = mirror
    whole = write_tree(Tree(Repository("o/r"), revision, ()), folder, tmp_path / "out")
    assert (whole / "docs/cache.md").is_file()
    assert not (whole / ".git").exists()
    part = write_tree(Tree(Repository("o/r", "docs"), revision, ()), folder, tmp_path / "out")
    assert part.name.endswith("+scope")
    assert [path.name for path in part.rglob("*") if path.is_file()] == ["cache.md"]
    with pytest.raises(FileNotFoundError, match="fetch it first"):
        write_tree(Tree(Repository("o/other"), revision, ()), folder, tmp_path / "out")


def test_a_suite_is_asked_and_measured(mirror: tuple[Path, str], tmp_path: Path) -> None:
    folder, revision = mirror
    manifest = tmp_path / "suite.json"
    shared = {"repository": "r", "revision": revision, "class": "semantic", "source": {"origin": "commit"}}
    tasks = [
        {"id": "c", "kind": "code", "query": "entries never expire", "files": ["lib/cache.py"], **shared},
        {"id": "d", "kind": "docs", "query": "when do entries expire", "files": ["docs/cache.md"], **shared},
    ]
    repositories = {"r": {"repository": "o/r", "license": "MIT"}}
    manifest.write_text(json.dumps({"name": "s", "repositories": repositories, "tasks": tasks}), encoding="utf-8")
    suites = [read_suite(manifest)]
    answers = run(suites, folder, tmp_path / "work", 1, lambda _: None)
    assert {answer.task: answer.ranked["docbridge"][0] for answer in answers} == {
        "c": "lib/cache.py",
        "d": "docs/cache.md",
    }
    own = next(row for row in figures(suites, answers) if row.group == "docs" and row.arm == "docbridge")
    assert own.means == (1.0, 1.0, 1.0, 1.0, 1.0)
