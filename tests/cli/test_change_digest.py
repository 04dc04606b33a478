"""``docbridge render change-digest``, the page of the site and the region."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import read
from mkdocs_docbridge.digest import ChangeDigest
from tests.support.sites import CONFIG, build, docbridge, make_repository
from tests.support.trees import git, write_tree

SINCE = CONFIG + "      site: {changes_since: first}\n"
GONE = "cites Engine, which src/tool/core/engine.py no longer exports"


def changed(root: Path, config: str = CONFIG) -> Path:
    """The small project, tagged ``first``, whose class Engine is gone since."""
    make_repository(
        root, {"mkdocs.yml": config.replace("  - docbridge\n", "  - docbridge:\n") if config != CONFIG else config}
    )
    git(root, "tag", "first")
    write_tree(root, {"src/tool/core/engine.py": "class Motor: ...\n"})
    return root


def test_without_a_baseline_it_says_how_to_make_one_and_the_last_scan_is_one(tmp_path: Path) -> None:
    root = make_repository(tmp_path)
    done = docbridge(root, "render", "change-digest")
    assert (done.returncode, done.stdout) == (2, "")
    assert "[NO_BASELINE]" in done.stderr
    assert "docbridge scan" in done.stderr
    docbridge(root, "scan")
    before = (root / ".docbridge/snapshot.json").read_bytes()
    write_tree(root, {"src/tool/core/engine.py": "class Motor: ...\n"})
    done = docbridge(root, "render", "change-digest", "--format", "text")
    assert f"docs/index.md:5: {GONE}" in done.stdout
    assert (root / ".docbridge/snapshot.json").read_bytes() == before


def test_a_revision_and_a_sealed_file_give_the_same_documents(tmp_path: Path) -> None:
    root = changed(tmp_path / "r")
    file = tmp_path / "before.json"
    docbridge(root, "scan", "--rev", "first", "--output", str(file))
    since = json.loads(docbridge(root, "render", "change-digest", "--since", "first", "--json").stdout)
    data = json.loads(docbridge(root, "render", "change-digest", "--data", str(file), "--json").stdout)
    assert since["digest"] == data["digest"]
    assert [item["path"] for item in since["digest"]["review"]] == ["docs/index.md"]
    assert since["pages"][0]["path"] == "docbridge/changes.md"
    assert GONE in since["pages"][0]["content"].replace("&#95;", "_")
    sealed = read(ChangeDigest, root / ".docbridge/report/change-digest.json")
    assert sealed.content_hash == since["digest"]["contentHash"]
    github = docbridge(root, "render", "change-digest", "--since", "first", "--format", "github")
    assert github.stdout.startswith("::warning file=docs/index.md,line=5,title=DOCUMENT_NAMES_WHAT_IS_GONE::cites")
    assert "1 broken, 0 likely, 0 possible" in github.stderr


def test_a_tampered_baseline_and_an_unknown_revision_are_refused(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    file = tmp_path / "before.json"
    docbridge(root, "scan", "--output", str(file))
    file.write_bytes(file.read_bytes().replace(b"Guide", b"Giude"))
    done = docbridge(root, "render", "change-digest", "--data", str(file))
    assert done.returncode == 2
    assert "before.json: [SEAL_MISMATCH]" in done.stderr
    done = docbridge(root, "render", "change-digest", "--since", "nowhere")
    assert done.returncode == 2
    assert "[UNKNOWN_REVISION] git knows no revision 'nowhere' here" in done.stderr
    for arguments in (("overview", "--since", "HEAD"), ("area", "--format", "text")):
        assert docbridge(root, "render", *arguments).returncode == 2


def test_a_shallow_clone_is_named_as_such_and_fails_a_build(tmp_path: Path) -> None:
    root = changed(tmp_path / "r", SINCE)
    git(root, "commit", "-aqm", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-tags", root.as_uri(), "clone")
    clone = tmp_path / "clone"
    done = docbridge(clone, "render", "change-digest", "--since", "first")
    assert done.returncode == 2
    assert "[SHALLOW_CLONE]" in done.stderr
    assert "git fetch --unshallow" in done.stderr
    built = build(clone)
    assert built.code == 1
    assert "mkdocs.yml: [SHALLOW_CLONE] site.changes_since" in built.output
    assert docbridge(clone, "check").returncode == 1


def test_the_site_has_a_page_of_the_changes_when_a_revision_is_set(tmp_path: Path) -> None:
    root = changed(tmp_path, SINCE)
    built = build(root, "--strict")
    assert built.code == 0, built.output
    assert GONE in built.page("docbridge/changes/index.html")
    assert "1 document to review since first" in built.page("docbridge/index.html")


def test_without_a_revision_there_is_no_page(tmp_path: Path) -> None:
    built = build(make_repository(tmp_path))
    assert not (built.site / "docbridge/changes").exists()


@pytest.mark.parametrize("config", [CONFIG, SINCE])
def test_a_region_tells_the_changes_and_settles(tmp_path: Path, config: str) -> None:
    root = changed(tmp_path, config)
    page = "# News\n\n<!-- doc-bridge:generated source=change-digest -->\n<!-- /doc-bridge:generated -->\n"
    write_tree(root, {"docs/news.md": page})
    done = docbridge(root, "sync")
    if config == CONFIG:
        assert "site.changes_since names no revision" in done.stdout
        return
    assert done.returncode == 0, done.stderr
    assert GONE in (root / "docs/news.md").read_text(encoding="utf-8").replace("&#95;", "_").replace("&#46;", ".")
    assert docbridge(root, "sync", "--check").returncode == 0


def test_check_says_what_would_fail_the_build_of_the_page(tmp_path: Path) -> None:
    config = CONFIG.replace("  - docbridge\n", "  - docbridge: {site: {changes_since: nope}}\n")
    done = docbridge(make_repository(tmp_path / "changes", {"mkdocs.yml": config}), "check")
    assert done.returncode in {1, 2}
    assert "nope" in done.stdout
    config = CONFIG.replace("  - docbridge\n", "  - docbridge: {retrieval: {suite: nope.json}}\n")
    done = docbridge(make_repository(tmp_path / "suite", {"mkdocs.yml": config}), "check")
    assert (done.returncode, "retrieval.suite: nope.json" in done.stderr) == (2, True)
