"""All tasks of all suites, tree by tree, in some processes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from .ask import ARMS, Answer, ask
from .figures import Row, Scores, rows, scores
from .suites import Suite, Tree, trees_of, write_tree


def run(suites: Sequence[Suite], mirror: Path, work: Path, jobs: int, say: Callable[[str], None]) -> list[Answer]:
    """The answers to every task. The trees of a repository are one process's work: they share most facts."""
    by_repository: defaultdict[str, list[Tree]] = defaultdict(list)
    for tree in trees_of(suites):
        by_repository[tree.repository.repository].append(tree)
    found: list[Answer] = []
    with ProcessPoolExecutor(jobs) as executor:
        ordered = sorted(by_repository.values(), key=len, reverse=True)
        waiting = {executor.submit(_ask_all, trees, mirror, work): trees for trees in ordered}
        for done in as_completed(waiting):
            found += done.result()
            say(f"{waiting[done][0].repository.repository}: {len(waiting[done])} revisions")
    return found


def _ask_all(trees: Sequence[Tree], mirror: Path, work: Path) -> list[Answer]:
    cache = work / "facts.db"
    return [answer for tree in trees for answer in ask(tree, write_tree(tree, mirror, work / "trees"), cache)]


def figures(suites: Sequence[Suite], answers: Sequence[Answer]) -> list[Row]:
    """The figures of the answers, ours beside plain BM25."""
    tasks = [task for suite in suites for task in suite.tasks]
    ranked: Mapping[str, Answer] = {answer.task: answer for answer in answers}
    by_arm: dict[str, dict[str, Scores]] = {
        arm: {task.id: scores(task, ranked[task.id].ranked[arm]) for task in tasks} for arm in ARMS
    }
    return rows(tasks, by_arm, own="docbridge", peer="bm25")
