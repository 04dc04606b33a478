"""However a claim is worded, formatted and written, it has the verdict that it has by construction, and one only."""

from __future__ import annotations

import os

from mkdocs_docbridge.parity.match import Fact, occurrences
from mkdocs_docbridge.parity.values import NumberFormat, Tolerance, canonical_value
from mkdocs_docbridge.parity.wording import Wording
from mkdocs_docbridge.text.projection import project
from tests.parity.renderings import Rendering, renderings

# the closing measurements take 40,000
COUNT = int(os.environ.get("DOCBRIDGE_RENDERINGS", "2400"))


def verdicts(one: Rendering) -> list[str]:
    wording = Wording.of(one.template, one.kind)
    fact = Fact(canonical_value(one.kind, one.fact), Tolerance.parse("5%") if one.kind == "about" else None)
    found = occurrences(project(one.page, path="page.md").prose, wording, fact, NumberFormat())
    return [str(item.verdict).removeprefix("PARITY_") for item in found]


def test_no_rendering_has_a_wrong_verdict_and_none_is_silent() -> None:
    wrong = [(one, found) for one in renderings(COUNT, 20261201) if (found := verdicts(one)) != [one.expected]]

    assert wrong == []
