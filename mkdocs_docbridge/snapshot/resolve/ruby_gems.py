"""The gems of a repository: its load paths, and the gem outside that a ``require`` means."""

from __future__ import annotations

import re

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts
from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .universe import Universe

_SEPARATORS = re.compile(r"[-_/]")
_TEST_FOLDERS = ("spec", "test", "tests", "features")
_SECLUDED = frozenset({*_TEST_FOLDERS, "fixtures", "example", "examples", "vendor", "templates"})

# Gems that are not called by the first part of the path that loads them, which is written here without separators.
_CALLED_OTHERWISE = {
    "abstractcontroller": "actionpack",
    "actioncontroller": "actionpack",
    "actiondispatch": "actionpack",
    "activesupport": "activesupport",
    "activerecord": "activerecord",
    "activemodel": "activemodel",
    "activejob": "activejob",
    "activestorage": "activestorage",
    "actionmailer": "actionmailer",
    "actionview": "actionview",
    "actioncable": "actioncable",
    "rails": "railties",
    "test": "test-unit",
}


class RubyGems:
    """Gem folders (those with a ``*.gemspec``) and the load paths that follow from them."""

    def __init__(self, universe: Universe) -> None:
        self.folders = universe.folders
        self.by_folder: dict[str, list[ManifestFacts]] = {}
        self._declared: dict[str, str] = {}
        own: set[str] = set()
        for path in sorted(universe.manifests):
            facts = universe.manifests[path]
            if facts.ecosystem != "rubygems":
                continue
            if path.endswith(".gemspec"):
                self.by_folder.setdefault(parent(path), []).append(facts)
            if NO_AREA & set(path_tags(path)):
                continue
            if facts.name:
                own.add(facts.name)
            for dependency in facts.dependencies:
                self._declared.setdefault(_key(dependency.name), dependency.name)
        self.own = frozenset(own)
        self._gem_roots = [root for folder in sorted(self.by_folder) for root in self._roots_of(folder)]
        self._seen: dict[str, tuple[str, ...]] = {}

    def _roots_of(self, folder: str) -> list[str]:
        """The load paths of the gem in ``folder``; of any other folder its ``lib``, where it has one."""
        hints = [hint for facts in self.by_folder.get(folder, ()) for hint in facts.source_roots] or ["lib"]
        roots = [root for hint in hints if (root := normalize(folder, hint)) is not None]
        return [root for root in dict.fromkeys(roots) if root in self.folders]

    def around(self, path: str) -> list[str]:
        """The folders of the gems above the file at ``path``, nearest first."""
        return [folder for folder in ancestors(parent(path)) if folder in self.by_folder]

    def load_path(self, path: str) -> tuple[str, ...]:
        """The folders that the file at ``path`` loads from, in the order they are tried: for each folder above it
        its ``lib``, then itself when it holds tests; then the other gems of the repository."""
        folder = parent(path)
        if folder not in self._seen:
            found: list[str] = []
            above = ancestors(folder)
            tests = any(part in _TEST_FOLDERS for part in folder.split("/"))
            for near in above:
                found.extend(self._roots_of(near))
                if near.rpartition("/")[2] in _TEST_FOLDERS:
                    found.append(near)
            if tests:
                found.extend(join(near, name) for near in above for name in _TEST_FOLDERS)
            inside = _secluded(folder)
            found.extend(root for root in self._gem_roots if _secluded(root) <= inside)
            self._seen[folder] = tuple(root for root in dict.fromkeys(found) if root in self.folders)
        return self._seen[folder]

    def declared(self, specifier: str) -> str | None:
        """The gem that a manifest declares under the longest start of ``specifier``, in any spelling of its
        separators (``unicode/display_width`` is ``unicode-display_width``)."""
        parts = specifier.split("/")
        found = (self._declared.get(_key("".join(parts[:length]))) for length in range(len(parts), 0, -1))
        return next((name for name in found if name is not None), None)

    def guess(self, specifier: str) -> str:
        """The gem that a path most likely comes from when no manifest says so."""
        top = specifier.split("/")[0]
        return _CALLED_OTHERWISE.get(_key(top), top)


def _key(name: str) -> str:
    return _SEPARATORS.sub("", name.lower())


def _secluded(folder: str) -> frozenset[str]:
    return _SECLUDED & set(folder.split("/"))
