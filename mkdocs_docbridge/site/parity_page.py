"""The parity page's view, from a sealed report."""

from __future__ import annotations

from collections import defaultdict

from mkdocs_docbridge.parity import ClaimOutcome, ParityFinding, PublicParityReport
from mkdocs_docbridge.render.views import ClaimRow, FooterView, LinkView, ParityPageView

from .links import PageLinks

_STATES = {
    "PARITY_STALE": "out of date",
    "PARITY_UNREADABLE": "unreadable",
    "PARITY_MISSING": "missing",
    "PARITY_CONTRADICTION": "contradictory",
    "PARITY_NOT_ANALYZED": "not analyzed",
}
_WORST_FIRST = ("PARITY_CONTRADICTION", "PARITY_STALE", "PARITY_UNREADABLE", "PARITY_MISSING", "PARITY_NOT_ANALYZED")


def parity_page_view(
    report: PublicParityReport, *, links: PageLinks, footer: FooterView | None, lines: bool = True
) -> ParityPageView:
    """Claims that block first, each with what it says, what the repository says, and where.

    ``lines=False`` leaves line numbers out: a region in a document must not change when the document does.
    """
    findings: dict[str, list[ParityFinding]] = defaultdict(list)
    for finding in report.findings:
        if finding.code in _STATES:
            findings[finding.claim_id].append(finding)
    rows = [_row(claim, findings[claim.claim_id], links, lines=lines) for claim in report.claims]
    blocking = sum(row.blocking for row in rows)
    return ParityPageView(
        title="What we state in public, and what the repository says",
        description=_sentence(report, blocking),
        sentence=_sentence(report, blocking),
        blocking=blocking,
        claims=tuple(sorted(rows, key=lambda row: (not row.blocking, row.state == "holds", row.id))),
        footer=footer,
    )


def _sentence(report: PublicParityReport, blocking: int) -> str:
    total = len(report.claims)
    if blocking:
        return f"{_claims(blocking)} of {total} {'is' if blocking == 1 else 'are'} out of date"
    metrics = report.metrics
    held = sum(claim.holds for claim in report.claims)
    parts = [f"{_claims(total, public=True)}, {held} {'holds' if held == 1 else 'hold'}"]
    if metrics.accepted:
        parts.append(f"{metrics.accepted} accepted")
    if metrics.not_analyzed:
        parts.append(f"{metrics.not_analyzed} not analyzed")
    return ", ".join(parts)


def _claims(count: int, *, public: bool = False) -> str:
    noun = "public claim" if public else "claim"
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _row(claim: ClaimOutcome, findings: list[ParityFinding], links: PageLinks, *, lines: bool) -> ClaimRow:
    worst = min(findings, key=lambda item: (not item.blocking, _WORST_FIRST.index(item.code)), default=None)
    stated = dict.fromkeys(statement.stated for statement in claim.statements)
    places = [
        LinkView(
            text=f"{item.surface}:{item.line}" if lines else item.surface,
            href=links.document(item.surface) or links.source(item.surface, item.line if lines else None),
        )
        for item in claim.statements
    ]
    if worst is not None and worst.surface is not None and not any(worst.surface in place.text for place in places):
        places.append(LinkView(text=worst.surface, href=None))
    before, value, after = _marked(worst)
    return ClaimRow(
        id=claim.claim_id,
        says=" / ".join(stated) or "–",
        repository_says=claim.canonical,
        places=tuple(dict.fromkeys(places)),
        owner=claim.owner,
        state=_state(worst),
        blocking=any(item.blocking for item in findings),
        before=before,
        value=value,
        after=after,
        remediation=worst.remediation if worst is not None else "",
    )


def _state(worst: ParityFinding | None) -> str:
    if worst is None:
        return "holds"
    return "accepted" if worst.accepted_reason else _STATES[worst.code]


def _marked(finding: ParityFinding | None) -> tuple[str, str, str]:
    """The excerpt around the stated value."""
    if finding is None or not finding.excerpt or not finding.stated or finding.stated not in finding.excerpt:
        return "", "", ""
    before, _, after = finding.excerpt.partition(finding.stated)
    return before, finding.stated, after
