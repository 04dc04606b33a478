"""Checks of Python code: pytest on the tests that import it, then all tests as the project runs them."""

from __future__ import annotations

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.retrieval.model import Entry

from .atlas import ROOT, Atlas, is_within
from .model import Check
from .start import tests_of
from .target import Target
from .tools import Found, below, relative, through

_MANIFESTS = ("pyproject.toml", "setup.cfg", "setup.py")
_LOCKS = {"uv.lock": "uv run ", "poetry.lock": "poetry run ", "pdm.lock": "pdm run ", "Pipfile.lock": "pipenv run "}
_TEST_FOLDERS = ("tests", "test")
_NEAREST = 2


def python_checks(atlas: Atlas, target: Target, members: list[Entry]) -> Found:
    """What tests a change of Python code."""
    manifest = atlas.nearest(target.path, *_MANIFESTS)
    project = (parent(manifest) if manifest else "") or ROOT
    whole = through(atlas, target.path if target.path in atlas.folders else project)
    source = _configured(atlas, target.path)
    if source is None:
        if whole.checks:
            return whole
        return Found(note="no file says how the tests are run: there is no pytest, tox, nox or other task runner")
    prefix = next((run for lock, run in _LOCKS.items() if atlas.nearest(target.path, lock)), "")
    runner = "hatch test" if any(check.command == "hatch test" for check in whole.checks) else f"{prefix}pytest"
    narrow = [
        Check(command=f"{runner} {relative(path, project)}", folder=project, why=reason, source=path)
        for path, reason in _near(atlas, target, members, project)
    ]
    if not whole.checks:
        whole = Found((Check(command=runner, folder=project, why="it runs all tests", source=source),))
    return Found((*narrow, *whole.checks), whole.note)


def _configured(atlas: Atlas, path: str) -> str | None:
    """The nearest file that says that pytest is used: its configuration, a requirement, a ``conftest.py``."""
    for folder in atlas.above(path):
        for source, facts in atlas.manifests_in(folder):
            if ("pytest", "") in facts.tasks or any(item.name == "pytest" for item in facts.dependencies):
                return source
        names = ("conftest.py", *(f"{tests}/conftest.py" for tests in _TEST_FOLDERS))
        found = next(atlas.files_in(folder, names), None)
        if found is not None:
            return found
    return None


def _near(atlas: Atlas, target: Target, members: list[Entry], project: str) -> list[tuple[str, str]]:
    """The tests to run first: (path, reason)."""
    entry = target.entry
    if entry is not None and entry.kind == "module" and "test" in entry.tags:
        is_run = entry.path.rpartition("/")[2] != "conftest.py" and "fixture" not in entry.tags
        return [(entry.path, "it is a test")] if is_run else [(parent(entry.path) or ROOT, "its tests use it")]
    if target.kind == "package" or target.path == ROOT:
        return []
    if target.kind != "module":
        mirror = _mirror(atlas, target.path, project)
        if mirror is not None:
            return [(mirror, "the tests there are called after it")]
    found = [test.path for test in tests_of(atlas, members) if is_within(test.path, project)][:_NEAREST]
    return [(path, "it imports what is changed") for path in found]


def _mirror(atlas: Atlas, folder: str, project: str) -> str | None:
    """The folder of tests that is called like ``folder`` or stands inside it."""
    name = folder.rpartition("/")[2].lstrip("_")
    parts = relative(folder, project).split("/")
    tails = ["/".join(parts[start:]) for start in range(len(parts))]
    places = [f"{folder}/{tests}" for tests in _TEST_FOLDERS]
    places += [below(project, f"{tests}/{tail}") for tests in _TEST_FOLDERS for tail in (*tails, name)]
    return next((place for place in places if place in atlas.folders and place != folder), None)
