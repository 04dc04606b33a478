"""The closed domain and its canonical bytes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import subprocess
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import canonical_bytes, content_hash, strict_loads, verify_value
from mkdocs_docbridge.artifacts.canonical import MAX_SAFE
from mkdocs_docbridge.errors import InputError
from tests.support.cases import VECTORS, Case, cases
from tests.support.tools import node

_VECTORS = json.loads((VECTORS / "json.json").read_text(encoding="utf-8"))
_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
_NUMBERS = st.integers(-MAX_SAFE, MAX_SAFE) | st.floats(allow_nan=False, allow_infinity=False).filter(
    lambda number: number != int(number) or abs(number) <= MAX_SAFE
)
VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("vector", _VECTORS["numbers"], ids=lambda vector: vector["literal"])
def test_numbers_are_written_as_ecmascript_writes_them(vector: dict[str, str]) -> None:
    number = json.loads(vector["literal"])
    if abs(number) > MAX_SAFE and number == int(number):
        with pytest.raises(InputError, match="NUMBER_RANGE"):
            canonical_bytes(number)
    else:
        assert canonical_bytes(number).decode() == vector["ecmascript"]


@pytest.mark.parametrize("vector", _VECTORS["objects"], ids=lambda vector: vector["canonical"])
def test_objects_have_the_bytes_and_the_hash_that_node_computed(vector: dict[str, object]) -> None:
    if "e+21" in str(vector["canonical"]):
        # RFC 8785 writes it; our domain refuses an integral number of that size, which no reader could verify
        with pytest.raises(InputError, match="NUMBER_RANGE"):
            canonical_bytes(vector["input"])
        return
    data = canonical_bytes(vector["input"])
    assert data.decode() == vector["canonical"]
    assert hashlib.sha256(data).hexdigest() == vector["sha256"]


@pytest.mark.parametrize("case", cases("json"), ids=lambda case: case.id)
def test_fault_cases_are_refused_with_their_code(case: Case) -> None:
    maker = case.folder / "make_input.py"
    data = b"[" * 100_000 + b"]" * 100_000 if maker.exists() else (case.folder / "artifact.json").read_bytes()
    code = case.expected["code"]
    if code == "OK":
        assert canonical_bytes(strict_loads(data, place="artifact.json")).decode() == case.expected["canonical"]
        return
    with pytest.raises(InputError) as caught:
        verify_value(strict_loads(data, place="artifact.json"), place="artifact.json")
    assert caught.value.code == code
    assert caught.value.place.startswith("artifact.json")


def test_the_number_case_names_each_member_that_is_out_of_range() -> None:
    for member in ("9007199254740993", "1e400", "1e20"):
        with pytest.raises(InputError, match="NUMBER_RANGE"):
            strict_loads(f'{{"a": {member}}}'.encode(), place="x")
    assert canonical_bytes(strict_loads(b'{"c": -0, "d": 1.0, "e": 1e-7}', place="x")) == b'{"c":0,"d":1,"e":1e-7}'


@given(VALUES)
def test_whatever_can_be_written_can_be_read_back_to_the_same_bytes(value: object) -> None:
    data = canonical_bytes(value)
    assert canonical_bytes(strict_loads(data, place="x")) == data


@given(st.dictionaries(_TEXT, VALUES, max_size=5))
def test_the_hash_does_not_depend_on_layout_escapes_or_key_order(value: dict[str, object]) -> None:
    turned = dict(reversed(value.items()))
    text = json.dumps(turned, ensure_ascii=True, indent=3)
    assert content_hash(strict_loads(text.encode(), place="x")) == content_hash(value)


@given(st.binary(max_size=200) | _TEXT.map(str.encode))
def test_the_strict_reader_raises_nothing_but_its_own_error(data: bytes) -> None:
    with contextlib.suppress(InputError):
        strict_loads(data, place="x")


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (b'{"a": 1}\n{"b": 2}', "NOT_JSON", "f.json:2"),
        (b'{"a": NaN}', "NOT_JSON", "f.json"),
        (b'{\n "a": \xff}', "NOT_UTF8", "f.json:2"),
        (b'{"a": ' + b"1" * 5000 + b"}", "NUMBER_RANGE", "f.json"),
        (b"{" + b'"a": "' + b"x" * 100 + b'"}', "TOO_LARGE", "f.json"),
    ],
)
def test_faults_name_their_place(data: bytes, code: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        strict_loads(data, place="f.json", max_bytes=100 if code == "TOO_LARGE" else 10_000)
    assert (caught.value.code, caught.value.place) == (code, place)


def test_brackets_inside_strings_are_no_depth() -> None:
    assert strict_loads(b'{"a": "' + b"[" * 500 + b'"}', place="x") == {"a": "[" * 500}


@pytest.mark.node
def test_random_doubles_are_written_as_node_writes_them() -> None:
    import random

    source = random.Random(7)
    doubles = []
    while len(doubles) < 5000:
        number = source.uniform(-1, 1) * 10.0 ** source.randint(-300, 300)
        if number != int(number) or abs(number) <= MAX_SAFE:
            doubles.append(number)
    script = """
        const numbers = JSON.parse(require("fs").readFileSync(0));
        process.stdout.write(numbers.map((number) => JSON.stringify(number)).join("\\n"));
    """
    done = subprocess.run([node(), "-e", script], input=json.dumps(doubles), capture_output=True, text=True, check=True)
    assert [canonical_bytes(number).decode() for number in doubles] == done.stdout.split("\n")


def test_hostile_texts_are_read_in_linear_time_and_memory() -> None:
    with pytest.raises(InputError, match="NOT_JSON"):
        strict_loads(b'{"a":"' + b'\\"' * 300_000, place="x")
    tracemalloc.start()
    with pytest.raises(InputError, match="NUMBER_RANGE"):
        strict_loads(b'{"' + b"k" * 20_000 + b'": [' + b"1," * 20_000 + b"9007199254740993]}", place="x")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50_000_000
