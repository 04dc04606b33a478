"""A search's answer for a reader with a budget of tokens: what an agent needs to choose, and what was left out."""

from __future__ import annotations

from typing import Literal

import msgspec

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.snapshot.model import Confidence

from .model import EntryKind, Explanation, SearchResults
from .tokens import tokens

Section = Literal["explain", "summaries", "results"]


class Hit(Record, frozen=True, omit_defaults=True):
    """One result. A title that is the file's name is left out, and so is the confidence of what was observed;
    ``explain`` is there when it was asked for."""

    id: str
    kind: EntryKind
    path: str
    score: float
    why: str
    title: str = ""
    confidence: Confidence = "observed"
    summary: str = ""
    explain: Explanation | None = None


class SearchBudget(Record, frozen=True):
    """What a budget left out, in the order in which it is given up: explanations, summaries, results from the last.
    ``total`` is what the results take."""

    budget_tokens: int
    total: int
    fits: bool
    dropped: tuple[Section, ...]
    method: Literal["characters / 4"] = "characters / 4"


class KnowledgeAnswer(Record, frozen=True, omit_defaults=True):
    """Results by falling score. ``matched`` counts what was found before the limit and the budget."""

    matched: int
    results: tuple[Hit, ...]
    budget: SearchBudget | None = None


def answer(found: SearchResults, *, budget_tokens: int | None = None) -> KnowledgeAnswer:
    """The results of a search, as many as fit into ``budget_tokens``; the first is never left out."""
    hits = [
        Hit(
            id=result.id,
            kind=result.kind,
            title="" if result.path.endswith(result.title) else result.title,
            path=result.path,
            score=result.score,
            confidence=result.confidence,
            why=result.why,
            summary=result.summary,
            explain=result.explain,
        )
        for result in found.results
    ]
    if budget_tokens is None:
        return KnowledgeAnswer(matched=found.matched, results=tuple(hits))
    dropped: list[Section] = []
    if any(hit.explain for hit in hits) and tokens(hits) > budget_tokens:
        hits = [msgspec.structs.replace(hit, explain=None) for hit in hits]
        dropped.append("explain")
    if any(hit.summary for hit in hits) and tokens(hits) > budget_tokens:
        hits = [msgspec.structs.replace(hit, summary="") for hit in hits]
        dropped.append("summaries")
    while len(hits) > 1 and tokens(hits) > budget_tokens:
        hits.pop()
        if "results" not in dropped:
            dropped.append("results")
    total = tokens(hits)
    report = SearchBudget(budget_tokens=budget_tokens, total=total, fits=total <= budget_tokens, dropped=tuple(dropped))
    return KnowledgeAnswer(matched=found.matched, results=tuple(hits), budget=report)
