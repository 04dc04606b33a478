"""A real Chromium, a local server, and the sites that the pages of docbridge are tried on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.sample import MATERIAL, SearchedSite, build_site
from tests.support.tools import chromium

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A folder, and the address it is served at."""
    folder = tmp_path_factory.mktemp("served")
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield folder, f"http://127.0.0.1:{httpd.server_port}/"
    httpd.shutdown()
    httpd.server_close()


@pytest.fixture(scope="session")
def searched_site(server: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[SearchedSite, str]:
    """A Material site with instant navigation and a search page, and its address."""
    folder, address = server
    site = build_site(folder / "material", MATERIAL, site_url=f"{address}material/site/")
    return site, f"{address}material/site/"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1280, "height": 900})
    yield made
    made.close()


class Watch:
    """What must not happen on a page: errors in its console, and requests that leave its origin."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))


@pytest.fixture
def page(context: BrowserContext, server: tuple[Path, str]) -> Iterator[Page]:
    """A page that, when the test is over, has logged no error and asked nobody but our server."""
    made = context.new_page()
    watch = Watch(made)
    yield made
    assert watch.errors == []
    assert [url for url in watch.requests if not url.startswith((server[1], "file:", "data:", "blob:"))] == []
