"""The retrieval benchmark: suites, figures, baselines, verdicts."""

from __future__ import annotations

import json
import math

import msgspec
import pytest

from mkdocs_docbridge.artifacts import decode, encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval import SearchEngine
from mkdocs_docbridge.retrieval.bench import CaseResult, RetrievalBenchmarkResult, compare, figures_of, run_benchmark
from mkdocs_docbridge.retrieval.suite import Suite, read_suite
from tests.retrieval.build import shop

CASES = [
    {
        "id": "symbol",
        "input": "body_hash",
        "expected": ["shop/regions.py"],
        "metadata": {"lang": "en", "kind": "symbol"},
    },
    {"id": "page", "input": "how to retry orders", "expected": ["document:docs/guide/retries.md"]},
    {"id": "none", "input": "zebra", "expected": ["docs/index.md"], "metadata": {"lang": "pt", "kind": "question"}},
]


def suite(cases: list[dict[str, object]] | None = None, name: str = "small") -> Suite:
    return read_suite(json.dumps({"name": name, "cases": cases or CASES}).encode(), place="suite.json")


def case(name: str, rank: int | None, size: int = 10, results: int = 5) -> CaseResult:
    return CaseResult(
        id=name, input=name, expected=(), kind="k", lang="en", rank=rank, results=results, context_bytes=size, top=()
    )


def test_figures_are_those_worked_out_by_hand() -> None:
    figures = figures_of([case("a", 1, 9), case("b", 2, 10), case("c", 4, 0), case("d", None, 0, results=0)])
    assert (figures.hit_at1, figures.hit_at3) == (0.25, 0.5)
    assert figures.mean_reciprocal_rank == 0.4375
    assert figures.zero_result_rate == 0.25
    assert figures.mean_context_bytes == 5
    assert figures.mean_approx_tokens == 2  # (3 + 3 + 0 + 0) / 4 = 1.5
    # the roots of (1/2 − p)² = z²·p(1 − p)/4: 1/2 ± sqrt(k/(1 + k))/2 with k = z²/4
    half = 0.5 * math.sqrt(0.960364705 / 1.960364705)
    assert figures.hit_at3_interval == pytest.approx((0.5 - half, 0.5 + half), abs=1e-6)


def test_a_suite_is_measured_by_kind_and_language_and_case() -> None:
    result = run_benchmark(shop().engine(), suite())
    assert [one.rank for one in result.cases] == [1, 1, None]
    assert result.figures.hit_at1 == 0.666667
    assert result.figures.zero_result_rate == 0.333333
    assert {group.name: group.figures.cases for group in result.by_kind} == {"question": 2, "symbol": 1}
    assert {group.name: group.figures.hit_at3 for group in result.by_lang} == {"en": 1.0, "pt": 0.0}
    assert [baseline.name for baseline in result.baselines] == ["bm25", "mkdocs-search"]
    assert all(one.interval is None for one in result.baselines[0].differences)


def test_equal_runs_seal_to_equal_bytes_that_read_back() -> None:
    one, other = (run_benchmark(shop().engine(), suite()) for _ in range(2))
    assert encode(one) == encode(other)
    assert decode(RetrievalBenchmarkResult, encode(one), place="bench.json") == one


def test_ten_cases_have_an_interval_of_the_difference() -> None:
    cases = [dict(CASES[0], id=f"c{n}", input=f"body_hash{' ' * n}regions {n}") for n in range(10)]
    for difference in run_benchmark(shop().engine(), suite(cases), baselines=["bm25"]).baselines[0].differences:
        assert difference.interval is not None
        assert difference.interval[0] <= difference.difference <= difference.interval[1]


def test_only_the_kinds_asked_for_are_ranked_and_expected() -> None:
    result = run_benchmark(shop().engine(), suite(CASES[:1]), kinds=["module"], baselines=["bm25"])
    assert result.kinds == ("module",)
    with pytest.raises(InputError, match=r"SUITE_TARGET.*symbol: shop/regions\.py"):
        run_benchmark(shop().engine(), suite(CASES[:1]), kinds=["document"])


def test_a_fallen_hit_rate_is_a_regression_and_names_the_cases() -> None:
    before = run_benchmark(shop().engine(), suite(), baselines=[])
    worse = msgspec.structs.replace(
        before,
        figures=figures_of([case("symbol", None), case("page", 1), case("none", None)]),
        cases=(case("symbol", None), case("page", 1), case("none", None)),
    )
    verdict = compare(worse, before)
    assert verdict.regressed
    assert (verdict.lost, verdict.gained) == (("symbol",), ())
    assert not compare(before, worse).regressed
    assert not compare(before, before).regressed


def test_results_of_other_questions_are_not_compared() -> None:
    engine = shop().engine()
    one, other = (run_benchmark(engine, suite(cases), baselines=[]) for cases in (CASES, CASES[:2]))
    with pytest.raises(InputError, match="BASELINE_OTHER_SUITE"):
        compare(one, other)


def test_the_hash_of_a_suite_ignores_its_layout() -> None:
    text = json.dumps({"cases": CASES, "name": "small"}, indent=4)
    assert read_suite(text.encode(), place="s").hash == suite().hash


def test_every_fault_of_a_suite_comes_at_once() -> None:
    faulty = {
        "name": " ",
        "extra": 1,
        "cases": [
            {"id": "a", "input": "x", "expected": []},
            {"id": "a", "input": "X ", "expected": ["p", "p"], "note": ""},
            {"id": 3, "input": "y", "expected": ["p", 4], "metadata": {"lang": ""}},
            "no case",
        ],
    }
    with pytest.raises(InputError) as caught:
        read_suite(json.dumps(faulty).encode(), place="suite.json")
    message = str(caught.value)
    for part in (
        "suite.json: [SUITE]", "top level: unknown key 'extra'", "name: expected", "cases[0].expected: expected a list",
        "cases[1].id: 'a' is the id of cases[0] already", "cases[1].input: asks what cases[0] asks",
        "cases[1].expected: names a target twice", "cases[1]: unknown key 'note'", "cases[2].id: expected a text",
        "cases[2].expected: every target", "cases[2].metadata.lang: expected", "cases[3]: expected an object",
    ):  # fmt: skip
        assert part in message


@pytest.mark.parametrize("text", [b"[]", b"{}", b'{"name": "n", "cases": []}', b'{"name": 1, "cases": {}}'])
def test_what_is_no_suite_is_refused(text: bytes) -> None:
    with pytest.raises(InputError, match="SUITE"):
        read_suite(text, place="suite.json")


def test_baselines_search_the_same_entries() -> None:
    engine: SearchEngine = shop().engine()
    result = run_benchmark(engine, suite(CASES[1:2]))
    assert all(baseline.figures.hit_at3 == 1.0 for baseline in result.baselines)
