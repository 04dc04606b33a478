"""MkDocs' side of the plugin: its configuration read, its files and navigation added to."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any

import mkdocs.contrib.search as mkdocs_search
from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

from .errors import InputError
from .settings import Settings
from .settings_file import Loaded, SiteConfig, notes_on, other_places, resolve_root, snippet_folders
from .site.llms import NavSection
from .site.llms_files import RenderedPage
from .site.plan import Asset, SitePlan
from .site.sources import SiteFacts
from .site_shape import site_shape
from .text.toc_options import toc_options

_ASSETS = Path(__file__).parent
THEME = next(path for path in (_ASSETS / "theme_overrides", _ASSETS.parent / "theme_overrides") if path.is_dir())
_LLMS_PLUGINS = ("llmstxt", "llmstxt-md", "llms-source")
_READS_FILES = ("htmlproofer",)
"""Plugins that know only the files which stand there when their turn comes."""
STYLE, SCRIPT = "assets/docbridge.css", "assets/docbridge.js"


@contextmanager
def plugin_errors() -> Iterator[None]:
    """Unusable input ends a build with one message, never with a traceback."""
    try:
        yield
    except InputError as error:
        raise PluginError(f"docbridge: {error}") from None


def loaded_settings(settings: Settings, config: MkDocsConfig) -> Loaded:
    """The settings with what MkDocs knows of the site. Raises :class:`InputError` when they stand elsewhere too."""
    file = Path(config.config_file_path).resolve() if config.config_file_path else Path.cwd() / "mkdocs.yml"
    others = other_places(file.parent)
    if others:
        names = " and ".join((file.name, *others))
        raise InputError(f"settings stand in two places: {names}", code="SETTINGS_TWICE", hint="keep one of them")
    docs_dir = _docs_dir(file.parent, config)
    extensions = config.mdx_configs
    site = SiteConfig(
        file=file,
        name=config.site_name or "",
        url=config.site_url or None,
        docs_dir=docs_dir,
        site_dir=Path(config.site_dir).resolve(),
        directory_urls=bool(config.use_directory_urls),
        repo_url=config.repo_url or None,
        edit_uri=config.edit_uri or None,
        shape=site_shape(_as_written(config)),
        toc=toc_options(extensions.get("toc"), emoji="pymdownx.emoji" in config.markdown_extensions),
        snippets=snippet_folders(extensions.get("pymdownx.snippets"), file.parent, docs_dir),
    )
    return Loaded(settings, resolve_root(settings, file.parent, None), file, site, notes_on(settings))


def _as_written(config: MkDocsConfig) -> dict[str, object]:
    """The members of the configuration as the user's file has them, before plugins change them. The list of plugins is
    that of those that were loaded: MkDocs empties the written one as it reads their options."""
    written = {key: value for values in _user_configs(config) for key, value in values.items()}
    return {**written, "plugins": list(config.plugins)}


def _user_configs(config: MkDocsConfig) -> list[dict[str, Any]]:
    with warnings.catch_warnings():
        # it says that MkDocs itself uses them no more; nothing else knows what was written
        warnings.simplefilter("ignore", DeprecationWarning)
        return list(config.user_configs)


def _docs_dir(folder: Path, config: MkDocsConfig) -> Path:
    """The docs folder as it stands in the configuration: monorepo moves the option to a temporary copy."""
    written = next((values["docs_dir"] for values in reversed(_user_configs(config)) if "docs_dir" in values), "docs")
    original = (folder / str(written)).resolve()
    return original if original.is_dir() else Path(config.docs_dir).resolve()


def join_assets(config: MkDocsConfig) -> None:
    """Makes the stylesheet and the script part of the theme and of every page."""
    config.theme.dirs.insert(0, os.fspath(THEME))
    if STYLE not in config.extra_css:
        config.extra_css.insert(0, STYLE)
    if SCRIPT not in [os.fspath(item) for item in config.extra_javascript]:
        config.extra_javascript.append(SCRIPT)


def site_facts(files: Files, config: MkDocsConfig) -> SiteFacts:
    """What the engine must know of this build's files and neighbours."""
    in_site = [file.src_uri for file in files.documentation_pages() if file.generated_by is None]
    excluded = config.exclude_docs
    return SiteFacts(
        pages=frozenset(in_site),
        taken=frozenset(file.src_uri for file in files),
        is_excluded=lambda uri: excluded is not None and excluded.match_file(uri),
        in_memory="i18n" not in config.plugins,
        too_early=tuple(_before_us(config, _READS_FILES)),
        other_llms=next((name for name in _LLMS_PLUGINS if name in config.plugins), None),
        site_description=config.site_description or "",
    )


def _before_us(config: MkDocsConfig, names: Iterable[str]) -> Iterator[str]:
    """Those of ``names`` that are listed before this plugin."""
    listed = list(config.plugins)
    ours = listed.index("docbridge") if "docbridge" in listed else len(listed)
    return (name for name in names if name in listed[:ours])


def add_pages(files: Files, plan: SitePlan, config: MkDocsConfig, root: Path | None) -> File | None:
    """Adds the pages as files that exist in memory only; returns the overview's.

    ``root``: what their origins are relative to; None outside of git, where no origin can be edited on the web.
    """
    overview: File | None = None
    for page in plan.pages:
        file = File.generated(config, page.uri, content=page.content, inclusion=InclusionLevel.NOT_IN_NAV)
        if config.draft_docs is not None and config.draft_docs.match_file(page.uri):
            file.inclusion = InclusionLevel.DRAFT
        file.edit_uri = _edit_uri(page.origin, config, root)
        files.append(file)
        if page.uri == plan.overview:
            overview = file
    add_assets(files, plan.assets, config)
    return overview


def withhold(files: Files, plan: SitePlan) -> None:
    """Takes out of the site what a symbolic link would bring in from outside, and what would end a build."""
    folders = tuple(f"{uri}/" for uri in plan.withheld)
    for file in list(files):
        if file.src_uri in plan.withheld or file.src_uri.startswith(folders):
            files.remove(file)


def _edit_uri(origin: str | None, config: MkDocsConfig, root: Path | None) -> str | None:
    if root is None or origin is None or not config.edit_uri:
        return None
    return Path(os.path.relpath(root / origin, Path(config.docs_dir).resolve())).as_posix()


def append_to_nav(nav: Navigation, overview: File | None, title: str | None, config: MkDocsConfig) -> None:
    """Puts the overview at the end of the navigation, unless somebody placed or hid it."""
    if overview is None or title is None or overview.inclusion is InclusionLevel.DRAFT:
        return
    hidden = config.not_in_nav
    if overview in [page.file for page in nav.pages] or (hidden is not None and hidden.match_file(overview.src_uri)):
        return
    page = Page(title, overview, config)
    nav.items.append(page)
    nav.pages.append(page)


def nav_sections(nav: Navigation) -> tuple[NavSection, ...]:
    """The pages of the navigation by top section, in its order; pages beside sections come first, without a title."""
    loose = [item.file.src_uri for item in nav.items if isinstance(item, Page)]
    sections = [NavSection(item.title, tuple(_pages(item))) for item in nav.items if isinstance(item, Section)]
    return (NavSection("", tuple(loose)), *sections)


def rendered_pages(files: Files, config: MkDocsConfig) -> dict[str, RenderedPage]:
    """What every page is, once all are read."""
    pages = [file.page for file in files.documentation_pages() if file.page is not None]
    snippets = _snippet_reader(config)
    return {
        page.file.src_uri: RenderedPage(
            title=str(page.title or ""),
            url=_address(page.file.url),
            description=str(page.meta.get("description") or ""),
            markdown=_markdown(page, snippets),
        )
        for page in pages
    }


def built_pages(files: Files) -> Callable[[str], str | None]:
    """The HTML of each page's own content, by its path below the site; None for a page that is not there."""
    content = {file.dest_uri: file.page.content for file in files.documentation_pages() if file.page is not None}
    return content.get


def _markdown(page: Page, snippets: Callable[[str], str]) -> str | None:
    """The page's text as its plugins left it; None for one that ``--dirty`` did not read."""
    if page.markdown is None:
        return None
    text = snippets(page.markdown) if "8<" in page.markdown else page.markdown
    # themes show the title where the text has no heading of its own
    return text if "<h1" in (page.content or "") else f"# {page.title}\n\n{text}"


def _snippet_reader(config: MkDocsConfig) -> Callable[[str], str]:
    """What puts snippets in their place: they are no plugin's work, and Markdown's conversion does it too late."""
    name = "pymdownx.snippets"
    if name not in config.markdown_extensions:
        return lambda text: text
    options = config.mdx_configs.get(name) or {}
    reader = Markdown(extensions=[name], extension_configs={name: options}).preprocessors["snippet"]
    return lambda text: "\n".join(reader.run(text.split("\n")))


def _address(url: str) -> str:
    return "" if url in {".", "./"} else url


def _pages(section: Section) -> Iterable[str]:
    for item in section.children:
        if isinstance(item, Page):
            yield item.file.src_uri
        elif isinstance(item, Section):
            yield from _pages(item)


def banner(plan: SitePlan, page: Page, documents: dict[str, str]) -> str:
    """The faults of a page, or on the overview all of them, as HTML; empty when there is none."""
    everything = page.file.src_uri == plan.overview
    path = documents.get(page.file.src_uri)
    found = [item for item in plan.findings if item.blocking and (everything or item.path == path)]
    if not found:
        return ""
    rows = "".join(f"<li><code>{escape(item.place)}</code> [{item.code}] {escape(item.message)}</li>" for item in found)
    return (
        f'<div class="docbridge-banner" role="alert"><strong>This would fail a build:</strong><ul>{rows}</ul></div>\n'
    )


def with_head_links(html: str, links: str) -> str:
    """The page with ``links`` at the end of its head."""
    return re.sub(r"(?i)(?=</head>)", lambda _: links, html, count=1) if links else html


def add_assets(files: Files, assets: Iterable[Asset], config: MkDocsConfig) -> None:
    """Adds files that are copied into the site; one that exists already is the user's and stays."""
    for asset in assets:
        # a source called .md would be a page to MkDocs, and that of a twin often is one
        source = f"{asset.uri}.twin" if asset.uri.endswith(".md") else asset.uri
        if files.get_file_from_path(source) is None:
            file = File.generated(config, source, content=asset.data, inclusion=InclusionLevel.INCLUDED)
            file.dest_uri = asset.uri
            files.append(file)


def lunr_script() -> bytes:
    """lunr.js as the installed MkDocs ships it."""
    folder = Path(mkdocs_search.__file__).parent
    return (folder / "templates" / "search" / "lunr.js").read_bytes()
