"""Some hundred damaged files: each is accounted for, none ends a scan, and two scans give the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot import working_tree as tree_module
from mkdocs_docbridge.snapshot.catalogue import MANIFESTS, is_manifest
from mkdocs_docbridge.snapshot.model import Document, Module, Snapshot
from mkdocs_docbridge.snapshot.scan import Scan
from tests.support import damage
from tests.support.trees import commit_all, git, scanned, write_tree

MOST_SECONDS = 120.0
"""Of CPU for one cold scan of all of them. It takes a tenth; one file that is read in quadratic time takes more."""
CODES_OF_ANOTHER_ENCODING = {"NOT_UTF8", "NUL_BYTE", "PARSE_ERROR", "PARSE_ABANDONED", "BROKEN_MANIFEST"}
ODD = {
    "odd/broken.md": "BROKEN_LINK",
    "odd/self.md": "BROKEN_LINK",
    "odd/one.py": "BROKEN_LINK",
    "odd/two.py": "BROKEN_LINK",
    "odd/up": "SYMLINK_LOOP",
    "odd/here": "SYMLINK_LOOP",
    "odd/out.md": "SYMLINK_OUTSIDE_ROOT",
    "odd/out": "SYMLINK_OUTSIDE_ROOT",
    "odd/absolute.py": "SYMLINK_OUTSIDE_ROOT",
    "odd/endless.py": "SYMLINK_OUTSIDE_ROOT",
    "odd/caf\ufffd.py": "NAME_NOT_UTF8",
    "odd/\ufffd\ufffd.md": "NAME_NOT_UTF8",
}


@dataclass(frozen=True)
class Ruin:
    """A tree of damaged files and the first scan of it."""

    root: Path
    written: dict[str, bytes]
    scan: Scan
    seconds: float

    @property
    def snapshot(self) -> Snapshot:
        return self.scan.snapshot

    def codes(self, path: str) -> set[str]:
        """What the coverage says of a file."""
        return {entry.code for entry in self.snapshot.coverage if entry.path == path}


@pytest.fixture(scope="module", params=["folder", "repository"])
def ruin(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ruin:
    root = tmp_path_factory.mktemp("ruin") / "tree"
    written = damage.write_regular(root)
    damage.write_odd_files(root)
    if request.param == "repository":
        commit_all(root)
    start = time.process_time()
    # the second of the two takes its facts from the cache of the first
    scan = scanned(root, cache=tmp_path_factory.getbasetemp() / "ruin.db")
    return Ruin(root, written, scan, time.process_time() - start)


def test_there_are_two_hundred_damaged_files_of_every_kind_that_is_read() -> None:
    files = damage.damaged_files()
    assert len(files) >= 200
    assert {PurePosixPath(path).suffix for path in files} >= {*damage.SOURCE_SUFFIXES, *damage.DOCUMENT_SUFFIXES}
    kinds = [re.compile(kind.pattern) for kind in MANIFESTS]
    assert not [kind.pattern for kind in kinds if not any(map(kind.fullmatch, damage.MANIFEST_NAMES))]


def test_every_file_is_an_entity_or_is_named_in_the_coverage(ruin: Ruin) -> None:
    known = {entity.path for entity in ruin.snapshot.entities if isinstance(entity, Document | Module)}
    known |= set(ruin.scan.manifests) | {entry.path for entry in ruin.snapshot.coverage}
    read = (*damage.SOURCE_SUFFIXES, *damage.DOCUMENT_SUFFIXES)
    missing = [
        path for path in ruin.written if path not in known and (path.lower().endswith(read) or is_manifest(path))
    ]
    assert missing == []


def test_a_source_or_document_over_the_bound_or_in_another_encoding_says_so(ruin: Ruin) -> None:
    silent = [
        path
        for path in ruin.written
        if path.startswith(("encoded/", "nul/", "binary/random/", "binary/image/"))
        and "utf-8-sig" not in path
        and not path.endswith(("go.mod", "go.work"))
        and not ruin.codes(path) & CODES_OF_ANOTHER_ENCODING
    ]
    assert silent == []
    assert {path: ruin.codes(path) for path in ruin.written if path.startswith("huge/")} == {
        "huge/a.md": {"FILE_TOO_LARGE"},
        "huge/a.py": {"FILE_TOO_LARGE"},
        "huge/package.json": {"FILE_TOO_LARGE", "BROKEN_MANIFEST"} & ruin.codes("huge/package.json"),
        "huge/pyproject.toml": {"BROKEN_MANIFEST"},
    }
    assert ruin.codes("huge/package.json")


def test_a_manifest_that_cannot_be_read_says_so(ruin: Ruin) -> None:
    # what is read as code or line by line has no depth that could be too large
    data = (".json", ".toml", ".yaml", ".lock", ".xml", ".props", ".csproj")
    broken = [path for path in ruin.written if path.startswith("binary/random/")]
    broken += [
        path for path in ruin.written if path.startswith(("deep/lists/", "deep/tables/")) and path.endswith(data)
    ]
    silent = [path for path in broken if is_manifest(path) and "BROKEN_MANIFEST" not in ruin.codes(path)]
    assert silent == []


def test_links_that_lead_away_and_names_that_are_no_text_are_told(ruin: Ruin) -> None:
    assert {path: ruin.codes(path) for path in ODD} == {path: {code} for path, code in ODD.items()}
    documents = {entity.path for entity in ruin.snapshot.entities if isinstance(entity, Document)}
    assert {path for path in documents if path.startswith("odd/")} == {"odd/link.md", "odd/real.md"}


def test_names_that_differ_little_are_different_files(ruin: Ruin) -> None:
    modules = {entity.path for entity in ruin.snapshot.entities if isinstance(entity, Module)}
    twins = {
        "names/A.py",
        "names/a.py",
        "names/a.PY",
        "names/caf\u00e9.py",
        "names/cafe\u0301.py",
        "names/x.py/inside.py",
    }
    # a file system may take two of them for one name
    assert twins & set(ruin.written) <= modules


def test_nothing_takes_long(ruin: Ruin) -> None:
    assert ruin.seconds < MOST_SECONDS


def test_a_second_scan_without_a_cache_gives_the_same_bytes(ruin: Ruin) -> None:
    assert encode(scanned(ruin.root).snapshot) == encode(ruin.snapshot)


def test_a_repository_and_a_plain_folder_of_the_same_files_give_one_hash(tmp_path: Path) -> None:
    kinds = ("cut/", "names/", "binary/", "nul/")
    small = {path: data for path, data in damage.damaged_files().items() if path.startswith(kinds)}
    hashes = set()
    for name in ("folder", "repository"):
        root = write_tree(tmp_path / name / "tree", small)
        damage.write_odd_files(root)
        if name == "repository":
            commit_all(root)
        hashes.add(scanned(root, cache=tmp_path / "facts.db").snapshot.content_hash)
    assert len(hashes) == 1


@pytest.mark.parametrize("kind", ["folder", "repository"])
def test_pipes_and_sockets_are_not_waited_for(tmp_path: Path, kind: str) -> None:
    root = write_tree(tmp_path / "tree", {"a.py": "x = 1\n", "broken.py": b"\xff\0(((", "package.json": "{"})
    damage.write_pipes(root)
    if kind == "repository":
        git(root, "init", "-q")
    command = "import sys; from mkdocs_docbridge.cli import main; main(sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", command, "scan", "--root", str(root)], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, "Traceback" in done.stderr, "internal error" in done.stderr) == (0, False, False)
    assert "2 modules" in done.stdout


def test_a_file_that_goes_away_after_it_was_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_tree(tmp_path, {"gone.py": "x = 1\n", "gone.md": "# A\n", "folder.md": "# B\n", "stays.md": "# C\n"})
    listed = tree_module.choose

    def walk_and_lose(*arguments: object, **options: object) -> object:
        found = listed(*arguments, **options)  # type: ignore[arg-type]
        for name in ("gone.py", "gone.md", "folder.md"):
            (root / name).unlink(missing_ok=True)
        (root / "folder.md").mkdir(exist_ok=True)
        return found

    monkeypatch.setattr(tree_module, "choose", walk_and_lose)
    snapshot = scanned(root).snapshot
    assert {entry.path: entry.code for entry in snapshot.coverage} == dict.fromkeys(
        ("gone.py", "gone.md", "folder.md"), "UNREADABLE"
    )
    assert [entity.id for entity in snapshot.entities] == ["document:stays.md"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"locked.py": "x = 1\n", "shut/a.py": "x = 1\n", "a.md": "# A\n"})
    (root / "locked.py").chmod(0)
    (root / "shut").chmod(0)
    try:
        snapshot = scanned(root).snapshot
    finally:
        (root / "shut").chmod(0o700)
    assert {entry.path: entry.code for entry in snapshot.coverage} == {"locked.py": "UNREADABLE", "shut": "UNREADABLE"}


def test_a_bound_of_the_settings_is_honoured_for_damaged_files_too(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.py": b"\xff" * 2_000, "a.md": b"\0" * 2_000})
    settings = Settings()
    options = type(settings.scan)(max_source_bytes=1_000, max_document_bytes=1_000)
    snapshot = scanned(root, type(settings)(scan=options)).snapshot
    assert {(entry.path, entry.code) for entry in snapshot.coverage} == {
        ("a.md", "FILE_TOO_LARGE"),
        ("a.py", "FILE_TOO_LARGE"),
    }


def test_a_pattern_that_git_passes_over_leaves_nothing_out(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {".gitignore": "out.md\nbad\\\n[z-a].md\n", "out.md": "# O\n", "in.md": "# I\n"})
    assert [entity.id for entity in scanned(root).snapshot.entities] == ["document:in.md"]


def test_pipes_are_told_and_never_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_tree(tmp_path, {"a.md": "# A\n", "late.md": "# L\n"})
    os.mkfifo(root / "pipe.py")
    listed = tree_module.choose

    def walk_and_exchange(*arguments: object, **options: object) -> object:
        found = listed(*arguments, **options)  # type: ignore[arg-type]
        (root / "late.md").unlink()
        os.mkfifo(root / "late.md")
        return found

    monkeypatch.setattr(tree_module, "choose", walk_and_exchange)
    snapshot = scanned(root).snapshot
    assert {entry.path: entry.code for entry in snapshot.coverage} == {"pipe.py": "NOT_A_FILE", "late.md": "UNREADABLE"}
    assert [entity.id for entity in snapshot.entities] == ["document:a.md"]
