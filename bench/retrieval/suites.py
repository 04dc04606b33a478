"""Suites of requests with the files that answered them, and the work trees that they are asked in.

A manifest names repositories and revisions; a tree is written once for each, without ``.git``. ``read-tree`` and
``checkout-index`` with an index of our own: ``git archive`` leaves out what ``export-ignore`` names (tests, docs).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from bench.trees.write import git_environment


class Repository(msgspec.Struct, frozen=True):
    """``scope``: the one folder that is written."""

    repository: str
    scope: str | None = None


class Task(msgspec.Struct, frozen=True, rename={"class_": "class"}):
    """One request at one revision; ``files`` answered it."""

    id: str
    repository: str
    revision: str
    query: str
    class_: str
    kind: Literal["code", "docs"]
    files: tuple[str, ...]


class Suite(msgspec.Struct, frozen=True):
    """A manifest."""

    name: str
    repositories: dict[str, Repository]
    tasks: tuple[Task, ...]


class Tree(msgspec.Struct, frozen=True):
    """A repository at a revision, and what is asked there."""

    repository: Repository
    revision: str
    tasks: tuple[Task, ...]

    @property
    def name(self) -> str:
        """The folder's name."""
        scope = "+scope" if self.repository.scope else ""
        return f"{self.repository.repository.replace('/', '+')}@{self.revision[:12]}{scope}"


def read_suite(path: Path) -> Suite:
    """The suite in a manifest; members that are not needed here are passed over."""
    return msgspec.json.decode(path.read_bytes(), type=Suite)


def trees_of(suites: Sequence[Suite]) -> list[Tree]:
    """The trees that the suites ask in, by name."""
    found: dict[tuple[str, str, str], list[Task]] = {}
    repositories: dict[str, Repository] = {}
    for suite in suites:
        for task in suite.tasks:
            repository = suite.repositories[task.repository]
            repositories[repository.repository] = repository
            found.setdefault((repository.repository, task.revision, repository.scope or ""), []).append(task)
    trees = [Tree(repositories[name], revision, tuple(tasks)) for (name, revision, _), tasks in found.items()]
    return sorted(trees, key=lambda tree: tree.name)


def write_tree(tree: Tree, mirror: Path, folder: Path) -> Path:
    """The work tree below ``folder``, written when it is not there; ``mirror`` holds ``owner+name/repo`` git folders.

    Raises ``FileNotFoundError`` when the repository is not in the mirror, ``CalledProcessError`` for a revision that
    it has not.
    """
    target = folder / tree.name
    if target.is_dir():
        return target
    git_dir = mirror / tree.repository.repository.replace("/", "+") / "repo"
    if not git_dir.is_dir():
        raise FileNotFoundError(f"{tree.repository.repository} is not below {mirror}: fetch it first")
    unfinished = folder / f"{tree.name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    environment = {**git_environment(), "GIT_INDEX_FILE": os.fspath(folder / f"{tree.name}.index")}
    git = ["git", f"--git-dir={git_dir}"]
    try:
        subprocess.run([*git, "read-tree", tree.revision], env=environment, check=True)
        listed = [*git, "ls-files", "-z", *(["--", tree.repository.scope] if tree.repository.scope else [])]
        paths = subprocess.run(listed, env=environment, check=True, stdout=subprocess.PIPE).stdout
        checkout = [*git, f"--work-tree={unfinished}", "checkout-index", "-f", "-q", "-z", "--stdin"]
        # a link or a name that this file system does not take is no reason to do without the rest
        subprocess.run([*checkout, f"--prefix={unfinished}/"], env=environment, input=paths, check=False)
    finally:
        Path(environment["GIT_INDEX_FILE"]).unlink(missing_ok=True)
    unfinished.rename(target)
    return target
