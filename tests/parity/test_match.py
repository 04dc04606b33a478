"""Finding statements: formatting never hides a claim, and a near miss is never silence."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.parity.copies import noun_phrase, unguarded_copies
from mkdocs_docbridge.parity.match import WINDOW, Fact, Occurrence, occurrences
from mkdocs_docbridge.parity.values import NumberFormat, Tolerance, ValueType, canonical_value
from mkdocs_docbridge.parity.wording import Wording
from mkdocs_docbridge.text.projection import project

QUICK = settings(max_examples=150, deadline=None)


def find(text: str, template: str, kind: ValueType, fact: str, *, decimal: str = ".") -> list[Occurrence]:
    wording = Wording.of(template, kind)
    projection = project(text, path="page.md")
    plain = projection.rows if wording.in_row else projection.prose
    truth = Fact(canonical_value(kind, fact), Tolerance.parse("5%") if kind == "about" else None)
    return occurrences(plain, wording, truth, NumberFormat("," if decimal == "," else "."))


def verdicts(text: str, template: str, kind: ValueType, fact: str, *, decimal: str = ".") -> list[str]:
    return [str(one.verdict).removeprefix("PARITY_") for one in find(text, template, kind, fact, decimal=decimal)]


FORMATS = {
    "plain": "It completes {} of tasks today.",
    "bold": "It completes **{}** of tasks today.",
    "bold around": "It **completes {} of** tasks today.",
    "code": "It completes `{}` of *tasks* today.",
    "link": "It [completes {}](https://example.org/a_(b)) of [tasks][t] today.\n\n[t]: https://example.org",
    "wrap": "It completes\n{} of\ntasks today.",
    "entity": "It completes&nbsp;{}&#32;of tasks today.",
    "list": "- one\n- It completes {}\n  of tasks today.",
    "nested list": "1. one\n\n    - It completes {} of tasks today.",
    "quote": "> It completes\n> {} of tasks today.",
    "table": "| a | b |\n|---|---|\n| 7 | It completes {} of tasks today. |",
    "admonition": '!!! note "Title"\n\n    It completes {} of tasks today.',
    "admonition title": '??? note "It completes {} of tasks today"\n    Body.',
    "tab": '=== "One"\n\n    It completes {} of tasks today.',
    "definition": "Term\n:   It completes {} of tasks today.",
    "footnote": "Text.[^1]\n\n[^1]: It completes {} of tasks today.",
    "heading": "## It completes {} of tasks today {{#id .c}}",
    "html": "<p align='center'>It completes <b>{}</b>\n   of tasks today.</p>",
    "alt text": "![It completes {} of tasks](chart.png)",
    "soft hyphen": "It com\u00adpletes {} of ta\u200bsks today.",
    "attribute list": "It completes **{}**{{ .num title='71 x' }} of tasks today.",
    "highlight": "It completes =={}== of tasks today.",
}


@QUICK
@given(
    value=st.decimals(min_value=0, max_value=100, places=2),
    other=st.decimals(min_value=0, max_value=100, places=2),
    form=st.sampled_from(sorted(FORMATS)),
)
def test_a_value_is_read_through_every_format_and_another_value_is_stale(
    value: Decimal, other: Decimal, form: str
) -> None:
    text = FORMATS[form].format(f"{value}%")

    assert verdicts(text, "completes {value} of tasks", "percent", str(value)) == ["OK"]
    expected = "OK" if value == other else "STALE"
    assert verdicts(text, "completes {value} of tasks", "percent", str(other)) == [expected]


@QUICK
@given(
    number=st.integers(min_value=0, max_value=10**9),
    separator=st.sampled_from([",", " ", "\u00a0", "\u2009", "\u202f", "'", "_", ""]),
    left=st.text(alphabet=st.sampled_from("ab 12.,\n\u00a0*_-|#>`"), max_size=40),
    right=st.text(alphabet=st.sampled_from("ab 12.,\n\u00a0*_-|#>`"), max_size=40),
)
def test_text_around_a_statement_does_not_change_its_verdict(
    number: int, separator: str, left: str, right: str
) -> None:
    written = f"{number:,}".replace(",", separator)
    around = f"{left.replace('`', '')}\n\nWe ran {written} checks today.\n\n{right.replace('`', '')}"

    assert verdicts(around, "ran {value} checks", "number", str(number)) == ["OK"]


@pytest.mark.parametrize(
    "stated",
    [
        "fifteen",
        "~840",
        "700+",
        "about 840",
        "\u0668\u0664\u0660",
        "840-860",
        "1e3",
        "1k",
        "½",
        "TBD",
        "0.14.0",
        "{{ n }}",
    ],
)
def test_a_value_that_is_no_number_is_unreadable_not_absent(stated: str) -> None:
    assert verdicts(f"We run {stated} tests.", "We run {value} tests", "number", "838") == ["UNREADABLE"]


@pytest.mark.parametrize(
    ("text", "template", "kind", "fact", "expected"),
    [
        ("Cache lives 300s. It lives always.", "lives {value}s", "number", "300", ["OK"]),
        ("It lives 3 hours.", "lives {value}s", "number", "300", ["UNREADABLE"]),
        ("We rerun 5 tests and run 6 testsuites.", "run {value} tests", "number", "5", []),
        ("See version 20.0.0 here.", "version {value} here", "semver", "0.0.0", ["STALE"]),
        ("It has 12480 tests.", "has {value} tests", "number", "480", ["STALE"]),
        ("We run 5 tests and we run 6 tests.", "run {value} tests", "number", "5", ["OK", "STALE"]),
        ("We run. All our tests pass.", "run {value} tests", "number", "5", []),
        ("It is 1.2.3-rc.1. It is 1.2.3.", "is {value}.", "semver", "1.2.3-rc.1", ["OK", "STALE"]),
        ("Version v1.2.3 is out.", "Version v{value} is out", "semver", "1.2.3", ["OK"]),
        ("Version 1.2.3 is out.", "Version v{value} is out", "semver", "1.2.3", ["OK"]),
        ("It completes 71 of tasks.", "completes {value}% of tasks", "percent", "71", ["STALE"]),
        ("It completes 71 % of tasks.", "completes {value}% of tasks", "percent", "71", ["OK"]),
        ("It completes 71 percent of tasks.", "completes {value} percent of tasks", "percent", "71", ["OK"]),
        ("It completes 71% of tasks.", "completes **{value}** of tasks", "percent", "71", ["OK"]),
        ("By hand and by Ada Lovelace, since 1843.", "by {value}, since", "text", "Ada Lovelace", ["OK"]),
        ("Written in C++, since 1985.", "in {value}, since", "text", "C++", ["OK"]),
    ],
)
def test_statements_of_a_wording_with_words_on_both_sides(
    text: str, template: str, kind: ValueType, fact: str, expected: list[str]
) -> None:
    assert verdicts(text, template, kind, fact) == expected


@pytest.mark.parametrize(
    ("text", "template", "kind", "fact", "expected"),
    [
        ("Coverage: 91%.", "Coverage: {value}", "percent", "91", ["OK"]),
        ("Coverage: 91 %, and more", "Coverage: {value}", "percent", "91", ["OK"]),
        ("Coverage: good", "Coverage: {value}", "percent", "91", []),
        ("Version 0.14.0. Next", "Version {value}", "semver", "0.14.0", ["OK"]),
        ("Version 0.14 is old", "Version {value}", "semver", "0.14.0", ["UNREADABLE"]),
        ("Version control", "Version {value}", "semver", "0.14.0", []),
        ("in total 12 480. Then", "in total {value}", "number", "12480", ["OK"]),
        ("the tests: (229) tests, 12 480 tests", "{value} tests", "number", "229", ["OK", "STALE"]),
        ("~840 tests, fifteen tests", "{value} tests", "number", "840", ["UNREADABLE", "UNREADABLE"]),
        ("Status: beta (soon)", "Status: {value}", "text", "beta", ["OK"]),
    ],
)
def test_statements_of_a_wording_that_is_open_on_one_side(
    text: str, template: str, kind: ValueType, fact: str, expected: list[str]
) -> None:
    assert verdicts(text, template, kind, fact) == expected


def test_a_row_template_is_looked_for_in_whole_table_rows() -> None:
    table = "| what | value |\n|---|---|\n| Tests | **71** |\n| Coverage | `81%` |"

    assert verdicts(table, "| Tests | {value} |", "number", "71") == ["OK"]
    assert verdicts(table, "| Coverage | {value} |", "percent", "80") == ["STALE"]


def test_a_bound_holds_on_its_side_and_a_bare_number_must_be_exact() -> None:
    text = "700+ tests run; over 700 tests run; 900+ tests run; 700 tests run; 838 tests run"

    assert verdicts(text, "{value} tests run", "at-least", "838") == ["OK", "OK", "STALE", "STALE", "OK"]


def test_an_approximate_value_holds_within_its_tolerance() -> None:
    text = "We run ~840 tests. We run about 800 tests. We run ~790 tests. We run 840 tests."

    assert verdicts(text, "We run {value} tests", "about", "838") == ["OK", "OK", "STALE", "STALE"]


def test_the_decimal_sign_of_the_surface_decides_what_a_comma_is() -> None:
    text = "takes 62,45 seconds, takes 1.000 seconds"

    assert verdicts(text, "takes {value} seconds", "number", "62.45", decimal=",") == ["OK", "STALE"]
    (badly_grouped, one) = find(text, "takes {value} seconds", "number", "1")
    assert badly_grouped.verdict == "PARITY_STALE"
    assert "badly grouped" in badly_grouped.reason
    assert one.verdict == "OK"


def test_words_between_the_halves_count_only_where_nothing_else_states_the_claim() -> None:
    long = "all of our open tabs"

    assert verdicts(long, "all {value} tabs", "number", "16") == ["UNREADABLE"]
    assert verdicts(f"all 16 tabs, {long}", "all {value} tabs", "number", "16") == ["OK"]


def test_the_halves_do_not_meet_over_a_paragraph_border_or_beyond_the_window() -> None:
    assert verdicts("It runs\n\n5 tests", "runs {value} tests", "number", "5") == []
    assert verdicts(f"It runs 5 {'x' * WINDOW} tests", "runs {value} tests", "number", "5") == []


def test_the_line_is_the_raw_line_of_the_value() -> None:
    text = "---\ntitle: x\n---\n\nIt runs\n5\ntests\n\n!!! note\n\n    It runs 6 tests\n"

    assert [one.line for one in find(text, "runs {value} tests", "number", "5")] == [6, 11]


def copies(text: str, template: str, fact: str) -> list[tuple[int, str]]:
    wording = Wording.of(template, "number")
    projection = project(text, path="page.md")
    guarded = find(text, template, "number", fact)
    found = [
        *unguarded_copies(projection.prose, wording, Decimal(fact), guarded, NumberFormat()),
        *unguarded_copies(projection.badges, wording, Decimal(fact), (), NumberFormat()),
    ]
    return [(copy.line, copy.stated) for copy in found]


def test_another_number_before_or_behind_the_noun_or_in_a_badge_is_a_copy() -> None:
    text = (
        "It runs 2241 tests.\n\nWith 1,380 tests and 2241 tests.\n\nTests: 12\n\n"
        "![x](https://img.shields.io/badge/tests-99%20passed-green)"
    )

    assert copies(text, "runs {value} tests", "2241") == [(3, "1,380"), (5, "12"), (7, "99")]


def test_the_noun_is_the_first_word_behind_the_value_that_means_something() -> None:
    assert noun_phrase(Wording.of("completes {value} of all tasks", "percent")) == "of all tasks"
    assert noun_phrase(Wording.of("lives {value}s", "number")) == ""
    assert noun_phrase(Wording.of("Number of tests: {value}", "number")) == "tests"
