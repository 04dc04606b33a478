"""Front doors: the tasks by which a repository runs its tests (``make test``, ``tox``, ``nox -s tests``)."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from typing import NamedTuple

from .atlas import ROOT, Atlas
from .model import Check

TESTS = ("test", "tests", "unit", "unittest", "unittests", "test-unit", "test:unit", "unit-test", "pytest", "check", "")
"""What a task that runs the tests is called; the first that exists is meant. The tool as a whole has no name."""
LINT = ("lint", "typecheck", "type-check", "check-types", "types", "types:check", "mypy")
DOCS = ("docs:build-check", "docs:build", "docs-build", "build-docs", "docs", "doc", "site", "html")
PROSE = ("lint:markdown", "lint:md", "lint:docs", "markdownlint")
_SCRIPTS = ("scripts/test", "script/test", "bin/test", "scripts/test.sh")
"""Programs without a manifest that run the tests by convention ("scripts to rule them all")."""
_WHOLE = {"tox": "tox", "hatch": "hatch test"}
"""Tools that run the tests when they are given no name."""
_BY_NAME = {"make": "make {}", "just": "just {}", "nox": "nox -s {}", "tox": "tox -e {}", "pdm": "pdm run {}",
            "poe": "poe {}", "hatch": "hatch run {}", "composer": "composer {}"}  # fmt: skip
_DOORS = ("make", "just")
"""Tools that call the others: where one has the task, the others are behind it."""


class Door(NamedTuple):
    """A task that is run from ``folder``, and the file that has it."""

    tool: str
    command: str
    folder: str
    source: str


class Found(NamedTuple):
    """Checks, and what is not clear about them."""

    checks: tuple[Check, ...] = ()
    note: str | None = None


def doors(atlas: Atlas, path: str, names: Collection[str], *, tools: Collection[str] = tuple(_BY_NAME)) -> list[Door]:
    """The tasks of the nearest folder at or above ``path`` that has any by one of ``names``, one a tool. A Makefile or
    justfile stands for all others there."""
    for folder in atlas.above(path):
        found = [door for tool in tools if (door := _door(atlas, folder, tool, names)) is not None]
        outer = [door for door in found if door.tool in _DOORS]
        if "test" in names and not outer:
            found += _scripts(atlas, folder)
        if found:
            return outer or found
    return []


def _door(atlas: Atlas, folder: str, tool: str, names: Collection[str]) -> Door | None:
    for source, facts in atlas.manifests_in(folder):
        has = {name for runner, name in facts.tasks if runner == tool and (name or tool in _WHOLE)}
        if tool == "composer" and facts.ecosystem == "packagist":
            has.update(facts.scripts)
        name = next((name for name in names if name in has), None)
        if name is not None:
            return Door(tool, _BY_NAME[tool].format(name) if name else _WHOLE[tool], folder, source)
    return None


def _scripts(atlas: Atlas, folder: str) -> list[Door]:
    found = atlas.files_in(folder, _SCRIPTS)
    return [Door("script", relative(path, folder), folder, path) for path in found][:1]


def through(atlas: Atlas, path: str) -> Found:
    """The tests, and what else is looked at before a change is done, by the front doors of ``path``. Several doors of
    one kind are all given, and said to be ambiguous."""
    tests = doors(atlas, path, TESTS)
    checks = [Check(command=door.command, folder=door.folder, why="it runs the tests", source=door.source)
              for door in tests]  # fmt: skip
    if tests:
        used = [door.tool for door in tests if door.tool in _BY_NAME]
        near = tests[0].folder
        lint = [door for door in doors(atlas, near, LINT, tools=used) if door.folder == near]
        checks += [
            Check(command=door.command, folder=door.folder, why="it looks at style or types", source=door.source)
            for door in lint
        ]
    note = None
    if len(tests) > 1:
        ways = ", ".join(door.command for door in tests)
        note = f"ambiguous: {ways} all run tests, and nothing says which is meant; an ownership record can"
    return Found(tuple(checks), note)


def argument(text: str) -> str:
    """A name or path as one word of a command line, never an option: it comes from files that anyone may have
    written, and the command is made to be pasted into a shell."""
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


def relative(path: str, folder: str) -> str:
    """``path`` as it is written in ``folder``, which holds it; ``.`` for the folder itself."""
    if path == folder:
        return ROOT
    return path if folder == ROOT else path.removeprefix(f"{folder}/")
