"""Intervals of retrieval figures: Wilson's for shares, a paired bootstrap for differences of means."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence

Z95 = 1.959963984540054
RESAMPLES = 1_999
"""(1,999 + 1) · 2.5 % is whole, so each bound is an order statistic: the 50th and the 1,950th."""
MIN_CASES = 10
"""Below it a bootstrap interval looks tidy and means nothing."""


def wilson(successes: int, cases: int) -> tuple[float, float] | None:
    """The 95 % score interval of a share (Wilson 1927), exactly 0 or 1 at the ends; ``None`` without cases."""
    if cases == 0:
        return None
    share = successes / cases
    squared = Z95 * Z95
    centre = (share + squared / (2 * cases)) / (1 + squared / cases)
    half = Z95 / (1 + squared / cases) * math.sqrt(share * (1 - share) / cases + squared / (4 * cases * cases))
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == cases else centre + half
    return low, high


def index_stream(seed: str, size: int) -> Iterator[int]:
    """Numbers from 0 to ``size`` − 1, the same on every machine and version.

    SHA-256 of ``seed:counter`` gives eight big-endian 32-bit words; a word at or above the highest multiple of
    ``size`` is passed over, the rest is taken modulo ``size``.
    """
    bound = (1 << 32) // size * size
    counter = 0
    while True:
        digest = hashlib.sha256(f"{seed}:{counter}".encode()).digest()
        for at in range(0, 32, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < bound:
                yield word % size
        counter += 1


def paired_bootstrap(
    ours: Sequence[float], theirs: Sequence[float], *, seed: str, resamples: int = RESAMPLES
) -> tuple[float, float] | None:
    """The 95 % percentile interval of mean(ours − theirs) over paired cases; ``None`` with fewer than 10.

    Cases are resampled with both values; sums are exact. The bounds are the order statistics at 2.5 % and 97.5 % of
    ``resamples`` + 1.
    """
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    count = len(differences)
    if count < MIN_CASES:
        return None
    stream = index_stream(seed, count)
    means = sorted(math.fsum(differences[next(stream)] for _ in range(count)) / count for _ in range(resamples))
    tail = (resamples + 1) // 40
    return means[tail - 1], means[resamples - tail]
