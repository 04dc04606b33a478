"""llms.txt and its companions: one for each code area, the Markdown twins, llms-full.txt, and what announces them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from urllib.parse import unquote

from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.render.area_map import AreaMap
from mkdocs_docbridge.render.catalogue import Templates
from mkdocs_docbridge.render.llms import conforming, llms_txt
from mkdocs_docbridge.render.views import LlmsTxtView
from mkdocs_docbridge.settings import LlmsOptions
from mkdocs_docbridge.snapshot.model import Document
from mkdocs_docbridge.text.redaction import redact_source

from .links import relative
from .llms import Generated, LlmsPage, LlmsSite, NavSection, address, area_view, listed_pages, reading_order, site_view
from .plan import Asset
from .twins import Twins, twin_of

INDEX, FULL = "llms.txt", "llms-full.txt"
_MAX_TEXT = 512


@dataclass(frozen=True)
class RenderedPage:
    """What the site generator made of a page: its title (the navigation may name it), its address below the site
    root, and, unless it did not read the page, its description in the front matter and its Markdown at last."""

    title: str
    url: str
    description: str = ""
    markdown: str | None = None


class LlmsFiles:
    """Everything that a site publishes for language models, from its pages."""

    def __init__(
        self,
        pages: Mapping[str, RenderedPage],
        documents: Mapping[str, Document],
        nav: tuple[NavSection, ...],
        options: LlmsOptions,
        site: LlmsSite,
        areas: Callable[[], AreaMap],
        area_pages: Mapping[str, str],
        added: Collection[str],
        unlisted: Collection[str],
        files: Collection[str],
        templates: Templates,
    ) -> None:
        """``documents`` are those of pages that people wrote; ``area_pages`` maps an area to its page; ``added`` are
        the pages that the build adds; ``unlisted`` are left out of everything; ``files`` are the site's other files,
        below its root."""
        self._rendered = pages
        self._documents = documents
        self._options = options
        self._site = site
        self._areas = areas
        self._templates = templates
        self._files = files
        shown, self._unmatched = listed_pages(pages, options)
        self._pages = {uri: self._listed(uri) for uri in shown if uri not in unlisted}
        shown_areas = {path: uri for path, uri in area_pages.items() if uri in self._pages}
        self._generated = Generated(
            areas=shown_areas,
            indexes={path: _area_index(pages[uri].url) for path, uri in shown_areas.items()} if options.nested else {},
            others=frozenset(added) - frozenset(area_pages.values()),
        )
        self._sections = reading_order(self._pages, nav, options.sections, self._generated)

    def _listed(self, uri: str) -> LlmsPage:
        page, document = self._rendered[uri], self._documents.get(uri)
        title, description = page.title, page.description
        if document is not None:
            title = title or document.title
            description = description or document.description or document.summary
        return LlmsPage(
            title=redact_source(title, limit=_MAX_TEXT),
            url=twin_of(page.url) if self._options.twins else page.url,
            description=redact_source(description, limit=_MAX_TEXT),
        )

    def findings(self, settings_file: str) -> list[Finding]:
        """A finding for each glob of the settings that matches no page."""
        return [
            Finding(
                code="LLMS_GLOB_UNMATCHED",
                severity=Severity.WARN,
                blocking=False,
                path=settings_file,
                line=None,
                message=f'{key}: "{glob}" matches no page',
                remediation="Correct the glob, or take it out.",
            )
            for key, glob in self._unmatched
        ]

    @cached_property
    def _view(self) -> LlmsTxtView:
        return site_view(self._pages, self._sections, self._generated, self._options.preamble or "", self._site)

    @property
    def index(self) -> str:
        """The llms.txt of the site."""
        return llms_txt(self._view, self._templates)

    def assets(self) -> Iterator[Asset]:
        """Every file, llms.txt first."""
        yield Asset(INDEX, self.index.encode())
        uris = {document.path: uri for uri, document in self._documents.items()}
        for area in self._areas().areas if self._generated.indexes else ():
            if area.path in self._generated.indexes:
                view = area_view(area, self._areas(), self._pages, uris, self._generated, self._site)
                place = unquote(self._generated.indexes[area.path])
                yield Asset(place, llms_txt(view, self._templates).encode())
        if self._options.twins:
            for uri, page in self._pages.items():
                text = self._text(uri, posixpath.dirname(page.url))
                if text is not None:
                    yield Asset(unquote(page.url), text.encode())
        if self._options.full:
            yield Asset(FULL, self._full().encode())

    @cached_property
    def _twins(self) -> Twins:
        addresses = {uri: page.url for uri, page in self._rendered.items()}
        return Twins(addresses | {uri: page.url for uri, page in self._pages.items()}, self._files)

    def _text(self, uri: str, folder: str) -> str | None:
        markdown = self._rendered[uri].markdown
        return None if markdown is None else self._twins.text(uri, markdown, folder)

    def _full(self) -> str:
        """Title and summary, then every page once, in the order of llms.txt, below a line that says where it is."""
        head = conforming(self._view)
        ordered = dict.fromkeys(uri for section in self._sections for uri in section.pages if uri in self._pages)
        parts = [f"# {head.project}\n\n> {head.summary}\n"]
        for uri in ordered:
            text = self._text(uri, "")
            if text is not None:
                source = address(self._rendered[uri].url, self._site.url, "")
                parts.append(f"---\n\nSource: {source}\n\n{text}")
        return "\n".join(parts)

    @cached_property
    def _covering(self) -> dict[str, str]:
        """Page of an area → the area's llms.txt."""
        return {self._generated.areas[path]: url for path, url in self._generated.indexes.items()}

    def head_links(self, uri: str) -> str:
        """What the head of a page says of its twin and of the llms.txt that covers it; empty for one not listed."""
        if uri not in self._pages:
            return ""
        folder = posixpath.dirname(self._rendered[uri].url)
        links = []
        if self._options.twins:
            # to Material's script [rel=alternate] is a site in another language, whose sitemap it fetches: the blank
            # keeps it away and is none of the value to HTML
            links.append(("alternate ", ' type="text/markdown"', self._pages[uri].url))
        links.append(("describedby", "", self._covering.get(uri, INDEX)))
        return "".join(
            f'<link rel="{relation}"{kind} href="{escape(relative(url, folder))}">\n' for relation, kind, url in links
        )


def _area_index(url: str) -> str:
    folder = url if url.endswith("/") else f"{url.removesuffix('.html')}/"
    return f"{folder}{INDEX}"
