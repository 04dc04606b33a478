"""A handoff within a number of tokens: optional sections go in a stated order, and what went is said."""

from __future__ import annotations

import msgspec

from mkdocs_docbridge.retrieval.tokens import tokens

from .model import DROP_ORDER, BudgetReport, Handoff, Reading, Section, SectionTokens


def tokens_of(handoff: Handoff) -> int:
    """What the handoff takes without its budget report."""
    return tokens(msgspec.structs.replace(handoff, budget=None))


def within_budget(handoff: Handoff, budget: int) -> Handoff:
    """The handoff without as many of its optional sections, in the order in which they are dropped, as it takes to
    fit ``budget`` tokens; and a report of it. What must stay may be more than the budget: then ``fits`` is false."""
    smaller = handoff
    sizes: list[SectionTokens] = []
    kept = list(DROP_ORDER)
    total = tokens_of(handoff)
    chosen = handoff
    for section in DROP_ORDER:
        before = tokens_of(smaller)
        smaller = _without(smaller, section)
        core = tokens_of(smaller)
        sizes.append(SectionTokens(section=section, tokens=before - core))
        if total > budget:
            chosen, total = smaller, core
            kept.remove(section)
    report = BudgetReport(
        budget_tokens=budget,
        total=total,
        core=core,
        sections=tuple(sizes),
        fits=total <= budget,
        kept=tuple(kept),
        dropped=tuple(section for section in DROP_ORDER if section not in kept),
    )
    return msgspec.structs.replace(chosen, budget=report)


def _without(handoff: Handoff, section: Section) -> Handoff:
    match section:
        case "evidence":
            return msgspec.structs.replace(handoff, evidence=None)
        case "related":
            return msgspec.structs.replace(handoff, related=None)
        case "explain":
            return msgspec.structs.replace(handoff, explain=None)
        case "readBeforeEditing":
            return msgspec.structs.replace(handoff, read_before_editing=None)
        case "summaries":
            readings = handoff.read_before_editing
            return msgspec.structs.replace(
                handoff,
                start_here=_unsummarized(handoff.start_here),
                read_before_editing=None if readings is None else tuple(map(_unsummarized, readings)),
            )


def _unsummarized(reading: Reading) -> Reading:
    return msgspec.structs.replace(reading, summary=None)
