"""``docbridge parity`` and what it can do besides checking."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.site.test_build import REGISTRY, registry
from tests.support.sites import docbridge, make_repository
from tests.support.trees import commit_all, write_tree

PROJECT = {
    "pyproject.toml": '[project]\nname = "tool"\nversion = "1.4.2"\n',
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.4.2\n",
    "README.md": "# Tool\n\nInstall it: `pip install tool==1.4.2`.\n\nNew since version 1.4.2: nothing.\n",
    "docs/index.md": "# Tool\n\nThe current version is **1.4.2**. It has 4 modules, and 17 friends.\n",
    "tool/__init__.py": '"""A tool."""\n\n__version__ = "1.4.2"\n',
    "tool/a.py": "A = 1\n",
    "tool/b.py": "B = 1\n",
    "tool/c.py": "C = 1\n",
    "CHANGELOG.md": "# Changes\n\n## Version 1.4.2 is out\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_tree(tmp_path, PROJECT)
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    commit_all(tmp_path)
    return tmp_path


def test_init_proposes_what_holds_for_a_person_to_seal_and_never_overwrites(project: Path) -> None:
    made = docbridge(project, "parity", "init")
    assert made.returncode == 0, made.stderr
    file = project / "claims/public-claims-v1.json"
    proposed = json.loads(file.read_text())
    assert {claim["claimId"]: sorted(claim["required"]) for claim in proposed["claims"]} == {
        "module-count": ["docs/index.md"],
        "package-version": ["CITATION.cff#version", "README.md", "docs/index.md", "tool/__init__.py"],
    }
    assert "contentHash" not in proposed

    assert docbridge(project, "parity").returncode == 2  # nobody has sealed it
    assert docbridge(project, "artifact", "seal", str(file)).returncode == 0
    assert docbridge(project, "parity").returncode == 0
    proved = docbridge(project, "parity", "--prove")
    assert proved.returncode == 0
    before = file.read_bytes()
    again = docbridge(project, "parity", "init")
    assert (again.returncode, "[EXISTS]" in again.stderr, file.read_bytes()) == (2, True, before)


def test_a_release_makes_the_gate_red_and_the_patch_makes_it_green(project: Path) -> None:
    docbridge(project, "parity", "init")
    docbridge(project, "artifact", "seal", str(project / "claims/public-claims-v1.json"))
    (project / "pyproject.toml").write_text(PROJECT["pyproject.toml"].replace("1.4.2", "1.5.0"))

    assert docbridge(project, "parity").returncode == 1
    patch = docbridge(project, "parity", "--diff")
    assert patch.returncode == 0
    subprocess.run(["git", "apply"], cwd=project, input=patch.stdout.encode(), check=True)
    assert docbridge(project, "parity").returncode == 0
    readme = (project / "README.md").read_text()
    assert "tool==1.5.0" in readme
    assert "New since version 1.4.2" in readme


def test_claims_on_built_pages_are_checked_with_the_site_at_hand(tmp_path: Path) -> None:
    rendered = json.loads(registry())
    claim = rendered["claims"][0]
    claim["required"] = ["rendered:a/index.html"]
    claim.pop("optional", None)
    claim.pop("templates", None)
    rendered["exceptions"] = []
    root = make_repository(tmp_path, {REGISTRY: json.dumps(rendered)})
    docbridge(root, "artifact", "seal", str(root / REGISTRY))

    assert "PARITY_NOT_ANALYZED" in docbridge(root, "parity").stdout
    site = tmp_path / "built"
    (site / "a").mkdir(parents=True)
    page = site / "a/index.html"
    page.write_text("<main>nothing</main>")
    done = docbridge(root, "parity", "--site", str(site))
    assert (done.returncode, "PARITY_MISSING" in done.stdout) == (1, True)
    assert docbridge(root, "parity", "--site", str(site / "gone")).returncode == 2
