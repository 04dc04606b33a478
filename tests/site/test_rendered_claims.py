"""Claims on built pages are looked at in the build, after macros and includes and before a page is written."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from tests.site.test_build import REGISTRY, registry
from tests.support.sites import build, make_repository


def test_a_wrong_claim_on_a_built_page_fails_the_build_and_a_right_one_does_not(tmp_path: Path) -> None:
    page = "# T\n\nThe current version is {}.\n"
    files = {
        REGISTRY: registry(required=["rendered:index.html"]),
        "docs/index.md": "# T\n\nThe current *version* is 9.9.9.\n",
    }
    wrong = build(make_repository(tmp_path / "wrong", files))
    assert wrong.code == 1
    assert "rendered:index.html states 9.9.9" in wrong.output
    assert not (tmp_path / "wrong/site/index.html").exists()

    manifest = tomllib.loads((tmp_path / "wrong/pyproject.toml").read_text())
    version = manifest["project"]["version"]
    right = build(make_repository(tmp_path / "right", {**files, "docs/index.md": page.format(version)}), "--strict")
    assert right.code == 0, right.output
    assert "PARITY" not in right.output
    assert json.loads(right.page("docbridge/data/parity-badge.json"))["label"] == "public claims"
