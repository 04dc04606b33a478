"""Generated pages as files: what is written, what is never touched, and that it settles."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.site.sync import Sync
from tests.site.test_build import REGISTRY, registry
from tests.support.sites import FILES, docbridge, make_repository
from tests.support.trees import commit_all, write_tree

SEAL = re.compile(r"\n<!-- page written by docbridge sync; hash=[0-9a-f]{16} -->\n\Z")
AREAS = ["areas/src-tool-core.md", "areas/src-tool-web.md", "areas/src-tool.md"]
_LINK = re.compile(r"\]\(<?([^)>\s]+)>?\)")


def sync(root: Path, folder: Path, *, check: bool = False) -> list[str]:
    """The places that a run changes, or a check would."""
    with Project.open(root) as project:
        run = Sync(project.root, project.regions, project.regions.documents, pages=project.page_folder(folder))
        return [change.place for change in (run.changes() if check else run.write())]


def files(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def broken_links(folder: Path) -> list[str]:
    """Relative links of the pages to files that are not there."""
    found = []
    for page in folder.rglob("*.md"):
        for target in _LINK.findall(page.read_text(encoding="utf-8")):
            path = unquote(target.partition("#")[0])
            if "://" not in path and not (page.parent / path).is_file():
                found.append(f"{page.name}: {target}")
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", FILES)


@pytest.mark.parametrize("place", ["docs/docbridge", "handbook/generated", "../out"])
def test_pages_are_written_once_with_links_to_files_that_are_there(root: Path, place: str) -> None:
    write_tree(root, {REGISTRY: registry()})
    folder = root / place
    shown = folder.resolve().relative_to(root).as_posix() if ".." not in place else folder.as_posix()
    written = sync(root, folder)
    assert written == [f"{shown}/{name}" for name in [*AREAS, "index.md", "parity.md"]]
    assert files(folder) == [".docbridge-pages", *AREAS, "index.md", "parity.md"]
    assert all(SEAL.search((folder / name).read_text(encoding="utf-8")) for name in files(folder)[1:])
    assert broken_links(folder) == []
    times = [(folder / name).stat().st_mtime_ns for name in files(folder)]
    assert sync(root, folder, check=True) == []
    assert sync(root, folder) == []
    assert [(folder / name).stat().st_mtime_ns for name in files(folder)] == times


def test_a_page_links_to_documents_by_file_inside_of_the_repository_and_to_the_web_outside(root: Path) -> None:
    settings = f"repo_url: https://example.com/o/r\n{FILES['mkdocs.yml']!s}"
    write_tree(root, {"mkdocs.yml": settings})
    for place, link in {
        "docs/docbridge": "[Guide](../../guide.md)",
        "handbook": "[Guide](../../docs/guide.md)",
        "../out": "[Guide](https://example.com/o/r/blob/HEAD/docs/guide.md)",
    }.items():
        sync(root, root / place)
        assert link in (root / place / "areas/src-tool-core.md").read_text(encoding="utf-8")
    # nobody knows the HTML addresses that another generator gives; below the docs folder MkDocs' are known
    assert "xlink:href" in (root / "docs/docbridge/index.md").read_text(encoding="utf-8")
    assert "xlink:href" not in (root / "handbook/index.md").read_text(encoding="utf-8")


def test_written_pages_are_no_documents_of_the_snapshot(root: Path) -> None:
    with Project.open(root) as project:
        before = project.snapshot.content_hash
    sync(root, root / "docs/docbridge")
    with Project.open(root) as project:
        assert project.snapshot.content_hash == before
    commit_all(root)
    with Project.open(root) as project:
        assert project.scanned(revision="HEAD").snapshot.content_hash == before


def test_regions_and_pages_settle_in_one_run(root: Path) -> None:
    fill = "<!-- doc-bridge:generated source=area:src/tool/core -->\n<!-- /doc-bridge:generated -->\n"
    write_tree(root, {REGISTRY: registry(), "docs/index.md": f"# Home\n\n{fill}\nThe current version is 1.2.3.\n"})
    assert sync(root, root / "docs/docbridge")[0] == "docs/index.md"
    assert sync(root, root / "docs/docbridge", check=True) == []


def test_a_page_changes_with_what_it_tells_and_with_nothing_else(root: Path) -> None:
    sync(root, root / "handbook")
    write_tree(root, {"src/tool/web/app.py": '"""The web face."""\n\n\ndef serve_forever(): return 1\n'})
    assert sync(root, root / "handbook") == []
    write_tree(root, {"src/tool/web/app.py": '"""The face."""\n'})
    assert sync(root, root / "handbook") == ["handbook/areas/src-tool-web.md"]


def test_a_page_of_something_that_is_gone_is_removed_and_other_files_stay(root: Path) -> None:
    folder = root / "docs/docbridge"
    sync(root, folder)
    write_tree(folder, {"areas/mine.md": "# Mine\n", "areas/copy.md": (folder / "areas/src-tool-web.md").read_bytes()})
    (root / "src/tool/web/app.py").unlink()
    assert "docs/docbridge/areas/src-tool-web.md" in sync(root, folder)
    assert files(folder / "areas") == ["copy.md", "mine.md", "src-tool-core.md", "src-tool.md"]


def test_a_listed_page_that_somebody_made_their_own_is_not_removed(root: Path) -> None:
    folder = root / "docs/docbridge"
    sync(root, folder)
    page = folder / "areas/src-tool-web.md"
    own = SEAL.sub("\nMy words.\n", page.read_text(encoding="utf-8"))
    page.write_text(own, encoding="utf-8")
    (root / "src/tool/web/app.py").unlink()
    sync(root, folder)
    assert page.read_text(encoding="utf-8") == own
    assert "areas/src-tool-web.md" not in (folder / ".docbridge-pages").read_text(encoding="utf-8").split()


@pytest.mark.parametrize(
    ("place", "text", "code"),
    [
        ("index.md", "# Mine\n", "PAGE_TAKEN"),
        ("areas/src-tool.md", None, "PAGE_EDITED"),
    ],
)
def test_a_file_of_a_person_stops_everything(root: Path, place: str, text: str | None, code: str) -> None:
    folder = root / "docs/docbridge"
    if text is None:
        sync(root, folder)
        text = (folder / place).read_text(encoding="utf-8").replace("# tool", "# My tool")
    write_tree(folder, {place: text})
    write_tree(root, {"src/tool/more/__init__.py": ""})
    before = {name: (folder / name).read_bytes() for name in files(folder)}
    with pytest.raises(InputError) as caught:
        sync(root, folder)
    assert (caught.value.code, caught.value.place) == (code, f"docs/docbridge/{place}")
    assert {name: (folder / name).read_bytes() for name in files(folder)} == before


def test_links_out_of_the_folder_are_not_followed(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.mkdir()
    (root / "handbook").mkdir()
    (root / "handbook/areas").symlink_to(target)
    with pytest.raises(InputError, match="PAGE_TAKEN"):
        sync(root, root / "handbook")
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("is_link", [False, True])
def test_a_list_that_is_not_ours_is_not_overwritten(root: Path, is_link: bool) -> None:
    mine = write_tree(root, {"notes.txt": "mine\n", "handbook/other.txt": ""}) / "notes.txt"
    place = root / "handbook/.docbridge-pages"
    if is_link:
        place.symlink_to(mine)
    else:
        place.write_text("mine\n", encoding="utf-8")
    with pytest.raises(InputError, match="PAGE_TAKEN"):
        sync(root, root / "handbook")
    assert place.read_text(encoding="utf-8") == "mine\n"
    assert files(root / "handbook") == [".docbridge-pages", "other.txt"]


def test_a_list_cannot_name_files_outside_of_its_folder(root: Path) -> None:
    folder = root / "handbook"
    sync(root, folder)
    sealed = (folder / "index.md").read_bytes()
    outside = root.parent / "outside.md"
    outside.write_bytes(sealed)
    listed = (folder / ".docbridge-pages").read_text(encoding="utf-8")
    names = f"../../outside.md\n{outside}\n<<<<<<< ours\n./index.md\n"
    (folder / ".docbridge-pages").write_text(listed + names, encoding="utf-8")
    assert sync(root, folder) == []
    assert outside.read_bytes() == sealed
    assert (folder / ".docbridge-pages").read_text(encoding="utf-8") == listed


def test_a_checkout_with_other_line_ends_is_no_change(root: Path) -> None:
    folder = root / "handbook"
    sync(root, folder)
    for name in files(folder):
        (folder / name).write_bytes((folder / name).read_bytes().replace(b"\n", b"\r\n"))
    assert sync(root, folder, check=True) == []


def test_leftovers_of_a_killed_run_go_and_files_like_them_stay(root: Path) -> None:
    folder = root / "handbook"
    left = {"docs/.guide.md.abcd1234.docbridge.tmp": "x", "handbook/.index.md.abcd1234.docbridge.tmp": "x"}
    kept = {"docs/.other.md.abcd1234.docbridge.tmp": "x", "docs/.guide.md.tmp": "x"}
    write_tree(root, {**left, **kept})
    sync(root, folder)
    assert not any((root / path).exists() for path in left)
    assert all((root / path).exists() for path in kept)


def test_the_command_checks_shows_and_writes_pages(tmp_path: Path) -> None:
    root = make_repository(tmp_path)
    shown = docbridge(root, "sync", "--pages", "handbook", "--diff")
    assert shown.returncode == 0
    assert "--- /dev/null\n+++ b/handbook/index.md\n" in shown.stdout
    assert not (root / "handbook").exists()
    assert docbridge(root, "sync", "--pages", "handbook", "--check").returncode == 1
    done = docbridge(root, "sync", "--pages", "handbook", "--json")
    assert json.loads(done.stdout)["changed"] == [f"handbook/{name}" for name in [*AREAS, "index.md"]]
    clean = docbridge(root, "sync", "--pages", "handbook", "--check")
    assert (clean.returncode, clean.stdout) == (0, "every region and page is as it should be\n")
    refused = docbridge(root, "sync", "--pages", "mkdocs.yml")
    assert (refused.returncode, "Traceback" in refused.stderr) == (2, False)
