"""Time in proportion to the input (P19), on what makes parsers slow."""

from __future__ import annotations

import time

import pytest

from mkdocs_docbridge.regions import scan

MARKER = "<!-- /doc-bridge:generated -->"
BAITS = {
    "backticks": "`a",
    "runs of backticks": "`" * 9 + " ",
    "brackets": "[a](",
    "comments": "<!-- ",
    "tags": "<a ",
    "quoted values": "<a b='<a b=\"",
    "end tags": "</a ",
    "instructions": "<?",
    "zero width": "\u200b",
    "zero width marker": "<!--\u200bd\u200bo\u200bc",
    "blanks": " ",
    "pipes": "|",
    "markers in a sentence": f"`{MARKER}` ",
    "markers among tabs and wide letters": f"`é\t{MARKER}` ",
}
BLOCKS = {
    "fence lines": "```\nx\n",
    "markers in one fence": f"{MARKER}\n",
    "indented markers": f"    {MARKER}\n",
    "open elements": "<div>\n<pre>\n\n",
    "table rows": "| a |\n",
    "list items": "- a\n",
    "quoted markers": f"> `{MARKER}`\n",
    "fenced examples": f"```\n{MARKER}\n```\n",
}


def _seconds(data: bytes) -> float:
    best = 60.0
    for _ in range(2):
        start = time.process_time()
        scan(data, "p.md")
        best = min(best, time.process_time() - start)
    return best


@pytest.mark.parametrize("bait", BAITS.values(), ids=BAITS)
def test_four_times_the_lines_take_about_four_times_as_long(bait: str) -> None:
    line = (bait * 20000)[:20000] + "\n"
    short = f"{line}\n{MARKER}\n".encode()
    long = f"{line * 4}\n{MARKER}\n".encode()
    assert _seconds(long) < max(0.1, 12 * _seconds(short))


@pytest.mark.parametrize("bait", BAITS.values(), ids=BAITS)
def test_four_times_the_length_of_a_line_takes_about_four_times_as_long(bait: str) -> None:
    line = bait * (60000 // len(bait))
    short = f"{line[:15000]}\n{MARKER}\n".encode()
    assert _seconds(f"{line}\n{MARKER}\n".encode()) < max(0.1, 12 * _seconds(short))


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_four_times_the_blocks_take_about_four_times_as_long(block: str) -> None:
    def text(times: int) -> bytes:
        return f"```\n{block * times}\n{MARKER}\n{block * times}{MARKER}\n".encode()

    assert _seconds(text(4000)) < max(0.1, 12 * _seconds(text(1000)))
