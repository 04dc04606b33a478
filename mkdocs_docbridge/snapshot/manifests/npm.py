"""``package.json``, ``pnpm-workspace.yaml`` and ``tsconfig.json``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec
import yaml

from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .jsonc import load_jsonc
from .members import Members, broken, decoded, not_utf8, with_lines

_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_ENTRY_MEMBERS = ("source", "types", "typings", "module", "main", "browser")
_MAX_CONDITIONS = 16
# The parser's own limit comes late: at a thousand levels it has spent seconds.
_DEEP = re.compile(r"(?:[\[{]\s*){100}")
_AT_BYTE = re.compile(r"\(byte (\d+)\)")


def read_package_json(data: bytes) -> ManifestFacts:
    """The facts of a ``package.json``; its entries are (subpath, file), in the order they are declared."""
    read = read_table("npm", data, msgspec.json.decode)
    if isinstance(read, ManifestFacts):
        return read
    root, text = read
    workspaces = root.value("workspaces")
    members = root.table("workspaces").texts("packages") if isinstance(workspaces, dict) else root.texts("workspaces")
    dependencies = [name for key in _DEPENDENCIES for name in root.table(key)]
    return ManifestFacts(
        ecosystem="npm",
        name=root.text("name"),
        version=root.text("version") or None,
        description=root.text("description"),
        dependencies=with_lines(dependencies, text, "ependencies"),
        workspaces=tuple(members),
        entries=tuple(dict.fromkeys(_entries(root))),
        scripts=tuple(sorted(root.table("scripts"))),
        manager=root.text("packageManager").partition("@")[0],
        notes=tuple(root.notes),
    )


def _entries(root: Members) -> Iterator[tuple[str, str]]:
    exports = root.value("exports")
    if isinstance(exports, dict) and any(str(key).startswith(".") for key in exports):
        for subpath in exports:
            yield from ((str(subpath), file) for file in _files(exports[subpath]))
    elif exports is not None:
        yield from ((".", file) for file in _files(exports))
    imports = root.value("imports")
    if isinstance(imports, dict):
        for subpath in imports:
            yield from ((str(subpath), file) for file in _files(imports[subpath]))
    for key in _ENTRY_MEMBERS:
        value = root.value(key)
        if isinstance(value, str) and value:
            yield ".", value


def _files(value: object, depth: int = 0) -> Iterator[str]:
    """The files behind conditions (``import``, ``types`` …), in order."""
    if isinstance(value, str):
        yield value
    elif depth < _MAX_CONDITIONS:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        for member in inner:
            yield from _files(member, depth + 1)


def read_pnpm_workspace(data: bytes) -> ManifestFacts:
    """The facts of a ``pnpm-workspace.yaml``: the globs of its packages."""
    read = read_table("npm", data, _load_yaml)
    if isinstance(read, ManifestFacts):
        return read
    root, _ = read
    return ManifestFacts(ecosystem="npm", name="", workspaces=tuple(root.texts("packages")), notes=tuple(root.notes))


def read_tsconfig(data: bytes) -> ManifestFacts:
    """The facts of a ``tsconfig.json`` or ``jsconfig.json``: paths, base folder, what it extends."""
    read = read_table("typescript", data, load_jsonc)
    if isinstance(read, ManifestFacts):
        return read
    root, _ = read
    options = root.table("compilerOptions")
    paths = options.table("paths")
    extends = root.texts("extends") if isinstance(root.value("extends"), list) else [root.text("extends")]
    return ManifestFacts(
        ecosystem="typescript",
        name="",
        aliases=tuple((pattern, tuple(paths.texts(pattern))) for pattern in paths),
        base_url=options.text("baseUrl"),
        extends=tuple(name for name in extends if name),
        notes=tuple(root.notes),
    )


def _load_yaml(text: str) -> object:
    if _DEEP.search(text):
        raise RecursionError
    return yaml.safe_load(text)


def read_table(ecosystem: str, data: bytes, load: Callable[[str], object]) -> tuple[Members, str] | ManifestFacts:
    """The parsed table and its text, or the facts of a file that cannot be read."""
    try:
        text = decoded(data)
        value = load(text)
    except UnicodeDecodeError as error:
        return not_utf8(ecosystem, data, error)
    except msgspec.DecodeError as error:
        at = _AT_BYTE.search(str(error))
        line = text.encode().count(b"\n", 0, int(at[1])) + 1 if at else text.count("\n") + 1
        return broken(ecosystem, "not JSON", line)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return broken(ecosystem, "not YAML", None if mark is None else mark.line + 1)
    except RecursionError:
        return broken(ecosystem, "nested too deeply to be read", None)
    except ValueError:
        return broken(ecosystem, "a value in it cannot be read", None)
    if value is None and not text.strip():
        value = {}
    if not isinstance(value, dict):
        return broken(ecosystem, "the document is not a table", 1)
    return Members({str(key): member for key, member in value.items()}), text
