"""Fields of package manifests, and versions that a build backend reads from a source file.

Nothing is imported or run: a dynamic version resolves only where its backend names a file that states it literally.
"""

from __future__ import annotations

import ast
import re
from importlib.metadata import PackageNotFoundError, version

from .model import PackageField
from .repository import Repository
from .structured import Node, UnresolvedError, lookup, parse, scalar

MANIFESTS = ("package.json", "pyproject.toml", "Cargo.toml", "go.mod")
_HATCH = r"""(?im)^(?:__version__|VERSION)(?:\s*:\s*str)?\s*=\s*(['"])v?(?P<version>[^'"\n]+)\1"""
_GO = re.compile(r"^[ \t]*(?P<key>module|go|toolchain)[ \t]+(?P<value>\S+)", re.MULTILINE)
_FOLDERS = ("", "src/", "lib/")


def package_field(repository: Repository, evidence: PackageField) -> str:
    """A scalar of a manifest: ``path``, else the first of :data:`MANIFESTS` at the root. A field that a manifest keeps
    below its own table (``project``, ``package``) may be named without it. Raises :class:`UnresolvedError`."""
    path, field = evidence.path, evidence.field
    found, data = _manifest(repository, path)
    folder = found[: len(found) - len(found.rsplit("/", 1)[-1])]
    name = found.rsplit("/", 1)[-1]
    if name == "go.mod":
        return _go_field(data, field, found)
    tree = parse(data, found)
    if name == "pyproject.toml" and field in {"version", "project.version"}:
        try:
            return _python_version(repository, tree, found, folder)
        except UnresolvedError as error:
            if not evidence.installed:
                raise
            return _installed_version(tree, found, str(error))
    if name == "Cargo.toml" and field in {"version", "package.version"}:
        return _text(_first(tree, ("package.version", "workspace.package.version"), found), found, field)
    home = {"pyproject.toml": "project.", "Cargo.toml": "package."}.get(name, "")
    return _text(_first(tree, (field, home + field), found), found, field)


def _manifest(repository: Repository, path: str | None) -> tuple[str, bytes]:
    for candidate in (path,) if path is not None else MANIFESTS:
        data = repository.read(candidate)
        if data is not None:
            return candidate, data
    raise UnresolvedError(f"{path} does not exist" if path else f"the root has none of {', '.join(MANIFESTS)}")


def _first(tree: Node, fields: tuple[str, ...], path: str) -> Node:
    for field in fields:
        try:
            node = lookup(tree, field, path)
        except UnresolvedError:
            continue
        if node != {"workspace": True}:
            return node
    raise UnresolvedError(f"{path} has no field {fields[0]}")


def _text(node: Node, path: str, field: str) -> str:
    return str(scalar(node, f"{path} field {field}"))


def _go_field(data: bytes, field: str, path: str) -> str:
    for match in _GO.finditer(data.decode("utf-8", "replace")):
        if match["key"] == field:
            return match["value"].strip('"')
    raise UnresolvedError(f"{path} has no line {field}; module, go and toolchain can be read")


def _python_version(repository: Repository, tree: Node, path: str, folder: str) -> str:
    for field in ("project.version", "tool.poetry.version"):
        try:
            return _text(lookup(tree, field, path), path, field)
        except UnresolvedError:
            continue
    if "version" not in _list(tree, "project.dynamic", path):
        raise UnresolvedError(f"{path} states no version")
    hatch = _optional(tree, "tool.hatch.version", path)
    if isinstance(hatch, dict):
        return _hatch_version(repository, hatch, path, folder)
    dynamic = _optional(tree, "tool.setuptools.dynamic.version", path)
    if isinstance(dynamic, dict) and isinstance(dynamic.get("attr"), str):
        return _attribute(repository, dynamic["attr"], folder)
    if isinstance(dynamic, dict):
        files = dynamic.get("file")
        name = files[0] if isinstance(files, list) and files else files
        return _source(repository, folder, name, path).strip()
    pdm = _optional(tree, "tool.pdm.version", path)
    if isinstance(pdm, dict) and pdm.get("source") == "file":
        return _matched(_source(repository, folder, pdm.get("path"), path), _HATCH, str(pdm.get("path")))
    if _optional(tree, "build-system.build-backend", path) == "flit_core.buildapi":
        name = _optional(tree, "tool.flit.module.name", path) or _optional(tree, "project.name", path)
        return _attribute(repository, f"{name}.__version__".replace("-", "_"), folder)
    raise UnresolvedError(f"{path} has a dynamic version that no file states (a backend computes it)")


def _hatch_version(repository: Repository, hatch: dict[str, object], path: str, folder: str) -> str:
    source = hatch.get("source", "regex")
    if source != "regex" or "path" not in hatch:
        raise UnresolvedError(f"{path} takes its version from {source!r}, which no file states")
    pattern = hatch.get("pattern", True)
    text = _source(repository, folder, hatch["path"], path)
    if isinstance(pattern, str):
        # an arbitrary pattern of the project is not run here: it can backtrack without end
        raise UnresolvedError(f"{path} finds its version with a pattern of its own, which is not evaluated")
    return _matched(text, _HATCH, str(hatch["path"]))


def _matched(text: str, pattern: str, path: str) -> str:
    match = re.search(pattern, text)
    if match is None:
        raise UnresolvedError(f"{path} assigns no literal to __version__ or VERSION")
    return match["version"]


def _source(repository: Repository, folder: str, name: object, path: str) -> str:
    if not isinstance(name, str) or ".." in name.split("/"):
        raise UnresolvedError(f"{path} names no file inside the repository for its version")
    data = repository.read(folder + name.removeprefix("./"))
    if data is None:
        raise UnresolvedError(f"{folder}{name}, which {path} takes its version from, does not exist")
    return data.decode("utf-8", "replace")


def _attribute(repository: Repository, dotted: str, folder: str) -> str:
    module, _, name = dotted.rpartition(".")
    stem = module.replace(".", "/")
    for base in _FOLDERS:
        for tail in (".py", "/__init__.py"):
            data = repository.read(f"{folder}{base}{stem}{tail}") if stem else None
            if data is not None:
                return _literal(data, name, f"{folder}{base}{stem}{tail}")
    raise UnresolvedError(f"no file of the module {module!r} was found for the version {dotted!r}")


def _literal(data: bytes, name: str, path: str) -> str:
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError):
        raise UnresolvedError(f"{path} is not Python that can be read") from None
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
        if named and isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
    raise UnresolvedError(f"{path} assigns no literal to {name}")


def _optional(tree: Node, field: str, path: str) -> Node:
    try:
        return lookup(tree, field, path)
    except UnresolvedError:
        return None


def _installed_version(tree: Node, path: str, reason: str) -> str:
    name = _optional(tree, "project.name", path)
    try:
        return version(name) if isinstance(name, str) else ""
    except PackageNotFoundError:
        raise UnresolvedError(f"{reason}, and {name} is not installed") from None


def _list(tree: Node, field: str, path: str) -> list[object]:
    node = _optional(tree, field, path)
    return node if isinstance(node, list) else []
