"""Medians, ratios and growth, by hand."""

from __future__ import annotations

import pytest

from bench.figures import Spread, growth, ratio, spread


def test_the_median_of_an_even_number_of_runs_is_the_mean_of_the_middle_two() -> None:
    assert spread([4.0, 1.0, 3.0, 10.0]) == Spread(median=3.5, low=1.0, high=10.0, runs=4)
    assert spread([2.0]) == Spread(2.0, 2.0, 2.0, 1)


def test_a_ratio_is_of_the_medians_and_its_range_is_that_within_the_rounds() -> None:
    # a machine that got slower and slower: within a round the two stand 2, 3 and 2.5 to 1
    own = {1: 2.0, 2: 6.0, 3: 10.0}
    peer = {1: 1.0, 2: 2.0, 3: 4.0}
    assert ratio(own, peer) == Spread(median=3.0, low=2.0, high=3.0, runs=3)


def test_only_rounds_in_which_both_ran_are_compared() -> None:
    assert ratio({1: 8.0, 2: 6.0}, {2: 3.0, 3: 1.0}) == Spread(2.0, 2.0, 2.0, 1)
    assert ratio({1: 8.0}, {2: 3.0}) is None
    assert ratio({}, {}) is None


def test_there_is_no_ratio_to_something_too_quick_to_measure() -> None:
    assert ratio({1: 8.0}, {1: 0.0}) is None


@pytest.mark.parametrize(("large", "expected"), [(50.0, 1.0), (100.0, 2.0), (25.0, 0.5)])
def test_growth_is_the_cost_of_a_file_there_over_that_here(large: float, expected: float) -> None:
    assert growth(5.0, 1_000, large, 10_000) == pytest.approx(expected)
