"""Areas: the folders of modules that belong together, found from roots, packages and ownership."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.settings import AreaOptions

LARGE = 60
"""An area with more modules is split."""
SMALL = 8
"""An area with fewer is never split, however few modules its package has."""
_SOURCE_SET = re.compile(r"(?:^|/)(?:src/\w+/(?:java|kotlin)|\w+(?:Main|Test)/src)/(?=.*\.(?:java|kt)$)")
_NO_CODE = ("/module-info.java", "/package-info.java")


@dataclass(frozen=True)
class Areas:
    """``area_of`` and ``package_of`` give the folder of the area and of the package that hold a module."""

    area_of: Mapping[str, str]
    package_of: Mapping[str, str]
    counts: Mapping[str, int] = field(default_factory=dict)


def find_areas(
    modules: Iterable[str],
    *,
    packages: Iterable[str],
    owned: Iterable[str],
    no_area: frozenset[str],
    options: AreaOptions,
) -> Areas:
    """Assigns each module to at most one area.

    ``packages`` are manifest folders (``.`` for the root), ``owned`` the paths of ownership records, ``no_area``
    modules (tests, examples, vendored code) that are only in an area when a record owns them. A module that stands
    directly in the top folder has no area.
    """
    paths = sorted(modules)
    package_folders = frozenset(packages)
    folder_of = {path: _parent(path) for path in paths}
    holding = {folder: _deepest(folder, package_folders) for folder in set(folder_of.values())}
    package_of = {path: package for path in paths if (package := holding[folder_of[path]]) is not None}
    counted = [path for path in paths if path not in no_area]
    roots = _roots(counted, package_folders, options)
    conventional = {folder: _conventional(folder, roots, options) for folder in {folder_of[path] for path in counted}}
    assigned = {path: area for path in counted if (area := conventional[folder_of[path]]) is not None}
    if options.depth == "auto":
        _split_large(assigned, package_of)
    if options.exclude:
        excluded = path_spec(options.exclude)
        assigned = {path: area for path, area in assigned.items() if not excluded.match_file(f"{area}/")}
    made: dict[str, int] = {}
    for folder in sorted(set(owned), key=len):
        inside = [path for path in paths if path.startswith(f"{folder}/")]
        assigned.update({path: folder for path in inside if len(folder) > len(assigned.get(path, ""))})
        if inside:
            # an area also where all its modules stand in areas below it
            made[folder] = 0
    return Areas(assigned, package_of, dict(sorted((made | Counter(assigned.values())).items())))


def _deepest(folder: str, packages: frozenset[str]) -> str | None:
    while folder not in packages and folder != ".":
        folder = _parent(folder)
    return folder if folder in packages else None


def _roots(paths: list[str], packages: frozenset[str], options: AreaOptions) -> set[str]:
    roots = {"."} | packages
    folders = {above for folder in {_parent(path) for path in paths} for above in _parents(f"{folder}/")}
    names = frozenset(options.roots)
    roots |= {folder for folder in folders if folder.rsplit("/", 1)[-1] in names and _parent(folder) in roots}
    importable = {path.rsplit("/", 1)[0] for path in paths if path.endswith("/__init__.py")}
    roots |= {folder for folder in importable if _parent(folder) not in importable}
    return roots | _source_sets(paths)


def _source_sets(paths: list[str]) -> set[str]:
    """Folders of Java and Kotlin packages as build tools lay them out, each a root: ``src/main/java`` with the folders
    ``com/shop`` that lead down from it one by one, for no code stands beside them."""
    files = [path for path in paths if _SOURCE_SET.search(path) and not path.endswith(_NO_CODE)]
    holding = {_parent(path) for path in files}
    inner: dict[str, set[str]] = defaultdict(set)
    for path in files:
        for folder in _parents(path):
            inner[_parent(folder)].add(folder)
    found: set[str] = set()
    for root in {path[: match.end() - 1] for path in files if (match := _SOURCE_SET.search(path))}:
        folder = root
        while folder not in holding and len(inner[folder]) == 1:
            folder = next(iter(inner[folder]))
        found.add(folder)
    return found


def _parents(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


def _parent(folder: str) -> str:
    return folder.rsplit("/", 1)[0] if "/" in folder else "."


def _conventional(folder: str, roots: set[str], options: AreaOptions) -> str | None:
    root = folder
    while root not in roots:
        root = _parent(root)
    below = folder.split("/")[0 if root == "." else root.count("/") + 1 :] if folder != root else []
    depth = 1 if options.depth == "auto" else options.depth
    segments = ([] if root == "." else [root]) + below[:depth]
    return "/".join(segments) or None


def _split_large(assigned: dict[str, str], package_of: Mapping[str, str]) -> None:
    """Moves modules of too large areas one folder level down, until no area is too large or none has folders."""
    in_package = Counter(package_of.get(path, ".") for path in assigned)
    pending = set(assigned.values())
    while pending:
        members: dict[str, list[str]] = defaultdict(list)
        for path, area in assigned.items():
            members[area].append(path)
        split: set[str] = set()
        for area in sorted(pending):
            inside = members.get(area, [])
            total = in_package[package_of.get(inside[0], ".")] if inside else 0
            if len(inside) > LARGE or (len(inside) > SMALL and 2 * len(inside) > total):
                split |= _split(area, inside, assigned)
        pending = split


def _split(area: str, inside: list[str], assigned: dict[str, str]) -> set[str]:
    made: set[str] = set()
    for path in inside:
        rest = path.removeprefix(f"{area}/").split("/")
        if len(rest) > 1:
            assigned[path] = f"{area}/{rest[0]}"
            made.add(assigned[path])
    return made
