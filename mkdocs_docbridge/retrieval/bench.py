"""The retrieval benchmark: a suite's questions asked, scored, and set beside two plain searches."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from pathlib import PurePosixPath
from typing import ClassVar, Literal, Protocol

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.artifacts.record import Artifact, Record
from mkdocs_docbridge.errors import InputError

from .baselines import PlainBM25, SiteSearch
from .engine import SearchEngine
from .model import Entry, EntryKind
from .retriever import content_of
from .statistics import paired_bootstrap, wilson
from .suite import Case, Suite

DEPTH = 10
"""Results that are looked at; a target further down is a miss."""
TOP = 3
"""Results whose size counts as context, and the k of the gate."""
BaselineName = Literal["bm25", "mkdocs-search"]


class Ranker(Protocol):
    """Anything that ranks entry ids for a question."""

    @property
    def name(self) -> str: ...

    def ranking(self, query: str, limit: int) -> list[str]: ...


class Figures(Record, frozen=True):
    """Means over cases, rounded to six decimals, with 95 % intervals of the shares."""

    cases: int
    hit_at1: float
    hit_at3: float
    mean_reciprocal_rank: float
    zero_result_rate: float
    mean_context_bytes: int
    """Title, summary and text of the first three results, in UTF-8; rounded up."""
    mean_approx_tokens: int
    """Mean of ceil(bytes / 4) over cases, rounded up."""
    hit_at1_interval: tuple[float, float] | None
    hit_at3_interval: tuple[float, float] | None


class Group(Record, frozen=True):
    """The figures of the cases that share a kind or a language."""

    name: str
    figures: Figures


class CaseResult(Record, frozen=True):
    """One case: where its first target stood (``null``: not in the first ten), and the first three results."""

    id: str
    input: str
    expected: tuple[str, ...]
    kind: str
    lang: str
    rank: int | None
    results: int
    context_bytes: int
    top: tuple[str, ...]


class Difference(Record, frozen=True):
    """Ours minus the baseline's mean, with the paired bootstrap interval (``null`` under ten cases)."""

    metric: Literal["hitAt3", "meanReciprocalRank"]
    difference: float
    interval: tuple[float, float] | None


class BaselineResult(Record, frozen=True):
    """A plain search on the same entries and questions."""

    name: str
    figures: Figures
    differences: tuple[Difference, ...]
    ranks: tuple[int | None, ...]
    """Its rank for each case, in the order of the cases."""


class RetrievalBenchmarkResult(Artifact, frozen=True, tag="retrieval-benchmark-result"):
    """What a suite measured. It holds no time, so equal index and suite give equal bytes. Figures are decimal
    numbers of at most six places, which is what people and charts read; the artifact is small."""

    suite: str
    suite_hash: str
    index_hash: str
    kinds: tuple[EntryKind, ...]
    """The kinds that were asked for; empty for all."""
    figures: Figures
    by_kind: tuple[Group, ...]
    by_lang: tuple[Group, ...]
    baselines: tuple[BaselineResult, ...]
    cases: tuple[CaseResult, ...]
    token_method: Literal["approximate"] = "approximate"  # noqa: S105 — no secret: how tokens were counted

    max_bytes: ClassVar[int] = 64 * 1024 * 1024


class Verdict(Record, frozen=True):
    """Whether a result falls behind a committed one. Only ``regressed`` ends a run with exit code 1."""

    regressed: bool
    metric: Literal["hitAt3"]
    before: float
    after: float
    lost: tuple[str, ...]
    """Cases that were answered in the first three and are no more."""
    gained: tuple[str, ...]
    message: str


def run_benchmark(
    engine: SearchEngine,
    suite: Suite,
    *,
    kinds: Collection[EntryKind] | None = None,
    baselines: Sequence[BaselineName] = ("bm25", "mkdocs-search"),
) -> RetrievalBenchmarkResult:
    """The sealed result of ``suite`` on the engine's index, with the named baselines on the same entries.

    Raises :class:`InputError` (``SUITE_TARGET``), every case at once, when a case names no target that is in the index:
    such a case could never be answered, and its zero would say nothing about the search.
    """
    entries = {entry.id: entry for entry in engine.index.entries if kinds is None or entry.kind in kinds}
    _check_targets(suite, entries.values())
    measured = [_measure(case, _ask(engine, case, kinds), entries) for case in suite.cases]
    makers: dict[BaselineName, Callable[[Sequence[Entry]], Ranker]] = {"bm25": PlainBM25, "mkdocs-search": SiteSearch}
    pool = sorted(entries.values(), key=lambda entry: entry.id)
    return seal(
        RetrievalBenchmarkResult(
            suite=suite.name,
            suite_hash=suite.hash,
            index_hash=str(engine.index.content_hash),
            kinds=tuple(sorted(kinds or ())),
            figures=figures_of(measured),
            by_kind=_groups(measured, "kind"),
            by_lang=_groups(measured, "lang"),
            baselines=tuple(_against(makers[name](pool), suite, entries, measured) for name in baselines),
            cases=tuple(measured),
        )
    )


def _check_targets(suite: Suite, entries: Collection[Entry]) -> None:
    known = {_plain(name) for entry in entries for name in (entry.id, entry.path)}
    lost = [case for case in suite.cases if known.isdisjoint(map(_plain, case.expected))]
    if lost:
        named = "; ".join(f"{case.id}: {', '.join(case.expected)}" for case in lost[:20])
        more = f" and {len(lost) - 20} more" if len(lost) > 20 else ""
        raise InputError(
            f"{len(lost)} cases name only targets that are not in the index: {named}{more}",
            place=suite.name,
            code="SUITE_TARGET",
            hint="correct the paths, or the scan settings that leave them out",
        )


def _ask(engine: SearchEngine, case: Case, kinds: Collection[EntryKind] | None) -> list[str]:
    return [result.id for result in engine.search(case.input, kinds=kinds, limit=DEPTH).results]


def _measure(case: Case, ranked: Sequence[str], entries: dict[str, Entry]) -> CaseResult:
    wanted = set(map(_plain, case.expected))
    hits = (
        rank
        for rank, name in enumerate(ranked, start=1)
        if not wanted.isdisjoint((_plain(name), _plain(entries[name].path)))
    )
    return CaseResult(
        id=case.id,
        input=case.input,
        expected=case.expected,
        kind=case.kind,
        lang=case.lang,
        rank=next(hits, None),
        results=len(ranked),
        context_bytes=sum(len(content_of(entries[name]).encode()) for name in ranked[:TOP]),
        top=tuple(ranked[:TOP]),
    )


def _plain(target: str) -> str:
    """A path or id in one form: no ``./`` before it, no slash behind it."""
    return str(PurePosixPath(target.replace("\\", "/")))


def figures_of(cases: Sequence[CaseResult]) -> Figures:
    """The figures of at least one case."""
    count = len(cases)
    first = sum(case.rank == 1 for case in cases)
    third = sum(case.rank is not None and case.rank <= TOP for case in cases)
    return Figures(
        cases=count,
        hit_at1=round(first / count, 6),
        hit_at3=round(third / count, 6),
        mean_reciprocal_rank=round(math.fsum(map(_reciprocal, cases)) / count, 6),
        zero_result_rate=round(sum(case.results == 0 for case in cases) / count, 6),
        mean_context_bytes=-(-sum(case.context_bytes for case in cases) // count),
        mean_approx_tokens=-(-sum(-(-case.context_bytes // 4) for case in cases) // count),
        hit_at1_interval=_rounded(wilson(first, count)),
        hit_at3_interval=_rounded(wilson(third, count)),
    )


def _reciprocal(case: CaseResult) -> float:
    return 0.0 if case.rank is None else 1.0 / case.rank


def _third(case: CaseResult) -> float:
    return float(case.rank is not None and case.rank <= TOP)


def _rounded(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if interval is None else (round(interval[0], 6), round(interval[1], 6))


def _groups(cases: Sequence[CaseResult], member: Literal["kind", "lang"]) -> tuple[Group, ...]:
    groups: defaultdict[str, list[CaseResult]] = defaultdict(list)
    for case in cases:
        groups[case.kind if member == "kind" else case.lang].append(case)
    return tuple(Group(name=name, figures=figures_of(groups[name])) for name in sorted(groups))


def _against(ranker: Ranker, suite: Suite, entries: dict[str, Entry], ours: Sequence[CaseResult]) -> BaselineResult:
    theirs = [_measure(case, ranker.ranking(case.input, DEPTH), entries) for case in suite.cases]
    metrics: tuple[tuple[Literal["hitAt3", "meanReciprocalRank"], Callable[[CaseResult], float]], ...] = (
        ("hitAt3", _third),
        ("meanReciprocalRank", _reciprocal),
    )
    differences = []
    for metric, value in metrics:
        mine, other = [value(case) for case in ours], [value(case) for case in theirs]
        seed = f"{suite.hash}:{ranker.name}:{metric}"
        mean = math.fsum(a - b for a, b in zip(mine, other, strict=True)) / len(mine)
        interval = _rounded(paired_bootstrap(mine, other, seed=seed))
        differences.append(Difference(metric=metric, difference=round(mean, 6), interval=interval))
    return BaselineResult(
        name=ranker.name,
        figures=figures_of(theirs),
        differences=tuple(differences),
        ranks=tuple(case.rank for case in theirs),
    )


def compare(result: RetrievalBenchmarkResult, baseline: RetrievalBenchmarkResult) -> Verdict:
    """Whether hit@3 fell below the committed ``baseline``.

    Raises :class:`InputError` (``BASELINE_OTHER_SUITE``) when the two did not ask the same questions of the same kinds.
    """
    if (result.suite_hash, result.kinds) != (baseline.suite_hash, baseline.kinds):
        raise InputError(
            f"the baseline measured {baseline.suite!r} ({baseline.suite_hash[:12]}), this run {result.suite!r} "
            f"({result.suite_hash[:12]}), or other kinds",
            code="BASELINE_OTHER_SUITE",
            hint="write a new baseline with: docbridge bench retrieval --update-baseline --by NAME",
        )
    before, after = baseline.figures.hit_at3, result.figures.hit_at3
    then = {case.id: _third(case) for case in baseline.cases}
    now = {case.id: _third(case) for case in result.cases}
    lost = tuple(sorted(name for name in then if then[name] > now[name]))
    gained = tuple(sorted(name for name in then if then[name] < now[name]))
    fell = sum(now.values()) < sum(then.values())
    return Verdict(
        regressed=fell,
        metric="hitAt3",
        before=before,
        after=after,
        lost=lost,
        gained=gained,
        message=f"hit@3 {'fell' if fell else 'holds'}: {before:.3f} before, {after:.3f} now "
        f"({len(lost)} cases lost, {len(gained)} gained)",
    )
