"""Documents made to break a reader: every form again and again, unclosed and nested. Time stays linear."""

from __future__ import annotations

import time

import pytest

from mkdocs_docbridge.snapshot.catalogue import DOCUMENT_SUFFIXES
from mkdocs_docbridge.snapshot.markdown import document_facts

PIECES = [
    "<a {",
    '<a "',
    "<a '",
    "<!-- ",
    "{ .x=",
    "[a][",
    "`",
    "``a`",
    "[",
    "](",
    "![",
    "!!! note\n    ",
    '=== "a"\n    ',
    "[^1]: ",
    "::: a.b\n",
    "/// a\n",
    "<div markdown>",
    "<div markdown>\n",
    '{% include "',
    "--8<--\n",
    '--8<-- "a',
    "{* a ",
    "| a ",
    "> ",
    "- ",
    "<h1>",
    '<a href="x">',
    "<pre>",
    "<code>",
    "{x",
    "</",
    "<x y={",
    ".. x::\n",
    "`a <",
    ":a:`",
    "**",
    "[a]: b\n",
    "# a {#",
    "a: b\n",
    "---\n",
    "export const x = {\n",
    "<A>\n  ",
    "<A>",
    "&amp;",
    "*[x]: y\n",
    "\t",
    "# \n",
    "\\",
    "=>",
    ".. _a: b\n",
    "=====\na\n=====\n",
    "docbridge: ",
    "ghp_",
    "::\n\n  ",
]


@pytest.mark.parametrize("suffix", [suffix for suffix in DOCUMENT_SUFFIXES if suffix != ".markdown"])
def test_time_grows_with_the_length_whatever_stands_there(suffix: str) -> None:
    for piece in PIECES:
        taken = []
        for size in (10_000, 80_000):
            data = (piece * (size // len(piece))).encode()
            start = time.process_time()
            document_facts(data, suffix)
            taken.append(time.process_time() - start)
        assert taken[1] < 40 * max(taken[0], 0.01), f"{piece!r}: {taken}"


def test_deep_nesting_is_read_without_recursion() -> None:
    for text in (
        "> " * 5_000 + "x",
        "- " * 5_000 + "x",
        "<div>" * 5_000,
        "!!! a\n" + "    " * 2_000 + "x",
        "[" * 5_000,
    ):
        assert document_facts(text.encode(), ".md").word_count >= 0
