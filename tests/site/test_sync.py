"""``docbridge sync``: the only writer, whole files or nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import read_ledger
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.sync import Sync
from tests.support.cases import cases
from tests.support.sites import FILES, docbridge, environment, make_repository
from tests.support.trees import write_tree

FILL = "<!-- doc-bridge:generated source={} -->\n<!-- /doc-bridge:generated -->\n"
EDITED = "<!-- doc-bridge:generated hash=ca978112ca1bbdca -->\nb\n<!-- /doc-bridge:generated -->\n"


def page(*sources: str) -> str:
    return "# Guide\n\n" + "\nBetween.\n\n".join(FILL.format(source) for source in sources) + "\nAfter.\n"


def test_sync_fills_and_a_second_one_and_a_check_are_clean(tmp_path: Path) -> None:
    root = make_repository(
        tmp_path, {"docs/guide.md": page("area:src/tool/core", "coverage"), "README.md": page("coverage")}
    )
    assert docbridge(root, "sync", "--check").returncode == 1
    done = docbridge(root, "sync")
    assert (done.returncode, done.stdout.splitlines()) == (0, ["README.md: written", "docs/guide.md: written"])
    text = (root / "docs/guide.md").read_text(encoding="utf-8")
    assert "`Engine`" in text or "<code>Engine</code>" in text
    assert text.startswith("# Guide\n\n<!-- doc-bridge:generated hash=")
    assert text.endswith("\nAfter.\n")
    assert docbridge(root, "sync", "--check").returncode == 0
    assert docbridge(root, "check").returncode == 0
    before = (root / "docs/guide.md").stat().st_mtime_ns
    assert docbridge(root, "sync").stdout == "every region is as it should be\n"
    assert (root / "docs/guide.md").stat().st_mtime_ns == before


def test_a_fault_in_any_document_means_that_nothing_is_written(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page("coverage"), "docs/index.md": f"# H\n\n{EDITED}"})
    before = (root / "docs/guide.md").read_bytes()
    done = docbridge(root, "sync")
    assert done.returncode == 1
    assert "docs/index.md:3: [GENERATED_REGION_EDITED]" in done.stdout
    assert "nothing was written" in done.stdout
    assert (root / "docs/guide.md").read_bytes() == before
    assert docbridge(root, "sync", "docs/guide.md").returncode == 0
    assert (root / "docs/guide.md").read_bytes() != before


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("area:src/nowhere", "there is no area src/nowhere"),
        ("weather", "weather is not a kind of source"),
        ("parity", "registers no public claims"),
        ("template:x", "names no template x"),
    ],
)
def test_a_source_that_names_nothing_is_a_fault_with_its_line(tmp_path: Path, source: str, message: str) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page(source)})
    done = docbridge(root, "check")
    assert done.returncode == 1
    assert "docs/guide.md:3: [REGION_SOURCE_UNKNOWN]" in done.stdout
    assert message in done.stdout


def test_diff_prints_and_writes_nothing(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page("coverage")})
    done = docbridge(root, "sync", "--diff")
    assert done.returncode == 0
    assert "+Everything that was read was analysed." in done.stdout
    assert (root / "docs/guide.md").read_text(encoding="utf-8") == page("coverage")


def test_bytes_outside_regions_line_ends_and_marks_stay(tmp_path: Path) -> None:
    text = "\ufeff" + page("coverage").replace("\n", "\r\n").removesuffix("\r\n")
    root = make_repository(tmp_path, {"docs/guide.md": text.encode()})
    assert docbridge(root, "sync").returncode == 0
    after = (root / "docs/guide.md").read_bytes()
    assert after.startswith(b"\xef\xbb\xbf# Guide\r\n")
    assert after.endswith(b"\r\n\r\nAfter.")
    assert b"\n" not in after.replace(b"\r\n", b"")


def test_an_own_template_fills_a_region(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": str(FILES["mkdocs.yml"]).replace(
            "- docbridge", "- docbridge: {render: {templates: {team: t.md}}}"
        ),
        "t.md": "{{ areas|length }} areas\n",
        "docs/guide.md": page("template:team"),
    }
    root = make_repository(tmp_path, files)
    assert docbridge(root, "sync").returncode == 0
    assert "\n3 areas\n" in (root / "docs/guide.md").read_text(encoding="utf-8")


_SOURCES = st.sampled_from(["coverage", "area:src/tool/core", "area:src/tool/web"])
_PAGES = st.sampled_from(["docs/a.md", "docs/b.md", "README.md", "docs/sub/c.md"])


@given(st.dictionaries(_PAGES, st.lists(_SOURCES, min_size=1, max_size=3), min_size=1, max_size=3), st.booleans())
@settings(max_examples=8)
def test_sync_then_check_is_clean_whatever_the_regions(
    tmp_path_factory: pytest.TempPathFactory, regions: dict[str, list[str]], linked: bool
) -> None:
    root = write_tree(tmp_path_factory.mktemp("tree"), FILES)
    for path, sources in regions.items():
        link = "\nSee [home](/index.md), `src/tool/web/app.py` and `Engine`.\n" if linked else ""
        write_tree(root, {path: page(*sources) + link})
    with Project.open(root) as project:
        assert Sync(root, project.regions, project.regions.documents).write()
    with Project.open(root) as project:
        assert Sync(root, project.regions, project.regions.documents).changes() == []
        assert project.regions.faults == ()


def test_parallel_writers_leave_a_whole_file(tmp_path: Path) -> None:
    (case,) = [case for case in cases("files") if case.id.startswith("89")]
    script = "from mkdocs_docbridge.cli import main; main(['sync'])"
    done = subprocess.run(
        [sys.executable, str(case.folder / "run.py"), sys.executable, "-c", script],
        cwd=tmp_path,
        env={**environment(), "DOCBRIDGE_CACHE": str(tmp_path / "facts.db")},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "ok\n", done.stderr


def test_writers_of_one_repository_take_turns(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page("coverage", "area:src/tool/core")})
    script = "from mkdocs_docbridge.cli import main; main(['sync'])"
    running = [
        subprocess.Popen([sys.executable, "-c", script], cwd=root, env=environment(), stdout=subprocess.DEVNULL)
        for _ in range(4)
    ]
    assert [process.wait(60) for process in running] == [0, 0, 0, 0]
    assert docbridge(root, "sync", "--check").returncode == 0
    assert list(root.rglob("*.tmp")) == []


def test_a_hand_edit_is_overwritten_only_when_somebody_accepts_it_by_name(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page("coverage", "area:src/tool/core")})
    assert docbridge(root, "sync").returncode == 0
    path = root / "docs/guide.md"
    good = path.read_text(encoding="utf-8")
    path.write_text(good.replace("Everything", "Nothing"), encoding="utf-8")
    refused = docbridge(root, "sync")
    assert refused.returncode == 1
    assert "docbridge sync --accept-edited docs/guide.md:3 --by NAME" in refused.stdout
    assert docbridge(root, "sync", "--accept-edited", "docs/guide.md:3").returncode == 2
    edited = path.read_bytes()
    for place, message in {
        "docs/guide.md:1": "docs/guide.md:1: [REGION_NOT_FOUND] no generated region opens on this line",
        "docs/guide.md:10": "docs/guide.md:10: [REGION_NOT_FOUND]",
        "docs/guide.md:9": "docs/guide.md:9: [NOT_EDITED] the region was not edited by hand",
        "docs/guide.md:\u0663": "[NOT_FOUND]",
        "docs/guide.md": "[NOT_FOUND]",
        "nowhere.md:3": "nowhere.md:3: [NOT_FOUND]",
    }.items():
        stopped = docbridge(root, "sync", "--accept-edited", place, "--by", "me")
        assert (stopped.returncode, stopped.stdout) == (2, "")
        assert message in stopped.stderr
    assert docbridge(root, "sync", "--by", "me").returncode == 2
    assert "+Everything" in docbridge(root, "sync", "--accept-edited", "docs/guide.md:3", "--by", "me", "--diff").stdout
    assert path.read_bytes() == edited
    assert not (root / ".docbridge/accepted.jsonl").exists()
    done = docbridge(root, "sync", "--accept-edited", "docs/guide.md:3", "--by", "me")
    assert done.returncode == 0, done.stderr
    assert "-Nothing that was read was analysed." in done.stderr
    assert path.read_text(encoding="utf-8") == good
    (record,) = read_ledger(root / ".docbridge/accepted.jsonl", place="accepted.jsonl").records
    assert record == {
        "by": "me",
        "path": "docs/guide.md",
        "line": 3,
        "source": "coverage",
        "overwritten": "Nothing that was read was analysed.",
    }


def test_only_the_accepted_of_two_edits_is_overwritten_and_the_other_still_stops_everything(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page("coverage", "coverage")})
    assert docbridge(root, "sync").returncode == 0
    path = root / "docs/guide.md"
    path.write_text(path.read_text(encoding="utf-8").replace("Everything", "Nothing"), encoding="utf-8")
    both = path.read_bytes()
    stopped = docbridge(root, "sync", "--accept-edited", "docs/guide.md:3", "--by", "me")
    assert stopped.returncode == 1
    assert path.read_bytes() == both
    assert not (root / ".docbridge/accepted.jsonl").exists()


def test_an_edit_of_a_region_without_a_source_cannot_be_overwritten(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": f"# G\n\n{EDITED}"})
    done = docbridge(root, "sync", "--accept-edited", "docs/guide.md:3", "--by", "me")
    assert done.returncode == 2
    assert "docs/guide.md:3: [REGION_WITHOUT_SOURCE]" in done.stderr


def test_the_diff_in_json_and_the_exit_code_of_a_check_agree_with_ok(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": page("coverage")})
    shown, checked = docbridge(root, "sync", "--diff", "--json"), docbridge(root, "sync", "--check", "--json")
    assert (shown.returncode, json.loads(shown.stdout)["ok"]) == (0, True)
    assert "+Everything that was read was analysed." in json.loads(shown.stdout)["diff"].split("\n")
    assert (checked.returncode, json.loads(checked.stdout)["ok"]) == (1, False)
