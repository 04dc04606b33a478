"""What is encoded shows literally under Python-Markdown with Material's extensions, and under CommonMark."""

from __future__ import annotations

import json
import string
from typing import Any

import markdown
import pytest
import yaml
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mkdocs_docbridge.text.escape import (
    Safe,
    code,
    fence,
    inline,
    link,
    meta,
    page_names,
    slug,
    url,
    visible,
    yaml_scalar,
)
from tests.support.cases import Case, cases

RECOMMENDED: list[str] = [
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "smarty",
    "sane_lists",
    "pymdownx.betterem",
    "pymdownx.caret",
    "pymdownx.critic",
    "pymdownx.details",
    "pymdownx.emoji",
    "pymdownx.fancylists",
    "pymdownx.inlinehilite",
    "pymdownx.keys",
    "pymdownx.magiclink",
    "pymdownx.mark",
    "pymdownx.smartsymbols",
    "pymdownx.snippets",
    "pymdownx.superfences",
    "pymdownx.tabbed",
    "pymdownx.tasklist",
    "pymdownx.tilde",
    "pymdownx.blocks.admonition",
    "pymdownx.progressbar",
    "pymdownx.arithmatex",
]
CONFIGS: dict[str, dict[str, Any]] = {
    "pymdownx.magiclink": {
        "repo_url_shorthand": True,
        "social_url_shorthand": True,
        "user": "ann",
        "repo": "tool",
        "provider": "github",
    },
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.snippets": {"check_paths": False},
}
PYTHON_MARKDOWN = markdown.Markdown(extensions=RECOMMENDED, extension_configs=CONFIGS)
COMMONMARK = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

DATA = [json.loads(path.read_bytes()) for case in cases("templates") for path in case.folder.glob("data.json")]
TITLES = [title for data in DATA for title in data.get("titles", [])]
HOSTILE = [
    *TITLES,
    "1. one",
    "12) two",
    "- dash",
    "+ plus",
    "a. letter",
    "iv. roman",
    ": definition",
    "~ tilde",
    "/// note",
    "--- ",
    "===",
    "> quote",
    "    indented",
    "\tcode",
    "[TOC]",
    "[^1]",
    "*[HTML]: x",
    "HTML",
    ":smile:",
    "++ctrl+c++",
    "==mark==",
    "~~gone~~",
    "a^b^",
    "www.example.com",
    "see http://example.com/x",
    "a@example.com",
    "@ann",
    "ann/tool#12",
    "#12",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "1/2 of it",
    "c/o Ann",
    "1st and 22nd",
    "wait...",
    "a -- b --> c",
    "(tm) (c) +/-",
    "$x$ \\(y\\)",
    "[ ] todo",
    "[=50%]",
    "{++add++}",
    "`#!py x`",
    "![i](u)",
    "<b>&amp;",
    "a\\|b",
    "**",
    "__init__.py",
    "a_b_c",
    "x{.cls}",
    "{: #id}",
    "&copy;",
    "&#65;",
    "C:\\dir\\",
    "«ü» 漢字 👩‍💻",
    "می‌خواهم",
]


def _python_cells(source: str) -> tuple[list[list[str]], BeautifulSoup]:
    PYTHON_MARKDOWN.reset()
    soup = BeautifulSoup(PYTHON_MARKDOWN.convert(source), "lxml")
    return [[cell.get_text() for cell in row.find_all("td")] for row in soup.select("tbody tr")], soup


def _commonmark_cells(source: str) -> tuple[list[list[str]], BeautifulSoup]:
    soup = BeautifulSoup(COMMONMARK.render(source), "lxml")
    return [[cell.get_text() for cell in row.find_all("td")] for row in soup.select("tbody tr")], soup


def _table(texts: list[str]) -> str:
    return "\n".join(
        ["| a | b | c |", "| --- | --- | --- |", *(f"| x | {inline(text)} | {code(text)} |" for text in texts)]
    )


@pytest.mark.parametrize("read", [_python_cells, _commonmark_cells])
def test_every_hostile_title_is_one_row_of_three_cells_that_shows_it(read: Any) -> None:
    rows, soup = read(_table(HOSTILE))
    assert rows == [["x", visible(title), visible(title)] for title in HOSTILE]
    assert soup.find_all(["a", "script", "img", "em", "strong", "abbr", "sup", "mark", "del", "kbd", "input"]) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.text(st.one_of(st.sampled_from(string.printable), st.characters()), max_size=24), min_size=1, max_size=6
    )
)
def test_any_text_keeps_the_rows_and_cells_of_a_table(texts: list[str]) -> None:
    for read in (_python_cells, _commonmark_cells):
        rows, _ = read(_table(texts))
        assert rows == [["x", visible(text), visible(text)] for text in texts]


@pytest.mark.parametrize("title", [title for title in HOSTILE if visible(title)])
@pytest.mark.parametrize(
    ("before", "after", "selector"),
    [("", "", "p"), ("- ", "", "li"), ("## ", "", "h2"), ("[", "](x.md)", "a"), ("> ", "", "blockquote")],
)
def test_a_title_shows_literally_wherever_it_stands(title: str, before: str, after: str, selector: str) -> None:
    source = before + inline(title) + after
    PYTHON_MARKDOWN.reset()
    for rendered in (PYTHON_MARKDOWN.convert(source), COMMONMARK.render(source)):
        found = BeautifulSoup(rendered, "lxml").select_one(selector)
        assert found is not None
        assert found.get_text().strip() == visible(title)


def test_letters_digits_and_path_characters_stay_readable_in_the_source() -> None:
    assert inline("src/app/main.py, 3-4") == "src/app/main.py, 3-4"


def test_encoded_text_holds_nothing_that_macros_snippets_or_regions_look_for() -> None:
    encoded = inline("{{ a }}{% b %} --8<-- <!-- doc-bridge:generated -->")
    assert not any(sign in encoded for sign in ("{{", "{%", "8<", "<!--"))


def test_line_breaks_become_blanks_and_invisible_characters_are_shown_as_replaced() -> None:
    assert visible("a\r\nb\u2028c\td") == "a b c d"
    assert visible("a\u202eb\u200bc\x00d\ufeffe\ud800") == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffd"
    assert visible("a\u200db") == "a\ufffdb"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("a b(1).md", "a%20b%281%29.md"),
        ("a%20b.md#L10-L12", "a%20b.md#L10-L12"),
        ("?q=x&kind=code", "?q=x&#38;kind=code"),
        ("HTTPS://example.com:8080/a_(b)?q=1", "https://example.com:8080/a_%28b%29?q=1"),
        ("mailto:ann@example.com", "mailto:ann@example.com"),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("//evil.example", ""),
        ("\\\\evil.example", ""),
        ("100%/ü.md", "100%25/%C3%BC.md"),
        ("docs/a:b.md", "docs/a%3Ab.md"),
    ],
)
def test_a_link_target_is_percent_encoded_or_refused(target: str, expected: str) -> None:
    assert url(target) == expected


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30))
def test_a_link_is_a_link_to_nothing_but_web_mail_or_relative_addresses(text: str, target: str) -> None:
    for rendered in (
        COMMONMARK.render(link(text, target)),
        markdown.markdown(link(text, target), extensions=["attr_list"]),
    ):
        soup = BeautifulSoup(rendered, "lxml")
        assert soup.get_text().strip() == visible(text)
        for anchor in soup.find_all("a"):
            assert url(target)
            assert ":" not in str(anchor["href"]).split("/")[0] or str(anchor["href"]).startswith(("http", "mailto"))


@settings(max_examples=60, deadline=None)
@given(
    st.text(
        st.one_of(
            st.sampled_from("`~ \n#ab{%-8<>&;"),
            st.characters(exclude_categories=["C", "Z"], exclude_characters="\u115f\u1160\u17b4\u17b5\u3164\uffa0"),
        ),
        max_size=40,
    )
)
def test_a_code_block_shows_its_text_in_both_dialects(text: str) -> None:
    lines = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    source = f"before\n\n{fence(text, 'py')}\n\nafter"
    PYTHON_MARKDOWN.reset()
    for rendered in (PYTHON_MARKDOWN.convert(source), COMMONMARK.render(source)):
        soup = BeautifulSoup(rendered, "lxml")
        blocks = soup.find_all("pre")
        assert [block.get_text().strip("\n") for block in blocks] == [lines]
        assert [p.get_text() for p in soup.find_all("p")] == ["before", "after"]


def test_a_code_block_hides_snippet_and_macro_marks_from_other_extensions() -> None:
    block = fence('--8<-- "secret"\n{{ config }}', "md")
    assert block.startswith('<pre><code class="language-md">')
    assert "8<" not in block
    assert "{{" not in block
    assert "\n" not in block


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_a_yaml_scalar_is_read_back_as_the_text(text: str) -> None:
    scalar = yaml_scalar(text)
    assert "{" not in scalar
    assert "\n" not in scalar
    expected = "".join("\ufffd" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text)
    assert yaml.safe_load(f"title: {scalar}\n") == {"title": expected}


def test_front_matter_values_are_html_because_themes_print_them_raw() -> None:
    assert yaml.safe_load(meta('a "b" <script>\n{{ x }}')) == "a &quot;b&quot; &lt;script&gt; {{ x }}"


def test_rendered_markdown_loses_its_type_when_it_is_cut() -> None:
    assert type(Safe("&#124;x")[:3]) is str


@pytest.mark.parametrize(
    "case", [case for case in cases("templates") if "slug" in case.expected["slug"]], ids=lambda c: c.id
)
def test_colliding_paths_all_get_a_suffix(case: Case) -> None:
    areas = json.loads((case.folder / "data.json").read_bytes())["areas"]
    names = page_names(areas)
    assert len({name.casefold() for name in names.values()}) == len(areas)
    plain = [slug(area).casefold() for area in areas]
    for area in areas:
        collides = plain.count(slug(area).casefold()) > 1
        assert (names[area] != slug(area)) == (collides or slug(area).split(".")[0].casefold() in {"con", "aux"})


def test_page_names_by_hand() -> None:
    assert page_names(["src/app", "..", "con", "aux.md"]) == {
        "src/app": "src-app",
        "..": "root",
        "con": "con-1143da2b",
        "aux.md": "aux-81a491c3.md",
    }


@settings(max_examples=100, deadline=None)
@given(st.sets(st.text(st.sampled_from("aAbB/-. ü"), max_size=5), max_size=12))
def test_page_names_are_unique_safe_and_do_not_depend_on_order(keys: set[str]) -> None:
    names = page_names(sorted(keys, reverse=True))
    assert names == page_names(keys)
    assert len({name.casefold() for name in names.values()}) == len(keys)
    for name in names.values():
        assert set(name) <= set(string.ascii_letters + string.digits + "._-")
        assert not name.startswith((".", "-"))


def test_a_path_that_looks_like_anothers_suffixed_name_takes_no_ones_place() -> None:
    suffixed = page_names(["a/b", "a-b"])["a/b"]
    names = page_names(["a/b", "a-b", suffixed])
    assert len(set(names.values())) == 3
