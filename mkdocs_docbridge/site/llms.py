"""What an llms.txt lists: pages in reading order, each with an address and a description."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.render.area_map import AreaMap
from mkdocs_docbridge.render.llms import preamble
from mkdocs_docbridge.render.views import LlmsLink, LlmsSection, LlmsTxtView
from mkdocs_docbridge.settings import LlmsOptions
from mkdocs_docbridge.snapshot.model import Area

from .links import relative


@dataclass(frozen=True)
class NavSection:
    """Pages of one section of the navigation, below the docs folder. Pages beside sections have the title ``""``."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class LlmsPage:
    """A page as it is listed: ``url`` is its address below the site root, percent-encoded."""

    title: str
    url: str
    description: str


@dataclass(frozen=True)
class LlmsSite:
    """What is said of the site as a whole, and where it stands."""

    name: str
    description: str
    url: str | None


@dataclass(frozen=True)
class Generated:
    """Pages that the build adds, below the docs folder; areas with the llms.txt of their own, if they have one."""

    areas: Mapping[str, str]
    """Area path → page."""
    indexes: Mapping[str, str]
    """Area path → its llms.txt below the site root, percent-encoded."""
    others: frozenset[str]


def listed_pages(uris: Iterable[str], options: LlmsOptions) -> tuple[list[str], list[tuple[str, str]]]:
    """The pages that ``llms.exclude`` leaves, and (key path, glob) of each glob that matches no page."""
    everything = sorted(uris)
    globs = [("llms.exclude", glob) for glob in options.exclude]
    globs += [(f"llms.sections.{title}", glob) for title, items in (options.sections or {}).items() for glob in items]
    unmatched = [(key, glob) for key, glob in globs if not any(map(path_spec([glob]).match_file, everything))]
    excluded = path_spec(options.exclude)
    return [uri for uri in everything if not excluded.match_file(uri)], unmatched


def reading_order(
    uris: Iterable[str],
    nav: tuple[NavSection, ...],
    sections: Mapping[str, tuple[str, ...]] | None,
    generated: Generated,
) -> list[NavSection]:
    """Every page in its sections: those of the settings if given, else the navigation's; then what these leave."""
    shown = list(uris)
    chosen = nav if sections is None else [NavSection(title, _matching(g, shown)) for title, g in sections.items()]
    listed = {uri for section in chosen for uri in section.pages}
    rest = [uri for uri in shown if uri not in listed]
    areas = frozenset(generated.areas.values())
    own = [uri for uri in rest if uri not in areas and uri not in generated.others]
    return [
        *chosen,
        NavSection("Further pages" if listed & set(shown) else "Pages", tuple(own)),
        NavSection("Repository", tuple(uri for uri in rest if uri in generated.others)),
        NavSection("Code areas", tuple(uri for uri in rest if uri in areas)),
    ]


def _matching(globs: tuple[str, ...], shown: list[str]) -> tuple[str, ...]:
    found = (uri for glob in globs for uri in filter(path_spec([glob]).match_file, shown))
    return tuple(dict.fromkeys(found))


def site_view(
    pages: Mapping[str, LlmsPage], sections: Iterable[NavSection], generated: Generated, head: str, site: LlmsSite
) -> LlmsTxtView:
    """The llms.txt of the whole site. ``head`` is a preamble that somebody wrote, or empty."""
    project, summary, details = preamble(head) if head else ("", "", "")
    index = pages.get("index.md") or pages.get("README.md")
    made = [
        LlmsSection(
            title=section.title or "Pages",
            links=tuple(_link(pages[uri], site, ".") for uri in section.pages if uri in pages),
        )
        for section in sections
    ]
    indexes = [
        LlmsPage(f"Index of {path}", url, "Its page, the documents about it, its neighbours.")
        for path, url in generated.indexes.items()
    ]
    # by the format's convention, what may be skipped: the pages themselves stand above
    made.append(LlmsSection(title="Optional", links=tuple(_link(index, site, ".") for index in indexes)))
    return LlmsTxtView(
        project=project or site.name,
        summary=summary or site.description or (index.description if index is not None else ""),
        details=details,
        sections=tuple(made),
    )


def area_view(
    area: Area,
    found: AreaMap,
    pages: Mapping[str, LlmsPage],
    uris: Mapping[str, str],
    generated: Generated,
    site: LlmsSite,
) -> LlmsTxtView:
    """The llms.txt of one area: its page, the site's documents about it, the areas that it uses and that use it.

    ``uris`` maps a document's repository path to its page.
    """
    own = pages[generated.areas[area.path]]
    folder = posixpath.dirname(generated.indexes[area.path])
    documents = (uris.get(mention.document.path) for mention in found.documents(area))
    uses = {other: len(places) for (user, other), places in found.uses.items() if user == area.id}
    used_by = {user: len(places) for (user, other), places in found.uses.items() if other == area.id}
    # each page is listed once, as readers of the format expect
    both = {key: uses.pop(key) + used_by.pop(key) for key in sorted(uses.keys() & used_by.keys())}

    def section(title: str, listed: Iterable[str | None]) -> LlmsSection:
        links = tuple(_link(pages[uri], site, folder) for uri in listed if uri is not None and uri in pages)
        return LlmsSection(title=title, links=links)

    def strongest(neighbours: Mapping[str, int]) -> list[str | None]:
        ordered = sorted(neighbours, key=lambda key: (-neighbours[key], key))
        return [generated.areas.get(entity.path) for key in ordered if isinstance(entity := found.entities[key], Area)]

    return LlmsTxtView(
        project=f"{site.name}: {own.title}",
        summary=own.description,
        details="",
        sections=(
            section("This area", [generated.areas[area.path]]),
            section("Documents about it", documents),
            section("Areas it uses", strongest(uses)),
            section("Areas that use it", strongest(used_by)),
            section("Areas that it uses and that use it", strongest(both)),
        ),
    )


def _link(page: LlmsPage, site: LlmsSite, folder: str) -> LlmsLink:
    return LlmsLink(title=page.title, url=address(page.url, site.url, folder), description=page.description)


def address(url: str, site_url: str | None, folder: str) -> str:
    """``url``, below the site root, in full where the site's address is known, else as seen from ``folder``."""
    return posixpath.join(site_url, url) if site_url else relative(url, folder)
