"""Rounds over cases: their order, what stands before and after each, and what becomes of one that fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench import cases, run
from bench.cases import Site, analysed_files, make_cases
from bench.peers import Peer, find_ctags
from bench.run import real, run_tree, synthetic
from mkdocs_docbridge.artifacts import write
from tests.support.trees import commit_all, scanned, write_tree

ABSENT = Peer("peer", missing="not here")
STAND_IN = """#!{python} -S
import os, shutil, sys
if sys.argv[1] == "scan":
    os.makedirs(".docbridge", exist_ok=True)
    shutil.copy({snapshot!r}, ".docbridge/snapshot.json")
    open(".docbridge/.gitignore", "w").write("*")
"""


def stand_in(root: Path, folder: Path) -> str:
    """A program that answers as docbridge does on ``root``, and quicker."""
    snapshot = folder / "made-before.json"
    write(scanned(root).snapshot, snapshot)
    program = folder / "docbridge"
    program.write_text(STAND_IN.format(python=sys.executable, snapshot=str(snapshot)))
    program.chmod(0o755)
    return str(program)


def site(root: Path, scratch: Path, docbridge: str = "false") -> Site:
    scratch.mkdir()
    return Site(root, scratch, docbridge, has_jobs=False, ctags=ABSENT, acco=ABSENT)


def test_a_small_tree_is_measured_in_interleaved_rounds_and_left_as_it_was(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "source", {"a.py": "x = 1\n", "b.md": "# B\n"})
    commit_all(root)
    prepared = real(tmp_path, "small", root)
    place = site(prepared.root, tmp_path / "s", stand_in(root, tmp_path))
    said: list[str] = []
    record = run_tree(prepared, place, tmp_path, rounds=2, limit=300, say=said.append)
    assert (record.files, said) == (2, ["small: round 1 of 2", "small: round 2 of 2"])
    by_name = {case.name: case for case in record.cases}
    for name in (cases.FLOOR, cases.COLD, cases.WARM, cases.CHANGED, cases.VERIFY, cases.SEAL, cases.STATUS):
        assert [(sample.round, sample.usage.error) for sample in by_name[name].samples] == [(1, ""), (2, "")], name
    assert by_name[cases.CTAGS].left_out == by_name[cases.ACCO].left_out == "not here"
    assert by_name[cases.COLD_2].left_out == "this docbridge has no --jobs"
    status = subprocess.run(["git", "status", "--porcelain"], cwd=prepared.root, capture_output=True, check=True)
    assert status.stdout == b""


def test_a_tree_of_an_earlier_run_is_taken_again(tmp_path: Path) -> None:
    first = synthetic(tmp_path, 100, 3)
    (first.root / ".docbridge").mkdir()
    assert synthetic(tmp_path, 100, 3) == first
    assert (first.root / ".docbridge").exists()


def test_a_real_repository_is_cloned_and_nothing_is_written_to_it(tmp_path: Path) -> None:
    source = write_tree(tmp_path / "source", {"a.py": "x = 1\n"})
    commit_all(source)
    (source / "later.py").write_text("y = 2\n")
    prepared = real(tmp_path, "mine", source)
    assert cases.tracked(prepared.root) == ["a.py"]
    assert len(prepared.digest) == 40


def test_a_plain_folder_becomes_a_repository_of_its_own(tmp_path: Path) -> None:
    source = write_tree(tmp_path / "source", {"a.py": "x = 1\n"})
    prepared = real(tmp_path, "plain", source)
    assert cases.tracked(prepared.root) == ["a.py"]
    assert not (source / ".git").exists()


def test_the_changed_file_is_another_one_each_time_and_is_put_back(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", {"a.py": "x = 1\n", "b.py": "y = 1\n", "c.py": ""})
    commit_all(root)
    (changed,) = [
        case for case in make_cases(site(root, tmp_path / "s"), ["a.py", "b.py"]) if case.name == cases.CHANGED
    ]
    times = (root / "b.py").stat().st_mtime_ns
    seen = []
    for _ in range(2):
        changed.before()
        seen.append((root / "b.py").read_text())
        changed.after()
    assert seen == ["y = 1\n\n", "y = 1\n\n\n"]
    assert ((root / "b.py").read_text(), (root / "b.py").stat().st_mtime_ns) == ("y = 1\n", times)


def test_the_files_for_ctags_are_the_documents_and_modules_of_the_snapshot(tmp_path: Path) -> None:
    file = tmp_path / "snapshot.json"
    file.write_text('{"entities": [{"id": "module:b.py"}, {"id": "area:src"}, {"id": "document:a.md", "x": 1}]}')
    assert analysed_files(file) == ["a.md", "b.py"]


def test_a_case_that_fails_is_left_out_from_then_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_tree(tmp_path / "tree", {"a.py": "x = 1\n"})
    commit_all(root)
    failing = cases.Case("scan, broken", [sys.executable, "-c", "import sys; sys.exit('it broke')"])
    monkeypatch.setattr(run, "make_cases", lambda *_: [failing])
    prepared = real(tmp_path, "mine", root)
    place = site(prepared.root, tmp_path / "s", stand_in(root, tmp_path))
    record = run_tree(prepared, place, tmp_path, rounds=3, limit=300, say=lambda _: None)
    (case,) = record.cases
    assert len(case.samples) == 1
    assert case.left_out == "failed in round 1: exit code 1: it broke"


def test_a_first_scan_that_fails_ends_the_run(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", {"a.py": "x = 1\n"})
    prepared = real(tmp_path, "mine", root)
    broken = site(prepared.root, tmp_path / "s")
    with pytest.raises(RuntimeError, match="the first scan failed: exit code 1"):
        run_tree(prepared, broken, tmp_path, rounds=1, limit=60, say=lambda _: None)


def test_another_ctags_is_missed_aloud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_ctags().missing == "ctags is not on the path (package universal-ctags)"
    program = tmp_path / "ctags"
    program.write_text("#!/bin/sh\necho 'Exuberant Ctags 5.8'\n")
    program.chmod(0o755)
    assert find_ctags().missing == "Exuberant Ctags 5.8 is not universal-ctags"
