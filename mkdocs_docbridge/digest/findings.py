"""The documents to review as findings: lines of a log, annotations of a pull request. None of them blocks."""

from __future__ import annotations

from collections.abc import Iterable

from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.text.phrases import counted

from .model import ChangeDigest, Need, Reason, ReviewDocument
from .words import reason_words

BROKEN, REVIEW = "DOCUMENT_NAMES_WHAT_IS_GONE", "DOCUMENT_TO_REVIEW"
_REMEDY = {
    "broken": "Name what is there now, or drop the passage.",
    "likely": "Read the document beside the change.",
    "possible": "Read the document beside the change, if it concerns what it says.",
}


def review_findings(digest: ChangeDigest, needs: Iterable[Need]) -> list[Finding]:
    """A finding for each thing that is gone and that a document still names, and one for each other document of these
    needs, at the place of its strongest reason. In the order of the digest."""
    wanted = frozenset(needs)
    return [
        _finding(document, group)
        for document in digest.review
        if document.need in wanted
        for group in _groups(document)
    ]


def _groups(document: ReviewDocument) -> list[tuple[Reason, ...]]:
    broken = [reason for reason in document.reasons if reason.need == "broken"]
    return [(reason,) for reason in broken] if broken else [document.reasons]


def _finding(document: ReviewDocument, reasons: tuple[Reason, ...]) -> Finding:
    first, more = reasons[0], len(reasons) - 1
    place = next((place for place in first.places if place.path == document.path), None)
    tail = f", and {counted(more, 'more reason')}" if more else ""
    return Finding(
        code=BROKEN if first.need == "broken" else REVIEW,
        severity=Severity.WARN if first.need == "broken" else Severity.INFO,
        blocking=False,
        path=document.path,
        line=place.line if place is not None else None,
        message=f"{reason_words(first)}{tail}.",
        remediation=_REMEDY[first.need],
    )
