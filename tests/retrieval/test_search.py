"""What a question finds, in which order, and why."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.retrieval import SearchEngine
from mkdocs_docbridge.settings import ChangeRecord, IntentRecord, RetrievalOptions, Settings
from tests.retrieval.build import Repository, shop

ENGINE = shop().engine()
WORDS = st.sampled_from(
    [
        "retry",
        "order",
        "body_hash",
        "queue",
        "shop/regions.py",
        "region",
        "backoff",
        "shop",
        "docs",
        "zebra",
        "test",
        "the",
    ]
)
QUESTIONS = st.lists(WORDS, max_size=5).map(" ".join)


def ids(engine: SearchEngine, query: str, **more: object) -> list[str]:
    return [result.id for result in engine.search(query, **more).results]  # type: ignore[arg-type]


def test_lexical_is_the_share_of_the_ideal_worked_out_by_hand() -> None:
    # Two modules, question "alpha": N = 2, df = 1, idf = ln(1 + 1.5/1.5) = ln 2. Weights 1 but path 2; title, path and
    # body are filled, so the ideal is idf·2.2·4. a.py: body is alpha (tf 2) and one other word, lengths 3 and 3.
    repo = Repository()
    repo.module("a.py", "alpha alpha gamma")
    repo.module("b.py", "gamma delta delta")
    options = RetrievalOptions(k1=1.2, b=0.5, weights=dict.fromkeys(("title", "summary", "body"), 1.0) | {"path": 2.0})
    result = repo.engine(Settings(retrieval=options)).search("alpha").results[0]
    saturation = 2 * 2.2 / (2 + 1.2)
    assert result.id == "module:a.py"
    assert result.score == pytest.approx(100 * saturation / (2.2 * 4), abs=1e-6)


def test_a_question_in_words_finds_code_and_pages() -> None:
    found = ids(ENGINE, "retry an order with backoff")
    assert {"document:docs/guide/retries.md", "module:shop/orders/queue.py"} <= set(found[:3])


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("body_hash", "module:shop/regions.py"),
        ("bodyHash", "module:shop/regions.py"),
        ("find_regions()", "module:shop/regions.py"),
        ("enqueue", "module:shop/orders/queue.py"),
        ("OrderQueue.enqueue", "module:shop/orders/queue.py"),
        ("shop/orders/queue.py", "module:shop/orders/queue.py"),
        ("queue.py", "module:shop/orders/queue.py"),
        ("/home/me/checkout/shop/regions.py", "module:shop/regions.py"),
        ("shop/orders", "area:shop/orders"),
        ("package:shop", "package:shop"),
        ("shop", "package:shop"),
        ("retries", "document:docs/guide/retries.md"),
        ("orders", "area:shop/orders"),
        ("where is body_hash", "module:shop/regions.py"),
        ("error in File \"/srv/app/shop/regions.py\", line 12", "module:shop/regions.py"),
    ],
)  # fmt: skip
def test_a_question_that_names_a_thing_finds_it_first(query: str, first: str) -> None:
    assert ids(ENGINE, query)[0] == first


def test_typed_words_are_counted_and_not_their_parts() -> None:
    named = ENGINE.search("find_regions page", explain=True, kinds=["module"]).results[0]
    assert named.explain is not None
    assert named.explain.components.exact_symbol == 90.0
    sentence = ENGINE.search("where are the body parts of regions found", explain=True, kinds=["module"]).results[0]
    assert sentence.explain is not None
    assert sentence.explain.components.exact_symbol == 0.0


def test_tests_stand_behind_the_code_unless_they_are_asked_for() -> None:
    repo = Repository()
    repo.module("shop/queue.py", "order backoff retry broker and some more words")
    repo.module("tests/test_queue.py", "order backoff retry broker")
    engine = repo.engine()
    assert ids(engine, "order backoff retry")[0] == "module:shop/queue.py"
    assert ids(engine, "tests of order backoff retry")[0] == "module:tests/test_queue.py"


def test_history_pages_stand_behind_the_guides() -> None:
    repo = Repository()
    repo.page("docs/CHANGELOG.md", "Changelog", "Retry added. Retry fixed. Backoff added.")
    repo.page("docs/retry.md", "Failing", "Retry with backoff when a broker does not answer at all.")
    engine = repo.engine()
    assert ids(engine, "retry with backoff")[0] == "document:docs/retry.md"
    assert ids(engine, "which release added retry backoff")[0] == "document:docs/CHANGELOG.md"


def test_routes_answer_when_their_title_holds_the_question() -> None:
    repo = shop()
    engine = repo.engine(
        Settings(
            intents=(IntentRecord(id="retry", title="Retry a failed order", paths=("docs/guide/retries.md",)),),
            changes=(
                ChangeRecord(id="backoff", title="Change the backoff of orders", start_here="shop/orders/queue.py"),
            ),
        )
    )
    assert ids(engine, "failed order retry")[0] == "intent:retry"
    assert ids(engine, "change the backoff of orders")[0] == "change:backoff"


def test_a_relation_alone_surfaces_an_entry_with_the_weaker_confidence() -> None:
    repo = Repository()
    page = repo.page("docs/zebra.md", "Zebra", "Stripes of a zebra.")
    code = repo.module("lib/horse.py", "gallop")
    repo.relate(page, "mentions", code, confidence="fuzzy")
    found = {result.id: result for result in repo.engine().search("zebra stripes", explain=True).results}
    horse = found[code]
    assert horse.confidence == "fuzzy"
    assert horse.why == "mentions beside document:docs/zebra.md"
    assert horse.explain is not None
    assert horse.explain.surfaced_by is not None
    assert (horse.explain.surfaced_by.hops, horse.explain.components.lexical) == (1, 0.0)
    assert found[page].confidence == "observed"


def test_a_kind_is_not_starved_by_many_of_another() -> None:
    repo = Repository()
    for number in range(40):
        repo.page(f"docs/retry-{number}.md", f"Retry {number}", "retry retry backoff order")
    code = repo.module("shop/queue.py", "retry and a great many other words about queues of orders and their brokers")
    found = repo.engine().search("retry backoff order", limit=10)
    assert code in [result.id for result in found.results]
    assert len(found.results) == 10
    scores = [result.score for result in found.results]
    assert scores == sorted(scores, reverse=True)


def test_the_floor_leaves_out_what_falls_far_behind() -> None:
    repo = Repository()
    repo.page("docs/a.md", "Retry backoff jitter", "retry backoff jitter")
    repo.page("docs/b.md", "Other", "jitter is named once in a long page on coffee, tea, milk and sugar")
    engine = repo.engine()
    assert ids(engine, "retry backoff jitter") == ["document:docs/a.md"]
    assert len(ids(engine, "retry backoff jitter", floor=0)) == 2


def test_pages_for_agents_are_favoured_when_an_agent_asks() -> None:
    repo = Repository()
    repo.page("docs/a.md", "Retry", "retry backoff")
    repo.page("docs/b.md", "Retry", "retry backoff", audience="human-and-agent")
    engine = repo.engine()
    assert ids(engine, "retry backoff")[0] == "document:docs/a.md"
    assert ids(engine, "retry backoff", audience="agent")[0] == "document:docs/b.md"


def test_a_page_others_point_at_wins_a_tie() -> None:
    repo = Repository()
    repo.page("docs/a.md", "Retry", "retry backoff")
    known = repo.page("docs/b.md", "Retry", "retry backoff")
    repo.relate(repo.page("docs/c.md", "Elsewhere", "tea"), "links-to", known)
    assert ids(repo.engine(), "retry backoff")[:2] == [known, "document:docs/a.md"]


@pytest.mark.parametrize("query", ["", "   ", "the of and", "???", "zebra quagga", "\u0000"])
def test_a_question_about_nothing_here_finds_nothing(query: str) -> None:
    assert ENGINE.search(query).results == ()


def test_arguments_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="kinds are"):
        ENGINE.search("x", kinds=["modul"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="limit"):
        ENGINE.search("x", limit=0)
    with pytest.raises(ValueError, match="floor"):
        ENGINE.search("x", floor=math.inf)


def test_the_reason_names_what_matched() -> None:
    assert ENGINE.search("body_hash regions", kinds=["module"]).results[0].why == "symbol body_hash, path regions"


def test_japanese_without_spaces_is_found_by_a_part_of_it() -> None:
    repo = Repository()
    repo.page("docs/ja.md", "全文検索の設定", "設定方法を説明します。")
    repo.page("docs/other.md", "概要", "ようこそ。")
    assert ids(repo.engine(), "検索")[0] == "document:docs/ja.md"


@given(QUESTIONS)
@settings(deadline=None)
def test_the_parts_sum_to_the_score_and_explaining_changes_nothing(query: str) -> None:
    plain = ENGINE.search(query, floor=0).results
    explained = ENGINE.search(query, floor=0, explain=True).results
    assert [(r.id, r.score, r.why) for r in plain] == [(r.id, r.score, r.why) for r in explained]
    for result in explained:
        assert result.explain is not None
        parts = result.explain.components
        total = sum(Decimal(str(getattr(parts, name))) for name in parts.__struct_fields__)
        assert total == Decimal(str(result.score))


@given(QUESTIONS, st.integers(1, 12))
@settings(deadline=None)
def test_results_stand_in_one_total_order_and_within_the_limit(query: str, limit: int) -> None:
    found = ENGINE.search(query, limit=limit)
    keys = [(-result.score, result.id) for result in found.results]
    assert keys == sorted(keys)
    assert len(found.results) == min(limit, found.matched)


@given(QUESTIONS, st.sets(st.sampled_from(["document", "module", "area", "package"]), min_size=1))
@settings(deadline=None)
def test_only_the_kinds_asked_for_come_back(query: str, kinds: set[str]) -> None:
    found = ENGINE.search(query, kinds=kinds)  # type: ignore[arg-type]
    assert {result.kind for result in found.results} <= kinds


def test_a_repository_of_nothing_can_be_searched() -> None:
    assert Repository().engine().search("retry").results == ()
