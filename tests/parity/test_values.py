"""Values are read by type and compared as numbers or versions."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.parity.model import Transform
from mkdocs_docbridge.parity.transforms import round_half_up, to_fixed, transform
from mkdocs_docbridge.parity.values import (
    NumberFormat,
    Reading,
    SemVer,
    Tolerance,
    ValueType,
    canonical_value,
    holds,
    read_value,
)

POINT = NumberFormat()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12480", "12480"),
        ("12,480", "12480"),
        ("12\u00a0480", "12480"),
        ("1\u2009234\u2009567.50", "1234567.5"),
        ("1'234'567", "1234567"),
        ("1_000", "1000"),
        ("-12.50", "-12.5"),
        ("\u221212.5", "-12.5"),
        ("+3", "3"),
        ("007", "7"),
    ],
)
def test_a_number_may_be_grouped_in_threes_by_one_separator(text: str, value: str) -> None:
    assert POINT.read(text) == Reading(Decimal(value))


@pytest.mark.parametrize("text", ["12,48", "1,2345", "1,234 567", "0,123", "2024 480", "12,34,567"])
def test_misplaced_separators_are_no_other_number(text: str) -> None:
    reading = POINT.read(text)

    assert reading is not None
    assert reading.value is None
    assert "badly grouped" in reading.flaw


@pytest.mark.parametrize(
    "text", ["", "x", "1e3", "1.2.3", "12.", ".5", "\u0661\u0662", "12%", "1--2", "--2", "5 apples"]
)
def test_anything_else_is_no_number(text: str) -> None:
    assert POINT.read(text) is None


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**12), max_value=10**12))
@settings(max_examples=200, deadline=None)
def test_a_number_with_either_decimal_sign_reads_back(number: Decimal) -> None:
    written = f"{number:,.3f}"

    assert POINT.read(written) == Reading(number)
    assert NumberFormat(",").read(written.translate(str.maketrans(",.", ".,"))) == Reading(number)


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("1.2.3", SemVer(1, 2, 3)),
        ("v1.2.3-rc.1", SemVer(1, 2, 3, "rc.1")),
        ("1.2.3+git.abc", SemVer(1, 2, 3, "", "git.abc")),
        ("1.2.3-0A.is.legal+b", SemVer(1, 2, 3, "0A.is.legal", "b")),
    ],
)
def test_a_version_is_read_whole(text: str, version: SemVer) -> None:
    reading = read_value("semver", text, POINT)

    assert reading is not None
    assert reading.value == version


@pytest.mark.parametrize("text", ["1.2", "1.2.3.4", "01.2.3", "1.2.3-01", "1.2.3-", "1.2.3_x", "V1.2.3"])
def test_what_semver_refuses_is_no_version(text: str) -> None:
    assert read_value("semver", text, POINT) is None


@pytest.mark.parametrize(
    ("kind", "text", "fact"),
    [
        ("duration", "5 min", "300"),
        ("duration", "300 s", "300"),
        ("duration", "250ms", "0.25"),
        ("duration", "1.5 hours", "5400"),
        ("bytes", "3.2 MB", "3200000"),
        ("bytes", "2 KiB", "2048"),
        ("percent", "87.50 %", "87.5"),
        ("number", "87.50", "87.5"),
        ("text", "Ada\u00a0 Lovelace", "Ada Lovelace"),
    ],
)
def test_two_ways_to_write_a_value_are_one_value(kind: ValueType, text: str, fact: str) -> None:
    reading = read_value(kind, text, POINT)
    value = canonical_value(kind, fact)

    assert reading is not None
    assert value is not None
    assert holds(reading, value)


def test_a_duration_needs_a_unit_in_prose_and_has_seconds_as_a_fact() -> None:
    reading = read_value("duration", "300", POINT)

    assert reading is not None
    assert reading.flaw == "no unit"
    assert canonical_value("duration", "300") == Decimal(300)
    assert canonical_value("duration", "5 min") == Decimal(300)


def test_a_tolerance_is_a_share_of_the_fact_or_an_absolute_number() -> None:
    share, absolute = Tolerance.parse("5%"), Tolerance.parse("20")

    assert share is not None
    assert absolute is not None
    assert share.covers(Decimal(95), Decimal(100))
    assert not share.covers(Decimal("94.9"), Decimal(100))
    assert absolute.covers(Decimal(120), Decimal(100))
    assert Tolerance.parse("-5") is None
    assert Tolerance.parse("much") is None


@pytest.mark.parametrize(
    ("number", "how", "text"),
    [
        ("71.5", "identity", "71.5"),
        ("71.50", "identity", "71.5"),
        ("1E+3", "identity", "1000"),
        ("2.5", "round", "3"),
        ("-2.5", "round", "-2"),
        ("0.875", "percent-1dp", "87.5"),
        ("0.7149", "percent-0dp", "71"),
        ("-0.18464", "negative-percent-2dp", "18.46"),
        ("-39754", "negative-seconds-2dp", "39.75"),
    ],
)
def test_a_transform_writes_a_number_as_prose_states_it(number: str, how: Transform, text: str) -> None:
    assert transform(Decimal(number), how) == (text, "")


@pytest.mark.parametrize("how", ["negative-percent-2dp", "negative-seconds-2dp"])
@pytest.mark.parametrize("number", ["0", "0.2"])
def test_a_signed_transform_refuses_a_measurement_that_turned(how: Transform, number: str) -> None:
    text, reason = transform(Decimal(number), how)

    assert text == ""
    assert "not negative" in reason


@pytest.mark.node
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_rounding_equals_ecmascript_on_ties_and_on_random_doubles() -> None:
    ties = [n / 8 for n in range(-60, 61)] + [1.005, 1.015, 1.045, 8.345, 0.71455 * 100, -1.005, 2.5, -2.5, 0.5, -0.5]
    spread = [
        struct.unpack("<d", struct.pack("<Q", (n * 2654435761) % 2**30 | (1020 + n % 20) << 52))[0] for n in range(2000)
    ]
    numbers = ties + spread
    script = (
        "const n=JSON.parse(require('fs').readFileSync(0));"
        "console.log(JSON.stringify(n.map(x=>[String(Math.round(x)+0),x.toFixed(0),x.toFixed(1),x.toFixed(2)])))"
    )
    done = subprocess.run(["node", "-e", script], input=json.dumps(numbers), capture_output=True, text=True, check=True)

    ours = [[str(round_half_up(x)), to_fixed(x, 0), to_fixed(x, 1), to_fixed(x, 2)] for x in numbers]

    assert ours == json.loads(done.stdout)
