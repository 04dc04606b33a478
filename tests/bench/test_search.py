"""The search benchmark on a handful of entries: every step runs, and the figures are those that were measured."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from bench.record import machine
from bench.search import Round, SearchRecord, prepare, questions, render, run
from tests.retrieval.build import shop


def test_ours_and_sqlite_are_built_opened_and_asked(tmp_path: Path) -> None:
    prepare(tmp_path, shop().index(), seed=1)
    record = run(
        "shop", tmp_path, None, rounds=1, python=sys.executable, docbridge="", limit=300, say=lambda text: None
    )
    assert {"docbridge", "fts5"} <= set(record.rounds)
    for one in record.rounds.values():
        figures = one[1]
        assert 0 < figures.median <= figures.p95
        assert figures.build_wall > 0 < figures.cold
    assert record.rounds["docbridge"][1].explained is not None
    assert set(record.left_out) <= {"tantivy", "bm25s"}
    assert msgspec.json.decode(msgspec.json.encode(record), type=SearchRecord) == record
    assert "shop: 8 entries" in render(record)


def test_questions_come_from_the_entries_and_the_seed() -> None:
    entries = shop().index().entries
    assert questions(entries, 1) == questions(entries, 1) != questions(entries, 2)
    words = {word for entry in entries for word in f"{entry.title} {entry.summary} {' '.join(entry.symbols)}".split()}
    assert any(question in words for question in questions(entries, 1))


def test_ratios_are_ours_over_the_peers_in_the_same_round() -> None:
    ours, theirs = (
        Round(build=build, build_wall=1, open=1, median=median, p95=1, explained=None, cold=1, cold_wall=1)
        for build, median in ((4.0, 1.0), (2.0, 4.0))
    )
    rounds = {"docbridge": {1: ours}, "fts5": {1: theirs}}
    sizes = {"docbridge": 2_000_000, "fts5": 1_000_000}
    table = render(SearchRecord("x", 8, (0.0, 0.0), "now", machine(), rounds, {}, sizes, []))
    rows = {line.partition("  ")[0]: line.split("  ")[-1] for line in table.splitlines()}
    assert rows["build, CPU s: ours / its"] == "2.00 [2.00, 2.00]"
    assert rows["question p50, ms: ours / its"] == "0.25 [0.25, 0.25]"
    assert rows["files, MB"].strip() == "1.0"
