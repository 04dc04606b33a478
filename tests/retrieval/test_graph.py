"""PageRank against values worked out by hand."""

from __future__ import annotations

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.retrieval.graph import pagerank

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
