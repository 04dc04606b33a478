"""The search page as a test works it: what a reader would point at, by name."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.sample import SearchedSite

Site = tuple[SearchedSite, str]
SCAN = "regions/scan.py"


def open_search(page: Page, site: Site, query: str = "") -> None:
    page.goto(site[1] + site[0].search + query)
    expect(field(page)).to_be_visible()


def field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search this repository")


def results(page: Page) -> Locator:
    return page.locator(".docbridge-result")


def titles(page: Page) -> list[str]:
    return page.locator(".docbridge-result__title").all_text_contents()


def status(page: Page) -> Locator:
    return page.locator(".docbridge-search__status")


def type_in(page: Page, text: str) -> None:
    field(page).fill("")
    field(page).press_sequentially(text)


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
