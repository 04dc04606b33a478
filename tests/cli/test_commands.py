"""The command line: exit codes, JSON, clear errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import content_hash, decode
from mkdocs_docbridge.snapshot.model import Snapshot
from tests.site.test_build import REGISTRY, registry
from tests.support.sites import docbridge, make_repository
from tests.support.trees import commit_all, write_tree

COMMANDS = (
    "artifact",
    "audit",
    "bench",
    "check",
    "handoff",
    "mcp",
    "parity",
    "render",
    "scan",
    "search",
    "sync",
    "why",
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_repository(tmp_path_factory.mktemp("tree"), {REGISTRY: registry()})


def test_scan_writes_the_snapshot_and_prints_it_as_json(root: Path) -> None:
    done = docbridge(root, "scan", "--json")
    assert done.returncode == 0
    snapshot = decode(Snapshot, done.stdout.encode().rstrip(b"\n"), place="stdout")
    assert (root / ".docbridge/snapshot.json").read_bytes() == done.stdout.encode().rstrip(b"\n")
    assert f"snapshot {snapshot.content_hash}" in docbridge(root, "scan").stdout
    assert (root / ".docbridge/.gitignore").read_text(encoding="utf-8") == "*\n"


def test_search_gives_paths_json_and_an_explanation_that_sums_up(root: Path) -> None:
    assert docbridge(root, "search", "Engine", "--kinds", "module", "--paths").stdout == "src/tool/core/engine.py\n"
    found = json.loads(docbridge(root, "search", "Engine", "--json", "--explain").stdout)
    first = found["results"][0]
    assert first["id"] == "module:src/tool/core/engine.py"
    assert round(sum(first["explain"]["components"].values()), 6) == first["score"]
    plain = json.loads(docbridge(root, "search", "Engine", "--json").stdout)
    assert [item["id"] for item in plain["results"]] == [item["id"] for item in found["results"]]
    assert "score" in docbridge(root, "search", "Engine").stdout


def test_a_handoff_for_people_and_within_a_budget_for_programs(root: Path) -> None:
    text = docbridge(root, "handoff", "src/tool/core/engine.py").stdout
    assert "start here   src/tool/core/engine.py" in text
    assert "edit below   src/tool/core" in text
    done = docbridge(root, "handoff", "src/tool/core", "--json", "--budget-tokens", "1")
    made = json.loads(done.stdout)
    assert (made["target"]["id"], made["explain"], made["budget"]["fits"]) == ("area:src/tool/core", None, False)
    assert "more than the budget" in docbridge(root, "handoff", "src/tool/core", "--budget-tokens", "1").stderr


def test_an_unknown_name_is_refused_with_the_nearest(root: Path) -> None:
    done = docbridge(root, "handoff", "engin.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        "[NOT_FOUND] nothing has this id, name or path\n    did you mean module:src/tool/core/engine.py" in done.stderr
    )


def test_why_shows_each_step_with_its_place(root: Path) -> None:
    lines = docbridge(root, "why", "docs/index.md", "src/tool/web/app.py").stdout.splitlines()
    assert lines[0] == "document:docs/index.md"
    assert lines[1::2] == [
        "  mentions-symbol Engine -> module:src/tool/core/engine.py",
        "  imports -> module:src/tool/web/app.py",
    ]
    assert lines[2].startswith("      docs/index.md:5")
    made = json.loads(docbridge(root, "why", "docs/index.md", "src/tool/__init__.py", "--json").stdout)
    assert (made["steps"], made["note"]) == (None, "no relation leads from one to the other")


def test_search_from_a_folder_inside_and_with_a_root_answers_alike(root: Path) -> None:
    inside = docbridge(root / "src", "search", "Engine", "--paths", "--root", "..").stdout
    assert inside == docbridge(root, "search", "Engine", "--paths").stdout


def test_parity_and_check_as_json_and_annotations(root: Path) -> None:
    report = json.loads(docbridge(root, "parity", "--json").stdout)
    assert (report["status"], report["metrics"]["matched"]) == ("pass", 1)
    checked = json.loads(docbridge(root, "check", "--json").stdout)
    assert checked["ok"] is True
    assert {item["severity"] for item in checked["findings"]} <= {"info"}


def test_a_finding_is_printed_for_people_for_programs_and_for_github(tmp_path: Path) -> None:
    files = {
        REGISTRY: registry(),
        "docs/index.md": "# H\n\nThe current version is 0,1: no.\n\nThe current version is 9.9.9.\n",
    }
    root = make_repository(tmp_path, files)
    done = docbridge(root, "check", "--json")
    assert done.returncode == 1
    (finding,) = [item for item in json.loads(done.stdout)["findings"] if item["code"] == "PARITY_STALE"]
    assert (finding["path"], finding["line"], finding["blocking"], finding["stated"]) == (
        "docs/index.md",
        5,
        True,
        "9.9.9",
    )
    for_people = docbridge(root, "check").stdout.splitlines()
    assert "docs/index.md:5: [PARITY_STALE] states 9.9.9, the repository says 1.2.3" in for_people
    assert for_people[-1].partition(";")[0] == "2 findings, 2 blocking"
    assert "1 claim on 1 surface: 0 statements in step" in docbridge(root, "parity").stdout
    github = docbridge(root, "check", "--format", "github").stdout
    assert "::error file=docs/index.md,line=5,title=PARITY_STALE::" in github


@pytest.mark.parametrize("template", ["llms.txt", "overview", "area", "parity", "search"])
def test_every_template_renders_the_same_twice(root: Path, tmp_path: Path, template: str) -> None:
    first, second = (docbridge(root, "render", template) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout != ""
    pages = json.loads(docbridge(root, "render", template, "--json").stdout)["pages"]
    assert len(pages) == (3 if template == "area" else 1)
    output = tmp_path / ("areas" if template == "area" else "page.md")
    assert docbridge(root, "render", template, "--output", str(output)).returncode == 0
    written = sorted(output.iterdir()) if template == "area" else [output]
    assert {path.read_text(encoding="utf-8") for path in written} == {page["content"] for page in pages}


def test_print_template_prints_what_renders(root: Path) -> None:
    assert docbridge(root, "render", "area", "--print-template").stdout.startswith("---\ntitle: {{ title|meta }}")


def test_sealing_by_hand_says_what_changed_and_verify_accepts_it(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {REGISTRY: registry()})
    path = root / REGISTRY
    path.write_text(path.read_text(encoding="utf-8").replace('"owner": "docs"', '"owner": "team"'), encoding="utf-8")
    assert docbridge(root, "artifact", "verify", REGISTRY).returncode == 2
    done = docbridge(root, "artifact", "seal", REGISTRY)
    assert done.returncode == 0, done.stderr
    assert re.search(r'^\+.*"owner": "team"', done.stdout, re.MULTILINE)
    verified = docbridge(root, "artifact", "verify", REGISTRY)
    assert verified.returncode == 0
    digest = content_hash(json.loads(path.read_text(encoding="utf-8")))
    assert verified.stdout == f"{REGISTRY}: public-claims version 1 {digest}\n"


def test_the_benchmark_is_sealed_repeats_and_guards_a_baseline(root: Path, tmp_path: Path) -> None:
    suite = {"name": "s", "cases": [{"id": "a", "input": "Engine", "expected": ["src/tool/core/engine.py"]}]}
    write_tree(tmp_path, {"suite.json": json.dumps(suite)})
    options = ("bench", "retrieval", "--suite", str(tmp_path / "suite.json"))
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert docbridge(root, *options, "--output", str(one)).returncode == 0
    assert docbridge(root, *options, "--output", str(two)).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    assert docbridge(root, "artifact", "verify", str(one)).returncode == 0
    assert docbridge(root, *options, "--baseline", str(one)).returncode == 0
    assert docbridge(root, *options, "--baseline", str(one), "--update-baseline").returncode == 2
    assert docbridge(root, "render", "study", "--data", str(one)).stdout.startswith("---\ntitle: ")
    empty = {**suite, "cases": [{**suite["cases"][0], "input": "nobody wrote these words"}]}
    write_tree(tmp_path, {"suite.json": json.dumps(empty)})
    other = docbridge(root, *options, "--baseline", str(one))
    assert other.returncode == 2
    assert "BASELINE_OTHER_SUITE" in other.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search", "x", "--kinds", "modul"), "no such kind: modul"),
        (("parity", "--claims", "no.json"), "[NOT_FOUND]"),
        (("artifact", "verify", "no.json"), "[UNREADABLE]"),
        (("artifact", "verify", "mkdocs.yml"), "[NOT_JSON]"),
        (("artifact", "seal", "pyproject.toml"), "[NOT_JSON]"),
        (("bench", "retrieval"), "[NO_SUITE]"),
        (("render", "study"), "[NOTHING_TO_RENDER]"),
        (("render", "area", "--data", "x.json"), "rendered from the tree"),
        (("sync", "nowhere.md"), "[NOT_FOUND]"),
        (("scan", "--root", "nowhere"), "[ROOT_NOT_FOUND]"),
        (("scan", "-f", "nowhere.yml"), "[NOT_FOUND]"),
        (("scan", "--nonsense"), "No such option"),
        (("nonsense",), "No such command"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_input_that_cannot_be_used_ends_with_2_and_one_message(
    root: Path, arguments: tuple[str, ...], message: str
) -> None:
    done = docbridge(root, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_page_that_is_not_utf8_is_named_and_ends_with_2(tmp_path: Path) -> None:
    root = make_repository(tmp_path, {"docs/guide.md": b"# Caf\xe9\n"})
    done = docbridge(root, "check")
    assert done.returncode == 2
    assert "docs/guide.md:1: [NOT_UTF8]" in done.stdout


def test_outside_of_git_files_are_walked_and_an_empty_repository_is_refused(tmp_path: Path) -> None:
    plain = write_tree(tmp_path / "plain", {"a.md": "# A\n"})
    empty = tmp_path / "empty"
    empty.mkdir()
    commit_all(empty)
    done = docbridge(plain, "check")
    assert done.returncode == 0
    assert done.stdout.endswith("pages were not checked\nnothing to say against it\n")
    assert "no git repository" in done.stderr
    assert docbridge(plain, "search", "a", "--paths").stdout == "a.md\n"
    for command in ("check", "scan"):
        done = docbridge(empty, command)
        assert (done.returncode, done.stdout) == (2, "")
        assert "[EMPTY_REPOSITORY] there is no file here" in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(root: Path, command: str) -> None:
    done = docbridge(root, command, "--help")
    assert done.returncode == 0
    nested = {"artifact": "verify", "bench": "retrieval"}.get(command)
    text = docbridge(root, command, nested, "--help").stdout if nested else done.stdout
    assert "Example:" in text


def test_version_needs_no_heavy_import() -> None:
    script = "import sys; from mkdocs_docbridge.cli import app; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    for name in ("mkdocs'", "tree_sitter'", "lunr'", "jinja2'", "msgspec'", "sqlite3'"):
        assert f"'{name}" not in done.stdout


def test_the_engine_works_where_mkdocs_is_absent(root: Path) -> None:
    script = (
        "import sys\nfor name in ('mkdocs', 'properdocs'): sys.modules[name] = None\n"
        "from mkdocs_docbridge.cli import main\nmain(['check'])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "nothing to say against it; 2 remarks more with --all\n")
