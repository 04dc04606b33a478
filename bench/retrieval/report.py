"""The figures as a table for the terminal, with the figures that other tools had on the same suites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench.table import aligned

from .figures import METRICS, Row

_RECORDED = Path(__file__).with_name("recorded.json")


class Recorded(msgspec.Struct, frozen=True):
    """What another tool had when the suites were made; None where that was not said."""

    group: str
    arm: str
    tasks: int
    means: tuple[float | None, ...]
    interval: tuple[float, float] | None


def recorded() -> list[Recorded]:
    """The recorded rows."""
    return msgspec.json.decode(_RECORDED.read_bytes(), type=list[Recorded])


def render(rows: Sequence[Row]) -> str:
    """One line for each group and arm; recorded ones only where the whole of their group was asked."""
    head = ("", "tasks", *METRICS, "MRR 95 %", "hit@3 beside", "MRR beside")
    lines: list[tuple[str, ...]] = [head]
    others = recorded()
    for group in dict.fromkeys(row.group for row in rows):
        own = [row for row in rows if row.group == group]
        lines.append((group, str(own[0].tasks), *[""] * (len(head) - 2)))
        lines += [_line(row) for row in own]
        lines += [_line(row) for row in others if row.group == group and row.tasks == own[0].tasks]
    return "\n".join(aligned(lines)) + "\n"


def _line(row: Row | Recorded) -> tuple[str, ...]:
    means = ["-" if value is None else f"{value:.3f}" for value in row.means]
    beside = ["", ""]
    if isinstance(row, Row) and row.gains is not None:
        pairs = zip(row.gains, row.gain_intervals, strict=True)
        beside = [f"{gain:+.3f}{_bounds(interval, '+.3f')}" for gain, interval in pairs]
    return (f"  {row.arm}", "", *means, _bounds(row.interval, ".3f").strip(), *beside)


def _bounds(interval: tuple[float, float] | None, form: str) -> str:
    return "" if interval is None else f" [{interval[0]:{form}}, {interval[1]:{form}}]"
