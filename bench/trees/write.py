"""A planned tree on disk, as a git repository with one commit."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import go, manifests, pages, python, typescript
from .plan import Kind, Plan, Unit, make_plan

_MAKERS = {
    "python": python.source,
    "python-test": python.tests_of_another,
    "typescript": typescript.source,
    "go": go.source,
    "page": pages.page,
    "text": manifests.data_file,
}
_KINDS: tuple[Kind, ...] = ("python", "python-test", "typescript", "go", "page", "text")


@dataclass(frozen=True)
class Tree:
    """What was written."""

    root: Path
    files: int
    size: int
    median: int
    digest: str
    """SHA-256 over all paths and bytes: equal seeds and counts give equal trees."""


def tree_files(files: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """(path, bytes) of every file of the tree, in a fixed order."""
    plan = make_plan(files, seed)
    yield from _encoded(manifests.root_files(plan))
    yield from _encoded(manifests.manifests(plan))
    for kind in _KINDS:
        for unit in plan.units[kind]:
            yield unit.path, _text(unit, plan).encode()


def tree_hash(files: int, seed: int) -> str:
    """The digest that :class:`Tree` would have, without writing it."""
    digest = hashlib.sha256()
    for path, data in tree_files(files, seed):
        _add(digest, path, data)
    return digest.hexdigest()


def write_tree(root: Path, files: int, seed: int) -> Tree:
    """Writes ``files`` files below ``root``, which must not exist, and commits them."""
    digest = hashlib.sha256()
    sizes = []
    folders: set[str] = set()
    for path, data in tree_files(files, seed):
        target = root / path
        folder = os.path.dirname(path)  # noqa: PTH120  (a hundred thousand times)
        if folder not in folders:
            target.parent.mkdir(parents=True, exist_ok=True)
            folders.add(folder)
        target.write_bytes(data)
        sizes.append(len(data))
        _add(digest, path, data)
    commit_all(root)
    return Tree(root, len(sizes), sum(sizes), sorted(sizes)[len(sizes) // 2], digest.hexdigest())


def commit_all(root: Path) -> None:
    """Makes ``root`` a repository of one commit, whatever the user's git is set to."""
    identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "commit.gpgsign=false"]
    date = {"GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z"}
    for arguments in (
        ("init", "-q", "-b", "main"),
        ("config", "gc.auto", "0"),
        ("-c", "core.looseCompression=0", "add", "-A"),
        ("commit", "-q", "-m", "tree"),
    ):
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True, env=git_environment() | date)


def git_environment() -> dict[str, str]:
    """The environment for git without the settings of user and system, so that runs are alike everywhere."""
    return {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}


def _text(unit: Unit, plan: Plan) -> str:
    return _MAKERS[unit.kind](unit, plan)


def _encoded(files: Iterator[tuple[str, str]]) -> Iterator[tuple[str, bytes]]:
    for path, text in files:
        yield path, text.encode()


def _add(digest: hashlib._Hash, path: str, data: bytes) -> None:
    digest.update(f"{path}\0{len(data)}\0".encode())
    digest.update(data)
