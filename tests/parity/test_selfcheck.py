"""A wording that could guard nothing is refused, before anything relies on it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from mkdocs_docbridge.parity.selfcheck import mutants, self_fault
from mkdocs_docbridge.parity.values import NumberFormat, SemVer, Value, ValueType, holds, read_value


@pytest.mark.parametrize(
    ("template", "kind"),
    [
        ("runs {value} tests", "number"),
        ("completes {value} of tasks", "percent"),
        ("completes {value}% of tasks", "percent"),
        ("{value} percent of tasks", "percent"),
        ("Version v{value}", "semver"),
        ("| Tests | **{value}** |", "number"),
        ("by {value}, since", "text"),
        ("{value}+ tests", "at-least"),
        ("about {value} tests", "number"),
        ("runs {value} tests", "about"),
        ("within {value} at most", "duration"),
        ("{value} of memory", "bytes"),
        ("{value}", "semver"),
    ],
)
def test_a_wording_that_finds_its_sentence_is_accepted(template: str, kind: ValueType) -> None:
    assert self_fault(template, kind) == ""


@pytest.mark.parametrize(
    ("template", "kind"),
    [
        ("<!-- runs {value} tests -->", "number"),
        ("~~runs {value} tests~~", "number"),
    ],
)
def test_a_wording_that_can_never_hold_is_refused(template: str, kind: ValueType) -> None:
    assert self_fault(template, kind)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (Decimal(0), "number"),
        (Decimal("87.5"), "percent"),
        (SemVer(1, 2, 3, "rc.1"), "semver"),
        (Decimal(700), "at-least"),
        (Decimal(840), "about"),
        (Decimal(300), "duration"),
        (Decimal(2048), "bytes"),
    ],
)
def test_no_mutant_of_a_value_is_true(value: Value, kind: ValueType) -> None:
    for mutant in mutants(value, kind):
        reading = read_value(kind, mutant.text, NumberFormat())
        assert reading is None or not holds(reading, value), mutant
