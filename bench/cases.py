"""What is measured on a tree: each case with what has to be so before it starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from . import peers
from .peers import Peer
from .trees.write import git_environment

FLOOR = "docbridge --version"
COLD = "scan, cold"
COLD_1 = "scan, cold, --jobs 1"
COLD_2 = "scan, cold, --jobs 2"
WARM = "scan, nothing changed"
CHANGED = "scan, one file changed"
VERIFY = "verify the snapshot"
SEAL = "verify, seal and write it"
STATUS = "git status"
CTAGS = "ctags, same files"
CTAGS_TREE = "ctags -R, whole tree"
ACCO = "acco index, cold"
ACCO_WARM = "acco index, nothing changed"
STATE = ".docbridge"
_RESEAL = Path(__file__).with_name("reseal.py")


@dataclass(frozen=True)
class Case:
    """One command. ``before`` and ``after`` are not measured."""

    name: str
    command: list[str]
    before: Callable[[], object] = lambda: None
    after: Callable[[], object] = lambda: None
    left_out: str = ""
    most_rounds: int = 1000


@dataclass(frozen=True)
class Site:
    """Where a tree's cases run, and what they run on. Made after a first scan."""

    root: Path
    scratch: Path
    docbridge: str
    has_jobs: bool
    ctags: Peer
    acco: Peer

    @property
    def snapshot(self) -> Path:
        """The snapshot that the scans write."""
        return self.root / STATE / "snapshot.json"


class _Entity(msgspec.Struct):
    id: str


class _Snapshot(msgspec.Struct):
    entities: list[_Entity]


def analysed_files(snapshot: Path) -> list[str]:
    """The paths of all documents and modules in a snapshot: the files whose content was read for facts."""
    entities = msgspec.json.decode(snapshot.read_bytes(), type=_Snapshot).entities
    halves = [entity.id.partition(":") for entity in entities]
    return sorted(path for kind, _, path in halves if kind in {"document", "module"})


def make_cases(site: Site, analysed: list[str]) -> list[Case]:
    """The cases in the order in which each round runs them."""
    scan = [site.docbridge, "scan", "--quiet"]
    change = _Change(site.root / analysed[len(analysed) // 2])
    no_jobs = "" if site.has_jobs else "this docbridge has no --jobs"
    return [
        Case(FLOOR, [site.docbridge, "--version"]),
        Case(COLD_2, [*scan, "--jobs", "2"], before=_forget(site), left_out=no_jobs),
        Case(COLD_1, [*scan, "--jobs", "1"], before=_forget(site), left_out=no_jobs),
        Case(COLD, scan, before=_forget(site)),
        *_ctags_cases(site, analysed),
        Case(WARM, scan),
        Case(STATUS, ["git", "status", "--porcelain"]),
        Case(VERIFY, [site.docbridge, "artifact", "verify", os.fspath(site.snapshot)]),
        Case(SEAL, [sys.executable, os.fspath(_RESEAL), os.fspath(site.snapshot), os.devnull]),
        *_acco_cases(site),
        Case(CHANGED, scan, before=change.make, after=change.undo),
    ]


def has_jobs(docbridge: str) -> bool:
    """Whether this docbridge can be told how many processes to use."""
    done = subprocess.run([docbridge, "scan", "--help"], capture_output=True, text=True, check=False)
    return "--jobs" in done.stdout


def tracked(root: Path) -> list[str]:
    """The files that git tracks in a tree."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True, env=git_environment())
    return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]


def _forget(site: Site) -> Callable[[], None]:
    return lambda: shutil.rmtree(site.root / STATE, ignore_errors=True)


def _ctags_cases(site: Site, analysed: Iterable[str]) -> list[Case]:
    names = site.scratch / "analysed.txt"
    names.write_text("".join(f"{path}\n" for path in analysed), encoding="utf-8")
    if site.ctags.missing:
        return [Case(name, ["ctags"], left_out=site.ctags.missing) for name in (CTAGS, CTAGS_TREE)]
    return [
        Case(CTAGS, peers.ctags_list(site.ctags, names)),
        Case(CTAGS_TREE, peers.ctags_tree(site.ctags)),
    ]


def _acco_cases(site: Site) -> list[Case]:
    if site.acco.missing:
        return [Case(name, ["acco"], left_out=site.acco.missing) for name in (ACCO, ACCO_WARM)]
    index = site.scratch / "acco-index.json"
    command = peers.acco_index(site.acco, index)
    # half a minute to five minutes of CPU for each thousand files: two rounds tell enough
    cold = Case(ACCO, command, before=lambda: index.unlink(missing_ok=True), most_rounds=2)
    return [cold, Case(ACCO_WARM, command)]


class _Change:
    """A line more at the end of one file, and everything as it was afterwards."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._data = path.read_bytes()
        self._times = (path.stat().st_atime_ns, path.stat().st_mtime_ns)
        self._count = 0

    def make(self) -> None:
        """Another content each time: what the last round computed of it must not be in the cache."""
        self._count += 1
        self._path.write_bytes(self._data + b"\n" * self._count)

    def undo(self) -> None:
        self._path.write_bytes(self._data)
        os.utime(self._path, ns=self._times)
