"""A record as a table, from figures that are easy to follow."""

from __future__ import annotations

from pathlib import Path

from bench import cases, table
from bench.record import CaseRecord, Machine, Record, Sample, TreeRecord, load, save, shown
from bench.table import render
from bench.usage import Usage


def usage(cpu: float, *, peak: int = 100, exit_code: int = 0) -> Usage:
    return Usage(
        user=cpu - 0.5,
        system=0.5,
        wall=2 * cpu,
        peak_kib=peak * 1024,
        peak_sum_kib=2 * peak * 1024,
        floor_kib=9 * 1024,
        exit_code=exit_code,
    )


def case(name: str, *seconds: float, peak: int = 100, left_out: str = "") -> CaseRecord:
    samples = [Sample(round=number, usage=usage(cpu, peak=peak)) for number, cpu in enumerate(seconds, 1)]
    return CaseRecord(name=name, command=[name], samples=samples, left_out=left_out)


def tree(files: int, *found: CaseRecord) -> TreeRecord:
    return TreeRecord(
        name=f"synthetic {files}",
        is_synthetic=True,
        files=files,
        size=4_000 * files,
        median=3_000,
        analysed=files // 2,
        snapshot_bytes=1_000_000,
        digest="0" * 64,
        cases=list(found),
    )


def record(*trees: TreeRecord) -> Record:
    machine = Machine(system="Linux 6", processor="A processor", cores=2, memory_mib=8192, python="CPython 3.11")
    return Record(
        started="2026-01-01T00:00Z",
        ended="2026-01-01T00:09Z",
        load_before=0.5,
        load_after=1.5,
        seed=1,
        machine=machine,
        versions={"docbridge": "0.1.0"},
        trees=list(trees),
    )


SMALL = tree(1_000, case(cases.COLD, 6.0, 4.0, 5.0), case(cases.CTAGS, 1.0, 1.0, 0.5, peak=9))
LARGE = tree(
    10_000, case(cases.COLD, 100.0, peak=500), case(cases.CTAGS, 10.0, peak=9), case(cases.ACCO, left_out="too many")
)


def test_a_row_says_median_range_memory_and_cost_of_a_file() -> None:
    lines = render(record(SMALL)).splitlines()
    (cold,) = [line.split() for line in lines if line.startswith("scan, cold  ")]
    assert cold == ["scan,", "cold", "5.000", "4.000", "6.000", "10.0", "100", "200", "5.000", "3"]


def test_memory_at_the_floor_of_the_measurement_is_shown_as_at_most_that() -> None:
    (ctags,) = [line for line in render(record(SMALL)).splitlines() if line.startswith("ctags, same files ")]
    assert "≤ 9" in ctags


def test_ratios_are_of_medians_with_their_range() -> None:
    (line,) = [line for line in render(record(SMALL)).splitlines() if line.startswith("scan, cold / ctags, same")]
    # medians 5 and 1; within the rounds 6, 4 and 10
    assert line.split()[-4:] == ["5.00", "4.00", "10.00", "3"]


def test_growth_compares_the_cost_of_a_file_in_neighbouring_sizes() -> None:
    lines = render(record(SMALL, LARGE)).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("growth 1,000 → 10,000 files"))
    # 5 ms a file against 10 ms; 0.1 MB a file against 0.05
    assert lines[start + 1].split() == ["scan,", "cold", "2.00", "0.50"]


def test_what_was_left_out_is_named_with_its_reason() -> None:
    assert "  left out: acco index, cold: too many" in render(record(LARGE)).splitlines()


def test_a_failed_run_is_in_no_figure() -> None:
    broken = case(cases.COLD, 5.0)
    broken.samples.append(Sample(round=2, usage=usage(500.0, exit_code=2)))
    (line,) = [line for line in render(record(tree(1_000, broken))).splitlines() if line.startswith("scan, cold ")]
    assert line.split()[2:5] == ["5.000", "5.000", "5.000"]


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = record(SMALL, LARGE)
    save(written, tmp_path / "folder" / "bench.json")
    assert load(tmp_path / "folder" / "bench.json") == written


def test_commands_are_recorded_without_this_machines_folders() -> None:
    script = Path(table.__file__).with_name("reseal.py")
    command = ["/venv/bin/docbridge", "verify", "/scratch/tree/snapshot.json", str(script)]
    found = shown(command, Path("/scratch"), "/venv/bin/docbridge")
    assert found == ["$DOCBRIDGE", "verify", "$WORK/tree/snapshot.json", "$REPOSITORY/bench/reseal.py"]
