"""A search index in several files: pages are found at once, code as soon as its file is there, also from disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.sites import build, make_repository

pytestmark = pytest.mark.browser

CONFIG = """\
site_name: Small
theme: {name: material, font: false}
use_directory_urls: false
plugins:
  - docbridge:
      site: {search: {shard_kb: 1}}
"""
FILES = {
    "mkdocs.yml": CONFIG,
    **{
        f"docs/note{n}.md": f"# Note {n}\n\n## Counting {n}\n\nHow orders are counted, number {n}.\n" for n in range(15)
    },
    **{f"src/tool/core/part{n}.py": f'"""Part {n}."""\n\n\ndef count_orders_{n}(): ...\n' for n in range(15)},
}


@pytest.fixture(scope="module")
def site(server: tuple[Path, str]) -> tuple[Path, str]:
    folder, base = server
    built = build(make_repository(folder / "shards", FILES), "--strict")
    assert built.code == 0, built.output
    assert len(list(built.site.glob("docbridge/search-*.json"))) > 2
    return built.site, f"{base}shards/site/"


def _finds_both(page: Page) -> None:
    field = page.get_by_label("Search this repository")
    field.fill("count_orders_7")
    first = page.locator(".docbridge-result").first
    expect(first).to_have_attribute("data-kind", "module")
    expect(first).to_contain_text("part7.py")
    field.fill("counting 11")
    expect(page.locator(".docbridge-result").first).to_contain_text("Note 11")
    expect(page.locator("button[data-kind=document] .docbridge-search__count")).not_to_have_text("0")


def test_every_file_of_the_index_is_searched(page: Page, site: tuple[Path, str]) -> None:
    page.goto(f"{site[1]}docbridge/search.html")
    _finds_both(page)


def test_from_disk_the_twins_are_read_one_after_the_other(page: Page, site: tuple[Path, str]) -> None:
    page.goto((site[0] / "docbridge/search.html").as_uri())
    _finds_both(page)


def test_a_file_that_is_missing_is_told_and_the_others_are_searched(page: Page, site: tuple[Path, str]) -> None:
    page.route("**/search-2.json", lambda route: route.fulfill(status=200, body="{}"))
    page.goto(f"{site[1]}docbridge/search.html?q=counting")
    expect(page.locator(".docbridge-search__status--bad")).to_contain_text("search-2.json is not a search index")
    field = page.get_by_label("Search this repository")
    field.fill("count_orders_14")
    expect(page.locator(".docbridge-result").first).to_contain_text("part14.py")
