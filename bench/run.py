"""Rounds over the cases of a tree, interleaved, so that what disturbs the machine disturbs them all."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .cases import Case, Site, analysed_files, make_cases, tracked
from .record import CaseRecord, Sample, TreeRecord, shown
from .trees.write import commit_all, git_environment, write_tree
from .usage import Usage, measure

Say = Callable[[str], None]


@dataclass(frozen=True)
class Prepared:
    """A tree in the work folder that may be scanned and changed."""

    name: str
    root: Path
    is_synthetic: bool
    digest: str


def synthetic(work: Path, files: int, seed: int) -> Prepared:
    """A synthetic tree; one that stands there from an earlier run is taken as it is."""
    root = work / f"synthetic-{files}-{seed}"
    mark = work / f"{root.name}.sha256"
    if not mark.exists():
        shutil.rmtree(root, ignore_errors=True)
        mark.write_text(write_tree(root, files, seed).digest, encoding="ascii")
    return Prepared(f"synthetic {files:,}", root, True, mark.read_text(encoding="ascii"))


def real(work: Path, name: str, source: Path) -> Prepared:
    """The commit that ``source`` has checked out, in a clone: nothing is written to ``source``. A folder that is no
    repository is copied and committed."""
    root = work / f"real-{name}"
    shutil.rmtree(root, ignore_errors=True)
    clone = ["git", "clone", "--quiet", "--depth", "1", source.resolve().as_uri(), os.fspath(root)]
    if _git(clone, work) is None:
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(source, root, symlinks=True, ignore=shutil.ignore_patterns(".git", ".docbridge"))
        commit_all(root)
    return Prepared(name, root, False, _git(["git", "rev-parse", "HEAD"], root) or "")


def environment() -> dict[str, str]:
    """The environment of every measured command: no user's git settings, no cache elsewhere."""
    found = git_environment() | {"GIT_OPTIONAL_LOCKS": "0"}
    found.pop("DOCBRIDGE_CACHE", None)
    return found


def run_tree(prepared: Prepared, site: Site, work: Path, *, rounds: int, limit: float, say: Say) -> TreeRecord:
    """A first scan that is thrown away (it warms the disk's cache and tells which files count), then ``rounds``
    rounds over all cases. Raises RuntimeError when the first scan fails."""
    settle(prepared.root)
    first = measure([site.docbridge, "scan", "--quiet"], folder=site.root, environment=environment(), limit=limit)
    if not first.is_good:
        raise RuntimeError(f"{prepared.name}: the first scan failed: {_told(first)}")
    analysed = analysed_files(site.snapshot)
    sizes = sorted((prepared.root / name).lstat().st_size for name in tracked(prepared.root))
    cases = make_cases(site, analysed)
    record = TreeRecord(
        name=prepared.name,
        is_synthetic=prepared.is_synthetic,
        files=len(sizes),
        size=sum(sizes),
        median=sizes[len(sizes) // 2],
        analysed=len(analysed),
        snapshot_bytes=site.snapshot.stat().st_size,
        digest=prepared.digest,
        cases=[
            CaseRecord(name=case.name, command=shown(case.command, work, site.docbridge), left_out=case.left_out)
            for case in cases
        ],
    )
    for number in range(1, rounds + 1):
        say(f"{prepared.name}: round {number} of {rounds}")
        for case, known in zip(cases, record.cases, strict=True):
            if not known.left_out and number <= case.most_rounds:
                _run(case, known, number, site.root, limit)
    return record


def settle(root: Path) -> None:
    """Has git look at every file once, so that its index holds their times and no status has to read them."""
    _git(["git", "update-index", "-q", "--refresh"], root)
    _git(["git", "status", "--porcelain"], root)


def _run(case: Case, record: CaseRecord, number: int, root: Path, limit: float) -> None:
    case.before()
    try:
        usage = measure(case.command, folder=root, environment=environment(), limit=limit)
    finally:
        case.after()
    record.samples.append(Sample(round=number, usage=usage))
    if not usage.is_good:
        # one that failed would fail again, and what it used says nothing
        record.left_out = f"failed in round {number}: {_told(usage)}"


def _told(usage: Usage) -> str:
    if usage.timed_out:
        return f"not done after {usage.wall:.0f} s"
    if usage.left_running:
        return "left a process running behind it"
    return f"exit code {usage.exit_code}: {usage.error.rpartition(chr(10))[2] or 'no message'}"


def _git(command: list[str], folder: Path) -> str | None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=git_environment())
    return done.stdout.strip() if done.returncode == 0 else None
