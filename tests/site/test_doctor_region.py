"""Regions and claims of the doctor's figures: neither asks for itself, and writing one changes no figure."""

from __future__ import annotations

import json
import re
from pathlib import Path

from mkdocs_docbridge.artifacts import content_hash
from tests.support.sites import build, docbridge, make_repository

REGION = "<!-- doc-bridge:generated source={} -->\n<!-- /doc-bridge:generated -->\n"


def registry(metric: str, kind: str) -> str:
    claim = {
        "claimId": "figure",
        "statement": "The page states what the doctor measures.",
        "owner": "docs",
        "valueType": kind,
        "template": "The doctor says {value} here",
        "evidence": {"kind": "doctor-metric", "metric": metric},
        "required": ["docs/health.md"],
        "remediation": "State what docbridge doctor says.",
    }
    value = {"type": "public-claims", "schemaVersion": 1, "contentHashAlgo": "sha256-normalized-v1",
             "registryVersion": "v1", "claims": [claim]}  # fmt: skip
    return json.dumps({**value, "contentHash": content_hash(value)})


def page(figure: str) -> str:
    return f"# Health\n\nThe doctor says {figure} here.\n\n{REGION.format('doctor')}\n{REGION.format('parity')}"


def test_a_claim_of_the_score_holds_beside_a_region_of_it_and_one_of_the_claims(tmp_path: Path) -> None:
    files = {"docs/health.md": page("0"), "claims/public-claims-v1.json": registry("score", "number")}
    root = make_repository(tmp_path, files)
    stale = docbridge(root, "parity")
    assert stale.returncode == 1
    score = re.search(r"the repository says (\d+)", stale.stdout)
    assert score is not None
    (root / "docs/health.md").write_text(page(score[1]), encoding="utf-8")
    assert docbridge(root, "parity").returncode == 0
    done = docbridge(root, "sync")
    assert done.returncode == 0, done.stdout
    text = (root / "docs/health.md").read_text(encoding="utf-8")
    assert f", {score[1]} of 100 points." in text
    assert "| holds |" in text
    assert docbridge(root, "sync", "--check").returncode == 0
    assert docbridge(root, "check").returncode == 0
    assert build(root, "--strict").code == 0


def test_what_there_is_nothing_to_measure_of_is_not_analyzed(tmp_path: Path) -> None:
    files = {"docs/health.md": "# H\n\nThe doctor says 80 % here.\n",
             "claims/public-claims-v1.json": registry("benchmark-hit-at-3-pct", "percent")}  # fmt: skip
    done = docbridge(make_repository(tmp_path, files), "parity")
    assert "the doctor has no figure for benchmark-hit-at-3-pct" in done.stdout
    assert "0 statements in step" in done.stdout
