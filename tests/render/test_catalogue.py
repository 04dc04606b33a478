"""Pages as they are written: golden files, hostile data, own templates, region bodies."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import markdown
import msgspec
import pytest
import yaml
from bs4 import BeautifulSoup

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.render import views as v
from mkdocs_docbridge.render.catalogue import (
    Override,
    Templates,
    region_body,
    template_names,
    template_source,
)
from mkdocs_docbridge.render.engine import compile_template
from tests.support.sites import REPOSITORY

from .golden import assert_golden
from .pages import PAGES, REGIONS, SEARCH, area_pages, overview, rendered

EXTENSIONS = [
    "tables",
    "attr_list",
    "md_in_html",
    "pymdownx.superfences",
    "pymdownx.magiclink",
    "pymdownx.smartsymbols",
]
HOSTILE = '<script>|`x` {{ y }} [a](javascript:b) "q"\n--8<-- "z"'


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_written_as_the_golden_file_has_it(name: str) -> None:
    template, view = PAGES[name]
    assert_golden(name, Templates().render(template, view))


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_body_is_written_as_the_golden_file_has_it(name: str) -> None:
    template, view = REGIONS[name]
    assert_golden(name, region_body(Templates().render(template, view), place=name))


def test_every_bundled_template_has_a_golden_file() -> None:
    # llms.txt has its own tests, beside the parser that reads it, and the two reports theirs, beside what makes them
    own = {"llms.txt", "audit", "doctor", "doctor-region"}
    assert {template for template, _ in [*PAGES.values(), *REGIONS.values()]} | own == set(template_names())


@pytest.mark.parametrize("order", ["in-order", "shuffled"])
@pytest.mark.parametrize("seed", ["1", "4242"])
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "tr_TR.UTF-8"])
def test_locale_hash_seed_and_order_of_the_input_change_no_byte(locale: str, seed: str, order: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.render.pages", order],
        cwd=REPOSITORY,
        env={**os.environ, "LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": seed, "TZ": "Asia/Tokyo"},
        capture_output=True,
        check=True,
    )
    here = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in rendered().items()}
    assert json.loads(done.stdout) == here


def converted(page: str) -> BeautifulSoup:
    body = page.split("---\n", 2)[2] if page.startswith("---\n") else page
    return BeautifulSoup(markdown.markdown(body, extensions=EXTENSIONS), "lxml")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_front_matter_one_heading_and_no_blanks_at_line_ends(name: str) -> None:
    template, view = PAGES[name]
    page = Templates().render(template, view)
    front = yaml.safe_load(page.split("---\n")[1])
    assert set(front) - {"hide"} == {"title", "description"}
    assert page.endswith("\n")
    assert not any(line != line.rstrip() for line in page.split("\n"))
    assert "\r" not in page
    assert "\n\n\n" not in page
    soup = converted(page)
    assert len(soup.find_all("h1")) == 1
    for table in soup.find_all("table"):
        widths = {len(row.find_all(["td", "th"])) for row in table.find_all("tr")}
        assert len(widths) == 1
    assert "|" not in soup.get_text().replace("a|b", "").replace("* | all", "").replace("x|y", "")


def hostile(value: Any) -> Any:
    """``value`` with every plain text replaced by the hostile one."""
    if isinstance(value, v.View):
        return msgspec.structs.replace(
            value, **{name: hostile(getattr(value, name)) for name in value.__struct_fields__}
        )
    if isinstance(value, tuple):
        return tuple(hostile(member) for member in value)
    return HOSTILE if type(value) is str and value else value


@pytest.mark.parametrize("name", PAGES)
def test_hostile_texts_in_every_field_change_no_table_and_start_nothing(name: str) -> None:
    template, view = PAGES[name]
    page = Templates().render(template, hostile(view))
    assert "{{" not in page
    assert "8<" not in page
    soup, plain = converted(page), converted(Templates().render(template, view))
    assert soup.find_all("script") == []
    assert [len(t.find_all("tr")) for t in soup.find_all("table")] == [
        len(t.find_all("tr")) for t in plain.find_all("table")
    ]
    assert [len(t.find_all("td")) for t in soup.find_all("table")] == [
        len(t.find_all("td")) for t in plain.find_all("table")
    ]
    assert not any(
        str(link.get("href", link.get("xlink:href"))).startswith("javascript") for link in soup.find_all("a")
    )
    assert yaml.safe_load(page.split("---\n")[1])["title"].startswith("&lt;script&gt;|`x` {{ y }}")


@pytest.mark.parametrize("name", PAGES)
def test_a_figure_stays_one_block(name: str) -> None:
    template, view = PAGES[name]
    page = Templates().render(template, view)
    soup = converted(page)
    assert len(soup.find_all("figure")) == page.count("<figure")
    assert all(figure.find("p") is None for figure in soup.find_all("figure"))


def test_the_search_container_is_what_the_script_looks_for() -> None:
    soup = converted(Templates().render("search", SEARCH))
    container = soup.select_one("div.docbridge-search[data-docbridge-search]")
    assert container is not None
    assert container["data-index"] == "search/index.json?v=1&k=2"
    assert "needs JavaScript" in container.get_text()
    assert [link.get("href", link.get("xlink:href")) for link in container.find_all("a")] == ["../"]


def test_an_empty_page_names_the_command_that_fills_it() -> None:
    for name, command in (("overview-empty.md", "docbridge scan"), ("parity-empty.md", "docbridge artifact seal")):
        template, view = PAGES[name]
        assert command in converted(Templates().render(template, view)).get_text()


def test_every_bundled_template_compiles_and_an_unknown_name_is_refused() -> None:
    assert {"area", "area-region", "llms.txt", "overview", "parity", "search", "study"} <= set(template_names())
    for name in template_names():
        assert compile_template(name, template_source(name)).name == name
    with pytest.raises(InputError, match="did you mean area"):
        template_source("aera")


def test_an_own_template_replaces_the_bundled_one() -> None:
    own = Templates({"area": Override("docs/area.md", "# {{ area.path }}\n")})
    assert own.render("area", area_pages()[1]) == "# src/rank\n"
    assert own.render("overview", overview()) == Templates().render("overview", overview())


def test_a_broken_own_template_stops_before_anything_is_rendered() -> None:
    with pytest.raises(InputError) as caught:
        Templates({"area": Override("docs/area.md", "# x\n{% include 'y' %}")})
    assert caught.value.place == "docs/area.md:2"


def test_a_template_that_replaces_none_is_the_projects_own() -> None:
    own = Templates({"team": Override("docs/team.md", "Areas: {{ areas|length }}\n")})
    assert own.own_names == ("team",)
    assert own.render("team", overview()).startswith("Areas: ")


@pytest.mark.parametrize(
    "body",
    [
        "a\n<!-- doc-bridge:generated hash=0 -->",
        "a\n```\nb",
        "~~~~\nb\n~~~",
        "a <!-- b",
        "a\n<!-- /doc-bridge:generated -->",
    ],
)
def test_a_body_with_a_marker_or_something_open_is_refused(body: str) -> None:
    with pytest.raises(InputError, match="REGION_BODY"):
        region_body(body, place="area:src")


def test_a_body_has_no_blanks_at_its_ends() -> None:
    assert region_body("\n\na  \n\n```\nb\n```\n\n", place="area:src") == "a\n\n```\nb\n```"


def test_blank_lines_inside_a_code_block_stay() -> None:
    own = Templates({"area": Override("a.md", "a\n\n\n\nb\n\n```\nc\n\n\nd\n```\n")})
    assert own.render("area", area_pages()[1]) == "a\n\nb\n\n```\nc\n\n\nd\n```\n"
