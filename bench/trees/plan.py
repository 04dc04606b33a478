"""Which files a synthetic tree has, what each defines and how large it is to be, before a byte of them is written."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from .words import NOUNS, pascal, pick, snake

Kind = Literal["python", "python-test", "typescript", "go", "page", "text"]

SHARES: tuple[tuple[Kind, float], ...] = (
    ("python", 0.36),
    ("python-test", 0.09),
    ("typescript", 0.20),
    ("go", 0.14),
    ("page", 0.17),
)
"""Of all files. What is left are manifests, one a project, and data files that no analyser reads."""
ROOT_FILES = 3
PER_PROJECT = 60
PER_FOLDER = 12
MEDIAN_BYTES = 3300
SPREAD = 0.95
"""Of the logarithm: one file in a hundred is nine times the median, as in the trees that were looked at."""
LEAST_BYTES, MOST_BYTES = 250, 150_000


@dataclass(frozen=True)
class Unit:
    """One file to write. ``project`` and ``folder`` say where it stands among its like."""

    path: str
    kind: Kind
    number: int
    project: str
    folder: str
    stem: str
    size: int
    type_name: str
    function: str


@dataclass(frozen=True)
class Plan:
    """The units of each kind, in order, and the number of manifests that stand beside them."""

    seed: int
    units: dict[Kind, tuple[Unit, ...]]

    def chance(self, *about: object) -> Random:
        """A source of chance for one file: what it holds depends on the seed and on nothing drawn for others."""
        return Random(":".join(map(str, (self.seed, *about))))

    def projects(self, kind: Kind) -> dict[str, list[Unit]]:
        """The units of ``kind`` by project."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units[kind]:
            found.setdefault(unit.project, []).append(unit)
        return found


def make_plan(files: int, seed: int) -> Plan:
    """A plan for a tree of ``files`` files, at least 100, with its manifests and the files at its root."""
    counts: dict[Kind, int] = {kind: int(files * share) for kind, share in SHARES}
    projects = sum(-(-counts[kind] // PER_PROJECT) for kind in ("python", "typescript", "go"))
    left = files - sum(counts.values()) - projects - ROOT_FILES
    # in a small tree the manifests take more than what the shares leave
    counts["page"] += min(left, 0)
    counts["text"] = max(left, 0)
    return Plan(seed, {kind: tuple(_units(kind, count, seed)) for kind, count in counts.items()})


def _units(kind: Kind, count: int, seed: int) -> Iterator[Unit]:
    chance = Random(f"{seed}:plan:{kind}")
    for number in range(count):
        project_number, inside = divmod(number, PER_PROJECT)
        folder_number = inside // PER_FOLDER
        noun = NOUNS[(project_number * 37) % len(NOUNS)]
        project = f"{noun}{project_number:04}"
        folder = NOUNS[(project_number * 37 + folder_number * 11 + 5) % len(NOUNS)]
        stem = f"{pick(chance, NOUNS)}_{number % PER_PROJECT:02}"
        yield Unit(
            path=_path(kind, project, folder, stem, number),
            kind=kind,
            number=number,
            project=project,
            folder=folder,
            stem=stem,
            size=_size(chance),
            type_name=pascal(chance),
            function=snake(chance),
        )


def _size(chance: Random) -> int:
    return min(max(int(MEDIAN_BYTES * math.exp(chance.gauss(0.0, SPREAD))), LEAST_BYTES), MOST_BYTES)


def _path(kind: Kind, project: str, folder: str, stem: str, number: int) -> str:
    if kind == "python":
        name = "__init__" if number % PER_FOLDER == 0 else stem
        return f"python/{project}/src/{project}/{folder}/{name}.py"
    if kind == "python-test":
        return f"python/{project}/tests/test_{stem}.py"
    if kind == "typescript":
        return f"packages/{project}/src/{folder}/{stem}.{'tsx' if number % 5 == 4 else 'ts'}"
    if kind == "go":
        return f"services/{project}/internal/{folder}/{stem}{'_test' if number % 7 == 6 else ''}.go"
    if kind == "page":
        return f"docs/{project}/{folder}/{stem}.md"
    return f"deploy/{project}/{stem}.{('yaml', 'json', 'txt')[number % 3]}"
