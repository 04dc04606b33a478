"""``docbridge audit`` and ``docbridge check``: exit codes, formats, the baseline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.sites import docbridge
from tests.support.trees import commit_all, write_tree
from tests.test_sarif import assert_sarif

SITE = "site_name: Small\nplugins:\n  - docbridge: {audit: {baseline: baseline.json}}\n"
FILES = {"mkdocs.yml": "site_name: Small\n", "docs/index.md": "# Home\n\nSee [a](no.md).\n"}


def repository(root: Path, **more: str) -> Path:
    write_tree(root, {**FILES, **more})
    commit_all(root)
    return root


def test_a_broken_link_ends_audit_and_check_with_one_and_is_told_in_every_format(tmp_path: Path) -> None:
    root = repository(tmp_path)
    text = docbridge(root, "audit")
    assert text.returncode == 1
    assert text.stdout.splitlines()[0].startswith("docs/index.md:3: [LINK_BROKEN] no.md leads to no.md")
    assert text.stdout.splitlines()[-1] == "1 finding, 1 blocking"
    report = json.loads(docbridge(root, "audit", "--json").stdout)
    assert (report["type"], report["status"], report["metrics"]["errors"]) == (
        "documentation-audit-report",
        "blocked",
        1,
    )
    assert (root / ".docbridge/report/audit.json").is_file()
    checked = docbridge(root, "check", "--format", "sarif")
    assert checked.returncode == 1
    assert_sarif(json.loads(checked.stdout))
    github = docbridge(root, "check", "--format", "github")
    assert "::error file=docs/index.md,line=3,title=LINK_BROKEN::" in github.stdout
    assert [item["code"] for item in json.loads(docbridge(root, "check", "--json").stdout)["findings"]] == [
        "LINK_BROKEN"
    ]


def test_the_baseline_accepts_what_is_there_and_new_findings_count(tmp_path: Path) -> None:
    root = repository(tmp_path)
    done = docbridge(root, "audit", "--write-baseline", "baseline.json", "--by", "Ann")
    assert (done.returncode, done.stdout) == (0, "baseline.json: 1 finding accepted by Ann\n")
    write_tree(root, {"mkdocs.yml": SITE, "docs/index.md": "# Home\n\nA new line.\n\nSee [a](no.md).\n"})
    assert docbridge(root, "audit").returncode == 0
    assert "1 remark more with --all" in docbridge(root, "check").stdout
    (kept,) = json.loads(docbridge(root, "audit", "--json").stdout)["findings"]
    assert (kept["severity"], kept["acceptedBy"], kept["line"]) == ("info", "Ann", 5)
    write_tree(root, {"docs/index.md": "# Home\n\nSee [a](no.md) and [b](nor.md).\n"})
    again = docbridge(root, "check")
    assert (again.returncode, "nor.md leads" in again.stdout, "(no.md" in again.stdout) == (1, True, False)
    write_tree(root, {"docs/index.md": "# Home\n\nAll is well.\n"})
    assert (
        docbridge(root, "audit").stdout.splitlines()[-1]
        == "1 accepted finding no longer there; write the baseline anew"
    )


def test_a_tampered_or_missing_baseline_is_unusable_input(tmp_path: Path) -> None:
    root = repository(tmp_path)
    docbridge(root, "audit", "--write-baseline", "baseline.json", "--by", "Ann")
    write_tree(root, {"mkdocs.yml": SITE})
    path = root / "baseline.json"
    path.write_bytes(path.read_bytes().replace(b"Ann", b"Bob"))
    done = docbridge(root, "check")
    assert (done.returncode, done.stdout) == (2, "")
    assert "baseline.json: [SEAL_MISMATCH]" in done.stderr
    path.unlink()
    assert "[NOT_FOUND]" in docbridge(root, "audit").stderr


@pytest.mark.parametrize("arguments", [("--write-baseline", "b.json"), ("--by", "Ann")])
def test_a_baseline_needs_a_file_and_a_name(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = docbridge(repository(tmp_path), "audit", *arguments)
    assert (done.returncode, "[BASELINE_BY]" in done.stderr) == (2, True)
    assert not (tmp_path / "b.json").exists()


def test_a_severity_silences_a_gate_too_and_a_site_that_is_clean_passes(tmp_path: Path) -> None:
    edited = "# Home\n\n<!-- doc-bridge:generated hash=0123456789abcdef -->\nx\n<!-- /doc-bridge:generated -->\n"
    root = repository(tmp_path, **{"docs/index.md": edited})
    assert docbridge(root, "check").returncode == 1
    options = "{audit: {severity: {GENERATED_REGION_EDITED: warn, DOCUMENTATION_SUMMARY_MISSING: 'off'}}}"
    write_tree(root, {"mkdocs.yml": f"site_name: Small\nplugins:\n  - docbridge: {options}\n"})
    done = docbridge(root, "check")
    assert (done.returncode, "GENERATED_REGION_EDITED" in done.stdout) == (0, True)
    write_tree(root, {"docs/index.md": "# Home\n\nAll is well.\n"})
    assert docbridge(root, "check").stdout == "nothing to say against it\n"
