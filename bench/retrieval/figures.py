"""Figures of ranked answers: hit@1, hit@3, hit@10, MRR@10 and recall@12, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mkdocs_docbridge.retrieval.statistics import paired_bootstrap

from .suites import Task

METRICS = ("hit@1", "hit@3", "hit@10", "MRR@10", "recall@12")


class Scores(msgspec.Struct, frozen=True):
    """One task's metrics, in the order of ``METRICS``."""

    values: tuple[float, ...]


class Row(msgspec.Struct, frozen=True):
    """The means of a group of tasks for one arm. ``interval`` is that of MRR@10, ``gains`` and ``gain_intervals`` the
    differences of hit@3 and MRR@10 against the arm that is compared with; None for too few tasks."""

    group: str
    arm: str
    tasks: int
    means: tuple[float, ...]
    interval: tuple[float, float] | None
    gains: tuple[float, float] | None = None
    gain_intervals: tuple[tuple[float, float] | None, tuple[float, float] | None] = (None, None)


def scores(task: Task, ranked: Sequence[str]) -> Scores:
    """The metrics of one ranking."""
    truth = set(task.files)
    first = next((place for place, path in enumerate(ranked, start=1) if path in truth), None)
    hits = tuple(float(first is not None and first <= depth) for depth in (1, 3, 10))
    reciprocal = 1 / first if first is not None and first <= 10 else 0.0
    return Scores((*hits, reciprocal, len(truth.intersection(ranked[:12])) / len(truth)))


def groups(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    """The tasks by kind, class and repository, in the order of the report."""
    found: dict[str, list[Task]] = {}
    for kind in ("code", "docs"):
        of_kind = [task for task in tasks if task.kind == kind]
        if of_kind:
            found[kind] = of_kind
            for name in ("semantic", "identifier-bearing"):
                found[f"{kind}, {name}"] = [task for task in of_kind if task.class_ == name]
            for name in sorted({task.repository for task in of_kind}):
                found[f"{kind}: {name}"] = [task for task in of_kind if task.repository == name]
    return {name: members for name, members in found.items() if members}


def rows(tasks: Sequence[Task], by_arm: Mapping[str, Mapping[str, Scores]], own: str, peer: str) -> list[Row]:
    """The means of each group for each arm; those of ``own`` beside ``peer``."""
    found = []
    for group, members in groups(tasks).items():
        for arm, all_scores in by_arm.items():
            values = [all_scores[task.id].values for task in members]
            means = tuple(sum(column) / len(values) for column in zip(*values, strict=True))
            interval = paired_bootstrap([row[3] for row in values], [0.0] * len(values), seed=f"{group}:{arm}")
            row = Row(group, arm, len(members), means, interval)
            if arm == own:
                other = [by_arm[peer][task.id].values for task in members]
                columns = [([row[at] for row in values], [row[at] for row in other]) for at in (1, 3)]
                gains = tuple(sum(a) / len(a) - sum(b) / len(b) for a, b in columns)
                third, reciprocal = (paired_bootstrap(a, b, seed=f"{group}:{at}") for at, (a, b) in enumerate(columns))
                row = msgspec.structs.replace(row, gains=(gains[0], gains[1]), gain_intervals=(third, reciprocal))
            found.append(row)
    return found
