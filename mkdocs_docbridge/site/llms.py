"""What llms.txt lists: the site's pages in reading order, each with an address and a description."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.render.llms import preamble
from mkdocs_docbridge.render.views import LlmsLink, LlmsSection, LlmsTxtView
from mkdocs_docbridge.settings import LlmsOptions
from mkdocs_docbridge.snapshot.model import Document


@dataclass(frozen=True)
class NavSection:
    """Pages of one section of the navigation, below the docs folder. Pages beside sections have the title ``""``."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class RenderedPage:
    """What the site generator made of a page: its title (the navigation may name it) and its address."""

    title: str
    url: str


def llms_view(
    documents: Mapping[str, Document],
    nav: tuple[NavSection, ...],
    options: LlmsOptions,
    rendered: Mapping[str, RenderedPage],
    *,
    site_name: str,
    site_description: str,
    site_url: str | None,
) -> tuple[LlmsTxtView, list[str]]:
    """The view, and one sentence for each glob of the options that matches no page.

    ``documents`` maps pages below the docs folder to their documents. Order: ``llms.sections`` if given, else the
    navigation, then pages that it does not list.
    """
    excluded = path_spec(options.exclude)
    shown = {uri: document for uri, document in documents.items() if not excluded.match_file(uri)}
    notes = [
        f'llms.exclude: "{glob}" matches no page'
        for glob in options.exclude
        if not any(path_spec([glob]).match_file(uri) for uri in documents)
    ]
    if options.sections is not None:
        sections = [NavSection(title, _matching(globs, shown, notes)) for title, globs in options.sections.items()]
    else:
        sections = _in_reading_order(nav, shown)
    project, summary, details = preamble(options.preamble) if options.preamble else ("", "", "")
    index = documents.get("index.md") or documents.get("README.md")
    about = summary or site_description or (index.description or index.summary if index else "")
    view = LlmsTxtView(
        project=project or site_name,
        summary=about,
        details=details,
        sections=tuple(
            LlmsSection(
                title=section.title or "Pages",
                links=tuple(_link(shown[uri], rendered.get(uri), site_url) for uri in section.pages if uri in shown),
            )
            for section in sections
        ),
    )
    return view, notes


def _matching(globs: tuple[str, ...], shown: Mapping[str, Document], notes: list[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for glob in globs:
        matches = [uri for uri in sorted(shown) if path_spec([glob]).match_file(uri)]
        if not matches:
            notes.append(f'llms.sections: "{glob}" matches no page')
        found.update(dict.fromkeys(matches))
    return tuple(found)


def _in_reading_order(nav: tuple[NavSection, ...], shown: Mapping[str, Document]) -> list[NavSection]:
    listed = {uri for section in nav for uri in section.pages}
    rest = sorted(set(shown) - listed)
    return [*nav, NavSection("Further pages" if listed & set(shown) else "Pages", tuple(rest))]


def _link(document: Document, rendered: RenderedPage | None, site_url: str | None) -> LlmsLink:
    url = rendered.url if rendered is not None else document.site_url or ""
    title = rendered.title if rendered is not None and rendered.title else document.title
    address = posixpath.join(site_url, url) if site_url else (url or "./")
    return LlmsLink(title=title, url=address, description=document.description or document.summary)
