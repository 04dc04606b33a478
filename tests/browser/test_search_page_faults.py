"""What the search page does where something that it needs is missing or broken."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.sample import documents, search_index
from tests.browser.search_page import SCAN, Site, open_search, results, status, titles

pytestmark = pytest.mark.browser


def test_without_script_the_page_says_what_to_do(browser: Browser, searched_site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(searched_site[1] + searched_site[0].search)
    expect(page.locator(".docbridge-search")).to_contain_text("needs JavaScript")
    context.close()


FAULTS = {
    "missing": (404, "not here", "search.json could not be fetched (status 404)"),
    "broken": (200, '{"version": 1,', "search.json is not valid JSON"),
    "other": (200, "[]", "search.json is not a search index"),
    "newer": (
        200,
        '{"version": 2, "kinds": [], "documents": [], "index": {}}',
        "search.json is of version 2, this page reads 1",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_index_is_a_sentence_on_the_page(browser: Browser, searched_site: Site, fault: str) -> None:
    code, body, sentence = FAULTS[fault]
    context = browser.new_context()
    context.route("**/docbridge/search.json", lambda route: route.fulfill(status=code, body=body))
    page = context.new_page()
    open_search(page, searched_site, "?q=regions")
    expect(status(page)).to_contain_text(f"The search index could not be used: {sentence}. Build the site again")
    context.close()


def test_a_missing_lunr_is_a_sentence_on_the_page(browser: Browser, searched_site: Site) -> None:
    context = browser.new_context()
    context.route("**/docbridge/assets/lunr.js", lambda route: route.fulfill(status=404, body=""))
    page = context.new_page()
    open_search(page, searched_site, "?q=regions")
    expect(status(page)).to_contain_text("lunr.js could not be loaded")
    context.close()


def test_where_no_worker_may_start_the_page_itself_searches(page: Page, searched_site: Site) -> None:
    page.add_init_script("window.Worker = class { constructor() { throw new Error('refused'); } };")
    open_search(page, searched_site, "?q=body_hash")
    expect(results(page).first).to_contain_text(SCAN)


def _answer(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=body)


def test_several_indexes_answer_as_one(page: Page, searched_site: Site) -> None:
    entries = documents()
    pages = [entry for entry in entries if entry["kind"] == "document"]
    rest = [entry for entry in entries if entry["kind"] != "document"]
    for name, part in (("search.json", pages), ("search-code.json", rest)):
        body = json.dumps(search_index(part))
        page.route(f"**/docbridge/{name}", _answer(body))
    html = (searched_site[0].folder / searched_site[0].search / "index.html").read_text(encoding="utf-8")
    both = html.replace('data-index="../search.json"', 'data-index="../search.json ../search-code.json"')
    assert both != html
    page.route("**/docbridge/search/*", lambda route: route.fulfill(body=both, content_type="text/html"))
    open_search(page, searched_site, "?q=regions")
    expect(results(page)).to_have_count(5)
    assert {SCAN, "Generated regions"} < set(titles(page))
