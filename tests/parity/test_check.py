"""The gate: what blocks, what an exception accepts, and what may be published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_docbridge.artifacts import decode, encode
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.parity import (
    AcceptedFault,
    ArtifactField,
    Claim,
    CliCommand,
    FolderRepository,
    ParityFinding,
    PublicClaims,
    PublicParityReport,
    check,
)


class Memory:
    """A repository held in a dict."""

    def __init__(self, **files: str) -> None:
        self._files = {name.replace("__", "/").replace("_md", ".md"): text for name, text in files.items()}
        self._files["fact.json"] = json.dumps({"n": 5})

    def read(self, path: str) -> bytes | None:
        text = self._files.get(path)
        return None if text is None else text.encode()


def claim(**changes: Any) -> Claim:
    members: dict[str, Any] = {
        "claim_id": "tests",
        "statement": "How many tests run",
        "owner": "core",
        "evidence": ArtifactField(path="fact.json", field="n"),
        "required": ("README.md",),
        "remediation": "Correct the number.",
        "value_type": "number",
        "template": "runs {value} tests",
    }
    return Claim(**{**members, **changes})


def run(repository: Any, *claims: Claim, exceptions: tuple[AcceptedFault, ...] = ()) -> PublicParityReport:
    registry = PublicClaims(registry_version="v1", claims=claims or (claim(),), exceptions=exceptions)
    return check(registry, repository, None, registry_path="claims/public-claims-v1.json")


def codes(report: PublicParityReport) -> list[str]:
    return [finding.code for finding in report.findings]


def only(report: PublicParityReport) -> ParityFinding:
    (finding,) = report.findings
    return finding


ACCEPTED = AcceptedFault(claim_id="tests", surface="README.md", reason="kept as history", accepted_by="ann")


def test_a_surface_that_states_the_fact_passes() -> None:
    report = run(Memory(README_md="It runs **5** tests."))

    assert (report.status, report.findings, report.metrics.matched, report.metrics.surfaces) == ("pass", (), 1, 1)


def test_a_stale_statement_blocks_with_line_values_owner_and_remediation() -> None:
    finding = only(run(Memory(README_md="# T\n\nIt runs 4 tests.")))

    assert (finding.code, finding.place, finding.blocking) == ("PARITY_STALE", "README.md:3", True)
    assert (finding.stated, finding.canonical, finding.owner) == ("4", "5", "core")
    assert finding.remediation == "Correct the number."
    assert finding.excerpt == "It runs 4 tests."


def test_a_warning_claim_is_reported_and_does_not_block() -> None:
    report = run(Memory(README_md="It runs 4 tests."), claim(severity="warn"))

    assert (report.status, only(report).severity, only(report).blocking) == ("needs-review", Severity.WARN, False)


def test_an_unreadable_statement_blocks_as_a_stale_one_does() -> None:
    report = run(Memory(README_md="It runs five tests."))

    assert only(report).code == "PARITY_UNREADABLE"
    assert only(report).stated == "five"
    assert report.status == "blocked"


def test_an_optional_surface_may_be_silent_or_absent_but_is_listed() -> None:
    report = run(Memory(README_md="It runs 5 tests.", a_md="silent"), claim(optional=("a.md", "b.md")))

    assert report.findings == ()
    assert report.missing_surfaces == ("b.md",)
    assert report.limitations == ("b.md: named by the registry, does not exist",)


@pytest.mark.parametrize(
    ("text", "code"),
    [("It runs 4 tests.", "PARITY_STALE"), ("Nothing.", "PARITY_MISSING"), ("runs five tests", "PARITY_UNREADABLE")],
)
def test_an_exception_turns_a_finding_into_accepted_information(text: str, code: str) -> None:
    report = run(Memory(README_md=text), exceptions=(ACCEPTED,))

    finding = only(report)
    assert (finding.code, finding.severity, finding.blocking) == (code, Severity.INFO, False)
    assert finding.accepted_reason == "kept as history"
    assert (report.status, report.metrics.accepted) == ("needs-review", 1)


def test_a_contradiction_is_by_value_always_blocks_and_no_exception_hides_it() -> None:
    pages = Memory(README_md="It runs 4 tests.", a_md="It runs 5.0 tests. It runs 5 tests.")
    report = run(pages, claim(optional=("a.md",), severity="warn"), exceptions=(ACCEPTED,))

    assert codes(report) == ["PARITY_CONTRADICTION", "PARITY_STALE"]
    assert [finding.blocking for finding in report.findings] == [True, False]
    assert "4 (README.md:1), 5.0 (a.md:1)" in report.findings[0].message
    assert report.status == "blocked"


def test_two_spellings_of_one_value_are_no_contradiction() -> None:
    assert codes(run(Memory(README_md="It runs 5 tests. It runs 5.00 tests."))) == []


def test_pages_that_disagree_contradict_even_when_the_fact_is_unknown() -> None:
    unresolved = claim(evidence=ArtifactField(path="gone.json", field="n"))
    report = run(Memory(README_md="It runs 4 tests. It runs 6 tests."), unresolved)

    assert codes(report) == ["PARITY_CONTRADICTION", "PARITY_NOT_ANALYZED"]


def test_a_claim_nobody_could_check_is_a_warning_with_its_reason_and_no_pass() -> None:
    command = claim(evidence=CliCommand(command="docbridge scan"), template=None)
    report = run(Memory(README_md="docbridge scan"), command)

    finding = only(report)
    assert (finding.code, finding.severity, finding.blocking) == ("PARITY_NOT_ANALYZED", Severity.WARN, False)
    assert finding.path == "claims/public-claims-v1.json"
    assert finding.reason == "no command line was asked in this run"
    assert (report.status, report.metrics.matched, report.metrics.not_analyzed) == ("needs-review", 0, 1)


def test_an_unguarded_copy_is_information() -> None:
    report = run(Memory(README_md="It runs 5 tests.\n\nAll 7 tests pass."))

    assert (only(report).code, only(report).severity) == ("POSSIBLE_UNGUARDED_CLAIM", Severity.INFO)


def test_a_report_carries_no_secret_no_absolute_path_and_short_excerpts() -> None:
    token = "ghp_" + "a1B2" * 9
    line = f"See /home/ann/{token}/x, it runs 4 tests. {'word ' * 200}"
    report = run(Memory(README_md=line), claim(remediation="Edit /home/ann/work/README.md, please"))

    data = encode(report)
    assert token.encode() not in data
    assert b"ann" not in data
    assert all(len(finding.excerpt or "") <= 160 for finding in report.findings)
    assert "runs 4 tests" in (only(report).excerpt or "")


def test_a_long_paragraph_is_cut_around_the_value() -> None:
    text = f"{'before ' * 100}It runs 4 tests. {'after ' * 100}"

    excerpt = only(run(Memory(README_md=text))).excerpt or ""

    assert "runs 4 tests" in excerpt
    assert excerpt.startswith("…")
    assert excerpt.endswith("…")


def test_a_report_is_sealed_reads_back_and_does_not_depend_on_the_order_of_claims() -> None:
    other = claim(claim_id="other", required=("a.md",))
    pages = Memory(README_md="It runs 4 tests.", a_md="nothing")
    report = run(pages, claim(), other)

    assert decode(PublicParityReport, encode(report), place="report.json") == report
    assert run(pages, other, claim()).findings == report.findings


def test_a_finding_keeps_its_id_when_lines_move() -> None:
    before = only(run(Memory(README_md="It runs 4 tests.")))
    after = only(run(Memory(README_md="# New\n\nIt runs 4 tests.")))

    assert before.id == after.id
    assert before.line != after.line


def test_a_surface_that_is_not_utf8_is_unusable_input(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_bytes(b"# T\n\xe9\n")
    (tmp_path / "fact.json").write_text('{"n": 5}')

    with pytest.raises(InputError, match=r"README.md:2: \[NOT_UTF8\]"):
        run(FolderRepository(tmp_path))


def test_a_link_out_of_the_repository_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("It runs 5 tests.")
    root = tmp_path / "root"
    root.mkdir()
    (root / "README.md").symlink_to("../outside.md")
    (root / "fact.json").write_text('{"n": 5}')

    with pytest.raises(InputError, match="SYMLINK_OUTSIDE_ROOT"):
        run(FolderRepository(root))


def test_a_broken_link_and_a_folder_are_told_apart_from_a_page(tmp_path: Path) -> None:
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    (tmp_path / "dir.md").mkdir()
    repository = FolderRepository(tmp_path)

    assert repository.read("gone.md") is None
    for path in ("loop.md", "dir.md"):
        with pytest.raises(InputError):
            repository.read(path)


def test_a_report_names_a_surface_in_normal_form_c() -> None:
    report = run(Memory(README_md="It runs 5 tests."), claim(required=("re\u0301.md",)))

    assert only(report).path == "r\u00e9.md"
    assert report.missing_surfaces == ("r\u00e9.md",)
