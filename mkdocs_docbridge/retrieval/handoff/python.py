"""Checks of Python code: pytest on the tests that import it, then all tests as the project runs them."""

from __future__ import annotations

from mkdocs_docbridge.paths import ancestors, parent
from mkdocs_docbridge.retrieval.model import Entry

from .atlas import ROOT, Atlas, is_within
from .model import Check
from .target import Target
from .tests_of import is_test, tests_of
from .tools import Found, argument, relative, through

_MANIFESTS = ("pyproject.toml", "setup.cfg", "setup.py")
_LOCKS = {"uv.lock": "uv run ", "poetry.lock": "poetry run ", "pdm.lock": "pdm run ", "Pipfile.lock": "pipenv run "}
_TEST_FOLDERS = frozenset({"__tests__", "integration", "spec", "specs", "test", "tests", "unit"})
_MOST = 2


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
    # where the project's own door is, its tests may be outside of the package that is changed
    folder = whole.checks[0].folder if whole.checks else project
    prefix = next((run for lock, run in _LOCKS.items() if atlas.nearest(target.path, lock)), "")
    runner = "hatch test" if any(check.command == "hatch test" for check in whole.checks) else f"{prefix}pytest"
    narrow = [
        Check(command=f"{runner} {argument(relative(path, folder))}", folder=folder, why=reason, source=path)
        for path, reason in _near(atlas, target, members, folder)
    ]
    if not whole.checks:
        whole = Found((Check(command=runner, folder=folder, why="it runs all tests", source=source),))
    return Found((*narrow, *whole.checks), whole.note)


def _configured(atlas: Atlas, path: str) -> str | None:
    """The nearest file that says that pytest is used: its configuration, a requirement, a ``conftest.py``."""
    for folder in atlas.above(path):
        for source, facts in atlas.manifests_in(folder):
            if ("pytest", "") in facts.tasks or any(item.name == "pytest" for item in facts.dependencies):
                return source
        names = ("conftest.py", "tests/conftest.py", "test/conftest.py")
        found = next(atlas.files_in(folder, names), None)
        if found is not None:
            return found
    return None


def _near(atlas: Atlas, target: Target, members: list[Entry], folder: str) -> list[tuple[str, str]]:
    """The tests to run first: (path, reason). None where only the whole would do: for a package, and for what many
    tests import and none is called after."""
    entry = target.entry
    if entry is not None and is_test(entry):
        return [(entry.path, "it is a test")]
    if target.kind == "package" or target.path == ROOT:
        return []
    if target.kind != "module":
        mirror = _mirror(atlas, target.path, members, folder)
        return [(mirror, "the tests of it stand there")] if mirror is not None else []
    inside = [test.path for test in tests_of(atlas, members).own if is_within(test.path, folder)]
    return [(path, "it imports what is changed") for path in inside[:_MOST]]


def _mirror(atlas: Atlas, area: str, members: list[Entry], folder: str) -> str | None:
    """The folder of tests that stands inside an area or is called like it: that whose tests import most of the area,
    or any when there is but one area of this name. Folders between must be the area's, too: ``tests/cli/env`` is not
    for ``src/hatch/env``."""
    name = _bare(area)
    tests = [entry for entry in atlas.modules_below(folder) if is_test(entry)]
    if any(is_within(test.path, area) for test in tests):
        return area
    above = {place for test in tests for place in ancestors(parent(test.path)) if place and _bare(place) == name}
    own = {*area.split("/"), name, *_TEST_FOLDERS}
    imported = {entry.path for found in tests_of(atlas, members) for entry in found}
    alike = sum(1 for entry in atlas.entries.values() if entry.kind == "area" and _bare(entry.path) == name)
    counts = {
        place: sum(1 for path in imported if is_within(path, place))
        for place in above
        if own.issuperset(place.split("/"))
    }
    ranked = sorted((place for place in counts if counts[place] or alike < 2), key=lambda p: (-counts[p], len(p), p))
    return next(iter(ranked), None)


def _bare(folder: str) -> str:
    return folder.rpartition("/")[2].strip("_")
