"""The projection shows what a reader sees: marks transparent, hidden text out, raw lines kept."""

from __future__ import annotations

import html
import re
from pathlib import Path

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.text.plain import BLANKS
from mkdocs_docbridge.text.projection import Projection, project


def prose(text: str, path: str = "page.md") -> list[str]:
    return [paragraph for _, paragraph in project(text, path=path).prose.paragraphs()]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("It *completes* **71%** of `tasks`", "It completes 71% of tasks"),
        ("[text](https://e.org/a_(b) 'title') and ![alt *x*](p.png)", "text and alt x"),
        ("[text][ref]\n\n[ref]: https://example.org 'title'", "text"),
        ("a &amp; b &#55;1 &nbsp;c", "a & b 71 c"),
        ("1\\*2 \\# \\{x}", "1*2 # {x}"),
        ("one  \ntwo\nthree<br>four", "one two three four"),
        ("<b>68%</b> of <span class='x'>tasks</span>", "68% of tasks"),
        ("## Head {#id .c data-x='1 2'}", "Head"),
        ("[b](x){ .md-button }{: #y } and `{ .x }`", "b and { .x }"),
        ("==hi== and a == b == c", "hi and a == b == c"),
        ("~~old~~ new ~840 and ~one~", "new ~840 and ~one~"),
        ("com\u00adple\u200btes e\u0301**\u0301**", "completes \u00e9\u0301"),
        ("12\u00a0480 and 12\u00a0 480", "12\u00a0480 and 12 480"),
        ("Term\n:   Meaning\n    goes on", "Term|Meaning goes on"),
        ('!!! note "Its **title**"\n    Body\n\n        code', "Its title|Body"),
        ('??? tip\n\n    One\n\n    !!! note "Two"\n        Three', "One|Two|Three"),
        ('=== "Tab"\n\n    Inside', "Tab|Inside"),
        ("- one\n- two\n  more\n    - three", "one|two more|three"),
        ("> quote\n> more\n\n> next", "quote more|next"),
        ("| a | b \\| c |\n|---|---|\n| `1` | |", "a|b || c|1".replace("||", "\x00")),
        ("para\n\n    indented code\n\n```\nfence\n```\n~~~~py\n~~~\n~~~~\nend", "para|end"),
        ("<!-- a\n\nb -->\nseen", "seen"),
        ("a <!-- b --> c", "a c"),
        ("<pre>\nx\n\ny</pre>\n\n<script>z</script>\n<style>\ns\n</style>\nseen", "seen"),
        ("<p align=center>We <b>run</b>\n     **71** tests</p>", "We run 71 tests"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a|b"),
        ("<details><summary>More</summary>\n\nInside\n\n</details>", "More|Inside"),
        ("<p><img src=x alt='build 7'> <!-- no --> b</p>", "build 7 b"),
        ("before\n\n```py\nnever closed", "before|never closed"),
        ("- ```\n  code\n  ```\n\nseen\n\n```py\nx\n```", "seen"),
        ("para\n\n    ```\n\nseen\n\n```py\nx\n```", "para|seen"),
        ("1. one\n\n    ```\n    code\n    ```\n\n    two\n\nthree", "one|two|three"),
        ("- a\n    ```\n    code\n\nseen", "a|seen"),
        ("> ```\n> code\n> ```\n\nseen", "seen"),
        ("```\n<!-- x\n```\nseen\n```\n-->\n```", "seen"),
    ],
)
def test_markdown_is_shown_as_it_is_read(source: str, shown: str) -> None:
    assert prose(source) == [part.replace("\x00", "| ") for part in shown.replace("\x00 ", "\x00").split("|")]


def test_front_matter_and_a_byte_order_mark_are_out_and_lines_are_kept() -> None:
    text = "\ufeff---\r\ntitle: hidden\r\n---\r\n\r\nOne\r\ntwo\r\n\r\n- three\r\n"

    assert list(project(text, path="a.md").prose.paragraphs()) == [(5, "One two"), (8, "three")]


def test_every_character_knows_its_raw_line() -> None:
    plain = project('# A\n\none\n**two**\nthree\n\n!!! note "T"\n\n    four\n', path="a.md").prose

    lines = {word: plain.line(plain.text.index(word)) for word in ("A", "one", "two", "three", "T", "four")}
    assert lines == {"A": 1, "one": 3, "two": 4, "three": 5, "T": 7, "four": 9}


def test_a_table_row_is_also_kept_whole() -> None:
    rows = project("| *a* | b |\n|---|---|\n| 1 | `x\\|y` |\n", path="a.md").rows

    assert list(rows.paragraphs()) == [(1, "| a | b |"), (3, "| 1 | x|y |")]


def test_the_words_of_a_static_badge_are_kept_apart() -> None:
    text = "![t](https://img.shields.io/badge/unit__tests-1%2C380_ok--ish-green?x=1)"

    assert list(project(text, path="a.md").badges.paragraphs()) == [(1, "unit_tests 1,380 ok-ish")]
    assert prose(text) == ["t"]


def test_text_files_are_paragraphs_and_html_files_are_read_as_pages() -> None:
    assert prose("one\ntwo\n\n# three\n", "a.txt") == ["one two", "# three"]
    assert prose("It **completes** ``71%``\n", "a.rst") == ["It completes 71%"]
    page = (
        "<html><head><title>T</title><style>x</style></head><body><p>a <b>b</b>&amp;\nc</p><pre>d</pre></body></html>"
    )
    assert prose(page, "a.html") == ["T", "a b& c"]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


BLOCKS = st.sampled_from(
    [
        "alpha beta",
        "- item one\n- item two",
        "> quoted",
        "**bold** `code`",
        "## head",
        "| c1 | c2 |\n|----|----|\n| d1 | d2 |",
        '!!! note "ttl"\n\n    body\n\n    more',
        "1. num\n\n    para",
        "```\nhidden\n```",
        "<!-- gone -->",
        "a [link](u.md) b",
        "&lt;tag&gt; &copy;",
        "line\nwrap\nagain",
    ]
)


@given(st.lists(BLOCKS, min_size=1, max_size=8))
@settings(max_examples=100, deadline=None)
def test_the_words_are_those_that_python_markdown_shows_outside_of_code_blocks(blocks: list[str]) -> None:
    # two lists in a row are one list for both parsers, so a paragraph keeps them apart
    source = "\n\nsep\n\n".join(blocks)
    rendered = markdown.markdown(source, extensions=["admonition", "tables", "fenced_code"])
    shown = re.sub(r"<pre>.*?</pre>|<!--.*?-->|<[^>]*>", " ", rendered, flags=re.DOTALL)

    assert words(" ".join(prose(source))) == words(html.unescape(shown))


@given(st.text(alphabet=st.sampled_from("ab1 \n\t`*_[]()<>!#|-=~\"'&;:{}^\\/.\u00a0\u200b\u0301\r\x00"), max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_is_projected_with_bounded_lines_and_single_blanks(text: str) -> None:
    for path in ("a.md", "a.html", "a.rst", "a.txt"):
        projection: Projection = project(text, path=path)
        count = len(re.findall(r"\r\n|\n|\r", text)) + 1
        for plain in (projection.prose, projection.rows, projection.badges):
            assert not re.search(f"[{BLANKS}]{{2}}", plain.text)
            assert len(plain.flat) == len(plain.text)
            assert all(1 <= plain.line(at) <= count for at in range(len(plain.text)))


def test_a_large_page_is_read_in_linear_time() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    page = "\n\n".join(f"It `runs` **{n}** tests <b>x</b> " + "[a](b) " * 20 for n in range(200))

    assert len(prose(page)) == 200
    assert len(prose("<!--" * 5000 + "\n" + "`" * 5001)) <= 2
    assert prose(source, "x.txt")
