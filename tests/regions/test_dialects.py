"""What is live, text or refused, against two Markdown implementations (P6), on documents of everyday lines."""

from __future__ import annotations

import random

import pytest

from .dialects import HTML, LINES, PLAIN, SUPER, github, python_markdown, verdict

MARKER = "<!-- /doc-bridge:generated -->"
PLACES = [
    "    %s",
    "  %s",
    "`%s`",
    "text `%s` and",
    "`` %s ``",
    "- `%s`",
    "        %s",
    "| `%s` |",
    "text %s",
    "> `%s`",
]


def _document(chance: random.Random, lines: list[str], marker: str) -> tuple[str, int]:
    chosen = [chance.choice(lines) for _ in range(chance.randint(1, 14))]
    place = chance.randint(0, len(chosen))
    chosen.insert(place, marker)
    return "\n".join(chosen) + "\n", place + 1


@pytest.mark.parametrize(("lines", "seed"), [(LINES, 1), (LINES, 2), (LINES + HTML, 3)])
def test_a_marker_is_live_or_text_only_where_both_dialects_say_so(lines: list[str], seed: int) -> None:
    chance = random.Random(seed)
    live = refused = 0
    for _ in range(500):
        text, line = _document(chance, lines, MARKER)
        read = verdict(text, line)
        readings = {github(text, MARKER), *(python_markdown(text, MARKER, names) for names in (PLAIN, SUPER))}
        if read != "refused":
            assert readings == {read}, text
        if readings == {"live"}:
            live += 1
            refused += read == "refused"
    assert live > 100
    # A fence that Python-Markdown leaves open and CommonMark closes is refused on purpose.
    assert refused / live < 0.1


@pytest.mark.parametrize(("lines", "seed"), [(LINES, 4), (LINES + HTML, 5)])
def test_what_only_looks_like_a_marker_is_text_only_where_both_dialects_say_code(lines: list[str], seed: int) -> None:
    chance = random.Random(seed)
    texts = 0
    for _ in range(500):
        text, line = _document(chance, lines, chance.choice(PLACES) % MARKER)
        if verdict(text, line) == "code":
            texts += 1
            assert {github(text, MARKER), python_markdown(text, MARKER, SUPER)} == {"code"}, text
    assert texts > 30
