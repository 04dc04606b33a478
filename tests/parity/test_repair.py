"""The patch changes values and nothing else, applies, and makes the check pass."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.parity import ArtifactField, Claim, FolderRepository, PublicClaims
from mkdocs_docbridge.parity.check import Gate, Sources
from mkdocs_docbridge.parity.repair import repair


def claim(name: str, surface: str, template: str, kind: str, **changes: Any) -> Claim:
    return Claim(
        claim_id=name,
        statement="s",
        owner="o",
        evidence=ArtifactField(path="fact.json", field=name),
        required=(surface,),
        remediation="r",
        value_type=kind,  # type: ignore[arg-type]
        template=template,
        **changes,
    )


CLAIMS = (
    claim("tests", "README.md", "runs {value} tests", "number"),
    claim("rate", "README.md", "completes {value} of tasks", "percent"),
    claim("words", "README.md", "reads {value} percent of pages", "percent"),
    claim("version", "docs/a b.md", "Version {value} is", "semver"),
    claim("near", "docs/a b.md", "about it: {value} users", "about", tolerance="5%"),
    claim("least", "docs/a b.md", "{value} stars", "at-least"),
    claim("time", "docs/a b.md", "lives {value} at most", "duration"),
    claim("who", "docs/a b.md", "by {value}, since", "text"),
    claim("described", "pyproject.toml#project.description", "runs {value} tests", "number"),
    claim("doc", "a.py#f", "takes {value} steps", "number"),
)
FACTS = {
    "tests": 12480,
    "rate": 87.5,
    "words": 40,
    "version": "1.3.0",
    "near": 1200,
    "least": 650,
    "time": 120,
    "who": "Grace Hopper",
    "described": 12480,
    "doc": 7,
}
FILES = {
    "README.md": b"# T\r\n\r\nIt runs **11,900** tests,\r\nand completes `71` % of tasks.\r\n\r\nIt reads 39 percent of"
    b" pages. 71 apples.\r\n",
    "docs/a b.md": b"Version v1.2.0 is out.\n\nabout it: ~900 users, 700+ stars.\n\nIt lives 300 s at most. Made by Ada"
    b" Lovelace, since 1843.",
    "pyproject.toml": b'[project]\nname = "x11900"\ndescription = "runs 11900 tests"\nn = 11900\n',
    "a.py": b'LIMIT = 6\n\n\ndef f():\n    """It takes 6 steps."""\n    return 6\n',
}


def write(root: Path, files: dict[str, bytes]) -> Gate:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (root / "fact.json").write_text(json.dumps(FACTS))
    return gate(root)


def gate(root: Path, claims: tuple[Claim, ...] = CLAIMS) -> Gate:
    registry = PublicClaims(registry_version="v1", claims=claims)
    return Gate(registry, Sources(FolderRepository(root), None), registry_path="claims.json")


@pytest.mark.parametrize("tool", [["git", "apply"], ["patch", "-p1", "--binary", "-s"]], ids=["git", "patch"])
def test_the_patch_applies_changes_only_values_and_makes_the_check_pass(tool: list[str], tmp_path: Path) -> None:
    if shutil.which(tool[0]) is None:
        pytest.fail(f"{tool[0]} is needed")
    before = write(tmp_path, FILES)
    assert before.report().metrics.stale + before.report().metrics.unreadable == len(CLAIMS)

    found = repair(before)

    assert found.left == ()
    done = subprocess.run(tool, cwd=tmp_path, input=found.patch(), capture_output=True)
    assert done.returncode == 0, done.stderr
    assert gate(tmp_path).report().status == "pass"
    assert (tmp_path / "README.md").read_bytes() == (
        FILES["README.md"].replace(b"11,900", b"12,480").replace(b"`71` %", b"`87.5` %").replace(b"39", b"40")
    )
    assert (tmp_path / "docs/a b.md").read_bytes() == (
        b"Version v1.3.0 is out.\n\nabout it: ~1200 users, 650+ stars.\n\nIt lives 120 s at most. Made by Grace Hopper,"
        b" since 1843."
    )
    assert (tmp_path / "a.py").read_bytes() == FILES["a.py"].replace(b"6 steps", b"7 steps")
    assert b'name = "x11900"\ndescription = "runs 12480 tests"\nn = 11900' in (tmp_path / "pyproject.toml").read_bytes()


def test_what_cannot_be_repaired_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    files = {**FILES, "README.md": b"Nothing is said.\n"}
    found = repair(write(tmp_path, files))

    assert found.left == (
        "rate on README.md: the claim is not stated, and where it belongs nobody can tell",
        "tests on README.md: the claim is not stated, and where it belongs nobody can tell",
        "words on README.md: the claim is not stated, and where it belongs nobody can tell",
    )
    assert "README.md" not in found.files
    assert {name: (tmp_path / name).read_bytes() for name in files} == files


def test_nothing_wrong_gives_an_empty_patch(tmp_path: Path) -> None:
    write(tmp_path, {"README.md": b"It runs 12,480 tests."})

    assert repair(gate(tmp_path, CLAIMS[:1])).patch() == b""


@given(
    before=st.integers(min_value=0, max_value=10**7),
    after=st.integers(min_value=0, max_value=10**7),
    mark=st.sampled_from(["{}", "**{}**", "`{}`", "[{}](x.md)", "<b>{}</b>", "&#32;{}", "_{}_"]),
    group=st.sampled_from(["", ",", "'", "\u00a0", "&nbsp;"]),
    end=st.sampled_from(["\n", "\r\n", ""]),
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_stale_number_is_repaired_in_place(
    before: int, after: int, mark: str, group: str, end: str, tmp_path: Path
) -> None:
    written = mark.format(f"{before:,}".replace(",", group))
    text = f"{before} and {after}.\n\nIt runs {written} tests for {before} users.{end}"
    (tmp_path / "README.md").write_bytes(text.encode())
    (tmp_path / "fact.json").write_text(json.dumps({"tests": after}))

    found = repair(gate(tmp_path, CLAIMS[:1]))

    assert found.left == ()
    for path, (_, new) in found.files.items():
        (tmp_path / path).write_bytes(new.encode())
        assert new.startswith(f"{before} and {after}.")
        assert new.endswith(f"tests for {before} users.{end}")
    assert gate(tmp_path, CLAIMS[:1]).report().metrics.matched == 1
