"""How the search page looks: on a phone, in both colour schemes, printed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.search_page import Site, field, open_search, overflow, results

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", ["docbridge/search/?q=re", "parts/"])
def test_a_phone_has_no_horizontal_scroll(page: Page, searched_site: Site, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(searched_site[1] + path)
    if "search" in path:
        expect(results(page).first).to_be_visible()
    assert overflow(page) == 0


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
        expect(results(page).first).to_be_visible()
        field(page).press("ArrowDown")
    page.wait_for_timeout(300)  # the theme fades from one scheme to the other
    low = page.evaluate(CONTRAST, root)
    context.close()
    assert [line for line in low if not line.startswith(("headerlink", "md-"))] == []


def test_a_printed_page_has_results_without_controls(page: Page, searched_site: Site) -> None:
    open_search(page, searched_site, "?q=regions")
    expect(results(page)).to_have_count(5)
    page.emulate_media(media="print")
    expect(page.locator(".docbridge-search__kinds")).to_be_hidden()
    expect(page.locator(".docbridge-search__hint")).to_be_hidden()
    expect(results(page).first).to_be_visible()
