"""Files that say what is run for those who develop here: Makefile, justfile, tox, pytest's and Hatch's own.

Their ecosystem is ``tasks`` and they declare no package. Nothing is run: what only running would tell (a target with a
variable in its name, an included file) is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from configparser import RawConfigParser

from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .ini import load_ini
from .members import Members, broken, decoded, load_toml, not_utf8

TASKS = "tasks"
_TARGETS = re.compile(r"^([A-Za-z0-9][\w./ -]{0,200}?)[ \t]*::?(?![:=])", re.MULTILINE)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]{0,99})(?:[ \t][^:\n]*)?:(?!=)", re.MULTILINE)
_MAX_TASKS = 500

Task = tuple[str, str]
PYTEST: Task = ("pytest", "")
"""Says that pytest is configured."""


def read_makefile(data: bytes) -> ManifestFacts:
    """The targets of a Makefile whose names are plain."""
    return _matched(
        data, lambda text: [("make", name) for match in _TARGETS.finditer(text) for name in match[1].split()]
    )


def read_justfile(data: bytes) -> ManifestFacts:
    """The recipes of a justfile; those that start with ``_`` are private."""
    return _matched(data, lambda text: [("just", name[1]) for name in _RECIPE.finditer(text) if name[1][0] != "_"])


def _matched(data: bytes, tasks: Callable[[str], Iterable[Task]]) -> ManifestFacts:
    try:
        return tasks_file(tasks(decoded(data)))
    except UnicodeDecodeError as error:
        return not_utf8(TASKS, data, error)


def tasks_file(tasks: Iterable[Task]) -> ManifestFacts:
    """The facts of a file that holds nothing but tasks."""
    return ManifestFacts(ecosystem=TASKS, name="", tasks=tuple(sorted(set(tasks)))[:_MAX_TASKS])


def read_ini(data: bytes) -> ManifestFacts:
    """What a ``tox.ini`` or ``pytest.ini`` sets up."""
    read = load_ini(TASKS, data)
    return read if isinstance(read, ManifestFacts) else tasks_file(ini_tasks(read[0]))


def ini_tasks(parser: RawConfigParser) -> tuple[Task, ...]:
    """The tox environments and pytest's configuration in the sections of an INI file, those of a ``setup.cfg`` too."""
    found: list[Task] = []
    environments = [name.partition(":")[2] for name in parser.sections() if name.startswith("testenv:")]
    if {"tox", "tox:tox", "testenv"} & set(parser.sections()) or environments:
        found += tox_tasks(environments)
    if {"pytest", "tool:pytest"} & set(parser.sections()):
        found.append(PYTEST)
    return tuple(sorted(set(found)))


def tox_tasks(environments: Iterable[str]) -> Iterator[Task]:
    """tox as a whole and each environment with a plain name."""
    yield "tox", ""
    yield from (("tox", name) for name in environments if re.fullmatch(r"[\w.-]+", name))


def read_hatch_toml(data: bytes) -> ManifestFacts:
    """The scripts of the environments in a ``hatch.toml``."""
    try:
        root = Members(load_toml(decoded(data)))
    except UnicodeDecodeError as error:
        return not_utf8(TASKS, data, error)
    except (ValueError, RecursionError):
        return broken(TASKS, "not TOML", None)
    return tasks_file(hatch_tasks(root.table("envs")))


def hatch_tasks(environments: Members) -> Iterator[Task]:
    """The scripts of Hatch's environments: ``name`` in the default one, ``environment:name`` in others. The
    environment ``hatch-test`` configures ``hatch test``, which is the task with an empty name."""
    for environment in environments:
        if environment == "hatch-test":
            yield "hatch", ""
        prefix = "" if environment == "default" else f"{environment}:"
        yield from (("hatch", f"{prefix}{name}") for name in environments.table(environment, "scripts"))
