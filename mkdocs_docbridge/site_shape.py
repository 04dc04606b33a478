"""What a site's configuration says of its pages: the navigation, what is left out, and what only a build can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

_NAV_ONLY = frozenset({"awesome-nav", "awesome-pages", "blog", "literate-nav"})
"""Plugins that make the navigation and no file that a link could lead to."""
_QUIET = frozenset(
    """
    autorefs charts d2 docbridge drawio enumerate-headings exclude exclude-search git-authors git-committers
    git-committers-2 git-revision-date git-revision-date-localized glightbox graphviz group htmlproofer include-markdown
    info kroki llmstxt llmstxt-md macros markdown-exec mermaid2 meta mike minify mkdocstrings offline
    open-in-new-tab optimize panzoom plantuml print-site privacy redirects render_swagger rss search section-index
    social swagger-ui-tag table-reader tags termynal typeset unused_files with-pdf
    """.split()  # noqa: SIM905  (a list of words reads better)
)
"""Plugins that neither make nor rename pages, nor read links in a way of their own."""
_WRITES_TEXT = frozenset({"macros", "markdown-exec", "table-reader"})
"""Plugins that write text into pages, headings among it."""


@dataclass(frozen=True)
class SiteShape:
    """The members of a site's configuration that decide about its pages. Names and patterns as they are written."""

    nav: object = None
    plugins: tuple[str, ...] = ()
    hooks: bool = False
    exclude: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()
    not_in_nav: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    """The Markdown extensions by name."""
    theme: str = "mkdocs"
    """The theme's name; empty for one that the site brings itself."""
    theme_dir: str = ""
    """The folder of files over the theme's, relative to the configuration; empty without one."""

    @cached_property
    def makers(self) -> tuple[str, ...]:
        """What may make pages that are no files of the repository, or read links in its own way."""
        unknown = [name for name in self.plugins if name not in _QUIET and name not in _NAV_ONLY]
        return (*sorted(unknown), *(("hooks",) if self.hooks else ()))

    @property
    def writes_text(self) -> bool:
        """Whether a plugin makes parts of pages, so that their text is not all of their text."""
        return not _WRITES_TEXT.isdisjoint(self.plugins)

    @property
    def includes_files(self) -> bool:
        """Whether what looks like an include takes a file in, and fails a build, or a reader, without it."""
        return "pymdownx.snippets" in self.extensions or "include-markdown" in self.plugins

    @property
    def has_api(self) -> bool:
        """Whether directives stand for API documentation."""
        return "mkdocstrings" in self.plugins

    @property
    def makes_nav(self) -> bool:
        """Whether a plugin makes the navigation."""
        return not _NAV_ONLY.isdisjoint(self.plugins)

    @property
    def has_own_nav(self) -> bool:
        """Whether ``nav`` alone says what the navigation holds."""
        return isinstance(self.nav, list) and not self.makers and not self.makes_nav

    @cached_property
    def nav_entries(self) -> tuple[tuple[str, str], ...]:
        """(title or "", path or address) of every entry of ``nav``, in its order."""
        return tuple(_entries(self.nav, ""))


def _entries(value: object, title: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield title, value
    elif isinstance(value, list):
        for item in value:
            yield from _entries(item, "")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _entries(item, str(name))


def site_shape(values: Mapping[str, object]) -> SiteShape:
    """The shape in the members of a configuration as they are written. What is of another type counts as absent; the
    site generator says so."""
    return SiteShape(
        nav=values.get("nav"),
        plugins=_names(values.get("plugins", ["search"])),
        hooks=bool(values.get("hooks")),
        exclude=_lines(values.get("exclude_docs")),
        drafts=_lines(values.get("draft_docs")),
        not_in_nav=_lines(values.get("not_in_nav")),
        extensions=_members(values.get("markdown_extensions")),
        theme=_theme(values.get("theme"), "name"),
        theme_dir=_theme(values.get("theme"), "custom_dir"),
    )


def _theme(value: object, member: str) -> str:
    if isinstance(value, Mapping):
        found = value.get(member)
        return found if isinstance(found, str) else ""
    return (value if isinstance(value, str) else "mkdocs") if member == "name" else ""


def _members(value: object) -> tuple[str, ...]:
    """The names of a list of names and mappings, or of one mapping."""
    items = value if isinstance(value, list | Mapping) else []
    return tuple(name for item in items for name in ([item] if isinstance(item, str) else item))


def _names(value: object) -> tuple[str, ...]:
    """The plugins that are on, without the theme that a name may begin with (``material/search``)."""
    items = [{name: options} for name, options in value.items()] if isinstance(value, Mapping) else value
    found = []
    for item in items if isinstance(items, list) else []:
        name, options = next(iter(item.items()), ("", None)) if isinstance(item, Mapping) else (item, None)
        if isinstance(name, str) and not (isinstance(options, Mapping) and options.get("enabled") is False):
            found.append(name.rpartition("/")[2])
    return tuple(found)


def _lines(value: object) -> tuple[str, ...]:
    return tuple(value.splitlines()) if isinstance(value, str) else ()
