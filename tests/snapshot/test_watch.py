"""Git is not asked again while it would answer the same, and is whenever it would not."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mkdocs_docbridge import git as git_module
from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot import watch
from mkdocs_docbridge.snapshot.model import SourceRevision
from tests.snapshot.test_edits import edit
from tests.support.trees import commit_all, git, scanned, write_tree

EDITS = int(os.environ.get("DOCBRIDGE_EDITS", "60"))
FILES = {
    "tool/core.py": "def run(): ...\n",
    "tool/data/keep.txt": "x\n",
    "docs/index.md": "# Home\n\nSee `run`.\n",
    "README.md": "# Tool\n",
    ".gitignore": "*.log\n/build/\n",
}
TICK = 0.05
"""Seconds after which no time is too fresh to be trusted."""

Asked = list[tuple[str, ...]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What git is asked."""
    found: Asked = []
    real = git_module._run

    def spied(root: Path, *arguments: str) -> bytes | None:
        found.append(arguments)
        return real(root, *arguments)

    monkeypatch.setattr(git_module, "_run", spied)
    return found


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that was scanned and did not change since, below a home folder of its own."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    root = write_tree(tmp_path / "tree", FILES)
    commit_all(root)
    # git looks at each file once, so that it need not write its index later
    git(root, "status")
    time.sleep(TICK)
    scanned(root, cache=tmp_path / "facts.db")
    time.sleep(TICK)
    return root


def warm(root: Path) -> bytes:
    return encode(scanned(root, cache=root.parent / "facts.db").snapshot)


def revision(root: Path) -> SourceRevision:
    found = scanned(root, cache=root.parent / "facts.db").snapshot.provenance
    assert isinstance(found, SourceRevision)
    return found


def test_git_is_not_asked_about_a_tree_that_did_not_change(tree: Path, asked: Asked) -> None:
    before = encode(scanned(tree).snapshot)
    asked.clear()
    assert warm(tree) == before
    assert asked == []


def test_after_an_edit_git_is_only_asked_whether_the_file_differs(tree: Path, asked: Asked) -> None:
    (tree / "tool/core.py").write_text("def walk(): ...\n")
    time.sleep(TICK)
    assert revision(tree).dirty
    assert [arguments[1] for arguments in asked] == ["status"]
    assert asked[0][-1] == "tool/core.py"
    asked.clear()
    assert revision(tree).dirty
    assert asked == []
    (tree / "tool/core.py").write_text(FILES["tool/core.py"])
    time.sleep(TICK)
    assert not revision(tree).dirty


def test_a_file_written_anew_with_its_old_bytes_does_not_differ(tree: Path) -> None:
    (tree / "README.md").write_text(FILES["README.md"])
    time.sleep(TICK)
    assert not revision(tree).dirty


def _append(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(text)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a new file": lambda root: _append(root / "tool/new.py", "x = 1\n"),
    "a new file in a new folder": lambda root: _append(root / "some/where/new.md", "# New\n"),
    "a file that is gone": lambda root: (root / "docs/index.md").unlink(),
    "a file that was renamed": lambda root: (root / "README.md").rename(root / "READ.md"),
    "a rule at the top": lambda root: _append(root / ".gitignore", "docs/\n*.md\n"),
    "a rule in a folder": lambda root: _append(root / "docs/.gitignore", "*\n"),
    "a rule of the repository": lambda root: _append(root / ".git/info/exclude", "*.extra\n"),
    "a rule of the user": lambda root: _append(root.parent / "home/.config/git/ignore", "*.extra\n"),
    "a file of rules that is named": lambda root: (
        _append(root.parent / "elsewhere", "*.extra\n"),
        git(root, "config", "core.excludesFile", str(root.parent / "elsewhere")),
    ),
    "a setting of the user": lambda root: (
        _append(root.parent / "elsewhere", "*.extra\n"),
        _append(root.parent / "home/.gitconfig", f"[core]\n\texcludesFile = {root.parent / 'elsewhere'}\n"),
    ),
    "a commit": lambda root: git(root, "commit", "-q", "--allow-empty", "-m", "next"),
    "a branch": lambda root: git(root, "switch", "-q", "-c", "other"),
    "a detached head": lambda root: git(root, "checkout", "-q", "--detach"),
    "a file taken out of the index": lambda root: git(root, "rm", "-q", "--cached", "README.md"),
    "a file in a folder that is left out": lambda root: _append(root / "build/x.md", "# X\n"),
    "a repository inside": lambda root: commit_all(write_tree(root / "inner", {"a.md": "# A\n"})),
    "a link in place of a file": lambda root: (
        (root / "README.md").unlink(),
        (root / "README.md").symlink_to("docs/index.md"),
    ),
    "another mode": lambda root: (root / "README.md").chmod(0o755),
    "attributes": lambda root: _append(root / ".gitattributes", "*.md text eol=crlf\n"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_may_change_gits_answer_is_seen(tree: Path, name: str) -> None:
    write_tree(tree, {"x.extra": "x\n", "y.log": "y\n", "only/ignored/z.log": "z\n"})
    time.sleep(TICK)
    warm(tree)
    time.sleep(TICK)
    CHANGES[name](tree)
    time.sleep(TICK)
    for _ in range(3):
        assert warm(tree) == encode(scanned(tree).snapshot)


def test_a_setting_that_is_included_later_is_seen(tree: Path) -> None:
    write_tree(tree, {"x.extra": "x\n"})
    commit_all(tree)
    git(tree, "rm", "-q", "--cached", "x.extra")
    git(tree, "config", "include.path", "../../more")
    time.sleep(TICK)
    assert revision(tree).dirty
    time.sleep(TICK)
    commit_all(tree)
    git(tree, "rm", "-q", "--cached", "x.extra")
    git(tree, "commit", "-q", "-m", "without")
    time.sleep(TICK)
    assert revision(tree).dirty
    _append(tree.parent / "rules", "*.extra\n")
    _append(tree.parent / "more", f"[core]\n\texcludesFile = {tree.parent / 'rules'}\n")
    time.sleep(TICK)
    assert not revision(tree).dirty


def test_another_environment_of_git_is_seen(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_tree(tree, {"x.extra": "x\n"})
    time.sleep(TICK)
    assert revision(tree).dirty
    rules, settings = tree.parent / "rules", tree.parent / "settings"
    _append(rules, "*.extra\n")
    _append(settings, f"[core]\n\texcludesFile = {rules}\n")
    time.sleep(TICK)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    assert not revision(tree).dirty


def test_a_link_follows_what_it_leads_to(tree: Path) -> None:
    (tree / "docs/link.md").symlink_to("../README.md")
    (tree / "docs/lost.md").symlink_to("../later.md")
    commit_all(tree)
    time.sleep(TICK)
    warm(tree)
    time.sleep(TICK)
    (tree / "README.md").write_text("# Other\n")
    time.sleep(TICK)
    assert warm(tree) == encode(scanned(tree).snapshot)
    time.sleep(TICK)
    write_tree(tree, {"later.md": "# Later\n"})
    time.sleep(TICK)
    assert warm(tree) == encode(scanned(tree).snapshot)


def test_a_file_system_whose_folders_do_not_tell_is_not_relied_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    root = write_tree(tmp_path / "tree", FILES)
    commit_all(root)
    monkeypatch.setattr(watch, "_tells_of_changes", lambda *_: False)
    for _ in range(3):
        time.sleep(TICK)
        asked.clear()
        warm(root)
        assert any("ls-files" in arguments for arguments in asked)


def test_the_file_system_of_the_tests_tells(tmp_path: Path) -> None:
    assert watch._tells_of_changes(tmp_path, tmp_path.stat().st_dev)
    assert not watch._tells_of_changes(tmp_path, -1)
    assert not watch._tells_of_changes(tmp_path / "none", tmp_path.stat().st_dev)


def _of_git(root: Path, random_: random.Random) -> None:
    """One thing that is done with git, or to what it goes by."""
    if not (root / ".git/HEAD").exists():
        git(root, "init", "-q", "-b", "main")
    rule = random_.choice(["*.py\n", "docs/\n", "!*.md\n", "/web/\n", "a*\n", "*\n"])
    folder = random_.choice(["", "docs/", "tool/", ".git/info/"])
    what = random_.randrange(6)
    if what == 0:
        _append(root / folder / ("exclude" if folder.startswith(".git") else ".gitignore"), rule)
    elif what == 1:
        (root / folder / ("exclude" if folder.startswith(".git") else ".gitignore")).unlink(missing_ok=True)
    elif what == 2:
        git(root, "add", "-A")
    elif what == 3:
        commit_all(root)
    elif what == 4:
        git(root, "rm", "-rq", "--cached", "--ignore-unmatch", random_.choice(["docs", "tool", "."]))
    else:
        git(root, "config", "core.fileMode", random_.choice(["true", "false"]))


@pytest.mark.parametrize("seed", [7, 8])
def test_what_is_seen_after_any_edits_is_what_a_first_scan_sees(tmp_path: Path, seed: int) -> None:
    root, random_ = write_tree(tmp_path / "tree", {"README.md": "# Tool\n"}), random.Random(seed)
    git(root, "init", "-q", "-b", "main")
    for _ in range(EDITS // 4):
        for _ in range(random_.randrange(1, 3)):
            (edit if random_.random() < 0.6 else _of_git)(root, random_)
        if not any(path.is_file() for path in root.rglob("*") if ".git" not in path.parts):
            write_tree(root, {"README.md": "# Again\n"})
        # mostly a while later, as people do; sometimes at once, as programs do
        settles = random_.random() < 0.8
        for _ in range(2):
            time.sleep(TICK if settles else 0)
            try:
                cold: bytes | str = encode(scanned(root).snapshot)
            except InputError as error:
                cold = str(error)
            try:
                seen: bytes | str = warm(root)
            except InputError as error:
                seen = str(error)
            assert seen == cold
