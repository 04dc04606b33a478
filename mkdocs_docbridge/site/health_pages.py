"""The views of the audit's and the doctor's page, from their sealed reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from mkdocs_docbridge.audit.doctor_model import DoctorAction, DoctorPart, DoctorReport, tenths
from mkdocs_docbridge.audit.model import AuditFinding, DocumentationAuditReport
from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.render.health_views import (
    AuditGroup,
    AuditPageView,
    AuditRow,
    DoctorActionRow,
    DoctorPageView,
    DoctorPartRow,
)
from mkdocs_docbridge.render.svg import Bar, bar_chart
from mkdocs_docbridge.render.views import FooterView, GateRow, LinkView
from mkdocs_docbridge.text.phrases import counted

from .links import PageLinks

MAX_ROWS = 50
_WORDS = {Severity.ERROR: "error", Severity.WARN: "warning", Severity.INFO: "remark"}
_RANK = {Severity.ERROR: 0, Severity.WARN: 1, Severity.INFO: 2}
IsShown = Callable[[str], bool]
"""Whether the site may tell of a path: drafts and what is excluded are told of nowhere."""


def audit_page_view(
    report: DocumentationAuditReport, *, links: PageLinks, is_shown: IsShown, footer: FooterView | None
) -> AuditPageView:
    """The findings by code, errors first."""
    found = [item for item in report.findings if is_shown(item.path)]
    groups: dict[str, list[AuditFinding]] = defaultdict(list)
    for item in found:
        groups[item.code].append(item)
    ordered = sorted(groups.items(), key=lambda item: (min(_RANK[one.severity] for one in item[1]), item[0]))
    sentence = _audit_sentence(found)
    return AuditPageView(
        title="What the audit of the documents found",
        description=sentence,
        sentence=sentence,
        blocking=sum(item.blocking for item in found),
        groups=tuple(_group(code, items, links) for code, items in ordered),
        limitations=report.limitations,
        footer=footer,
    )


def _audit_sentence(found: Sequence[AuditFinding]) -> str:
    counts = {severity: sum(item.severity is severity for item in found) for severity in _WORDS}
    said = [counted(counts[severity], word) for severity, word in _WORDS.items() if counts[severity]]
    return ", ".join(said) if said else "Nothing to say against the documents."


def _group(code: str, findings: Sequence[AuditFinding], links: PageLinks) -> AuditGroup:
    worst = min((item.severity for item in findings), key=_RANK.__getitem__)
    rows = tuple(
        AuditRow(place=LinkView(text=item.place, href=_href(item.path, item.line, links)), message=item.message)
        for item in findings[:MAX_ROWS]
    )
    return AuditGroup(
        code=code,
        severity=_WORDS[worst],
        count=counted(len(findings), "finding"),
        remediation=findings[0].remediation if len({item.remediation for item in findings}) == 1 else "",
        rows=rows,
        more=max(len(findings) - MAX_ROWS, 0),
    )


def _named(name: str) -> str:
    return "the root of the repository" if name == "." else name


def _href(path: str, line: int | None, links: PageLinks) -> str | None:
    if path == ".":
        return None
    return links.area(path) or (links.document(path) if path in links.documents else links.source(path, line))


def doctor_page_view(
    report: DoctorReport, *, links: PageLinks, is_shown: IsShown, footer: FooterView | None
) -> DoctorPageView:
    """The answer first, then what to do, then what it is made of."""
    by_id = {part.id: part for part in report.parts}
    sentence = f"{report.grade}, {report.score} of 100 points."
    return DoctorPageView(
        title="How well the documents serve",
        description=sentence,
        sentence=sentence,
        chart=bar_chart("Points by part", [_bar(part) for part in report.parts if part.state != "not-applicable"]),
        held_back=report.held_back,
        actions=tuple(_action(action, by_id[action.part], links, is_shown) for action in report.actions),
        parts=tuple(
            DoctorPartRow(
                title=part.title, points=_tenths(part.points), worth=_tenths(part.worth), measured=_measured(part)
            )
            for part in report.parts
        ),
        gates=tuple(
            GateRow(name=gate.id, status=gate.state.replace("-", " "), figure=gate.note, rule="")
            for gate in report.gates
        ),
        footer=footer,
    )


def _bar(part: DoctorPart) -> Bar:
    said = f"{_tenths(part.points)} of {_tenths(part.worth)}"
    return Bar(label=part.title, share=part.points / part.worth, text=said)


def _tenths(points: float) -> str:
    return f"{tenths(points):g}"


def _measured(part: DoctorPart) -> str:
    return f"{part.measured} ({part.note})" if part.note else part.measured


def _action(action: DoctorAction, part: DoctorPart, links: PageLinks, is_shown: IsShown) -> DoctorActionRow:
    missing = [name for name in part.missing if is_shown(name)]
    return DoctorActionRow(
        text=action.text.removesuffix("."),
        gain=_tenths(action.gain) if action.gain >= 0.1 else "less than 0.1",
        missing=tuple(
            LinkView(
                text=_named(name), href=_href(name, None, links) if part.id not in {"gates", "benchmark"} else None
            )
            for name in missing
        ),
        more=part.missing_count - len(part.missing),
    )
