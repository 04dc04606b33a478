"""``docbridge scan``: its options, what it says, and that it writes only what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import read
from mkdocs_docbridge.cli.scan_report import report
from mkdocs_docbridge.snapshot.model import Coverage, Snapshot
from mkdocs_docbridge.snapshot.scan import ScanCounts
from mkdocs_docbridge.snapshot.summary import Summary
from tests.support.sites import docbridge
from tests.support.trees import commit_all, write_tree

FILES = {
    "tool/__init__.py": "",
    "tool/core.py": "def run(): ...\n",
    "README.md": "# Tool\n\nCall `run()`. [Gone](gone.md)\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = write_tree(tmp_path / "tree", FILES)
    commit_all(root)
    return root


def test_a_revision_is_written_where_it_is_wanted(root: Path) -> None:
    docbridge(root, "scan")
    now = read(Snapshot, root / ".docbridge/snapshot.json")
    (root / "README.md").write_text("# Other\n")
    docbridge(root, "scan", "--rev", "HEAD", "--output", "before.json")
    before = read(Snapshot, root / "before.json")
    assert before == now
    docbridge(root, "scan")
    assert read(Snapshot, root / ".docbridge/snapshot.json").content_hash != before.content_hash


def test_an_equal_snapshot_is_not_written_again_and_a_changed_file_is(root: Path) -> None:
    docbridge(root, "scan")
    file = root / ".docbridge/snapshot.json"
    written, first = file.read_bytes(), file.stat().st_mtime_ns
    docbridge(root, "scan", "--jobs", "2")
    assert file.stat().st_mtime_ns == first
    file.write_bytes(b"something else")
    docbridge(root, "scan")
    assert file.read_bytes() == written


def test_what_was_done_and_what_was_not_is_said(root: Path) -> None:
    first = docbridge(root, "scan").stdout
    assert "3 files read, 3 new or changed, 3 analysed" in first
    assert "found       2 modules, 1 area, 1 document" in first
    assert "LINK_UNRESOLVED  README.md:3: gone.md leads to no file of the repository" in first
    assert "slowest files (CPU)" in first
    again = docbridge(root, "scan").stdout
    assert "0 new or changed, 0 analysed" in again
    assert "slowest" not in again


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--rev", "no-such-branch"), "[UNKNOWN_REVISION]"),
        (("--distributed", "tcp://127.0.0.1:1"), "[DISTRIBUTED_UNREACHABLE]"),
        (("--distributed", "no address"), "[DISTRIBUTED_UNREACHABLE]"),
    ],
)
def test_what_cannot_be_used_is_one_clear_error(root: Path, arguments: tuple[str, ...], code: str) -> None:
    done = docbridge(root, "scan", *arguments)
    assert done.returncode == 2
    assert code in done.stderr
    assert "Traceback" not in done.stderr


def test_a_long_list_is_wrapped_below_its_label() -> None:
    coverage = (
        Coverage(analyzer="a", status="partial", code="RARE", path="b.py", reason="r"),
        *(
            Coverage(analyzer="a", status="partial", code="FREQUENT", path=f"{n}.py", line=n, reason="f")
            for n in (1, 2)
        ),
    )
    summary = Summary(
        kinds={"module": 2},
        languages={f"language{number}": 1000 + number for number in range(8)},
        symbols=0,
        relations={},
        coverage=coverage,
        content_hash="abc",
    )
    lines = list(report(summary, ScanCounts(files=2)))
    assert max(map(len, lines)) <= 100
    assert lines[3].startswith("languages   language7 1,007, language6 1,006,")
    assert lines[4].startswith("            language")
    assert lines[6:9] == [
        "not, or only partly, analysed",
        "       2  FREQUENT  1.py:1: f",
        "       1  RARE      b.py: r",
    ]
    assert lines[-1] == "snapshot abc"
