"""SARIF 2.1.0: what findings print is a log that its readers accept, member for member."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge import sarif
from mkdocs_docbridge.audit.model import AuditFinding
from mkdocs_docbridge.findings import Finding, Severity

# object → (members that must be there, members that may be), as sections 3.13 to 3.49 of the standard define them, of
# the part that is used here
RULES: dict[str, tuple[set[str], set[str]]] = {
    "log": ({"version", "runs"}, {"$schema"}),
    "run": ({"tool"}, {"results", "columnKind"}),
    "tool": ({"driver"}, set()),
    "driver": ({"name"}, {"version", "rules"}),
    "rule": ({"id"}, {"name"}),
    "result": ({"message"}, {"ruleId", "level", "locations", "partialFingerprints", "suppressions"}),
    "message": (set(), {"text"}),
    "location": (set(), {"physicalLocation"}),
    "physicalLocation": (set(), {"artifactLocation", "region"}),
    "artifactLocation": (set(), {"uri", "uriBaseId"}),
    "region": (set(), {"startLine"}),
    "suppression": ({"kind"}, {"justification"}),
}


def check(kind: str, value: dict[str, Any]) -> None:
    required, allowed = RULES[kind]
    assert required <= set(value) <= required | allowed, kind


def assert_sarif(log: dict[str, Any]) -> None:
    check("log", log)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    (run,) = log["runs"]
    check("run", run)
    assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
    check("tool", run["tool"])
    check("driver", run["tool"]["driver"])
    ids = [rule["id"] for rule in run["tool"]["driver"].get("rules", [])]
    assert len(set(ids)) == len(ids)
    for rule in run["tool"]["driver"].get("rules", []):
        check("rule", rule)
    for result in run["results"]:
        check("result", result)
        assert result["ruleId"] in ids
        assert result["level"] in {"none", "note", "warning", "error"}
        check("message", result["message"])
        assert result["message"]["text"]
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
        for item in result["locations"]:
            check("location", item)
            place = item["physicalLocation"]
            check("physicalLocation", place)
            check("artifactLocation", place["artifactLocation"])
            # RFC 3986, relative, so that the base completes it
            assert re.fullmatch(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*", place["artifactLocation"]["uri"])
            if "region" in place:
                check("region", place["region"])
                assert place["region"]["startLine"] >= 1
        for item in result.get("suppressions", []):
            check("suppression", item)
            assert item["kind"] in {"inSource", "external"}


def logged(*findings: Finding) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(
        msgspec.json.encode(sarif.log((item.sarif() for item in findings), version="1.0"))
    )
    return made


def finding(**members: Any) -> AuditFinding:
    default = {
        "id": "a" * 64, "code": "LINK_BROKEN", "severity": Severity.ERROR, "blocking": True, "path": "docs/a.md",
        "line": 3, "message": "x leads nowhere", "remediation": "Correct it.",
    }  # fmt: skip
    return AuditFinding(**{**default, **members})


def test_a_finding_is_a_result_with_its_place_and_fingerprint() -> None:
    log = logged(finding())
    assert_sarif(log)
    (result,) = log["runs"][0]["results"]
    assert result == {
        "ruleId": "LINK_BROKEN",
        "level": "error",
        "message": {"text": "x leads nowhere. Correct it."},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "docs/a.md", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 3},
                }
            }
        ],
        "partialFingerprints": {"docbridge/v1": "a" * 64},
    }
    assert log["runs"][0]["tool"]["driver"]["rules"] == [{"id": "LINK_BROKEN", "name": "LinkBroken"}]


def test_a_whole_file_has_no_region_and_an_accepted_finding_is_suppressed() -> None:
    log = logged(finding(line=None, accepted_by="Ann", severity=Severity.INFO))
    assert_sarif(log)
    (result,) = log["runs"][0]["results"]
    assert "region" not in result["locations"][0]["physicalLocation"]
    assert result["suppressions"] == [{"kind": "external", "justification": "accepted by Ann in the audit baseline"}]
    assert result["level"] == "note"


def test_nothing_found_is_a_run_with_no_results() -> None:
    log = logged()
    assert_sarif(log)
    assert log["runs"][0]["results"] == []


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
            st.none() | st.integers(1, 10**6),
            st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
            st.sampled_from(list(Severity)),
        )
    )
)
def test_any_path_and_message_gives_a_log_that_fits(rows: list[tuple[str, int | None, str, Severity]]) -> None:
    found = [finding(path=path, line=line, message=text, severity=severity) for path, line, text, severity in rows]
    assert_sarif(logged(*found))


def test_a_fingerprint_does_not_depend_on_the_line() -> None:
    made = [
        Finding(code="A", severity=Severity.WARN, blocking=False, path="a.md", line=n, message="m", remediation="r")
        for n in (1, 9)
    ]
    assert made[0].fingerprint() == made[1].fingerprint()
    assert re.fullmatch("[0-9a-f]{64}", made[0].fingerprint())
