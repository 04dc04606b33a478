"""Import cycles: modules that reach each other by what they import."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

from .model import CycleEdge, ImportCycle

Taken = tuple[str, str, int]
"""A module that imports or re-exports, the module that it does so from, the line."""
MAX_STEPS = 100_000
"""Edges followed in search of the shortest way around all cycles of a repository, about 10 ms."""


def import_cycles(taken: Sequence[Taken]) -> tuple[ImportCycle, ...]:
    """The strongly connected components, of two modules or more, of what modules take from each other, sorted.

    Takes time linear in ``taken``; the shortest way around is searched for within ``MAX_STEPS``.
    """
    number: dict[str, int] = {}
    targets: list[list[int]] = []
    for source, target, _ in taken:
        pair = [number.setdefault(end, len(number)) for end in (source, target)]
        targets.extend([] for _ in range(len(number) - len(targets)))
        targets[pair[0]].append(pair[1])
    name = list(number)
    groups = sorted(sorted(name[node] for node in item) for item in components(targets) if len(item) > 1)
    lines = _lines(taken, {module: at for at, group in enumerate(groups) for module in group})
    found = []
    steps = MAX_STEPS
    for group in groups:
        within = {module: sorted(lines[module]) for module in group}
        shortest, steps = _shortest(within, steps)
        edges = (
            CycleEdge(source=module, target=target, line=lines[module][target])
            for module in group
            for target in within[module]
        )
        found.append(ImportCycle(modules=tuple(group), shortest=tuple(shortest), edges=tuple(edges)))
    return tuple(found)


def _lines(taken: Sequence[Taken], group_of: Mapping[str, int]) -> Mapping[str, dict[str, int]]:
    """By module and by the module of the same group that it takes from, the first line that does."""
    lines: dict[str, dict[str, int]] = defaultdict(dict)
    for source, target, line in taken if group_of else ():
        group = group_of.get(source)
        if group is not None and group_of.get(target) == group and source != target:
            known = lines[source]
            known[target] = min(line, known.get(target, line))
    return lines


def components(targets: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of a directed graph of the nodes 0 to n - 1, each given its targets.

    Tarjan 1972, without recursion: a chain of imports may be longer than Python's stack.
    """
    found: list[list[int]] = []
    seen: dict[int, int] = {}
    """The nodes met so far, numbered in that order."""
    lowest: dict[int, int] = {}
    """The first node on the stack that a node is known to reach; only for nodes on the stack."""
    stack: list[int] = []
    for root in range(len(targets)):
        pending = [] if root in seen else [(root, iter(targets[root]), len(stack))]
        while pending:
            node, rest, place = pending[-1]
            if node not in seen:
                seen[node] = lowest[node] = len(seen)
                stack.append(node)
            for target in rest:
                if target not in seen:
                    pending.append((target, iter(targets[target]), len(stack)))
                    break
                if target in lowest:
                    lowest[node] = min(lowest[node], seen[target])
            else:
                pending.pop()
                if lowest[node] == seen[node]:
                    found.append(stack[place:])
                    del stack[place:]
                    for member in found[-1]:
                        del lowest[member]
                elif pending:
                    above = pending[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
    return found


def _shortest(targets: Mapping[str, list[str]], steps: int) -> tuple[list[str], int]:
    """A shortest way around in a component, from its first module, and the steps that are left.

    With no steps left it is the shortest of those through the first modules, always at least one.
    """
    best: list[str] = []
    for start in targets:
        if best and (steps <= 0 or len(best) == 2):
            break
        around, taken = _around(start, targets, len(best) or len(targets) + 1)
        steps -= taken
        best = around or best
    first = best.index(min(best))
    return best[first:] + best[:first], steps


def _around(start: str, targets: Mapping[str, list[str]], below: int) -> tuple[list[str], int]:
    """A shortest way from ``start`` back to it, empty when it is not shorter than ``below``, and the steps taken."""
    came_from = {start: start}
    depth = {start: 1}
    pending = deque([start])
    steps = 0
    while pending:
        node = pending.popleft()
        if depth[node] >= below:
            break
        for target in targets[node]:
            steps += 1
            if target == start:
                way = [node]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1], steps
            if target not in came_from:
                came_from[target] = node
                depth[target] = depth[node] + 1
                pending.append(target)
    return [], steps
