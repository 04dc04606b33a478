"""Where Python's module specifiers lead: to a path of the repository, or out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mkdocs_docbridge.paths import ancestors, folders_of, join, parent
from mkdocs_docbridge.snapshot.facts import ImportedName

from .distributions import distribution_of, normalized
from .edges import Target, external, unresolved
from .python_roots import SourceRoots
from .stdlib import STDLIB
from .universe import Universe

_INIT = ("__init__.py", "__init__.pyi")
_SUFFIXES = (".py", ".pyi")
_COMPILED = (".pyx", ".pxd", ".c", ".cpp", ".cc", ".rs", ".so")


class PythonModules:
    """The Python modules of a universe by path. A *stem* is a module's or package's path without suffix."""

    def __init__(self, universe: Universe) -> None:
        self.facts = universe.modules
        self.paths = universe.paths
        self.python = set(universe.paths_of("python"))
        self.folders = folders_of(self.python)
        self._files = _by_stem(self.python)
        self.roots = SourceRoots(universe, self.python)
        self.declared = frozenset(
            normalized(dependency.name)
            for facts in universe.manifests.values()
            if facts.ecosystem == "pypi"
            for dependency in facts.dependencies
        )

    def file(self, stem: str) -> str | None:
        """The module that ``stem`` stands for, a package's ``__init__`` before a file; None for a plain folder."""
        return self._files.get(stem)

    def locate(self, path: str, specifier: str, names: Sequence[ImportedName] = ()) -> str | Target:
        """The stem that ``specifier`` means in the file at ``path``, or the target it leads to otherwise.

        The standard library comes before the repository, except for a sibling of a file that is in no package (its
        folder is first on the path when it runs) and within a package of that name.
        """
        rest = specifier.lstrip(".")
        if level := len(specifier) - len(rest):
            return self._relative(path, level, rest)
        parts = rest.split(".")
        if parts[0] in STDLIB and not self._shadows_stdlib(path, parts[0]):
            return external("python", parts[0])
        if parts == ["conftest"] and (conftest := self._conftest(path)) is not None:
            return conftest
        absent: Target | None = None
        for root in self.roots.seen_from(path, secluded=normalized(parts[0]) not in self.declared):
            stem = join(root, "/".join(parts))
            top = self.file(join(root, parts[0]))
            if self.file(stem) or (stem in self.folders and (top or self._holds(stem, names))):
                return stem
            if top is not None and top != path and absent is None:
                absent = self._absent(stem)
        return absent or external("pypi", distribution_of(rest, self.declared))

    def _shadows_stdlib(self, path: str, top: str) -> bool:
        folder = parent(path)
        sibling = None if folder in self.roots.packages else self.file(join(folder, top))
        return self.roots.is_inside(path, top) or sibling not in {None, path}

    def _conftest(self, path: str) -> str | None:
        """The stem of the nearest ``conftest.py`` above a test: pytest finds it by place, not by the path."""
        stems = [join(folder, "conftest") for folder in ancestors(parent(path)) if folder in self.roots.conftests]
        return next((stem for stem in stems if self.file(stem) != path), None)

    def _holds(self, stem: str, names: Sequence[ImportedName]) -> bool:
        """Whether a plain folder is meant: only then does one of the names stand in it."""
        return any(self.file(join(stem, name.name)) is not None for name in names if name.name not in {"", "*"})

    def _relative(self, path: str, level: int, rest: str) -> str | Target:
        folder = parent(path)
        for _ in range(level - 1):
            if not folder:
                return unresolved(f"{'.' * level} leaves the repository")
            folder = parent(folder)
        stem = join(folder, rest.replace(".", "/")) if rest else folder
        if self.file(stem) is not None or stem in self.folders or not rest:
            return stem
        return self._absent(stem)

    def _absent(self, stem: str) -> Target:
        source = next((stem + suffix for suffix in _COMPILED if stem + suffix in self.paths), None)
        if source is not None:
            return Target("file", source)
        return unresolved(f"{stem} is no module of the repository")


def _by_stem(paths: Iterable[str]) -> dict[str, str]:
    """The module that each stem stands for."""
    found: dict[str, str] = {}
    best: dict[str, int] = {}
    for path in paths:
        folder, _, name = path.rpartition("/")
        if name in _INIT:
            stem, rank = folder, _INIT.index(name)
        else:
            bare, dot, suffix = path.rpartition(".")
            stem, rank = bare, len(_INIT) + _SUFFIXES.index(dot + suffix.lower())
            if path != bare + _SUFFIXES[rank - len(_INIT)]:
                # a suffix in capitals: no import statement finds it
                continue
        if rank < best.get(stem, len(_INIT) + len(_SUFFIXES)):
            found[stem], best[stem] = path, rank
    return found


def is_init(path: str) -> bool:
    """Whether the module at ``path`` is a package itself."""
    return path.rpartition("/")[2] in _INIT
