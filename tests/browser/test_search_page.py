"""The search page in a real Chromium, on a real Material site with instant navigation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.sample import MATERIAL, SearchedSite, build_site, documents, search_index

pytestmark = pytest.mark.browser
Site = tuple[SearchedSite, str]
SCAN = "regions/scan.py"


def _open(page: Page, site: Site, query: str = "") -> None:
    page.goto(site[1] + site[0].search + query)
    expect(_field(page)).to_be_visible()


def _field(page: Page):
    return page.get_by_role("searchbox", name="Search this repository")


def _results(page: Page):
    return page.locator(".docbridge-result")


def _titles(page: Page) -> list[str]:
    return page.locator(".docbridge-result__title").all_text_contents()


def _status(page: Page):
    return page.locator(".docbridge-search__status")


def _type(page: Page, text: str) -> None:
    _field(page).fill("")
    _field(page).press_sequentially(text)


def test_typing_a_symbol_finds_its_module_and_enter_opens_it(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "body_hash")
    expect(_results(page).first.locator(".docbridge-result__title")).to_have_text(SCAN)
    expect(_results(page).first.locator(".docbridge-result__symbols")).to_have_text("body_hashscanRegion")
    expect(_results(page).first.locator(".docbridge-result__why")).to_contain_text("why: symbol body_hash")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))


def test_enter_right_after_typing_opens_what_was_typed_and_not_what_stood_there_before(
    page: Page, searched_site: Site
) -> None:
    _open(page, searched_site)
    _type(page, "ranking")
    expect(_results(page).first).to_contain_text("Ranking explained")
    _field(page).fill("body_hash")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))


def test_a_half_typed_word_finds_its_completions(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "body_ha")
    expect(_results(page).first).to_contain_text(SCAN)
    expect(_results(page).first.locator("mark").first).to_have_text("body_hash")


def test_a_heading_that_adds_to_the_title_is_shown_and_opened(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "regions hash")
    row = _results(page).filter(has_text="Generated regions")
    expect(row.locator(".docbridge-result__link")).to_have_text("Generated regions › The hash")
    expect(row.locator(".docbridge-result__link")).to_have_attribute("href", re.compile("/regions/#the-hash$"))
    expect(row.locator(".docbridge-result__why")).to_contain_text("heading hash")


def test_the_kind_buttons_count_everything_and_narrow_what_is_shown(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "regions")
    expect(page.locator(".docbridge-search__kinds")).to_have_text(
        re.compile(r"Pages\s+2\s*Code\s+2\s*Areas\s+1\s*Packages\s+0")
    )
    code = page.get_by_role("button", name=re.compile("^Code"))
    expect(code).to_have_attribute("aria-pressed", "false")
    code.click()
    expect(code).to_have_attribute("aria-pressed", "true")
    expect(_results(page)).to_have_count(2)
    assert set(_titles(page)) == {SCAN, "regions/write.py"}
    expect(page).to_have_url(re.compile(r"\?q=regions&kind=module$"))
    expect(page.locator(".docbridge-search__kinds")).to_have_text(re.compile(r"Pages\s+2\s*Code\s+2"))
    page.get_by_role("button", name=re.compile("^Areas")).click()
    expect(_results(page)).to_have_count(3)
    code.click()
    page.get_by_role("button", name=re.compile("^Areas")).click()
    expect(_results(page)).to_have_count(5)


def test_nothing_of_the_chosen_kinds_says_how_many_of_the_others_there_are(page: Page, searched_site: Site) -> None:
    _open(page, searched_site, "?q=body_hash&kind=package")
    expect(_status(page)).to_contain_text("Nothing of the chosen kinds; 3 of the others")


def test_arrows_move_the_focus_through_the_results_and_enter_opens_the_one_that_has_it(
    page: Page, searched_site: Site
) -> None:
    _open(page, searched_site)
    _type(page, "regions")
    expect(_results(page)).to_have_count(5)
    titles = _titles(page)
    focused = page.locator(".docbridge-result__link:focus .docbridge-result__title")
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text(titles[0])
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_text(titles[1])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(_field(page)).to_be_focused()
    for _ in range(titles.index("Generated regions") + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/regions/$"))


def test_typing_on_a_result_goes_on_in_the_field(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "region")
    expect(_results(page)).to_have_count(5)
    page.keyboard.press("ArrowDown")
    page.keyboard.type("s n")  # s opens Material's search and n turns the page, elsewhere
    expect(_field(page)).to_have_value("regions n")
    expect(_field(page)).to_be_focused()


def test_escape_clears_and_the_counts_return_to_the_whole_index(page: Page, searched_site: Site) -> None:
    _open(page, searched_site, "?q=regions")
    expect(_results(page)).to_have_count(5)
    _field(page).press("Escape")
    expect(_field(page)).to_have_value("")
    expect(_results(page)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile(r"^Pages\s+44$"))).to_be_visible()
    expect(page).to_have_url(re.compile("/search/$"))


@pytest.mark.parametrize("key", ["/", "f", "s"])
def test_the_search_keys_focus_our_field_and_not_the_search_of_the_theme(
    page: Page, searched_site: Site, key: str
) -> None:
    _open(page, searched_site)
    page.keyboard.press(key)
    expect(_field(page)).to_be_focused()
    expect(_field(page)).to_have_value("")
    assert not page.locator("#__search").is_checked()
    page.keyboard.type("f/s")
    expect(_field(page)).to_have_value("f/s")


def test_elsewhere_the_search_keys_belong_to_the_theme(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    page.locator(".md-nav__link", has_text="Ranking explained").click()
    expect(page.locator("h1")).to_have_text("Ranking explained")
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()


def test_the_address_holds_the_query_and_brings_it_back(page: Page, searched_site: Site) -> None:
    _open(page, searched_site, "?q=body_hash")
    expect(_results(page).first).to_contain_text(SCAN)
    assert not page.locator("#__search").is_checked(), "Material opens its own search for any ?q="
    _type(page, "ranking order")
    expect(page).to_have_url(re.compile(r"\?q=ranking\+order$"))
    page.reload()
    expect(_field(page)).to_have_value("ranking order")
    expect(_results(page).first).to_contain_text("Ranking explained")


def test_back_and_forward_restore_the_results(page: Page, searched_site: Site) -> None:
    page.goto(searched_site[1])
    _open(page, searched_site)
    _type(page, "body_hash")
    expect(_results(page).first).to_contain_text(SCAN)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))
    page.go_back()
    expect(_field(page)).to_have_value("body_hash")
    expect(_results(page).first).to_contain_text(SCAN)
    page.go_forward()
    expect(page.locator("h1")).to_have_text("Code")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))


def test_instant_navigation_away_and_back_keeps_one_working_page(page: Page, searched_site: Site) -> None:
    indexes: list[str] = []
    page.on("request", lambda request: indexes.append(request.url) if request.url.endswith("search.json") else None)
    page.goto(searched_site[1])
    page.evaluate("window.sameDocument = true")
    for _ in range(3):
        page.locator(".md-nav__link", has_text="Docbridge").first.click()
        page.locator(".md-nav__link", has_text=re.compile(r"^\s*Search\s*$")).click()
        _type(page, "body_hash")
        expect(_results(page)).to_have_count(3)
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
    _open(page, searched_site)
    page.add_script_tag(url=f"{searched_site[1]}assets/docbridge.js")
    assert page.locator(".docbridge-search__input").count() == 1


def test_text_from_the_index_is_never_read_as_html(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "onerror")
    expect(_results(page).locator(".docbridge-result__title")).to_have_text("<img src=x onerror=alert(1)> & co")
    assert page.locator(".docbridge-results :is(img, b)").count() == 0


@pytest.mark.parametrize("query", ["loose_thing", "evil_item"])
def test_a_result_without_a_usable_address_says_so_and_goes_nowhere(
    page: Page, searched_site: Site, query: str
) -> None:
    _open(page, searched_site)
    _type(page, query)
    expect(_results(page)).to_have_count(1)
    assert page.locator(".docbridge-result__link").get_attribute("href") is None
    page.keyboard.press("Enter")
    expect(_status(page)).to_contain_text("no page to open")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".docbridge-result__link")).to_be_focused()
    assert page.url.startswith(searched_site[1] + searched_site[0].search)


def test_unsegmented_text_is_found_and_marked_by_character(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "哈希")
    expect(_results(page)).to_have_count(1)
    assert _results(page).first.locator(".docbridge-result__title mark").all_text_contents() == ["哈希"]


def test_more_results_come_on_demand(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    _type(page, "garden")
    expect(_status(page)).to_have_text("First 30 of 40 results")
    page.get_by_role("button", name="Show more").click()
    expect(_results(page)).to_have_count(40)
    expect(_status(page)).to_have_text("40 results")
    expect(_results(page).nth(30).locator("a")).to_be_focused()


def test_results_do_not_move_what_stands_above_them(page: Page, searched_site: Site) -> None:
    _open(page, searched_site)
    tops = set()
    for letter in "regions scan":
        _field(page).press_sequentially(letter)
        page.wait_for_timeout(60)
        tops.add(page.evaluate("document.querySelector('.docbridge-results').getBoundingClientRect().top"))
    assert len(tops) == 1


def test_a_screen_reader_hears_the_number_of_results(page: Page, searched_site: Site) -> None:
    _open(page, searched_site, "?q=regions")
    expect(page.get_by_role("status").filter(has_text="results")).to_have_text("5 results")
    expect(page.get_by_role("list", name="Results").get_by_role("listitem")).to_have_count(5)
    expect(page.get_by_role("group", name="Kinds").get_by_role("button")).to_have_count(4)


def _overflow(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


@pytest.mark.parametrize("path", ["docbridge/search/?q=re", "parts/"])
def test_a_phone_has_no_horizontal_scroll(page: Page, searched_site: Site, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(searched_site[1] + path)
    if "search" in path:
        expect(_results(page).first).to_be_visible()
    assert _overflow(page) == 0


CONTRAST = """
(root) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (text) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const ground = (element) => {
    const own = parse(getComputedStyle(element).backgroundColor);
    if (own[3] === 1) return own;
    return over(own, element.parentElement ? ground(element.parentElement) : [255, 255, 255, 1]);
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
  const low = [];
  for (const element of document.querySelector(root).querySelectorAll("*")) {
    if (element.closest("svg")) continue;
    const text = [...element.childNodes].filter((child) => child.nodeType === 3 && child.data.trim());
    if (!text.length || !element.checkVisibility({ visibilityProperty: true })) continue;
    const below = ground(element);
    const [a, b] = [light(over(parse(getComputedStyle(element).color), below)), light(below)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) low.push(`${element.className || element.tagName} ${ratio.toFixed(2)} ${text[0].data.trim()}`);
  }
  return low;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("path", "root"), [("docbridge/search/?q=re", ".docbridge-search"), ("parts/", ".md-content")])
def test_text_has_a_contrast_of_at_least_4_5(
    browser: Browser, searched_site: Site, scheme: str, path: str, root: str
) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(searched_site[1] + path)
    expected = {"light": "default", "dark": "slate"}[scheme]
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", expected)
    if "search" in path:
        expect(_results(page).first).to_be_visible()
        _field(page).press("ArrowDown")
    page.wait_for_timeout(300)  # the theme fades from one scheme to the other
    low = page.evaluate(CONTRAST, root)
    context.close()
    assert [line for line in low if not line.startswith(("headerlink", "md-"))] == []


def test_a_printed_page_has_results_without_controls(page: Page, searched_site: Site) -> None:
    _open(page, searched_site, "?q=regions")
    expect(_results(page)).to_have_count(5)
    page.emulate_media(media="print")
    expect(page.locator(".docbridge-search__kinds")).to_be_hidden()
    expect(page.locator(".docbridge-search__hint")).to_be_hidden()
    expect(_results(page).first).to_be_visible()


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
    status, body, sentence = FAULTS[fault]
    context = browser.new_context()
    context.route("**/docbridge/search.json", lambda route: route.fulfill(status=status, body=body))
    page = context.new_page()
    _open(page, searched_site, "?q=regions")
    expect(_status(page)).to_contain_text(f"The search index could not be used: {sentence}. Build the site again")
    context.close()


def test_a_missing_lunr_is_a_sentence_on_the_page(browser: Browser, searched_site: Site) -> None:
    context = browser.new_context()
    context.route("**/docbridge/assets/lunr.js", lambda route: route.fulfill(status=404, body=""))
    page = context.new_page()
    _open(page, searched_site, "?q=regions")
    expect(_status(page)).to_contain_text("lunr.js could not be loaded")
    context.close()


def test_where_no_worker_may_start_the_page_itself_searches(page: Page, searched_site: Site) -> None:
    page.add_init_script("window.Worker = class { constructor() { throw new Error('refused'); } };")
    _open(page, searched_site, "?q=body_hash")
    expect(_results(page).first).to_contain_text(SCAN)


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
    _open(page, searched_site, "?q=regions")
    expect(_results(page)).to_have_count(5)
    assert {SCAN, "Generated regions"} < set(_titles(page))


@pytest.fixture(scope="module")
def disk_site(tmp_path_factory: pytest.TempPathFactory) -> SearchedSite:
    return build_site(tmp_path_factory.mktemp("disk"), MATERIAL, directory_urls=False)


def test_a_page_from_disk_searches_through_the_twin_and_opens_results(page: Page, disk_site: SearchedSite) -> None:
    page.goto((disk_site.folder / disk_site.search).as_uri())
    _type(page, "body_hash")
    expect(_results(page).first).to_contain_text(SCAN)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/code\.html#regions-scan$"))
    page.go_back()
    _type(page, "ranking")
    expect(_results(page).first).to_contain_text("Ranking explained")


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
    expect(_field(page)).to_be_focused()
    page.keyboard.type("body_hash")
    expect(_results(page).first).to_contain_text(SCAN)
    assert _overflow(page) == 0
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/code/#regions-scan$"))
    if theme == "mkdocs":
        # its script opens a window of its own over every page whose address holds a q
        page.goto(f"{address}{theme}/site/{site.search}?q=body_hash")
        expect(_results(page).first).to_contain_text(SCAN)
        page.wait_for_timeout(1200)
        expect(page.locator("#mkdocs_search_modal.show")).to_have_count(0)
        expect(_field(page)).to_have_value("body_hash")
    context.close()
    assert errors == []
