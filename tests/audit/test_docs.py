"""Every code is explained where its readers look, with the severity that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from mkdocs_docbridge.codes import AUDIT, GATES, UNREADABLE
from mkdocs_docbridge.findings import Severity

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "example_site/docs/reference/codes.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", sorted(AUDIT))
def test_a_code_of_the_audit_has_a_section_with_its_severity_and_a_remedy(code: str) -> None:
    match = re.search(rf"^### {code}\n\n(?P<body>.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    assert match is not None
    body = match["body"].strip()
    assert body.startswith(f"`{AUDIT[code]}`")
    assert len(re.split(r"\n\n+", body)) >= 2


def test_every_other_code_is_in_a_table_and_every_section_is_about_a_code() -> None:
    assert {code for code in (*GATES, *UNREADABLE) if f"`{code}`" not in PAGE} == set()
    assert set(re.findall(r"^### ([A-Z_0-9]+)$", PAGE, re.MULTILINE)) == set(AUDIT)


def test_every_code_that_a_check_of_the_audit_gives_is_known() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "mkdocs_docbridge/audit").glob("*.py"))
    given = set(re.findall(r'Found\(\s*"([A-Z_]+)"', source))
    assert len(given) > 10
    assert given <= set(AUDIT)


def test_every_fault_of_markers_can_be_set() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "mkdocs_docbridge/regions").glob("*.py"))
    given = set(re.findall(r'\bfault\(\s*"([A-Z][A-Z0-9_]+)"', source))
    assert given
    assert given <= set(GATES) | UNREADABLE


def test_errors_are_what_a_reader_meets_or_a_gate() -> None:
    assert {code for code, severity in AUDIT.items() if severity is Severity.ERROR} == {"LINK_BROKEN", "NAV_BROKEN"}


def test_the_action_and_the_hooks_call_commands_that_exist() -> None:
    from mkdocs_docbridge.cli.app import docbridge

    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert action["runs"]["using"] == "composite"
    scripts = [step["run"] for step in action["runs"]["steps"]]
    assert "docbridge check --format" in scripts[-1]
    # inputs reach the shell as variables, so that nothing in them is run
    assert not any("${{" in script for script in scripts)
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    for hook in hooks:
        program, command = hook["entry"].split()[:2]
        assert (program, hook["pass_filenames"]) == ("docbridge", False)
        assert command in docbridge.list_commands(None)  # type: ignore[arg-type]
