"""The pages of the audit and the doctor, byte for byte."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.audit.doctor_model import DoctorAction, DoctorFigures, DoctorGate, DoctorPart, DoctorReport
from mkdocs_docbridge.audit.model import AuditFinding, AuditMetrics, DocumentationAuditReport
from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.render.catalogue import Templates, region_body
from mkdocs_docbridge.render.views import FooterView
from mkdocs_docbridge.site.health_pages import MAX_ROWS, audit_page_view, doctor_page_view
from mkdocs_docbridge.site.links import PageLinks, WebRepository
from mkdocs_docbridge.snapshot import DocsLayout

from .golden import assert_golden

LINKS = PageLinks(
    "docbridge/audit.md",
    DocsLayout(docs_dir="docs"),
    WebRepository("https://github.com/me/mine"),
    {"src/web": "docbridge/areas/src-web.md"},
    frozenset({"docs/a.md"}),
)
METRICS = AuditMetrics(**dict.fromkeys(AuditMetrics.__struct_fields__, 0))


def found(
    code: str, severity: Severity, path: str, line: int | None, message: str, fix: str = "Mend it."
) -> AuditFinding:
    return AuditFinding(
        id="", code=code, severity=severity, blocking=severity is Severity.ERROR, path=path, line=line, message=message,
        remediation=fix,
    )  # fmt: skip


def audit(*findings: AuditFinding, limitations: tuple[str, ...] = ()) -> DocumentationAuditReport:
    return DocumentationAuditReport(
        project="x", snapshot_hash=None, baseline_hash=None, status="pass", metrics=METRICS, findings=findings, gone=(),
        limitations=limitations, content_hash="0123456789",
    )  # fmt: skip


FULL = audit(
    found("AREA_DOCUMENTATION_MISSING", Severity.INFO, "src/web", None, "no document is about it"),
    *(found("ANCHOR_BROKEN", Severity.WARN, "docs/a.md", n, f"#x{n} | `y` leads to nothing") for n in range(1, 53)),
    found("LINK_BROKEN", Severity.ERROR, "docs/a.md", 3, "[a](<script>) leads nowhere", "Write b.md."),
    found("LINK_BROKEN", Severity.ERROR, "docs/draft.md", 4, "secret.md leads nowhere", "Write c.md."),
    limitations=("orphaned pages were not looked for",),
)
DOCTOR = DoctorReport(
    project="x",
    snapshot_hash=None,
    audit_hash=None,
    grade="B",
    score=91,
    held_back=("not every document can be found by search",),
    parts=(
        DoctorPart(id="reachability", title="Documents that search can find", state="measured", have=652, total=653,
                   points=14.977029, worth=15.0, missing=("docs/a.md", "docs/draft.md"), missing_count=2),
        DoctorPart(id="agent-docs", title="Owned units with a document for agents", state="measured", have=0, total=1,
                   points=0.0, worth=20.0, missing=(".",), missing_count=1),
        DoctorPart(id="areas", title="Code areas", state="not-applicable", have=None, total=None, points=0.0,
                   worth=7.5),
        DoctorPart(id="benchmark", title="Questions", state="not-measured", have=None, total=None, points=0.0,
                   worth=10.0, note="the project has no suite of questions"),
    ),
    gates=(DoctorGate(id="audit", state="pass", note="0 errors of the audit"),
           DoctorGate(id="llms", state="not-analyzed", note="none to compare")),
    actions=(DoctorAction(part="agent-docs", text="Put an AGENTS.md there.", gain=20.0),
             DoctorAction(part="reachability", text="Give them words.", gain=0.022971)),
    figures=DoctorFigures(agent_docs_indexed=0, agent_docs_total=1, reachability_pct=99.8, connectivity_pct=None,
                          benchmark_hit_at_3_pct=None),
    content_hash="0123456789",
)  # fmt: skip


def test_the_region_is_written_as_the_golden_file_has_it() -> None:
    view = doctor_page_view(DOCTOR, links=LINKS, is_shown=is_shown, footer=None)
    assert_golden("doctor-region.md", region_body(Templates().render("doctor-region", view), place="doctor"))


def is_shown(path: str) -> bool:
    return path != "docs/draft.md"


@pytest.mark.parametrize(
    ("name", "report"), [("audit.md", FULL), ("audit-clean.md", audit())], ids=["findings", "nothing"]
)
def test_the_audit_page_is_written_as_the_golden_file_has_it(name: str, report: DocumentationAuditReport) -> None:
    footer = FooterView(artifact="audit report", hash="0123456789")
    view = audit_page_view(report, links=LINKS, is_shown=is_shown, footer=footer)
    assert_golden(name, Templates().render("audit", view))


def test_the_doctor_page_is_written_as_the_golden_file_has_it() -> None:
    footer = FooterView(artifact="doctor report", hash="0123456789")
    view = doctor_page_view(DOCTOR, links=LINKS, is_shown=is_shown, footer=footer)
    assert_golden("doctor.md", Templates().render("doctor", view))


def test_errors_come_first_drafts_are_left_out_and_long_tables_are_cut() -> None:
    view = audit_page_view(FULL, links=LINKS, is_shown=is_shown, footer=None)
    assert [group.code for group in view.groups] == ["LINK_BROKEN", "ANCHOR_BROKEN", "AREA_DOCUMENTATION_MISSING"]
    assert (view.sentence, view.blocking) == ("1 error, 52 warnings, 1 remark", 1)
    assert (len(view.groups[1].rows), view.groups[1].more) == (MAX_ROWS, 2)
    assert "secret" not in Templates().render("audit", view)


def test_shown_points_are_never_more_than_there_are() -> None:
    view = doctor_page_view(DOCTOR, links=LINKS, is_shown=is_shown, footer=None)
    assert [part.points for part in view.parts] == ["14.9", "0", "0", "0"]
    assert [action.gain for action in view.actions] == ["20", "less than 0.1"]
    assert [item.text for item in view.actions[1].missing] == ["docs/a.md"]
