"""Titles that would break a page, in file names, titles, owners and docstrings: shown literally in a browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from mkdocs_docbridge.text.escape import visible
from tests.support.sites import build, make_repository

pytestmark = pytest.mark.browser

TITLES = [
    "a | b | c",
    "`code` and ``more``",
    "<script>window.broken = 1</script>",
    "<img src=x onerror='window.broken = 1'>",
    "[link](javascript:window.broken=1)",
    "![image](x.png)",
    "[ref][one] and [^note]",
    "{{ config }} {% raw %}",
    "{: .red #id }",
    "**bold** _emphasis_ ~~gone~~",
    "# heading",
    "- [ ] item",
    "1. first",
    "--- ",
    "a\nb",
    "line\u2028separated",
    "right\u202eto left\u202c",
    "zero\u200bwidth",
    "👩‍💻 emoji 🎉",
    "<!-- comment --> &amp; &#65;",
    "\\*escaped\\* \\| pipe",
    "--8<-- 'secret.md'",
    "$x$ ==mark== ^sup^ ++ctrl++",
    ":smile: www.example.com @someone #12",
]
CONFIG = """\
site_name: Hostile
theme: {name: material, font: false}
nav: [one.md]  # Material prints the titles of the navigation as they are
markdown_extensions:
  [abbr, admonition, attr_list, def_list, footnotes, md_in_html, tables, toc, pymdownx.betterem, pymdownx.caret,
   pymdownx.emoji, pymdownx.highlight, pymdownx.keys, pymdownx.magiclink, pymdownx.mark, pymdownx.smartsymbols,
   pymdownx.snippets, pymdownx.superfences, pymdownx.tabbed, pymdownx.tasklist, pymdownx.tilde]
plugins:
  - search
  - docbridge:
      ownership:
"""


def _file_name(title: str) -> str:
    """The title as a file name: without the slash, which no name may have, and the blank line that ends one."""
    return title.replace("/", "∕").strip()


@pytest.fixture(scope="module")
def address(server: tuple[Path, str]) -> str:
    folder, base = server
    files: dict[str, str] = {}
    owned = []
    for number, title in enumerate(TITLES):
        name = _file_name(title)
        quoted = json.dumps(title, ensure_ascii=False)
        files[f"src/tool/{name}/part.py"] = f"{quoted}\n\n\ndef call_{number}(): ...\n"
        files[f"src/tool/core/{name}.py"] = f"from tool import core\n\n\ndef other_{number}(): ...\n"
        page = f"---\ntitle: {quoted}\ndescription: {quoted}\n---\n\nAbout `src/tool/core`, text {number}.\n"
        files[f"docs/page{number}.md"] = page
        owned.append(
            f"        - {{id: owner{number}, path: docs/page{number}.md, purpose: {quoted}, group: {quoted}}}\n"
        )
    files["mkdocs.yml"] = CONFIG + "".join(owned)
    files["docs/one.md"] = "# One\n\n" + "".join(
        f"<!-- doc-bridge:generated source={source} -->\n<!-- /doc-bridge:generated -->\n\n"
        for source in ("area:src/tool/core", "handoff:src/tool/core", "ownership:owner2", "coverage")
    )
    root = make_repository(folder / "hostile", files)
    built = build(root)
    assert built.code == 0, built.output
    return f"{base}hostile/site/"


LOOK = r"""() => {
  const content = document.querySelector(".md-content");
  const tables = [...content.querySelectorAll("table")].map((table) =>
    [...table.querySelectorAll("tr")].map((row) => row.querySelectorAll("td, th").length));
  const made = [...content.querySelectorAll("img:not(.twemoji), del, mark, sup, kbd, input, abbr, em, h1 ~ h1")];
  return {
    broken: window.broken,
    tables,
    scripts: content.querySelectorAll("script").length,
    made: made.map((item) => item.outerHTML).filter((html) => !/^<em>(\(from |snapshot <code>)/.test(html)),
    addresses: [...content.querySelectorAll("[href], [src]")]
      .map((item) => item.getAttribute("href") || item.getAttribute("src")),
    text: content.textContent,
  };
}"""


def looked(page: Page, url: str) -> str:
    """The text of a page, once nothing on it was made or broken by a title."""
    page.goto(url)
    seen = page.evaluate(LOOK)
    assert seen["broken"] is None
    assert seen["scripts"] == 0
    assert seen["made"] == []
    assert all(len(set(rows)) == 1 for rows in seen["tables"])
    assert not any(item.lower().startswith("javascript:") for item in seen["addresses"])
    return " ".join(str(seen["text"]).split())


def test_titles_of_pages_stand_literally_on_the_page_of_an_area(page: Page, address: str) -> None:
    text = looked(page, f"{address}docbridge/areas/src-tool-core/")
    for title in TITLES:
        assert " ".join(visible(title).split()) in text


def test_names_of_files_stand_literally_in_the_tables_of_modules_and_areas(page: Page, address: str) -> None:
    area = looked(page, f"{address}docbridge/areas/src-tool-core/")
    overview = looked(page, f"{address}docbridge/")
    for title in TITLES:
        name = " ".join(visible(_file_name(title)).split())
        assert f"{name}.py" in area
        assert f"src/tool/{name}" in overview


def test_every_area_named_after_a_title_has_its_page(page: Page, address: str) -> None:
    page.goto(f"{address}docbridge/")
    links = page.locator(".md-content table a")
    for href in sorted({str(link.get_attribute("href")) for link in links.all() if link.get_attribute("href")}):
        if href.startswith("areas/"):
            looked(page, f"{address}docbridge/{href}")


def test_groups_and_purposes_stand_literally_on_the_pages_of_owners(page: Page, address: str) -> None:
    text = looked(page, f"{address}docbridge/ownership/")
    for number, title in enumerate(TITLES):
        shown = " ".join(visible(title).split())
        assert shown in text
        if number % 5 == 2:
            assert shown in looked(page, f"{address}docbridge/ownership/owner{number}/")


def test_regions_show_titles_literally(page: Page, address: str) -> None:
    text = looked(page, f"{address}one/")
    for title in TITLES:
        assert f"{' '.join(visible(_file_name(title)).split())}.py" in text


def test_search_shows_titles_literally(page: Page, address: str) -> None:
    page.goto(f"{address}docbridge/search/")
    for number in (0, 2, 3, 4, 16, 18):
        page.get_by_label("Search this repository").fill(f"text {number} {TITLES[number]}")
        page.locator(".docbridge-result").first.wait_for()
        assert page.evaluate("window.broken") is None
        assert page.locator(".docbridge-result img, .docbridge-result script").count() == 0
