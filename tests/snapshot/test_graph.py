"""PageRank and betweenness against values worked out by hand, published ones, and every shortest way counted."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.graph import betweenness, canonicality, centrality, pagerank
from tests.support.trees import scanned, write_tree

PAIRS = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=20)


def test_two_pages_that_cite_a_third_and_a_page_without_links() -> None:
    # a → c, b → c; c hands its rank to all. With x = rank of a = b and y = 1 − 2x:
    # x = 0.05 + 0.85·y/3, so x = (0.05 + 0.85/3) / (1 + 1.7/3) and y = 1 − 2x.
    x = (0.05 + 0.85 / 3) / (1 + 1.7 / 3)
    ranks = pagerank(["a", "b", "c"], [("a", "c"), ("b", "c")])
    assert math.isclose(ranks["a"], x, abs_tol=1e-9)
    assert math.isclose(ranks["c"], 1 - 2 * x, abs_tol=1e-9)


def test_a_ring_ranks_all_alike() -> None:
    ranks = pagerank(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "a")])
    assert all(math.isclose(rank, 1 / 3, abs_tol=1e-12) for rank in ranks.values())


def test_loops_repeats_and_strangers_count_for_nothing() -> None:
    plain = pagerank(["a", "b"], [("a", "b")])
    assert pagerank(["a", "b"], [("a", "b"), ("a", "b"), ("a", "a"), ("a", "z"), ("z", "b")]) == plain


def test_no_page_has_no_rank() -> None:
    assert pagerank([], []) == {}


@given(PAIRS)
def test_ranks_sum_to_one(edges: list[tuple[str, str]]) -> None:
    assert math.isclose(math.fsum(pagerank("abcdef", edges).values()), 1.0, abs_tol=1e-9)


@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_the_input_changes_no_bit(edges: list[tuple[str, str]], shuffle: random.Random) -> None:
    mixed = edges[:]
    shuffle.shuffle(mixed)
    assert pagerank("fedcba", mixed) == pagerank("abcdef", edges)


def test_what_lies_on_the_only_way_lies_between_its_ends() -> None:
    # of the pairs of others, (a, c) and (c, a) for b, one has a way, and it leads through b
    assert betweenness("abc", [("a", "b"), ("b", "c")]) == {"a": 0.0, "b": 0.5, "c": 0.0}


def test_two_shortest_ways_share_what_lies_between() -> None:
    scores = betweenness("abcd", [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    assert scores == {"a": 0.0, "b": 0.5 / 6, "c": 0.5 / 6, "d": 0.0}


def test_the_kite_of_krackhardt_has_its_published_values() -> None:
    # Krackhardt 1990, "Assessing the political landscape"; ties go both ways
    ties = ["ab", "ac", "ad", "af", "bd", "be", "bg", "cd", "cf", "de", "df", "dg", "eg", "fg", "fh", "gh", "hi", "ij"]
    scores = betweenness("abcdefghij", [pair for a, b in ties for pair in ((a, b), (b, a))])
    assert scores is not None
    assert {node: round(score, 3) for node, score in scores.items()} == {
        "a": 0.023, "b": 0.023, "c": 0.0, "d": 0.102, "e": 0.0,
        "f": 0.231, "g": 0.231, "h": 0.389, "i": 0.222, "j": 0.0,
    }  # fmt: skip


def _shortest_ways(start: str, end: str, edges: set[tuple[str, str]]) -> list[list[str]]:
    ways = [[start]]
    while ways:
        arrived = [way for way in ways if way[-1] == end]
        if arrived:
            return arrived
        ways = [[*way, b] for way in ways for a, b in sorted(edges) if a == way[-1] and b not in way]
    return []


@given(PAIRS)
def test_betweenness_is_the_share_of_all_shortest_ways(edges: list[tuple[str, str]]) -> None:
    counted: defaultdict[str, float] = defaultdict(float)
    for start in "abcdef":
        for end in "abcdef".replace(start, ""):
            ways = _shortest_ways(start, end, set(edges))
            for way in ways:
                for node in way[1:-1]:
                    counted[node] += 1 / len(ways)
    scores = betweenness("abcdef", edges)
    assert scores is not None
    assert all(math.isclose(scores[node], counted[node] / 20, abs_tol=1e-12) for node in "abcdef")


def test_betweenness_that_costs_too_much_is_not_guessed() -> None:
    ring = [(str(n), str((n + 1) % 10)) for n in range(10)]
    assert betweenness([str(n) for n in range(10)], ring, max_steps=199) is None
    assert betweenness([str(n) for n in range(10)], ring, max_steps=200) is not None


def test_few_nodes_have_nothing_between_them() -> None:
    assert betweenness([], []) == {}
    assert betweenness("ab", [("a", "b"), ("b", "a")]) == {"a": 0.0, "b": 0.0}


def test_a_scan_tells_what_pages_and_modules_stand_in_the_middle(tmp_path: Path) -> None:
    files = {
        "src/app/a.py": "from .b import y\n",
        "src/app/b.py": "from .c import x\n\ny = x\n",
        "src/app/c.py": "x = 1\n",
        "docs/index.md": "# I\n\n[g](g.md)\n",
        "docs/g.md": "---\ndocbridge: {covers: [src/app/b.py]}\n---\n# G\n",
        "docs/alone.md": "# A\n",
    }
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    entities = {entity.id: entity for entity in snapshot.entities}
    ranks = canonicality(entities, snapshot.relations)
    middle = centrality(entities, snapshot.relations)
    assert sorted(ranks, key=lambda key: -ranks[key])[:2] == ["module:src/app/b.py", "document:docs/g.md"]
    assert set(ranks) == {
        "module:src/app/b.py",
        "document:docs/alone.md",
        "document:docs/g.md",
        "document:docs/index.md",
    }
    assert middle == {"module:src/app/a.py": 0.0, "module:src/app/b.py": 0.5, "module:src/app/c.py": 0.0}
