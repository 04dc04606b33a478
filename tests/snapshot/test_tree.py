"""Which files a scan reads again, and that a revision gives what its checkout gives."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import msgspec
import pytest

from mkdocs_docbridge import git as git_module
from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.model import Snapshot
from mkdocs_docbridge.snapshot.working_tree import WorkingTree
from tests.support.trees import commit_all, git, scanned, write_tree

FILES = {
    "pyproject.toml": '[project]\nname = "tool"\n',
    "tool/__init__.py": '"""A tool."""\nfrom .core import run\n',
    "tool/core.py": "def run(): ...\n",
    "docs/index.md": "# Home\n\nSee `run`.\n",
    "README.md": "# Tool\n\n[Docs](docs/index.md)\n",
    "CODEOWNERS": "/tool @org/tool\n",
}


def settle(root: Path) -> None:
    """Makes every file look an hour old, so that no time is too fresh to be trusted."""
    past = time.time() - 3600
    for path in root.rglob("*"):
        os.utime(path, (past, past))
    # the change time cannot be set: it is now
    time.sleep(0.05)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that scans read, as they read them."""
    found: list[str] = []
    real = WorkingTree.read

    def spied(self: WorkingTree, limits: dict[str, int]) -> object:
        found.extend(limits)
        return real(self, limits)

    monkeypatch.setattr(WorkingTree, "read", spied)
    return found


def bare(snapshot: Snapshot) -> bytes:
    return encode(msgspec.structs.replace(snapshot, provenance=msgspec.UNSET))


def test_a_file_that_looks_the_same_is_not_read_again(tmp_path: Path, reads: list[str]) -> None:
    root, cache = write_tree(tmp_path / "tree", FILES), tmp_path / "facts.db"
    settle(root)
    scanned(root, cache=cache)
    assert sorted(set(reads)) == sorted(FILES)
    reads.clear()
    scanned(root, cache=cache)
    assert reads == []
    (root / "README.md").write_text("# Other\n")
    time.sleep(0.05)
    scanned(root, cache=cache)
    assert [path for path in reads if path != "CODEOWNERS"] == ["README.md"]


def test_a_change_that_keeps_size_and_modification_time_is_seen(tmp_path: Path) -> None:
    root, cache = write_tree(tmp_path / "tree", FILES), tmp_path / "facts.db"
    settle(root)
    before = (root / "README.md").stat()
    scanned(root, cache=cache)
    time.sleep(0.05)
    (root / "README.md").write_text("# Took\n\n[Docs](docs/index.md)\n")
    os.utime(root / "README.md", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert bare(scanned(root, cache=cache).snapshot) == bare(scanned(root).snapshot)


def test_a_file_as_young_as_the_scan_is_read_again(tmp_path: Path, reads: list[str]) -> None:
    root, cache = write_tree(tmp_path / "tree", FILES), tmp_path / "facts.db"
    settle(root)
    future = time.time() + 3600
    os.utime(root / "docs/index.md", (future, future))
    scanned(root, cache=cache)
    reads.clear()
    scanned(root, cache=cache)
    assert set(reads) == {"docs/index.md"}


def test_a_second_edit_within_the_tick_of_the_clock_is_seen(tmp_path: Path) -> None:
    root, cache = write_tree(tmp_path / "tree", FILES), tmp_path / "facts.db"
    for number in range(30):
        (root / "tool/core.py").write_text(f"def run{number:02}(): ...\n")
        assert bare(scanned(root, cache=cache).snapshot) == bare(scanned(root).snapshot)


def test_a_cache_serves_several_roots(tmp_path: Path) -> None:
    cache = tmp_path / "facts.db"
    one, other = (write_tree(tmp_path / name, FILES) for name in ("one", "other"))
    assert scanned(one, cache=cache).counts.computed == 5
    assert scanned(other, cache=cache).counts.computed == 0


def test_a_revision_gives_what_its_checkout_gives(tmp_path: Path) -> None:
    write_tree(tmp_path, {"outside.md": "# Outside\n"})
    root = write_tree(tmp_path / "tree", {**FILES, "docs/é ü.md": "# Ünï\n", "lib/sub/x.py": "import tool\n"})
    links = {"link.md": "../README.md", "out.md": "../../outside.md", "up": "..", "tool": "../tool", "lost.md": "no.md"}
    for name, target in links.items():
        (root / "docs" / name).symlink_to(target)
    commit_all(root)
    expected = scanned(root).snapshot
    (root / "README.md").write_text("# Changed since\n")
    (root / "new.md").write_text("# New\n")
    cache = tmp_path / "facts.db"
    for _ in range(2):
        assert bare(scanned(root, cache=cache, revision="HEAD").snapshot) == bare(expected)
    codes = {entry.code for entry in expected.coverage}
    assert codes >= {"SYMLINK_OUTSIDE_ROOT", "SYMLINK_LOOP", "SYMLINK_FOLDER", "BROKEN_LINK"}
    assert (root / "README.md").read_text() == "# Changed since\n"


def test_a_revision_of_a_folder_is_of_the_folder_alone(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {**FILES, "lib/sub/a.md": "# A\n", "lib/b.md": "# B\n"})
    commit_all(root)
    found = scanned(root / "lib", revision="HEAD").snapshot
    assert [entity.id for entity in found.entities] == ["document:b.md", "document:sub/a.md"]
    assert bare(found) == bare(scanned(root / "lib").snapshot)


def test_objects_that_were_read_before_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, cache = write_tree(tmp_path / "tree", FILES), tmp_path / "facts.db"
    commit_all(root)
    first = scanned(root, cache=cache, revision="HEAD").snapshot
    asked: list[str] = []
    real = git_module.read_objects

    def spied(folder: Path, oids: object) -> object:
        wanted = list(oids)  # type: ignore[call-overload]
        asked.extend(wanted)
        return real(folder, wanted)

    monkeypatch.setattr(git_module, "read_objects", spied)
    write_tree(root, {"README.md": "# Other\n"})
    commit_all(root)
    assert scanned(root, cache=cache, revision="HEAD~1").snapshot == first
    assert asked == []
    scanned(root, cache=cache, revision="HEAD")
    # the changed file, and CODEOWNERS, which has no facts that could be kept
    assert len(asked) == 2


def test_an_unknown_revision_is_refused(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", FILES)
    with pytest.raises(InputError, match="UNKNOWN_REVISION"):
        scanned(root, revision="HEAD")
    commit_all(root)
    for name in ("no-such-branch", "--help", "HEAD:README.md", "@{-1}"):
        with pytest.raises(InputError, match="UNKNOWN_REVISION"):
            scanned(root, revision=name)


def test_status_and_listing_agree_with_git(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.md": "a", "sub/b.md": "b", "sub/.gitignore": "ignored.md\n"})
    assert git_module.list_files(root) is None
    git(root, "init", "-q", "-b", "main")
    listing = git_module.list_files(root)
    assert listing is not None
    assert (listing.commit, listing.dirty) == (None, True)
    commit_all(root)
    listing = git_module.list_files(root)
    assert listing is not None
    assert listing.commit is not None
    assert not listing.dirty
    write_tree(root, {"sub/new é.md": "n", "sub/ignored.md": "i", "sub/deep/x.md": "x"})
    below = git_module.list_files(root / "sub")
    assert below is not None
    assert [path.decode() for path in below.files] == [".gitignore", "b.md", "deep/x.md", "new é.md"]
    assert below.dirty
    (root / "sub/new é.md").unlink()
    (root / "sub/deep/x.md").unlink()
    (root / "a.md").write_text("changed")
    whole, below = git_module.list_files(root), git_module.list_files(root / "sub")
    assert whole is not None
    assert below is not None
    assert (whole.dirty, below.dirty) == (True, False)


def test_reading_objects_ends_though_another_process_holds_the_input_open(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.txt": "a", "b.txt": "b"})
    commit_all(root)
    commit = git_module.resolve_commit(root, "HEAD")
    assert commit is not None
    oids = [entry.oid for entry in git_module.list_tree(root, commit) or []]
    found, helper = [], 0
    for oid, data in git_module.read_objects(root, oids):
        # as the helpers of a scan are: forked while git waits for more
        helper = helper or os.fork()
        if helper == 0:
            signal.pause()
        found.append((oid, data))
    os.kill(helper, signal.SIGKILL)
    os.waitpid(helper, 0)
    assert [data for _, data in found] == [b"a", b"b"]
