"""The search page in a real Chromium, on a real Material site with instant navigation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.browser.sample import MATERIAL, SearchedSite, build_site
from tests.browser.search_page import SCAN, Site, field, open_search, overflow, results, status, titles, type_in

pytestmark = pytest.mark.browser


def test_typing_a_symbol_finds_its_module_and_enter_opens_it(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "body_hash")
    expect(results(page).first.locator(".docbridge-result__title")).to_have_text(SCAN)
    expect(results(page).first.locator(".docbridge-result__symbols")).to_have_text("body_hashscanRegion")
    expect(results(page).first.locator(".docbridge-result__why")).to_contain_text("why: symbol body_hash")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))


def test_enter_right_after_typing_opens_what_was_typed_and_not_what_stood_there_before(
    page: Page, searched_site: Site
) -> None:
    open_search(page, searched_site)
    type_in(page, "ranking")
    expect(results(page).first).to_contain_text("Ranking explained")
    field(page).fill("body_hash")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))


def test_a_half_typed_word_finds_its_completions(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "body_ha")
    expect(results(page).first).to_contain_text(SCAN)
    expect(results(page).first.locator("mark").first).to_have_text("body_hash")


def test_a_heading_that_adds_to_the_title_is_shown_and_opened(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "regions hash")
    row = results(page).filter(has_text="Generated regions")
    expect(row.locator(".docbridge-result__link")).to_have_text("Generated regions › The hash")
    expect(row.locator(".docbridge-result__link")).to_have_attribute("href", re.compile("/regions/#the-hash$"))
    expect(row.locator(".docbridge-result__why")).to_contain_text("heading hash")


def test_the_kind_buttons_count_everything_and_narrow_what_is_shown(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "regions")
    expect(page.locator(".docbridge-search__kinds")).to_have_text(
        re.compile(r"Pages\s+2\s*Code\s+2\s*Areas\s+1\s*Packages\s+0")
    )
    code = page.get_by_role("button", name=re.compile("^Code"))
    expect(code).to_have_attribute("aria-pressed", "false")
    code.click()
    expect(code).to_have_attribute("aria-pressed", "true")
    expect(results(page)).to_have_count(2)
    assert set(titles(page)) == {SCAN, "regions/write.py"}
    expect(page).to_have_url(re.compile(r"\?q=regions&kind=module$"))
    expect(page.locator(".docbridge-search__kinds")).to_have_text(re.compile(r"Pages\s+2\s*Code\s+2"))
    page.get_by_role("button", name=re.compile("^Areas")).click()
    expect(results(page)).to_have_count(3)
    code.click()
    page.get_by_role("button", name=re.compile("^Areas")).click()
    expect(results(page)).to_have_count(5)


def test_nothing_of_the_chosen_kinds_says_how_many_of_the_others_there_are(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site, "?q=body_hash&kind=package")
    expect(status(page)).to_contain_text("Nothing of the chosen kinds; 3 of the others")


def test_arrows_move_the_focus_through_the_results_and_enter_opens_the_one_that_has_it(
    page: Page, searched_site: Site
) -> None:
    open_search(page, searched_site)
    type_in(page, "regions")
    expect(results(page)).to_have_count(5)
    shown = titles(page)
    focused = page.locator(".docbridge-result__link:focus .docbridge-result__title")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text(shown[0])
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text(shown[1])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field(page)).to_be_focused()
    for _ in range(shown.index("Generated regions") + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/regions/$"))


def test_typing_on_a_result_goes_on_in_the_field(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "region")
    expect(results(page)).to_have_count(5)
    page.keyboard.press("ArrowDown")
    page.keyboard.type("s n")  # s opens Material's search and n turns the page, elsewhere
    expect(field(page)).to_have_value("regions n")
    expect(field(page)).to_be_focused()


def test_escape_clears_and_the_counts_return_to_the_whole_index(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site, "?q=regions")
    expect(results(page)).to_have_count(5)
    field(page).press("Escape")
    expect(field(page)).to_have_value("")
    expect(results(page)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile(r"^Pages\s+44$"))).to_be_visible()
    expect(page).to_have_url(re.compile("/search/$"))


@pytest.mark.parametrize("key", ["/", "f", "s"])
def test_the_search_keys_focus_our_field_and_not_the_search_of_the_theme(
    page: Page, searched_site: Site, key: str
) -> None:
    open_search(page, searched_site)
    page.keyboard.press(key)
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value("")
    assert not page.locator("#__search").is_checked()
    page.keyboard.type("f/s")
    expect(field(page)).to_have_value("f/s")


def test_elsewhere_the_search_keys_belong_to_the_theme(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    page.locator(".md-nav__link", has_text="Ranking explained").click()
    expect(page.locator("h1")).to_have_text("Ranking explained")
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()


def test_the_address_holds_the_query_and_brings_it_back(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site, "?q=body_hash")
    expect(results(page).first).to_contain_text(SCAN)
    assert not page.locator("#__search").is_checked(), "Material opens its own search for any ?q="
    type_in(page, "ranking order")
    expect(page).to_have_url(re.compile(r"\?q=ranking\+order$"))
    page.reload()
    expect(field(page)).to_have_value("ranking order")
    expect(results(page).first).to_contain_text("Ranking explained")


def test_back_and_forward_restore_the_results(page: Page, searched_site: Site) -> None:
    page.goto(searched_site[1])
    open_search(page, searched_site)
    type_in(page, "body_hash")
    expect(results(page).first).to_contain_text(SCAN)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))
    page.go_back()
    expect(field(page)).to_have_value("body_hash")
    expect(results(page).first).to_contain_text(SCAN)
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Code")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))


def _stands(page: Page) -> bool:
    """Whether the search field stands within a few seconds."""
    try:
        field(page).wait_for(timeout=8000)
    except PlaywrightError:
        return False
    return True


def test_instant_navigation_away_and_back_keeps_one_working_page(page: Page, searched_site: Site) -> None:
    indexes: list[str] = []
    page.on("request", lambda request: indexes.append(request.url) if request.url.endswith("search.json") else None)
    page.goto(searched_site[1])
    page.evaluate("window.sameDocument = true")
    for _ in range(3):
        page.locator(".md-nav__link", has_text="Docbridge").first.click()
        search = page.locator(".md-nav__link", has_text=re.compile(r"^\s*Search\s*$"))
        search.click()
        # on a busy machine the theme still swaps the page before, and the click is lost
        if not _stands(page):
            search.click()
        type_in(page, "body_hash")
        expect(results(page)).to_have_count(3)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")  # a second listener would move two rows at once
        focused = page.evaluate(
            "[...document.querySelectorAll('.docbridge-result__link')].indexOf(document.activeElement)"
        )
        assert focused == 1
        page.locator(".md-nav__link", has_text="Ranking explained").click()
        expect(page.locator("h1")).to_have_text("Ranking explained")
        assert "q=" not in page.url
    page.wait_for_timeout(400)
    assert "q=" not in page.url
    assert page.evaluate("window.sameDocument") is True
    assert len([url for url in indexes if "docbridge/search.json" in url]) == 1


def test_the_script_given_twice_builds_one_page(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    page.add_script_tag(url=f"{searched_site[1]}assets/docbridge.js")
    assert page.locator(".docbridge-search__input").count() == 1


def test_text_from_the_index_is_never_read_as_html(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "onerror")
    expect(results(page).locator(".docbridge-result__title")).to_have_text("<img src=x onerror=alert(1)> & co")
    assert page.locator(".docbridge-results :is(img, b)").count() == 0


@pytest.mark.parametrize("query", ["loose_thing", "evil_item"])
def test_a_result_without_a_usable_address_says_so_and_goes_nowhere(
    page: Page, searched_site: Site, query: str
) -> None:
    open_search(page, searched_site)
    type_in(page, query)
    expect(results(page)).to_have_count(1)
    assert page.locator(".docbridge-result__link").get_attribute("href") is None
    page.keyboard.press("Enter")
    expect(status(page)).to_contain_text("no page to open")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".docbridge-result__link")).to_be_focused()
    assert page.url.startswith(searched_site[1] + searched_site[0].search)


def test_unsegmented_text_is_found_and_marked_by_character(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "哈希")
    expect(results(page)).to_have_count(1)
    assert results(page).first.locator(".docbridge-result__title mark").all_text_contents() == ["哈希"]


def test_more_results_come_on_demand(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    type_in(page, "garden")
    expect(status(page)).to_have_text("First 30 of 40 results")
    page.get_by_role("button", name="Show more").click()
    expect(results(page)).to_have_count(40)
    expect(status(page)).to_have_text("40 results")
    expect(results(page).nth(30).locator("a")).to_be_focused()


def test_results_do_not_move_what_stands_above_them(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site)
    tops = set()
    for letter in "regions scan":
        field(page).press_sequentially(letter)
        page.wait_for_timeout(60)
        tops.add(page.evaluate("document.querySelector('.docbridge-results').getBoundingClientRect().top"))
    assert len(tops) == 1


def test_a_screen_reader_hears_the_number_of_results(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site, "?q=regions")
    expect(page.get_by_role("status").filter(has_text="results")).to_have_text("5 results")
    expect(page.get_by_role("list", name="Results").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_role("group", name="Kinds").get_by_role("button")).to_have_count(4)


@pytest.fixture(scope="module")
def disk_site(tmp_path_factory: pytest.TempPathFactory) -> SearchedSite:
    return build_site(tmp_path_factory.mktemp("disk"), MATERIAL, directory_urls=False)


def test_a_page_from_disk_searches_through_the_twin_and_opens_results(page: Page, disk_site: SearchedSite) -> None:
    page.goto((disk_site.folder / disk_site.search).as_uri())
    type_in(page, "body_hash")
    expect(results(page).first).to_contain_text(SCAN)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/code\.html#regions-scan$"))
    page.go_back()
    type_in(page, "ranking")
    expect(results(page).first).to_contain_text("Ranking explained")


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_the_plain_themes_have_the_same_search(
    browser: Browser, server: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory, theme: str
) -> None:
    folder, address = server
    site = build_site(folder / theme, {"name": theme, "highlightjs": False}, site_url=f"{address}{theme}/site/")
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}{theme}/site/{site.search}")
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
    page.keyboard.type("body_hash")
    expect(results(page).first).to_contain_text(SCAN)
    assert overflow(page) == 0
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))
    if theme == "mkdocs":
        # its script opens a window of its own over every page whose address holds a q
        page.goto(f"{address}{theme}/site/{site.search}?q=body_hash")
        expect(results(page).first).to_contain_text(SCAN)
        page.wait_for_timeout(1200)
        expect(page.locator("#mkdocs_search_modal.show")).to_have_count(0)
        expect(field(page)).to_have_value("body_hash")
    context.close()
    assert errors == []
