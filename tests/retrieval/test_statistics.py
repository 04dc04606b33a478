"""Intervals against other implementations (statsmodels, scipy) and the published stream vectors."""

from __future__ import annotations

import itertools
import json

import pytest

from mkdocs_docbridge.retrieval.statistics import index_stream, paired_bootstrap, wilson
from tests.support.cases import VECTORS

VECTOR = json.loads((VECTORS / "statistics.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", VECTOR["wilson95"], ids=lambda row: f"{row['k']}/{row['n']}")
def test_wilson_agrees_with_statsmodels(row: dict[str, float]) -> None:
    interval = wilson(int(row["k"]), int(row["n"]))
    assert interval == pytest.approx((row["low"], row["high"]), abs=5e-11)


def test_wilson_of_nothing_is_no_interval() -> None:
    assert wilson(0, 0) is None


def test_the_stream_gives_the_published_rows() -> None:
    stream = index_stream("docbridge-study-v1:cost_per_success", 4)
    assert list(itertools.islice(stream, 8)) == [3, 1, 1, 2, 0, 1, 1, 3]


def test_a_constant_difference_has_an_interval_of_no_width() -> None:
    assert paired_bootstrap([0.75] * 12, [0.25] * 12, seed="s", resamples=199) == (0.5, 0.5)


def test_few_cases_have_no_interval() -> None:
    assert paired_bootstrap([1.0] * 9, [0.0] * 9, seed="s") is None


def test_the_interval_of_a_coin_is_about_that_of_the_normal_distribution() -> None:
    # sd of the mean of 100 values ±1 is 0.1: 0 ± 0.196
    ours = [1.0, 0.0] * 50
    theirs = [0.0, 1.0] * 50
    interval = paired_bootstrap(ours, theirs, seed="coin")
    assert interval == pytest.approx((-0.196, 0.196), abs=0.03)
    assert interval == paired_bootstrap(ours, theirs, seed="coin")
