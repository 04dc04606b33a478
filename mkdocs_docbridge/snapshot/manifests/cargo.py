"""``Cargo.toml``: the package, its targets, its dependencies, and the workspace it makes or stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts

from .members import Members, broken, decoded, load_toml, not_utf8

_AT_LINE = re.compile(r"\(at line (\d+)")
_TABLES = ("dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies")
_TARGETS = ("bin", "test", "example", "bench")
_HEADER = re.compile(r"^[ \t]*\[+[ \t]*([^\]\n]*?)[ \t]*\]+")
_KEY = re.compile(r"""^[ \t]*["']?([A-Za-z0-9][\w-]*)["']?[ \t]*[=.]""")
_DEPENDENCIES = re.compile(r"""(?:^|\.)(?:dev-|dev_|build-|build_)?dependencies(?:\.["']?([\w-]+)["']?)?$""")


def read_cargo(data: bytes) -> ManifestFacts:
    """The facts of a ``Cargo.toml``.

    ``entries`` are its targets: (``lib``, file), (``lib:name``, file) and (``bin:name``, file), the file ``""`` where
    only a name is given. ``aliases`` are the dependencies that are called otherwise here. ``inherited`` names what
    stands in the workspace's root, and ``shared`` what a root gives (see :func:`.inheritance.with_inherited`).
    """
    try:
        text = decoded(data)
        document = load_toml(text)
    except UnicodeDecodeError as error:
        return not_utf8("cargo", data, error)
    except ValueError as error:
        at = _AT_LINE.search(str(error))
        at_end = text.count("\n") + 1 if "at end of document" in str(error) else None
        return broken("cargo", "not TOML", int(at[1]) if at else at_end)
    except RecursionError:
        return broken("cargo", "nested too deeply to be read", None)
    root = Members(document)
    package, workspace = root.table("package"), root.table("workspace")
    if "package" not in root and "project" in root:
        package = root.table("project")
    tables = list(_tables(root))
    called = dict(_dependencies(tables))
    inherited = [key for key in ("version", "description") if _is_inherited(package.value(key))]
    return ManifestFacts(
        ecosystem="cargo",
        name=package.text("name"),
        version=None if "version" in inherited else package.text("version") or None,
        description="" if "description" in inherited else package.text("description").strip(),
        dependencies=_with_lines(called, text),
        workspaces=(*workspace.texts("members"), *(f"!{glob}" for glob in workspace.texts("exclude"))),
        entries=tuple(_targets(root, package)),
        aliases=tuple((name, (real,)) for name, real in sorted(called.items()) if name != real),
        scripts=tuple(sorted({name for target in root.tables("bin") if (name := target.text("name"))})),
        inherited=(*inherited, *(f"dependencies.{name}" for name in sorted(set(_inherited_dependencies(tables))))),
        shared=tuple(_shared(workspace)),
        notes=tuple(root.notes),
    )


def _is_inherited(value: object) -> bool:
    return isinstance(value, dict) and value.get("workspace") is True


def _tables(root: Members) -> Iterator[Members]:
    places = [root, *(root.table("target", target) for target in root.table("target"))]
    yield from (place.table(key) for place in places for key in _TABLES if key in place)


def _dependencies(tables: list[Members]) -> Iterator[tuple[str, str]]:
    """(name here, name of the package) of each dependency."""
    for table in tables:
        for name in table:
            value = table.value(name)
            real = value.get("package") if isinstance(value, dict) else None
            yield name, real if isinstance(real, str) and real else name


def _inherited_dependencies(tables: list[Members]) -> Iterator[str]:
    return (name for table in tables for name in table if _is_inherited(table.value(name)))


def _shared(workspace: Members) -> Iterator[tuple[str, str]]:
    package = workspace.table("package")
    for key in ("version", "description"):
        if text := package.text(key):
            yield key, text
    dependencies = workspace.table("dependencies")
    for name in sorted(dependencies):
        value = dependencies.value(name)
        real = value.get("package") if isinstance(value, dict) else None
        if isinstance(real, str) and real:
            yield f"dependencies.{name}", real


def _targets(root: Members, package: Members) -> Iterator[tuple[str, str]]:
    library = root.table("lib")
    if name := library.text("name"):
        yield f"lib:{name}", library.text("path")
    elif path := library.text("path"):
        yield "lib", path
    for kind in _TARGETS:
        for target in root.tables(kind):
            if path := target.text("path"):
                yield f"{kind}:{target.text('name')}", path
    build = package.value("build")
    if isinstance(build, str) and build:
        yield "build", build


def _with_lines(called: dict[str, str], text: str) -> tuple[Dependency, ...]:
    """One dependency a package, sorted, with the line whose key names it first."""
    lines: dict[str, int] = {}
    inside = False
    for number, row in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(row):
            table = _DEPENDENCIES.search(header[1].strip())
            inside = table is not None and table[1] is None and not header[1].startswith("workspace")
            if table is not None and table[1]:
                lines.setdefault(table[1], number)
        elif inside and (key := _KEY.match(row)):
            lines.setdefault(key[1], number)
    found: dict[str, int] = {}
    for name, real in called.items():
        line = lines.get(name, 1)
        found[real] = min(line, found.get(real, line))
    return tuple(Dependency(name=real, line=line) for real, line in sorted(found.items()))
