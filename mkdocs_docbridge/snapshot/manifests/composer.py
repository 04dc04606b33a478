"""``composer.json``, and of ``composer.lock`` which package brings which namespace."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .members import Members, with_lines
from .npm import read_table

_ECOSYSTEM = "packagist"


def read_composer_json(data: bytes) -> ManifestFacts:
    """The facts of a ``composer.json``. ``aliases`` are its namespace prefixes with their folders, a PSR-0 prefix as
    the PSR-4 one it equals; ``entries`` the files it always loads; ``workspaces`` its repositories of type path."""
    read = read_table(_ECOSYSTEM, data, msgspec.json.decode)
    if isinstance(read, ManifestFacts):
        return read
    root, text = read
    # PHP itself, its extensions and Composer's own plugins API are no packages: those have a vendor.
    dependencies = [
        name for key in ("require", "require-dev") for name in root.table(key) if "/" in name and not name.endswith("/")
    ]
    loading = [root.table("autoload"), root.table("autoload-dev")]
    aliases = [alias for autoload in loading for alias in _prefixes(autoload)]
    folders = {folder for _, targets in aliases for folder in targets}
    folders.update(path for autoload in loading for path in _paths(autoload, "classmap") if not path.endswith(".php"))
    return ManifestFacts(
        ecosystem=_ECOSYSTEM,
        name=root.text("name"),
        version=root.text("version") or None,
        description=root.text("description"),
        dependencies=with_lines(dependencies, text, '"require'),
        workspaces=tuple(_path_repositories(root)),
        entries=tuple((".", path) for autoload in loading for path in _paths(autoload, "files")),
        source_roots=tuple(sorted(folder for folder in folders if folder)),
        aliases=tuple(aliases),
        scripts=tuple(sorted(root.table("scripts"))),
        notes=tuple(root.notes),
    )


def read_composer_lock(data: bytes) -> ManifestFacts:
    """The facts of a ``composer.lock``: ``entries`` are (namespace prefix, package that brings it)."""
    read = read_table(_ECOSYSTEM, data, msgspec.json.decode)
    if isinstance(read, ManifestFacts):
        return read
    root, _ = read
    entries: set[tuple[str, str]] = set()
    for key in ("packages", "packages-dev"):
        for package in root.tables(key):
            autoload, name = package.table("autoload"), package.text("name")
            entries.update((prefix, name) for prefix, _ in _prefixes(autoload) if prefix and name)
    return ManifestFacts(ecosystem=_ECOSYSTEM, name="", entries=tuple(sorted(entries)), notes=tuple(root.notes))


def _prefixes(autoload: Members) -> Iterator[tuple[str, tuple[str, ...]]]:
    for prefix in autoload.table("psr-4"):
        yield prefix, tuple(_paths(autoload.table("psr-4"), prefix))
    for prefix in autoload.table("psr-0"):
        # PSR-0 repeats the namespace below the folder; its underscores in names of classes are not followed.
        namespace = prefix.rstrip("\\")
        inner = namespace.replace("\\", "/")
        folders = [f"{folder}/{inner}".strip("/") for folder in _paths(autoload.table("psr-0"), prefix)]
        yield (f"{namespace}\\" if namespace else ""), tuple(folders)


def _paths(table: Members, key: str) -> list[str]:
    """The path or paths at ``key``, relative to the manifest."""
    found = table.texts(key) if isinstance(table.value(key), list) else [table.text(key)] if key in table else []
    return [path.removeprefix("./").rstrip("/") for path in found]


def _path_repositories(root: Members) -> Iterator[str]:
    value = root.value("repositories")
    members = root.table("repositories") if isinstance(value, dict) else None
    repositories = [members.table(key) for key in members if isinstance(members.value(key), dict)] if members else []
    for repository in repositories or (root.tables("repositories") if isinstance(value, list) else []):
        if repository.text("type") == "path" and repository.text("url"):
            yield repository.text("url")
