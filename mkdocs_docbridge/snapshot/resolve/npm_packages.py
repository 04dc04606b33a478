"""The npm packages of a repository: workspace members, their names, and the files their entries mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .universe import Universe

_BUILT = frozenset(["build", "cjs", "dist", "es", "esm", "lib", "out", "output", "umd"])
_SUFFIX = re.compile(r"\.d\.[cm]?ts$|\.[cm]?[jt]sx?$")


class NpmPackages:
    """Folders with a ``package.json`` and what may be imported from each by name."""

    def __init__(self, universe: Universe) -> None:
        self.by_folder: dict[str, ManifestFacts] = {
            parent(path): facts
            for path, facts in universe.manifests.items()
            if path.rpartition("/")[2] == "package.json" and "node_modules" not in path.split("/")
        }
        globs = [
            (parent(path), glob)
            for path, facts in sorted(universe.manifests.items())
            if facts.ecosystem == "npm"
            for glob in facts.workspaces
        ]
        self.named: dict[str, str] = {}
        for folder in sorted(self.by_folder, key=lambda folder: (folder.count("/") if folder else -1, folder)):
            name = self.by_folder[folder].name
            # Where workspaces are declared, other manifests with a name are fixtures and templates.
            if name and (not globs or _is_member(folder, globs)):
                self.named.setdefault(name, folder)

    def around(self, path: str) -> str | None:
        """The folder of the nearest ``package.json`` above ``path``."""
        return next((folder for folder in ancestors(parent(path)) if folder in self.by_folder), None)

    def declares(self, path: str, name: str) -> bool:
        """Whether the package around ``path`` depends on ``name``."""
        folder = self.around(path)
        return folder is not None and any(item.name == name for item in self.by_folder[folder].dependencies)

    def entry(self, folder: str, subpath: str, find: Callable[[str], str | None]) -> str | None:
        """The file that ``subpath`` (``.``, ``./x`` or ``#x``) of the package in ``folder`` means.

        Entries point to built files that are seldom in the repository; the source they are built from is taken
        where the usual layout (``src`` for ``dist``) tells it. ``find`` completes a path without suffix.
        """
        for pattern, file in self.by_folder[folder].entries:
            star = _match(pattern, subpath)
            if star is not None:
                for candidate in _sources(folder, file.replace("*", star)):
                    if (found := find(candidate)) is not None:
                        return found
        if subpath.startswith("#"):
            return None
        plain = subpath.removeprefix(".").removeprefix("/")
        direct = [join(folder, plain), join(folder, f"src/{plain}")] if plain else self._roots(folder)
        return next((found for candidate in direct if (found := find(candidate)) is not None), None)

    def _roots(self, folder: str) -> list[str]:
        return [join(folder, "src/index"), join(folder, "index"), join(folder, "src/main")]


def _is_member(folder: str, globs: list[tuple[str, str]]) -> bool:
    member = False
    for root, glob in globs:
        if folder == root:
            return True
        inside = folder[len(root) + 1 :] if root and folder.startswith(root + "/") else folder if not root else None
        if inside is None:
            continue
        negated = glob.startswith("!")
        if _glob(glob.lstrip("!").removeprefix("./").rstrip("/")).fullmatch(inside):
            member = not negated
    return member


@cache
def _glob(glob: str) -> re.Pattern[str]:
    """``**`` for any folders, ``*`` and ``?`` within one; ``{a,b}`` for either."""
    pieces = []
    for token in re.findall(r"\*\*/?|[*?{},]|[^*?{},]+", glob):
        if token.startswith("**"):
            pieces.append("(?:.*/)?" if token.endswith("/") else ".*")
        else:
            pieces.append({"*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")", ",": "|"}.get(token) or re.escape(token))
    try:
        return re.compile("".join(pieces))
    except re.error:
        return re.compile(re.escape(glob))


def _match(pattern: str, subpath: str) -> str | None:
    """What ``*`` of ``pattern`` stands for in ``subpath``, ``""`` for a plain equal, None without a match."""
    before, star, after = pattern.partition("*")
    if not star:
        return "" if pattern == subpath else None
    if len(subpath) >= len(before) + len(after) and subpath.startswith(before) and subpath.endswith(after):
        return subpath[len(before) : len(subpath) - len(after)]
    return None


def _sources(folder: str, file: str) -> Iterator[str]:
    path = normalize(folder, file)
    if path is None:
        return
    yield path
    stem = _SUFFIX.sub("", path)
    yield stem
    inner = stem[len(folder) + 1 :] if folder else stem
    parts = inner.split("/")
    if parts[0] in _BUILT and len(parts) > 1:
        yield join(folder, "/".join(["src", *parts[1:]]))
        if parts[1] in _BUILT and len(parts) > 2:
            yield join(folder, "/".join(["src", *parts[2:]]))
        yield join(folder, "/".join(parts[1:]))
