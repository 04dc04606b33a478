"""Path aliases of TypeScript and JavaScript projects: the nearest tsconfig, with what it extends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .npm_packages import NpmPackages
from .universe import Universe

_NAMES = ("tsconfig.json", "jsconfig.json")
_MAX_EXTENDS = 32


class Options(NamedTuple):
    """The options in force: (pattern, targets as repository paths), and the folder of ``baseUrl``."""

    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    base: str | None = None


class TsConfigs:
    """The tsconfig and jsconfig files of a repository."""

    def __init__(self, universe: Universe, packages: NpmPackages) -> None:
        self.facts: dict[str, ManifestFacts] = {
            path: facts for path, facts in universe.manifests.items() if facts.ecosystem == "typescript"
        }
        self.packages = packages
        self._by_folder: dict[str, list[str]] = {}
        for path in sorted(self.facts):
            self._by_folder.setdefault(parent(path), []).append(path)
        self._options: dict[str, list[Options]] = {}

    def above(self, path: str) -> list[Options]:
        """The options of each tsconfig or jsconfig above the file at ``path``, nearest first; only the first is in
        force. One without aliases often only refers to others beside it (``tsconfig.app.json``): then theirs count.
        """
        folder = parent(path)
        if folder not in self._options:
            found = [self._of_folder(above) for above in ancestors(folder)]
            self._options[folder] = [options for options in found if options is not None]
        return self._options[folder]

    def _of_folder(self, folder: str) -> Options | None:
        own = next((join(folder, name) for name in _NAMES if join(folder, name) in self.facts), None)
        if own is None:
            return None
        candidates = [own, *(path for path in self._by_folder[folder] if path != own)]
        return next((o for path in candidates if (o := self._read(path, frozenset())) != Options()), Options())

    def _read(self, path: str, seen: frozenset[str]) -> Options:
        """The options of one file over those it extends; ``paths`` replaces inherited ``paths`` as a whole."""
        facts, folder = self.facts[path], parent(path)
        aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
        base: str | None = None
        if len(seen) < _MAX_EXTENDS:
            for name in facts.extends:
                other = self._extended(folder, name)
                if other is not None and other not in seen and other != path:
                    inherited = self._read(other, seen | {path})
                    aliases, base = inherited.aliases or aliases, inherited.base if inherited.base is not None else base
        if facts.base_url:
            base = normalize(folder, facts.base_url)
        if facts.aliases:
            start = base if base is not None else folder
            aliases = tuple((pattern, tuple(_absolute(start, targets))) for pattern, targets in facts.aliases)
        return Options(aliases, base)

    def _extended(self, folder: str, name: str) -> str | None:
        if name.startswith((".", "/")):
            stem = normalize(folder if name.startswith(".") else "", name)
        else:
            parts = name.split("/")
            length = 2 if name.startswith("@") else 1
            package = self.packages.named.get("/".join(parts[:length]))
            stem = None if package is None else join(package, "/".join(parts[length:]) or "tsconfig.json")
        if stem is None:
            return None
        return next((p for p in (stem, f"{stem}.json", join(stem, "tsconfig.json")) if p in self.facts), None)


def _absolute(folder: str, targets: tuple[str, ...]) -> Iterator[str]:
    for target in targets:
        path = normalize(folder, target)
        if path is not None:
            yield path


def substitute(options: Options, specifier: str) -> list[str]:
    """The paths that the best alias gives for ``specifier``: an exact pattern, else the one with the longest start."""
    best: tuple[int, tuple[str, ...], str] | None = None
    for pattern, targets in options.aliases:
        before, star, after = pattern.partition("*")
        if not star:
            if pattern == specifier:
                return list(targets)
            continue
        fits = len(specifier) >= len(before) + len(after)
        better = best is None or len(before) > best[0]
        if fits and better and specifier.startswith(before) and specifier.endswith(after):
            best = (len(before), targets, specifier[len(before) : len(specifier) - len(after)])
    return [] if best is None else [target.replace("*", best[2], 1) for target in best[1]]
