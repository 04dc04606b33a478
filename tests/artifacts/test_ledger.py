"""Ledgers: whole records in order, a torn end that is told and never merged."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.artifacts import append_record, read_ledger
from mkdocs_docbridge.errors import InputError


def test_records_come_back_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "ledger.jsonl"
    for number in range(3):
        append_record(path, {"id": f"r{number}", "text": "two\nlines"})
    assert [record["id"] for record in read_ledger(path, place="l").records] == ["r0", "r1", "r2"]
    assert path.read_bytes().count(b"\n") == 3


def test_a_torn_last_line_is_told_left_out_and_cut_off_by_the_next_record(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    append_record(path, {"id": "whole"})
    with path.open("ab") as stream:
        stream.write(b'{"id": "to' + b"x" * 9000)
    found = read_ledger(path, place="l")
    assert [record["id"] for record in found.records] == ["whole"]
    assert found.torn == 9010
    append_record(path, {"id": "next"})
    after = read_ledger(path, place="l")
    assert ([record["id"] for record in after.records], after.torn) == (["whole", "next"], 0)


def test_a_broken_line_in_the_middle_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b'{"a":1}\n{broken\n{"b":2}\n')
    with pytest.raises(InputError, match=r"l:2"):
        read_ledger(path, place="l")
    path.write_bytes(b'{"a":1}\n[1]\n')
    with pytest.raises(InputError, match="a record is an object"):
        read_ledger(path, place="l")


def test_no_file_is_an_empty_ledger(tmp_path: Path) -> None:
    assert read_ledger(tmp_path / "none.jsonl", place="l").records == ()


def test_a_record_outside_the_domain_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with pytest.raises(InputError, match="NUMBER_RANGE"):
        append_record(path, {"n": float("nan")})
    assert not path.exists()
