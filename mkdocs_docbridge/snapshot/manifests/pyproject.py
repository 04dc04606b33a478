"""``pyproject.toml``: PEP 621, Poetry, and where each build backend says that packages stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts

from .members import Members, broken, decoded, load_toml, not_utf8, with_lines
from .python_requirements import by_comparable, required_names
from .tasks import PYTEST, hatch_tasks, tox_tasks

_AT_LINE = re.compile(r"\(at line (\d+)")


def read_pyproject(data: bytes) -> ManifestFacts:
    """The facts of a ``pyproject.toml``. A dynamic version is None; self-referring extras are no dependencies."""
    try:
        text = decoded(data)
        document = load_toml(text)
    except UnicodeDecodeError as error:
        return not_utf8("pypi", data, error)
    except ValueError as error:
        at = _AT_LINE.search(str(error))
        at_end = text.count("\n") + 1 if "at end of document" in str(error) else None
        return broken("pypi", "not TOML", int(at[1]) if at else at_end)
    except RecursionError:
        return broken("pypi", "nested too deeply to be read", None)
    root = Members(document)
    project, poetry = root.table("project"), root.table("tool", "poetry")
    name = project.text("name") or poetry.text("name")
    # With the plugin, Poetry's version is a placeholder.
    placeholder = root.table("tool", "poetry-dynamic-versioning").value("enable") is True
    computed = placeholder or "version" in project.texts("dynamic")
    version = project.text("version") or ("" if computed else poetry.text("version"))
    scripts = {*project.table("scripts"), *project.table("gui-scripts"), *poetry.table("scripts")}
    return ManifestFacts(
        ecosystem="pypi",
        name=name,
        version=version or None,
        description=project.text("description") or poetry.text("description"),
        dependencies=_dependencies(root, project, poetry, name, text),
        workspaces=tuple(sorted(set(root.table("tool", "uv", "workspace").texts("members")))),
        source_roots=tuple(sorted({hint.strip("/") or "." for hint in _source_roots(root, poetry)} - {"."})),
        scripts=tuple(sorted(scripts)),
        tasks=tuple(sorted(set(_tasks(root)))),
        notes=tuple(root.notes),
    )


def _dependencies(root: Members, project: Members, poetry: Members, own: str, text: str) -> tuple[Dependency, ...]:
    requirements = project.texts("dependencies")
    for group in (project.table("optional-dependencies"), root.table("dependency-groups")):
        for key in group:
            requirements.extend(group.texts(key))
    requirements.extend(root.table("tool", "uv").texts("dev-dependencies"))
    for key in (pdm := root.table("tool", "pdm", "dev-dependencies")):
        requirements.extend(pdm.texts(key))
    names = required_names(requirements)
    tables = [poetry.table("dependencies"), poetry.table("dev-dependencies")]
    groups = poetry.table("group")
    tables.extend(groups.table(key, "dependencies") for key in groups)
    names.update(name for table in tables for name in table if name != "python")
    known = by_comparable(names, own)
    lines = {dependency.name: dependency.line for dependency in with_lines(known.values(), text, "dependencies")}
    return tuple(Dependency(name=name, line=lines[written]) for name, written in known.items())


def _tasks(root: Members) -> Iterator[tuple[str, str]]:
    """What Hatch, PDM, Poe and tox run, and whether pytest is configured."""
    yield from hatch_tasks(root.table("tool", "hatch", "envs"))
    yield from (("pdm", name) for name in root.table("tool", "pdm", "scripts") if name != "_")
    yield from (("poe", name) for name in root.table("tool", "poe", "tasks"))
    if "tox" in root.table("tool"):
        yield from tox_tasks(root.table("tool", "tox", "env"))
    if "pytest" in root.table("tool"):
        yield PYTEST


def _source_roots(root: Members, poetry: Members) -> Iterator[str]:
    """The folders that the build backends' settings name, relative to the manifest."""
    build = root.table("tool", "hatch", "build")
    for target in (build, build.table("targets", "wheel")):
        for package in target.texts("packages"):
            yield package.rstrip("/").rpartition("/")[0]
        if isinstance(target.value("sources"), list):
            yield from target.texts("sources")
    setuptools = root.table("tool", "setuptools")
    yield setuptools.table("package-dir").text("")
    packages = setuptools.value("packages")
    if isinstance(packages, dict):
        yield from setuptools.table("packages", "find").texts("where")
    for package_table in poetry.tables("packages"):
        yield package_table.text("from")
    yield root.table("tool", "pdm", "build").text("package-dir")
    yield root.table("tool", "maturin").text("python-source")
    yield root.table("tool", "uv", "build-backend").text("module-root")
    pytest = root.table("tool", "pytest", "ini_options")
    yield from pytest.texts("pythonpath") if isinstance(pytest.value("pythonpath"), list) else ()
