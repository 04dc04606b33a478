"""The fault cases of kind ``markers``: what a scan and a rewrite must say of each."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from mkdocs_docbridge.regions import scan
from tests.support.cases import Case, cases

_LINES = re.compile(r"\blines? ((?:\d+(?:, | and |,| )?)+)")


def _markdown(case: Case):
    return [path for path in case.files() if path.suffix in {".md", ".mdx"}]


@pytest.mark.parametrize("case", cases("markers"), ids=lambda case: case.id)
def test_each_marker_case_gives_the_expected_verdict(case: Case) -> None:
    (path,) = _markdown(case)
    found = scan(path.read_bytes(), path.name)
    expected = case.expected
    codes = Counter(fault.code for fault in found.faults)
    assert sorted(codes) == sorted(expected["codes"])
    if "count" in expected:
        assert sum(codes.values()) == expected["count"]
    if "regions" in expected:
        assert len(found.regions) == expected["regions"]
    if "reason" in expected:
        assert [fault.reason for fault in found.faults] == [expected["reason"]]
    for fault in found.faults:
        assert fault.blocking
        assert fault.message
        assert fault.remediation
        assert fault.log_line().startswith(f"{path.name}:{fault.line}: [{fault.code}] ")


@pytest.mark.parametrize("case", cases("markers"), ids=lambda case: case.id)
def test_each_line_a_case_names_is_named_by_the_scan(case: Case) -> None:
    (path,) = _markdown(case)
    found = scan(path.read_bytes(), path.name)
    named = {region.line for region in found.regions}
    for fault in found.faults:
        named.add(fault.line)
        named |= {int(number) for number in re.findall(r"\bline (\d+)", fault.message)}
    lines = {int(number) for group in _LINES.findall(case.expected["expect"]) for number in re.findall(r"\d+", group)}
    # Case 100 also tells the line where CommonMark ends the fence; the cause is the fence itself.
    assert lines - ({5} if case.id.startswith("100-") else set()) <= named
