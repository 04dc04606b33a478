"""A handoff within a number of tokens."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.retrieval.handoff import Atlas, Handoff, handoff
from mkdocs_docbridge.retrieval.handoff.budget import tokens_of, within_budget
from mkdocs_docbridge.retrieval.handoff.model import DROP_ORDER
from tests.retrieval.handoff.trees import SHOP, atlas_of


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    return atlas_of(tmp_path_factory.mktemp("shop"), SHOP)


@pytest.fixture(scope="module")
def whole(shop: Atlas) -> Handoff:
    return handoff(shop, "src/shop/orders")


def test_tokens_are_a_quarter_of_the_characters_rounded_up(whole: Handoff) -> None:
    assert tokens_of(whole) == math.ceil(len(msgspec.json.encode(whole).decode()) / 4)


def test_a_large_budget_drops_nothing(whole: Handoff) -> None:
    made = within_budget(whole, 100_000)
    assert msgspec.structs.replace(made, budget=None) == whole
    assert made.budget is not None
    assert (made.budget.kept, made.budget.dropped, made.budget.fits) == (DROP_ORDER, (), True)


def test_sections_go_in_the_stated_order_and_are_named(whole: Handoff) -> None:
    made = within_budget(whole, tokens_of(whole) - 1)
    assert made.budget is not None
    assert (made.evidence, made.budget.dropped) == (None, ("evidence",))
    assert made.related == whole.related


def test_the_core_is_never_dropped_and_the_report_says_that_it_is_too_much(shop: Atlas, whole: Handoff) -> None:
    made = handoff(shop, "src/shop/orders", budget_tokens=1)
    assert made.budget is not None
    assert (made.budget.fits, made.budget.dropped, made.budget.total) == (False, DROP_ORDER, made.budget.core)
    assert (made.target, made.edit_roots, made.checks, made.metadata) == (
        whole.target,
        whole.edit_roots,
        whole.checks,
        whole.metadata,
    )
    assert (made.start_here.path, made.start_here.summary) == (whole.start_here.path, None)
    assert (made.evidence, made.related, made.explain, made.read_before_editing) == (None, None, None, None)


@given(budget=st.integers(1, 1500))
@settings(max_examples=60, deadline=None)
def test_what_is_left_is_counted_and_the_parts_sum_up(whole: Handoff, budget: int) -> None:
    made = within_budget(whole, budget)
    report = made.budget
    assert report is not None
    assert report.total == tokens_of(made)
    assert report.fits == (report.total <= budget)
    assert report.kept + report.dropped == tuple(sorted(DROP_ORDER, key=lambda name: name in report.dropped))
    assert report.core + sum(section.tokens for section in report.sections) == tokens_of(whole)
    assert report.dropped == DROP_ORDER[: len(report.dropped)]


def test_json_has_camel_case_names_and_null_for_what_was_dropped(tmp_path: Path) -> None:
    made = msgspec.to_builtins(handoff(atlas_of(tmp_path, SHOP), "Makefile", budget_tokens=1))
    assert set(made) == {
        "target", "editRoots", "startHere", "readBeforeEditing", "checks", "checksNote", "related", "explain",
        "evidence", "metadata", "budget",
    }  # fmt: skip
    assert made["readBeforeEditing"] is None
    assert made["target"] == {"id": "path:Makefile", "kind": "path", "path": "Makefile", "title": "Makefile"}
