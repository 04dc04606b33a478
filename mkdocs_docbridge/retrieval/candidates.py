"""Which entries have to be scored: those that a bound of their score does not rule out.

Every lexical hit has a bound (see scores). With the prior of its run and the most that the other parts of a score can
add there, it bounds the whole score. Hits are taken by falling bound and scored exactly, until the next bound is
below what was found. So what is left unscored could not have been shown.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

import msgspec

from .identity import Named
from .lexicon import Query
from .model import SIDE_OF, EntryKind
from .priors import QueryPriors
from .proximity import ANCHORS
from .rank import COMPOUND, MILLION, Scored, score_entry
from .scores import END, SideScores
from .search_file import Run, SearchFile

_SHARES = (0.95, 0.9, 0.84, 0.77, 0.69, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.0)
"""Of a run's highest lane: hits are gathered down to each in turn, when those above are used up."""
_ROUNDING = 8 / MILLION
"""More than what rounding each part to a millionth may add."""


class Reach(msgspec.Struct):
    """A run that holds hits. A score there is at most lane · ``unit`` + ``extra``, or singled bound + ``extra``."""

    run: Run
    kind: EntryKind
    scores: SideScores
    lanes: memoryview[int]
    numbers: memoryview[int]
    """Both of its side, by slot."""
    top: int
    """Its highest lane."""
    factor: float
    """Its prior."""
    unit: float
    singled: list[tuple[float, int]]
    """(bound of the lexical part, slot) of the hits that are singled out."""
    extra: float = 0.0
    """The most that all parts but the lexical one add."""
    needed: float = 0.0
    """Hits that score less are of no interest."""
    sure: int = 0
    """Hits whose lane has a highest byte of at least this are counted unseen."""

    @property
    def lexical(self) -> float:
        """The most that the lexical part is here."""
        return max(self.top * self.unit, max(self.singled, default=(0.0, 0))[0])

    def bound(self, slot: int) -> float:
        """The most that a hit scores, 0 for what is none."""
        lexical = self.scores.bound(slot) * self.factor
        return lexical + self.extra if lexical else 0.0

    def lane(self, score: float) -> int:
        """Below this lane no hit scores ``score``."""
        return max(1, math.ceil((score - self.extra) / self.unit))

    def sure_lane(self, score: float) -> int:
        """From this lane on every hit scores more than ``score``."""
        return int((score / self.factor + self.scores.slack) / self.scores.unit) + 2

    def hits(self, least: int, below: int = END) -> list[tuple[int, int]]:
        """(lane, slot) of the hits with a lane of at least ``least`` and less than ``below``, without the singled."""
        return self.scores.reaching(self.run.start, self.run.end, least, below) if self.top else []


class Hits:
    """The lexical hits of one question among the kinds that were asked for."""

    def __init__(
        self, file: SearchFile, query: Query, kinds: Collection[EntryKind], priors: QueryPriors, audience: str | None
    ) -> None:
        self._file = file
        self._audience = audience
        times = {term: float(asked) for term, (asked, _) in query.terms.items()}
        compounds = dict.fromkeys(query.compounds, COMPOUND)
        sides = sorted({SIDE_OF[kind] for kind in kinds})
        self.sides = {side: SideScores(file.sides[side], times, compounds) for side in sides}
        self._reaches: dict[EntryKind, list[Reach]] = {kind: [] for kind in kinds}
        self._by_run: list[Reach | None] = [None] * len(file.runs)
        self._exact: dict[int, float] = {}
        self._scored: dict[int, Scored] = {}
        singled = {side: sorted(scores.singled) for side, scores in self.sides.items()}
        for number, run in enumerate(file.runs):
            if run.kind in self._reaches:
                reach = self._make_reach(run, priors.factor(run.traits), singled[run.side])
                if reach is not None:
                    self._by_run[number] = reach
                    self._reaches[run.kind].append(reach)
        self.anchors = self._anchors()
        """The best ten with their lexical parts, the best first, ties by number."""
        self.best = max(self.anchors.values(), default=0.0)
        for reaches in self._reaches.values():
            for reach in reaches:
                self._bound_other_parts(reach)

    def _make_reach(self, run: Run, factor: float, singled: Sequence[int]) -> Reach | None:
        scores, numbers = self.sides[run.side], self._file.numbers[run.side]
        slots = singled[bisect_left(singled, run.start) : bisect_left(singled, run.end)]
        top = scores.top(run.start, run.end)
        if not top and not slots:
            return None
        bounds = [(scores.bound(slot) * factor, slot) for slot in slots]
        return Reach(run, run.kind, scores, scores.lanes, numbers, top, factor, scores.unit * factor, bounds)

    def __contains__(self, number: int) -> bool:
        """Whether an entry is of a kind that was asked for and holds a term of the question."""
        return not self.beside((number,))

    def beside(self, numbers: Iterable[int]) -> list[int]:
        """Those of ``numbers`` that are no hits."""
        runs, slots, by_run = self._file.run_of, self._file.slots, self._by_run
        return [
            number
            for number in numbers
            if (reach := by_run[runs[number]]) is None
            or not (reach.lanes[slot := slots[number]] or slot in reach.scores.singled)
        ]

    def bounds(self, named: Mapping[int, Named]) -> dict[EntryKind, list[tuple[float, int]]]:
        """(negative bound of the score, number) of the hits among what is named, by kind."""
        runs, slots, by_run = self._file.run_of, self._file.slots, self._by_run
        found: dict[EntryKind, list[tuple[float, int]]] = {kind: [] for kind in self._reaches}
        for number, name in named.items():
            reach = by_run[runs[number]]
            if reach is not None and (bound := reach.bound(slots[number])):
                found[reach.kind].append((-bound - name.total, number))
        return found

    def _bound_other_parts(self, reach: Reach) -> None:
        # the first of a run has its highest PageRank, is like the others in all else that ranking looks at, and no
        # part falls when PageRank or the lexical part rises
        first = reach.numbers[reach.run.start]
        reach.extra = self._score(first, reach.lexical).micro / MILLION - reach.lexical + _ROUNDING

    def _score(self, number: int, lexical: float, named: Named | None = None) -> Scored:
        return score_entry(
            number,
            self._file.entries[number],
            lexical=lexical,
            best=self.best,
            named=named,
            near=None,
            entries=len(self._file.entries),
            audience=self._audience,
        )

    def _lexical(self, reach: Reach, slot: int, number: int) -> float:
        """The lexical score of a hit times its prior."""
        known = self._exact.get(number)
        if known is None:
            known = self._exact[number] = reach.scores.exact(slot) * reach.factor
        return known

    def _anchors(self) -> dict[int, float]:
        best: list[tuple[float, int]] = []
        everywhere = [reach for reaches in self._reaches.values() for reach in reaches]
        for reach, slot in _falling(everywhere, lambda: -best[ANCHORS - 1][0] if len(best) >= ANCHORS else 0.0):
            number = reach.numbers[slot]
            insort(best, (-self._lexical(reach, slot, number), number))
        return {number: -negative for negative, number in best[:ANCHORS]}

    def score(self, number: int, named: Named) -> Scored | None:
        """The score of an entry that the question names, None when it is no hit."""
        reach, slot = self._by_run[self._file.run_of[number]], self._file.slots[number]
        if reach is None or not reach.bound(slot):
            return None
        return self._score(number, self._lexical(reach, slot, number), named)

    def _unnamed(self, number: int, lexical: float) -> Scored:
        known = self._scored.get(number)
        if known is None:
            known = self._scored[number] = self._score(number, lexical)
        return known

    def best_of(self, kind: EntryKind, wanted: int, floor: float, apart: Collection[int]) -> list[Scored]:
        """The best of a kind by falling score without identity: the very best, and enough that ``wanted`` beside those
        in ``apart`` are among them, or all that reach ``floor`` times the best. Others may be among them."""
        reaches = self._reaches[kind]
        found = self._best({kind: 1}, reaches, 1, ())
        best = max((one.micro for one in found), default=0)
        return found + self._best({kind: max(1, math.ceil(floor * best))}, reaches, wanted, apart)

    def leading(self, needed: Mapping[EntryKind, int], wanted: int, apart: Collection[int]) -> list[Scored]:
        """The best ``wanted`` of all kinds, beside those in ``apart``, that score what their kind needs, in
        millionths. Others may be among them."""
        everywhere = [reach for reaches in self._reaches.values() for reach in reaches]
        return self._best(needed, everywhere, wanted, apart)

    def _best(
        self, needed: Mapping[EntryKind, int], reaches: Sequence[Reach], wanted: int, apart: Collection[int]
    ) -> list[Scored]:
        found: list[Scored] = []
        falling: list[int] = []
        for reach in reaches:
            reach.needed = needed[reach.kind] / MILLION

        def least() -> float:
            return -falling[wanted - 1] / MILLION if len(falling) >= wanted else 0.0

        for reach, slot in _falling(reaches, least, apart):
            number = reach.numbers[slot]
            lexical = self._lexical(reach, slot, number)
            if lexical + reach.extra < least():
                continue
            scored = self._unnamed(number, lexical)
            if scored.micro >= needed[reach.kind]:
                found.append(scored)
                insort(falling, -scored.micro)
        return found

    def count(self, needed: Mapping[EntryKind, int], apart: Collection[int], most: int) -> int:
        """How many hits beside those in ``apart`` score what their kind needs, in
        millionths; when they are ``most`` or more, some such number."""
        count = 0
        for kind, micro in needed.items():
            for one in self._reaches[kind]:
                one.sure = 0
                if one.top:
                    one.sure = (one.sure_lane(micro / MILLION + _ROUNDING) >> one.scores.shift) + 1
                    count += one.scores.at_least(one.run.start, one.run.end, one.sure)
                    count -= sum(one.lanes[slot] >> one.scores.shift >= one.sure for _, slot in one.singled)
        for number in apart:
            reach = self._by_run[self._file.run_of[number]]
            slot = self._file.slots[number]
            if reach is not None and reach.top and slot not in reach.scores.singled:
                count -= reach.lanes[slot] >> reach.scores.shift >= reach.sure
        for kind, micro in needed.items():
            for one in self._reaches[kind]:
                if count < most:
                    count += self._further(one, micro, apart)
        return count

    def _further(self, reach: Reach, micro: int, apart: Collection[int]) -> int:
        """How many hits that are singled out, or below their reach's sure byte, score enough."""
        score = micro / MILLION
        sure = (score + _ROUNDING) / reach.factor + reach.scores.slack
        bounds = [(bound / reach.factor, slot) for bound, slot in reach.singled if bound + reach.extra >= score]
        if reach.top:
            unit = reach.scores.unit
            hits = reach.hits(reach.lane(score), reach.sure << reach.scores.shift)
            bounds += [(lane * unit, slot) for lane, slot in hits]
        count = 0
        for bound, slot in bounds:
            number = reach.numbers[slot]
            if number not in apart:
                count += bound > sure or self._unnamed(number, self._lexical(reach, slot, number)).micro >= micro
        return count


def _falling(
    reaches: Sequence[Reach], least: Callable[[], float], apart: Collection[int] = ()
) -> Iterator[tuple[Reach, int]]:
    """(reach, slot) of the hits beside those in ``apart``, by falling bound, down to what their reach needs and to a
    bound of ``least()``, which may rise meanwhile."""
    waiting = [
        (-bound - reach.extra, at, slot)
        for at, reach in enumerate(reaches)
        for bound, slot in reach.singled
        if bound + reach.extra >= reach.needed and reach.numbers[slot] not in apart
    ]
    # in place of a slot: so many shares of the reach's highest lane have been gathered, and all above them
    waiting += [(-reach.top * reach.unit - reach.extra, at, -1) for at, reach in enumerate(reaches) if reach.top]
    below = [END] * len(reaches)
    heapify(waiting)
    while waiting and -waiting[0][0] >= least():
        _, at, slot = heappop(waiting)
        reach = reaches[at]
        if slot >= 0:
            yield reach, slot
            continue
        unit, extra, numbers = reach.unit, reach.extra, reach.numbers
        lowest = reach.lane(reach.needed)
        lane = max(lowest, int(reach.top * _SHARES[-slot - 1]))
        for found, where in reach.hits(lane, below[at]):
            if numbers[where] not in apart:
                heappush(waiting, (-found * unit - extra, at, where))
        below[at] = lane
        if lane > lowest:
            heappush(waiting, (-lane * unit - extra, at, slot - 1))
