"""Manifests that need another one to be understood: Gradle scripts, which do not name their own project."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts

_CATALOG = ".versions.toml"
_SCRIPT = re.compile(r"(?:(.*)/)?([\w.-]+?)\.gradle(?:\.kts)?")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def completed(manifests: Mapping[str, ManifestFacts]) -> dict[str, ManifestFacts]:
    """The same manifests, with what Gradle takes from the files around a script.

    A build script is ``build.gradle`` or ``<folder>.gradle``; its project is called like its folder, the root one as
    ``settings.gradle`` says. ``libs.…`` becomes the library in the version catalog, ``project(":a:b")`` and
    ``projects.a.b`` the name of that project. A name that leads nowhere is left as it is written.
    """
    scripts = {path: match for path in manifests if (match := _SCRIPT.fullmatch(path)) is not None}
    builds = {path: match[1] or "" for path, match in scripts.items() if _is_build(match)}
    roots = {match[1] or "": manifests[path].name for path, match in scripts.items() if match[2] == "settings"}
    if not scripts:
        return dict(manifests)
    names = {path: roots.get(folder) or folder.rpartition("/")[2] for path, folder in builds.items()}
    libraries = {
        f"{path.rpartition('/')[2].removesuffix(_CATALOG)}.{alias}": targets[0]
        for path, facts in manifests.items()
        if path.endswith(_CATALOG)
        for alias, targets in facts.aliases
    }
    projects = {name for name in names.values() if name}
    named_folders = set(builds.values())
    done = dict(manifests)
    for path, match in scripts.items():
        facts = manifests[path]
        name = names.get(path, facts.name)
        if match[2] == "settings" and (match[1] or "") in named_folders:
            # the build script beside it stands for the project
            name = ""
        dependencies = {_meant(item.name, libraries, projects): item.line for item in reversed(facts.dependencies)}
        dependencies.pop(name, None)
        done[path] = msgspec.structs.replace(
            facts,
            name=name,
            dependencies=tuple(Dependency(name=key, line=dependencies[key]) for key in sorted(dependencies)),
        )
    return done


def _is_build(match: re.Match[str]) -> bool:
    return match[2] == "build" or match[2] == (match[1] or "").rpartition("/")[2]


def _meant(name: str, libraries: Mapping[str, str], projects: set[str]) -> str:
    if name.startswith(":"):
        last = name.rpartition(":")[2]
        return last if last in projects else name
    if name.startswith("projects."):
        last = _HUMP.sub("-", name.rpartition(".")[2])
        return next((found for found in (last.lower(), name.rpartition(".")[2]) if found in projects), name)
    return libraries.get(name, name)
