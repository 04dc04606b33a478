"""Which manifests speak of one package: those of one ecosystem in one folder."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Mapping

from .facts import ManifestFacts

_SEVERAL_IN_A_FOLDER = frozenset({"nuget", "rubygems"})
"""Ecosystems whose manifests are called after their package, so that a folder may hold several."""


def package_units(manifests: Mapping[str, ManifestFacts]) -> dict[str, str]:
    """The path of each manifest with that of the one that declares its package.

    ``pyproject.toml``, ``setup.cfg`` and ``setup.py`` beside each other are one package, declared by the first of
    them, by name, that says its name. A manifest without a name (a ``Gemfile``) belongs to the only package beside
    it; without one, or with several, it stands for itself.
    """
    folders: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted(manifests):
        folders[posixpath.dirname(path), manifests[path].ecosystem].append(path)
    units: dict[str, str] = {}
    for (_, ecosystem), paths in folders.items():
        first: dict[str, str] = {}
        for path in paths:
            name = manifests[path].name
            if name:
                first.setdefault(name if ecosystem in _SEVERAL_IN_A_FOLDER else "", path)
        only = next(iter(first.values())) if len(first) == 1 else None
        for path in paths:
            key = manifests[path].name if ecosystem in _SEVERAL_IN_A_FOLDER else ""
            units[path] = first.get(key) or only or path
    return units


def package_members(manifests: Mapping[str, ManifestFacts]) -> dict[str, list[ManifestFacts]]:
    """The manifests of each package by the path of the one that declares it, that one first, the others by path."""
    members: dict[str, list[ManifestFacts]] = defaultdict(list)
    for path, unit in sorted(package_units(manifests).items(), key=lambda item: (item[0] != item[1], item[0])):
        members[unit].append(manifests[path])
    return dict(members)
