"""A record as text: what each case used, ratios within the rounds, growth from tree to tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from . import cases
from .figures import Spread, growth, ratio, spread
from .record import CaseRecord, Record, TreeRecord

_KIB = 1024


class _Pair(NamedTuple):
    """Two cases whose ratio says something: ``own`` over ``peer``."""

    own: str
    peer: str
    by: str = "cpu"


RATIOS = (
    _Pair(cases.COLD, cases.CTAGS),
    _Pair(cases.COLD, cases.CTAGS_TREE),
    _Pair(cases.ACCO, cases.COLD),
    _Pair(cases.COLD_2, cases.COLD_1),
    _Pair(cases.COLD_2, cases.COLD_1, "wall"),
    _Pair(cases.COLD, cases.WARM),
    _Pair(cases.WARM, cases.STATUS),
    _Pair(cases.ACCO_WARM, cases.WARM),
    _Pair(cases.CHANGED, cases.WARM),
    _Pair(cases.WARM, cases.FLOOR),
    _Pair(cases.SEAL, cases.VERIFY),
)


def render(record: Record) -> str:
    """The whole record, readable in a terminal and in a code block."""
    machine = record.machine
    size = f"{machine.cores} cores, {machine.memory_mib // _KIB} GiB"
    lines = [
        f"{machine.processor}, {size}, {machine.system}, {machine.python}",
        "; ".join(f"{name} {text}" for name, text in record.versions.items() if text),
        f"{record.started} to {record.ended}, load {record.load_before} to {record.load_after}, seed {record.seed}",
    ]
    for tree in record.trees:
        lines += ["", *_tree(tree)]
    lines += _growth(record.trees)
    return "\n".join(lines) + "\n"


def _tree(tree: TreeRecord) -> list[str]:
    head = (
        f"{tree.name}: {tree.files:,} files, {tree.size / 1e6:,.1f} MB, median {tree.median:,} bytes; "
        f"{tree.analysed:,} analysed; snapshot {tree.snapshot_bytes / 1e6:,.1f} MB"
    )
    rows: list[tuple[str, ...]] = [
        ("case", "cpu s", "least", "most", "wall s", "peak MB", "all MB", "cpu ms/file", "rounds")
    ]
    rows += [_row(case, tree.files) for case in tree.cases if case.cpu()]
    lines = [head, "", *aligned(rows)]
    lines += [f"  left out: {case.name}: {case.left_out}" for case in tree.cases if case.left_out]
    ratios = [("ratio", "of medians", "least", "most", "rounds"), *_ratios(tree)]
    return [*lines, "", *aligned(ratios)] if len(ratios) > 1 else lines


def _row(case: CaseRecord, files: int) -> tuple[str, ...]:
    good = [sample.usage for sample in case.samples if sample.usage.is_good]
    cpu = spread([usage.cpu for usage in good])
    wall = spread([usage.wall for usage in good])
    peak = max(usage.peak_kib for usage in good) / _KIB
    # the sum is sampled and may have missed the moment of the largest process
    total = max(max(usage.peak_sum_kib, usage.peak_kib) if usage.peak_sum_kib else 0 for usage in good) / _KIB
    at_floor = all(usage.peak_kib <= usage.floor_kib * 1.1 for usage in good)
    return (
        case.name,
        _seconds(cpu.median),
        _seconds(cpu.low),
        _seconds(cpu.high),
        _seconds(wall.median),
        f"≤ {peak:,.0f}" if at_floor else f"{peak:,.0f}",
        f"{total:,.0f}" if total else "-",
        f"{cpu.median / files * 1000:.3f}",
        str(cpu.runs),
    )


def _seconds(value: float) -> str:
    return f"{value:,.3f}" if value < 10 else f"{value:,.1f}"


def _ratios(tree: TreeRecord) -> Iterable[tuple[str, ...]]:
    by_name = {case.name: case for case in tree.cases}
    for pair in RATIOS:
        if pair.own in by_name and pair.peer in by_name:
            figure: Callable[[CaseRecord], dict[int, float]] = CaseRecord.wall if pair.by == "wall" else CaseRecord.cpu
            found = ratio(figure(by_name[pair.own]), figure(by_name[pair.peer]))
            if found is not None:
                yield _ratio_row(pair, found)


def _ratio_row(pair: _Pair, found: Spread) -> tuple[str, ...]:
    name = f"{pair.own} / {pair.peer}" + (f" ({pair.by})" if pair.by != "cpu" else "")
    return (name, f"{found.median:.2f}", f"{found.low:.2f}", f"{found.high:.2f}", str(found.runs))


def _growth(trees: Sequence[TreeRecord]) -> list[str]:
    ordered = sorted((tree for tree in trees if tree.is_synthetic), key=lambda tree: tree.files)
    lines: list[str] = []
    for small, large in pairwise(ordered):
        rows: list[tuple[str, ...]] = [(f"growth {small.files:,} → {large.files:,} files", "cpu/file", "peak/file")]
        smalls = {case.name: case for case in small.cases if case.cpu()}
        for case in large.cases:
            other = smalls.get(case.name)
            if other is not None and case.cpu():
                rows.append((case.name, *(_grown(other, small, case, large, take) for take in (_cpu, _peak))))
        lines += ["", *aligned(rows)]
    return lines


def _grown(
    small: CaseRecord, of: TreeRecord, large: CaseRecord, to: TreeRecord, take: Callable[[CaseRecord], float]
) -> str:
    return f"{growth(take(small), of.files, take(large), to.files):.2f}"


def _cpu(case: CaseRecord) -> float:
    return spread(list(case.cpu().values())).median


def _peak(case: CaseRecord) -> float:
    return spread([sample.usage.peak_kib for sample in case.samples if sample.usage.is_good]).median


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns: the first to the left, figures to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
