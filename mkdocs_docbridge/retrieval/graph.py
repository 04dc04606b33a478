"""PageRank over the pages of a repository."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

DAMPING = 0.85
TOLERANCE = 1e-10
MAX_ROUNDS = 500


def pagerank(nodes: Sequence[str], edges: Iterable[tuple[str, str]]) -> dict[str, float]:
    """The PageRank of each node; the values sum to 1. Edges to or from other nodes, loops and repeats are left out.

    Brin and Page 1998 with damping 0.85; a node without edges hands its rank to all. Stops when the sum of
    absolute changes is at most 1e-10. Sums are exact (``math.fsum``), so the order of the input does not matter.
    """
    order = sorted(set(nodes))
    if not order:
        return {}
    number = {node: at for at, node in enumerate(order)}
    pairs = {(number[a], number[b]) for a, b in edges if a != b and a in number and b in number}
    sources: list[list[int]] = [[] for _ in order]
    degree = [0] * len(order)
    for source, target in sorted(pairs):
        sources[target].append(source)
        degree[source] += 1
    count = len(order)
    dangling = [at for at in range(count) if not degree[at]]
    rank = [1.0 / count] * count
    for _ in range(MAX_ROUNDS):
        base = (1.0 - DAMPING) / count + DAMPING * math.fsum(rank[at] for at in dangling) / count
        share = [rank[at] / degree[at] if degree[at] else 0.0 for at in range(count)]
        new = [base + DAMPING * math.fsum(share[source] for source in incoming) for incoming in sources]
        change = math.fsum(abs(a - b) for a, b in zip(new, rank, strict=True))
        rank = new
        if change <= TOLERANCE:
            break
    return dict(zip(order, rank, strict=True))
