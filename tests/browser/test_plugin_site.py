"""The site that the plugin builds of this very repository, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.sites import build, copy_of_this_repository

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(server: tuple[Path, str]) -> str:
    """The address of this repository's built site."""
    folder, base = server
    root = copy_of_this_repository(folder / "docbridge")
    url = f"{base}docbridge/site/"
    config = root / "mkdocs.yml"
    config.write_text(config.read_text(encoding="utf-8") + f"\nsite_url: {url}\n", encoding="utf-8")
    built = build(root, "--strict")
    assert built.code == 0, built.output
    return url


def test_a_symbol_of_this_repository_finds_its_module_and_enter_opens_it(page: Page, address: str) -> None:
    page.goto(f"{address}docbridge/search/")
    field = page.get_by_label("Search this repository")
    field.fill("body_hash")
    first = page.locator(".docbridge-result").first
    expect(first).to_contain_text("hash.py")
    expect(first).to_have_attribute("data-kind", "module")
    field.press("Enter")
    expect(page).to_have_url(
        re.compile(r"/docbridge/areas/mkdocs_docbridge-regions/#module-mkdocs-docbridge-regions-hash-py$")
    )
    expect(page.locator("#module-mkdocs-docbridge-regions-hash-py")).to_have_count(1)
    page.go_back()
    expect(page.get_by_label("Search this repository")).to_have_value("body_hash")
    expect(page.locator(".docbridge-result").first).to_contain_text("hash.py")


def test_instant_navigation_to_the_search_page_and_away_keeps_it_working(page: Page, address: str) -> None:
    page.goto(f"{address}docbridge/")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="search pages and code", exact=True).click()
    field = page.get_by_label("Search this repository")
    field.fill("how are regions hashed")
    expect(page.locator(".docbridge-result").first).to_be_visible()
    page.locator(".docbridge-result[data-kind=document] a").first.click()
    expect(page).not_to_have_url(re.compile("/docbridge/search/"))
    page.go_back()
    expect(page.get_by_label("Search this repository")).to_have_value("how are regions hashed")
    assert page.evaluate("window.stayed")


def test_every_area_of_the_graph_leads_to_its_page(page: Page, address: str) -> None:
    page.goto(f"{address}docbridge/")
    links = page.locator("svg a")
    assert links.count() >= 8
    for href in [link.get_attribute("xlink:href") for link in links.all()]:
        answer = page.request.get(f"{address}docbridge/{href}")
        assert answer.ok, href
    links.last.locator("circle").click()
    expect(page).to_have_url(re.compile("/docbridge/areas/"))


def test_pages_fit_a_phone_and_show_their_answer_first(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    for path in (
        "docbridge/",
        "docbridge/parity/",
        "docbridge/studies/retrieval-v1/",
        "docbridge/areas/mkdocs_docbridge-text/",
    ):
        page.goto(f"{address}{path}")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1"), path
        heading = page.locator("article h1").bounding_box()
        assert heading is not None
        assert heading["y"] < 400


def test_the_console_stays_silent_in_both_schemes(page: Page, address: str) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for path in ("docbridge/", "docbridge/studies/retrieval-v1/", "guides/regions/"):
            page.goto(f"{address}{path}")
            expect(page.locator("article h1")).to_be_visible()
