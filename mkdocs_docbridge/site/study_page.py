"""The study page's view, from a sealed retrieval benchmark."""

from __future__ import annotations

from mkdocs_docbridge.render.svg import Bar, bar_chart, interval_plot
from mkdocs_docbridge.render.views import (
    EffectRow,
    FigureRow,
    FooterView,
    GateRow,
    LinkView,
    MissingRow,
    QuestionRow,
    StudyPageView,
)
from mkdocs_docbridge.retrieval.bench import (
    BaselineResult,
    CaseResult,
    Difference,
    Figures,
    Group,
    RetrievalBenchmarkResult,
)

from .links import PageLinks
from .studies import Study

OURS = "docbridge"
_ARMS = {"bm25": "plain BM25", "mkdocs-search": "the browser's lunr"}
_METRICS = ("hit@3", "hit@1", "MRR@10", "no result", "context (bytes)")
MIN_QUESTIONS = 20


def study_page_view(study: Study, *, links: PageLinks, footer: FooterView | None) -> StudyPageView:
    """Verdict, primary effect, every question, what is missing and what is not proven."""
    result = study.result
    gates = _gates(result)
    failed = [gate for gate in gates if gate.status != "pass"]
    primary = result.baselines[0] if result.baselines else None
    open_gates = sum(gate.status != "fail" for gate in failed)
    words = [f"{len(failed) - open_gates} of {len(gates)} gates failed"] if len(failed) > open_gates else []
    words += [f"{open_gates} of {len(gates)} not analyzed"] if open_gates else []
    verdict = f"not publishable: {', '.join(words)}" if failed else "publishable"
    arms = (OURS, *(_arm(item.name) for item in result.baselines))
    return StudyPageView(
        title=f"Retrieval: {result.suite}",
        description=_headline(result, primary),
        publishable=not failed,
        verdict=verdict,
        headline=_headline(result, primary),
        arms=arms,
        metrics=_METRICS,
        effects=tuple(_effects(result)),
        gates=tuple(gates),
        results=tuple(
            FigureRow(label=arm, count=figures.cases, figures=_figures(figures))
            for arm, figures in zip(arms, _all_figures(result), strict=True)
        ),
        kinds=tuple(_kind_row(group, result) for group in result.by_kind),
        questions=tuple(_question(number, case, result, links) for number, case in enumerate(result.cases)),
        missing=tuple(_missing(result, arms)),
        caveats=_caveats(result),
        reproduce="docbridge bench retrieval",
        sources=(
            LinkView(text=f"suite {result.suite_hash[:12]}"),
            LinkView(text=f"index {result.index_hash[:12]}"),
            LinkView(text=f"sealed result {study.path}", href=links.source(study.path)),
        ),
        figure=bar_chart(
            "hit@3 by arm, with 95 % intervals",
            [_bar(arm, figures) for arm, figures in zip(arms, _all_figures(result), strict=True)],
        ),
        footer=footer,
    )


def _arm(name: str) -> str:
    return _ARMS.get(name, name)


def _all_figures(result: RetrievalBenchmarkResult) -> list[Figures]:
    return [result.figures, *(item.figures for item in result.baselines)]


def _bar(arm: str, figures: Figures) -> Bar:
    interval = figures.hit_at3_interval
    span = f" ({_percent(interval[0])} to {_percent(interval[1])})" if interval else ""
    return Bar(label=arm, share=figures.hit_at3, text=f"{_percent(figures.hit_at3)}{span}")


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "\N{MINUS SIGN}")


def _headline(result: RetrievalBenchmarkResult, primary: BaselineResult | None) -> str:
    figures = result.figures
    interval = figures.hit_at3_interval
    span = f" (95 % {_percent(interval[0])} to {_percent(interval[1])})" if interval else ""
    share = f"{_percent(figures.hit_at3)}{span} of {figures.cases} questions"
    head = f"The right answer was among the first three for {share}."
    difference = _difference(primary, "hitAt3") if primary is not None else None
    if primary is None or difference is None or difference.interval is None:
        return head
    low, high = difference.interval
    return (
        f"{head} Against {_arm(primary.name)} on the same entries that is {_points(difference.difference)} points "
        f"(95 % {_points(low)} to {_points(high)}), paired by question."
    )


def _difference(baseline: BaselineResult, metric: str) -> Difference | None:
    return next((item for item in baseline.differences if item.metric == metric), None)


def _effects(result: RetrievalBenchmarkResult) -> list[EffectRow]:
    rows = []
    for baseline in result.baselines:
        for difference in baseline.differences:
            name = "hit@3" if difference.metric == "hitAt3" else "MRR@10"
            interval = difference.interval
            is_share = difference.metric == "hitAt3"
            shown = _points if is_share else lambda value: f"{value:+.3f}".replace("-", "\N{MINUS SIGN}")
            unit = " points" if is_share else ""
            rows.append(
                EffectRow(
                    label=f"{name} against {_arm(baseline.name)}",
                    estimate=f"{shown(difference.difference)}{unit}",
                    interval=f"{shown(interval[0])} to {shown(interval[1])}" if interval else "under ten questions",
                    verdict=_verdict(interval),
                    plot=interval_plot(difference.difference, interval[0], interval[1], bound=1.0)
                    if interval
                    else None,
                )
            )
    return rows


def _verdict(interval: tuple[float, float] | None) -> str:
    if interval is None or interval[0] <= 0 <= interval[1]:
        return "inconclusive"
    return "better" if interval[0] > 0 else "worse"


def _gates(result: RetrievalBenchmarkResult) -> list[GateRow]:
    count = result.figures.cases
    gates = [
        GateRow(
            name="enough questions",
            status="pass" if count >= MIN_QUESTIONS else "fail",
            figure=str(count),
            rule=f"at least {MIN_QUESTIONS}",
        ),
        GateRow(
            name="every question ran in every arm",
            status="pass" if all(len(item.ranks) == count for item in result.baselines) else "fail",
            figure=f"{count} questions, {1 + len(result.baselines)} arms",
            rule="none is left out",
        ),
    ]
    for baseline in result.baselines:
        difference = _difference(baseline, "hitAt3")
        interval = difference.interval if difference is not None else None
        gates.append(
            GateRow(
                name=f"not worse than {_arm(baseline.name)}",
                status="not analyzed" if interval is None else "pass" if interval[0] > -0.05 else "fail",
                figure=f"{_points(interval[0])} points" if interval else "–",
                rule="lower bound of the difference in hit@3 above −5 points",
            )
        )
    return gates


def _figures(figures: Figures) -> tuple[str, ...]:
    return (
        _percent(figures.hit_at3),
        _percent(figures.hit_at1),
        f"{figures.mean_reciprocal_rank:.3f}",
        _percent(figures.zero_result_rate),
        str(figures.mean_context_bytes),
    )


def _kind_row(group: Group, result: RetrievalBenchmarkResult) -> FigureRow:
    inside = [number for number, case in enumerate(result.cases) if case.kind == group.name]
    theirs = [_hit_rate([baseline.ranks[number] for number in inside]) for baseline in result.baselines]
    return FigureRow(
        label=group.name, count=group.figures.cases, figures=(_percent(group.figures.hit_at3), *map(_percent, theirs))
    )


def _hit_rate(ranks: list[int | None]) -> float:
    return sum(rank is not None and rank <= 3 for rank in ranks) / len(ranks) if ranks else 0.0


def _question(number: int, case: CaseResult, result: RetrievalBenchmarkResult, links: PageLinks) -> QuestionRow:
    ranks = (case.rank, *(baseline.ranks[number] for baseline in result.baselines))
    target = case.expected[0]
    path = target.partition(":")[2] if ":" in target else target
    return QuestionRow(
        question=case.input,
        kind=case.kind,
        expected=LinkView(text="/".join(path.split("/")[-2:]), href=links.document(path) or links.source(path)),
        ranks=tuple(None if rank is None else str(rank) for rank in ranks),
        change=_change(ranks),
    )


def _change(ranks: tuple[int | None, ...]) -> str:
    """Towards the first arm, from the first baseline."""
    if len(ranks) < 2 or ranks[0] == ranks[1]:
        return "same"
    ours, theirs = (rank if rank is not None else 1 << 30 for rank in ranks[:2])
    return "better" if ours < theirs else "worse"


def _missing(result: RetrievalBenchmarkResult, arms: tuple[str, ...]) -> list[MissingRow]:
    counts = [len(result.cases), *(len(item.ranks) for item in result.baselines)]
    return [
        MissingRow(arm=arm, metric="rank", present=present, scheduled=result.figures.cases)
        for arm, present in zip(arms, counts, strict=True)
        if present < result.figures.cases
    ]


def _caveats(result: RetrievalBenchmarkResult) -> tuple[str, ...]:
    return (
        f"{result.figures.cases} questions about one repository say little about others.",
        "Its makers wrote the questions, and people who know a code base ask in its words.",
        "A rank says that the right page was offered, not that it answered the reader.",
    )
