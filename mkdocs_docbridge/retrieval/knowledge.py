"""A search's answer for a reader with a budget of tokens: what an agent needs to choose, and what was left out."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.snapshot.model import Confidence

from .model import EntryKind, Explanation, SearchResults

CHARACTERS_A_TOKEN = 4


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


class BudgetReport(Record, frozen=True):
    """What a budget left out, in the order in which it is given up: explanations, summaries, results from the last."""

    budget_tokens: int
    tokens: int
    """What the results take: their characters as JSON, divided by four and rounded up."""
    fits: bool
    dropped: tuple[Literal["explain", "summaries", "results"], ...]
    token_method: Literal["approximate"] = "approximate"  # noqa: S105 — no secret: how tokens were counted


class KnowledgeAnswer(Record, frozen=True, omit_defaults=True):
    """Results by falling score. ``matched`` counts what was found before the limit and the budget."""

    matched: int
    results: tuple[Hit, ...]
    budget: BudgetReport | None = None


def approximate_tokens(value: Any) -> int:
    """The characters of ``value`` as JSON, divided by four and rounded up."""
    return -(-len(msgspec.json.encode(value).decode()) // CHARACTERS_A_TOKEN)


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
    dropped: list[Literal["explain", "summaries", "results"]] = []
    if any(hit.explain for hit in hits) and approximate_tokens(hits) > budget_tokens:
        hits = [msgspec.structs.replace(hit, explain=None) for hit in hits]
        dropped.append("explain")
    if any(hit.summary for hit in hits) and approximate_tokens(hits) > budget_tokens:
        hits = [msgspec.structs.replace(hit, summary="") for hit in hits]
        dropped.append("summaries")
    while len(hits) > 1 and approximate_tokens(hits) > budget_tokens:
        hits.pop()
        if "results" not in dropped:
            dropped.append("results")
    tokens = approximate_tokens(hits)
    report = BudgetReport(
        budget_tokens=budget_tokens, tokens=tokens, fits=tokens <= budget_tokens, dropped=tuple(dropped)
    )
    return KnowledgeAnswer(matched=found.matched, results=tuple(hits), budget=report)
