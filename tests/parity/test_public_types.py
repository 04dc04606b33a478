"""What was not redacted does not type-check as a part of a report."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.sites import REPOSITORY

SNIPPET = """
from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.parity import ClaimOutcome, ParityFinding, Statement
from mkdocs_docbridge.text.redaction import redact

raw = "text of a document"
Statement(surface=redact("a.md"), line=1, stated=raw)
ClaimOutcome(claim_id=raw, owner=redact("o"), canonical=raw, holds=True, statements=())
ParityFinding(
    code="X", severity=Severity.INFO, blocking=False, path=redact("a"), line=None, message=raw,
    remediation=raw, id="0", claim_id=redact("c"), owner=raw, excerpt=raw,
)
Statement(surface=redact("a.md"), line=1, stated=redact(raw))
"""


def test_a_raw_text_in_a_report_is_a_type_error(tmp_path: Path) -> None:
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file=", str(file)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    told = [line for line in done.stdout.splitlines() if "error:" in line]

    assert len(told) == 7, done.stdout + done.stderr
    assert all("PublicText" in line for line in told), told
