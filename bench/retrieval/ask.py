"""Asks every task of a tree: our search, and plain BM25 over the same files."""

from __future__ import annotations

from pathlib import Path

import msgspec

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval.baselines import PlainBM25
from mkdocs_docbridge.retrieval.model import EntryKind

from .suites import Tree

DEPTH = 12
KINDS: dict[str, EntryKind] = {"code": "module", "docs": "document"}
ARMS = ("docbridge", "bm25")


class Answer(msgspec.Struct, frozen=True):
    """The ranked paths of one task, by arm."""

    task: str
    ranked: dict[str, list[str]]


def ask(tree: Tree, root: Path, cache: Path) -> list[Answer]:
    """The answers to the tasks of ``tree``, whose files stand in ``root``. One ranking of 12 paths of the kind asked
    for, as the command line gives it."""
    with Project.open(root, cache=cache) as project:
        entries = project.index.entries
        path_of = {entry.id: entry.path for entry in entries}
        plain = {
            kind: PlainBM25([entry for entry in entries if entry.kind == KINDS[kind]])
            for kind in {task.kind for task in tree.tasks}
        }
        answers = []
        for task in tree.tasks:
            found = project.engine.search(task.query, kinds=[KINDS[task.kind]], limit=DEPTH)
            ranked = {
                "docbridge": [result.path for result in found.results],
                "bm25": [path_of[name] for name in plain[task.kind].ranking(task.query, DEPTH)],
            }
            answers.append(Answer(task.id, {arm: list(dict.fromkeys(paths)) for arm, paths in ranked.items()}))
        return answers
