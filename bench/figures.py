"""The statistics of the record: medians with their range, ratios of interleaved runs, growth with size."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """The median of some runs, the least and the most."""

    median: float
    low: float
    high: float
    runs: int


def spread(values: Sequence[float]) -> Spread:
    """The spread of at least one value. The median of an even number of runs is the mean of the middle two."""
    return Spread(statistics.median(values), min(values), max(values), len(values))


def ratio(own: Mapping[int, float], peer: Mapping[int, float]) -> Spread | None:
    """``own`` over ``peer``, both by round, from the rounds that have both.

    The middle figure is the ratio of the medians; the range is that of the ratios within a round, where both ran
    under the same load. None without a common round or with a peer that used no measurable time.
    """
    rounds = sorted(own.keys() & peer.keys())
    if not rounds or any(peer[number] <= 0 for number in rounds):
        return None
    within = [own[number] / peer[number] for number in rounds]
    medians = [statistics.median(side[number] for number in rounds) for side in (own, peer)]
    return Spread(medians[0] / medians[1], min(within), max(within), len(rounds))


def growth(small: float, small_files: int, large: float, large_files: int) -> float:
    """Cost a file in the large tree over cost a file in the small one: 1 is linear, more grows faster than the tree."""
    return (large / large_files) / (small / small_files)
