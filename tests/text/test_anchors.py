"""Anchors of headings under the settings that sites use, compared with Python-Markdown and pymdownx themselves."""

from __future__ import annotations

import functools
from pathlib import Path

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown.extensions import toc
from pymdownx import slugs

from mkdocs_docbridge.settings_file import load_settings
from mkdocs_docbridge.text.anchors import anchors, shown_heading, slug
from mkdocs_docbridge.text.toc_options import TocOptions, toc_options

HEADINGS = ["Hello, World!", "hello world", "Ünï – cödé", "日本 語", "A & B", "1.2.3", "x_y", "x", "x_1", "x", ""]


def test_equal_headings_are_numbered_and_written_anchors_are_taken_first() -> None:
    made = anchors([("A", None), ("B", "a"), ("A", None), ("", None), ("raw", "")], TocOptions())
    assert made == ["a_1", "a", "a_2", "_1", ""]


@pytest.mark.parametrize(
    ("config", "text", "expected"),
    [
        ({}, "Café & Co. 2", "cafe-co-2"),
        ({"separator": "_"}, "Two words", "two_words"),
        ({"slugify": "markdown.extensions.toc.slugify_unicode"}, "Café bar", "café-bar"),
        ({"slugify": {"python/object/apply": "pymdownx.slugs.slugify", "kwds": {"case": "lower"}}}, "A  B é", "a--b-é"),
        ({"slugify": {"object": "pymdownx.slugs.slugify", "kwds": {"percent_encode": True}}}, "É", "%C3%89"),
        ({"slugify": "pymdownx.slugs.uslugify"}, "A B", "a-b"),
        ({"slugify": "my.own.function"}, "A B", "a-b"),
    ],
)
def test_the_settings_of_toc_decide(config: dict[str, object], text: str, expected: str) -> None:
    shown = "A B é" if text == "A  B é" else text
    assert slug(shown, toc_options(config)) == expected.replace("--", "-")


def test_functions_that_mkdocs_has_made_are_known_too() -> None:
    made = toc_options({"slugify": slugs.slugify(case="lower", percent_encode=True)})
    assert made == TocOptions(slugify="pymdownx", case="lower", percent_encode=True)
    assert toc_options({"slugify": toc.slugify_unicode}).slugify == "unicode"
    assert toc_options({"slugify": functools.partial(int, base=2)}).unknown == "builtins.int"


def test_yaml_and_mkdocs_read_one_configuration_alike(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\nmarkdown_extensions:\n  - pymdownx.emoji\n  - toc:\n      separator: '~'\n"
        "      slugify: !!python/object/apply:pymdownx.slugs.slugify\n        kwds: {case: lower}\n"
        "  - pymdownx.snippets: {base_path: [parts, !relative $docs_dir]}\n"
    )
    site = load_settings(tmp_path).site
    assert site.toc == TocOptions(separator="~", slugify="pymdownx", case="lower", emoji=True)
    assert [path.name for path in site.snippets] == ["parts", "docs"]


def test_footnote_marks_and_emoji_are_no_words_of_an_anchor() -> None:
    assert shown_heading("Faces :smile: here[^1]", TocOptions(emoji=True)) == "Faces here"
    assert slug("At 10:30: now", TocOptions(emoji=True)) == "at-1030-now"


@pytest.mark.parametrize("case", ["none", "lower", "lower-ascii", "fold"])
def test_pymdownx_slugs_are_those_of_pymdownx(case: str) -> None:
    theirs = slugs.slugify(case=case)
    options = toc_options({"slugify": theirs})
    assert [slug(text, options) for text in HEADINGS] == [theirs(text, "-") for text in HEADINGS]


@given(st.lists(st.sampled_from(["A", "B b", "A_1", "Über", "1", "c-d"]), max_size=12))
def test_a_page_of_headings_gets_the_anchors_of_python_markdown(texts: list[str]) -> None:
    page = markdown.Markdown(extensions=["toc"])
    page.convert("\n\n".join(f"## {text}" for text in texts))
    made = [token["id"] for token in page.toc_tokens]  # type: ignore[attr-defined]
    assert anchors([(text, None) for text in texts], TocOptions()) == made
