"""The claim cases: one surface, one claim, and what each statement on it is worth, in document order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mkdocs_docbridge.parity import Claim, FolderRepository, PublicClaims, check
from mkdocs_docbridge.parity.match import Fact, occurrences
from mkdocs_docbridge.parity.model import ArtifactField
from mkdocs_docbridge.parity.surface import Surfaces
from mkdocs_docbridge.parity.values import NumberFormat, canonical_value
from mkdocs_docbridge.parity.wording import Wording
from tests.support.cases import Case, cases


class _WithFact:
    """A folder plus one file that states the canonical value."""

    def __init__(self, root: Path, canonical: str) -> None:
        self._folder = FolderRepository(root)
        self._fact = json.dumps({"value": canonical}).encode()

    def read(self, path: str) -> bytes | None:
        return self._fact if path == "fact.json" else self._folder.read(path)


def _claim(case: Case, surfaces: tuple[str, ...]) -> Claim:
    expected = case.expected
    return Claim(
        claim_id="the-claim",
        statement="What the case states",
        owner="docs",
        evidence=ArtifactField(path="fact.json", field="value"),
        required=surfaces,
        remediation="Correct the page.",
        value_type=expected.get("valueType", "number"),
        template=expected.get("template", "runs {value} tests"),
        tolerance=expected.get("tolerance"),
    )


def _verdicts(case: Case, claim: Claim, surface: str, decimal: str) -> list[str]:
    """OK for each match and the code of each finding, by place; a contradiction has no place of its own."""
    repository = _WithFact(case.folder, case.expected["canonical"])
    form = NumberFormat(decimal)  # type: ignore[arg-type]
    registry = PublicClaims(registry_version="v1", claims=(claim,))
    report = check(registry, repository, None, registry_path="claims.json", decimal=form.decimal)
    page = Surfaces.read(repository, (surface,), None).found[surface]
    wording = Wording.of(claim.template or "", claim.value_type)
    fact = Fact(canonical_value(claim.value_type, case.expected["canonical"]))
    found = occurrences(page.text_for(wording), wording, fact, form)
    matches = [(one.line, "OK") for one in found if one.verdict == "OK"]
    assert report.metrics.matched == len(matches)
    named = case.expected["codes"]
    others = [
        (finding.line or 0, finding.code)
        for finding in report.findings
        if finding.code != "PARITY_CONTRADICTION" or finding.code in named
    ]
    return [code for _, code in sorted(matches + others, key=lambda item: item[0])]


@pytest.mark.parametrize("case", [case for case in cases("claims") if "codes" in case.expected], ids=lambda c: c.id)
def test_a_claim_case_gives_its_codes_in_document_order(case: Case) -> None:
    surface = case.expected.get("file", "README.md")
    claim = _claim(case, (surface,))

    found = _verdicts(case, claim, surface, case.expected.get("decimal", "."))

    assert found == case.expected["codes"]


def test_a_required_surface_that_does_not_exist_blocks_and_is_listed() -> None:
    case = next(case for case in cases("claims") if case.id.startswith("62-"))
    required = tuple(json.loads((case.folder / "claim.json").read_text())["required"])
    registry = PublicClaims(registry_version="v1", claims=(_claim(case, required),))

    report = check(registry, _WithFact(case.folder, "5"), None, registry_path="claims.json")

    (finding,) = report.findings
    assert (finding.code, finding.path, finding.reason) == ("PARITY_MISSING", "docs/gone.md", "surface-missing")
    assert finding.blocking
    assert report.status == "blocked"
    assert report.missing_surfaces == ("docs/gone.md",)
    assert report.metrics.matched == 1


def test_a_surface_is_found_whatever_the_normal_form_of_its_file_name() -> None:
    case = next(case for case in cases("files") if case.id.startswith("85-"))

    assert FolderRepository(case.folder).read("docs/r\u00e9sum\u00e9.md") == b"# R\n"
