"""Search: a question to an index, answered with ranked and explained results."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Self

from .candidates import Hits
from .container import Damaged
from .counts import TermCounts
from .explain import Evidence, explanation, reason
from .lexicon import Query, query_terms
from .model import ENTRY_KINDS, EntryKind, Match, Result, RetrievalIndex, SearchResults
from .neighbours import WEAKNESS
from .priors import QueryPriors
from .proximity import Span, Surfaced
from .rank import FLOOR, MILLION, Scored, above_floor, in_order, score_entry, within_limit
from .search_file import SearchFile

LIMIT = 20
COUNTED = 100
"""So many matches are counted, or as many as may be shown: to tell 2,000 from 3,000 would mean to score them."""


class SearchEngine:
    """Answers questions from one index."""

    def __init__(self, index: RetrievalIndex | Callable[[], RetrievalIndex], file: SearchFile | None = None) -> None:
        """``index`` may be what gives it when ``file`` is its search file: then answering needs no index.

        Raises :class:`InputError` (``INDEX_LEXICON``) for an index that another lexicon made.
        """
        self._index = index
        self._file = file or SearchFile.of(self.index)

    @classmethod
    def open(
        cls, path: Path, key: str, make: Callable[[], RetrievalIndex], counts: Callable[[], TermCounts] | None = None
    ) -> Self:
        """The engine of the search file at ``path``, which is made anew when it is missing, damaged or was made of
        something else than ``key`` names; ``make`` gives the index that it names, ``counts`` what is known of its
        terms. Where no file can be written, the engine works in memory. Raises as the constructor does."""
        try:
            return cls(make, SearchFile.open(path, key))
        except Damaged:
            index = make()
            return cls(index, SearchFile.make(index, path, key, counts() if counts else None))

    @cached_property
    def index(self) -> RetrievalIndex:
        """The index that is searched."""
        return self._index() if callable(self._index) else self._index

    def search(
        self,
        query: str,
        *,
        kinds: Collection[EntryKind] | None = None,
        limit: int = LIMIT,
        floor: float = FLOOR,
        explain: bool = False,
        audience: str | None = None,
    ) -> SearchResults:
        """The entries that answer ``query``, best first.

        ``kinds``: only these (default: all). ``floor``: results below this share of the best of their kind are
        left out; 0 keeps every neighbour. ``explain`` adds reasons and changes nothing else. ``audience``
        (``agent``) favours pages written for it. Raises ``ValueError`` for a kind that does not exist, a limit
        below 1 and a floor outside 0 to 1.
        """
        asked = ENTRY_KINDS if kinds is None else tuple(kind for kind in ENTRY_KINDS if kind in kinds)
        if kinds is not None and len(asked) != len(set(kinds)):
            raise ValueError(f"kinds are {', '.join(ENTRY_KINDS)}, not {sorted(set(kinds) - set(ENTRY_KINDS))}")
        if limit < 1 or not 0.0 <= floor <= 1.0:
            raise ValueError(f"limit {limit} must be at least 1 and floor {floor} between 0 and 1")
        question = query_terms(query, self._file.about.languages)
        answer = _Answer(self._file, question, asked, audience)
        matched, shown = answer.best(limit, floor)
        results = tuple(answer.result(one, explain) for one in shown)
        return SearchResults(query=query, kinds=asked, matched=matched, results=results)


class _Answer:
    """One question on its way to results."""

    def __init__(self, file: SearchFile, query: Query, kinds: Collection[EntryKind], audience: str | None) -> None:
        self._file = file
        self._query = query
        self._kinds = kinds
        self._audience = audience
        self._priors = QueryPriors(query)
        self._hits = Hits(file, query, kinds, self._priors, audience)
        named = file.names.named(query, self._hits.best)
        if len(kinds) < len(ENTRY_KINDS):
            named = {number: name for number, name in named.items() if file.kind(number) in kinds}
        self._named = named
        self._near: dict[int, Surfaced] = {}

    def best(self, limit: int, floor: float) -> tuple[int, list[Scored]]:
        """How many entries stand above the floor, as far as they are counted, and those to show, in order."""
        # where two kinds have results, each keeps at most this many places for its best
        kept_places = max(1, limit // 4)
        first = {kind: self._hits.best_of(kind, kept_places, floor, self._named) for kind in self._kinds}
        best = {kind: max((one.micro for one in found), default=0) for kind, found in first.items()}
        self._near = self._reached(floor, best)
        beside = self._beside()
        shown = self._best_beside(beside, limit)
        for number in shown & self._near.keys():
            kind = self._file.kind(number)
            best[kind] = max(best[kind], round(self._near[number].value * MILLION))
        needed = {kind: max(1, math.ceil(floor * best[kind])) for kind in self._kinds}
        found = {one.number: one for ones in first.values() for one in ones}
        found |= {one.number: one for one in self._hits.leading(needed, limit, self._named)}
        shown |= self._named.keys() & found.keys()
        scored = [one for one in found.values() if one.number not in self._named]
        scored += self._best_named(limit, {number: self._score(number) for number in sorted(shown)})
        kept = above_floor(in_order(scored, self._file.entries), self._file.entries, floor)
        return self._count(needed, beside, max(COUNTED, limit)), within_limit(kept, self._file.entries, limit)

    def _reached(self, floor: float, best: Mapping[EntryKind, int]) -> dict[int, Surfaced]:
        """What the graph reaches beside the hits, and what of it may be shown."""
        apart = [(number, number + 1) for number in self._hits.beside(sorted(self._named))]

        def wanted(value: float) -> Sequence[Span]:
            # what is named may be worth anything; what is not has to reach the floor by itself
            kinds = [kind for kind in self._kinds if value * MILLION + 1 >= floor * best[kind]]
            return [*apart, *(span for kind in kinds for span in self._file.linked[kind])]

        return self._file.links.around(self._hits.anchors, wanted, self._hits.beside)

    def _beside(self) -> dict[int, int]:
        """What holds no word of the question and is named or reached, each with its score in millionths."""
        found = {number: round(near.value * MILLION) for number, near in self._near.items()}
        for number in self._hits.beside(self._named):
            named = self._named[number]
            parts = (named.id, named.path, named.symbol)
            found[number] = found.get(number, 0) + sum(round(part * MILLION) for part in parts)
        return found

    def _best_beside(self, beside: Mapping[int, int], limit: int) -> set[int]:
        """The best ``limit`` of each kind in ``beside``, and what is worth most there without its name."""
        kinds: dict[EntryKind, list[tuple[int, int]]] = {kind: [] for kind in self._kinds}
        nearest: dict[EntryKind, tuple[float, int]] = {}
        for number, micro in beside.items():
            kind = self._file.kind(number)
            kinds[kind].append((-micro, number))
            if number in self._near:
                nearest[kind] = max(nearest.get(kind, (0.0, 0)), (self._near[number].value, number))
        found = {number for _, number in nearest.values()}
        return found.union(*({number for _, number in heapq.nsmallest(limit, some)} for some in kinds.values()))

    def _score(self, number: int) -> Scored:
        """The score of an entry that is named, or that a relation surfaced."""
        named = self._named.get(number)
        if named is not None and (scored := self._hits.score(number, named)) is not None:
            return scored
        return score_entry(
            number,
            self._file.entries[number],
            lexical=0.0,
            best=self._hits.best,
            named=named,
            near=self._near.get(number),
            entries=len(self._file.entries),
            audience=self._audience,
        )

    def _best_named(self, limit: int, found: dict[int, Scored]) -> Iterable[Scored]:
        """``found``, and the best ``limit`` of each kind among the hits that the question names: a name such as
        ``index.md`` may be that of thousands."""
        for waiting in self._hits.bounds(self._named).values():
            heapq.heapify(waiting)
            highest: list[int] = []
            while waiting and (len(highest) < limit or -waiting[0][0] * MILLION >= highest[0]):
                _, number = heapq.heappop(waiting)
                one = found[number] = found.get(number) or self._score(number)
                heapq.heappush(highest, one.micro)
                if len(highest) > limit:
                    heapq.heappop(highest)
        return found.values()

    def _count(self, needed: Mapping[EntryKind, int], beside: Mapping[int, int], most: int) -> int:
        """How many entries score what their kind needs; ``most`` when they are more."""
        count = sum(micro >= needed[self._file.kind(number)] for number, micro in beside.items())
        for number, named in self._named.items():
            if count >= most:
                return most
            if number not in beside:
                least = needed[self._file.kind(number)]
                count += named.total * MILLION >= least + 2 or self._score(number).micro >= least
        return min(count + self._hits.count(needed, self._named, most - count), most)

    def result(self, scored: Scored, explain: bool) -> Result:
        """What is shown of an entry, with the reasons when they are asked for."""
        number = scored.number
        entry = self._file.entries[number]
        near = self._near.get(number)
        run = self._file.runs[self._file.run_of[number]]
        evidence = Evidence(
            query=self._query,
            scored=scored,
            matched=self._matched(number),
            priors=self._priors.factors(run.traits) if number in self._hits else (),
            named=self._named.get(number),
            near=near,
            anchor=self._file.entries[near.anchor].id if near else "",
        )
        confidence = entry.confidence
        if not evidence.direct and near is not None:
            confidence = max(confidence, near.confidence, key=WEAKNESS.__getitem__)
        return Result(
            id=entry.id,
            kind=entry.kind,
            path=entry.path,
            title=entry.title,
            summary=entry.summary,
            score=scored.micro / MILLION,
            confidence=confidence,
            provenance=entry.provenance,
            why=reason(evidence),
            explain=explanation(evidence) if explain else None,
        )

    def _matched(self, number: int) -> tuple[Match, ...]:
        """The fields that hold words of the question, the most telling first, with the words as they were typed."""
        scores = self._hits.sides[self._file.runs[self._file.run_of[number]].side]
        return tuple(
            Match(field=name, words=tuple(dict.fromkeys(self._query.said(term) for term in terms)))
            for name, terms in scores.fields_of(self._file.slots[number])
        )
