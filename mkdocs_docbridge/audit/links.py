"""Broken links and anchors of a site's pages, as MkDocs resolves them.

A Markdown link is relative to the page's source and must name a file of the docs folder; MkDocs leaves one without a
suffix, and every link in raw HTML, to the browser, which starts at the page's address.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.site_shape import SiteShape
from mkdocs_docbridge.snapshot import DocsLayout
from mkdocs_docbridge.snapshot.facts import DocumentFacts, RawLink
from mkdocs_docbridge.snapshot.links import LinkTargets
from mkdocs_docbridge.text.anchors import anchors, slug

from .found import Found
from .pages import PAGE_SUFFIXES, Pages

_PARTS = re.compile(r"(?P<path>[^?#]*)(?:\?[^#]*)?(?:#(?P<fragment>.*))?", re.DOTALL)
_NO_ANCHOR = re.compile(r"fn(?:ref\d*)?:|__|:~:")
"""Footnotes, what highlighting, tabs and toggles make, and text fragments: of no heading, so nothing to compare."""
_TEMPLATE = ("{{", "{%")
_BLOCK = re.compile(r"^[ \t]*:::", re.MULTILINE)
"""A block that an extension fills: API documentation, the options of a command."""
_THEME_FILES = frozenset({"assets/images/favicon.png", "img/favicon.ico", "img/grid.png"})
_OWN_THEMES = frozenset({"material", "mkdocs", "readthedocs"})
"""Themes whose files are known here: those above, and what pages have no reason to link to."""
_THEME_FOLDERS = ("assets/", "css/", "fonts/", "img/", "js/", "search/", "webfonts/")
_TAB = re.compile(r"""^[ \t]*===[!+]?[ \t]+["'](?P<title>.+)["'][ \t]*$""", re.MULTILINE)


@dataclass
class LinkCounts:
    """How many links and anchors lead into the repository, and how many anchors only a build could judge."""

    links: int = 0
    anchors: int = 0
    anchors_not_analyzed: int = 0


@dataclass(frozen=True)
class LinkSources:
    """What links are checked against. ``exists`` tells of a path below the root whether a file stands there, whatever
    git thinks of it; ``read`` gives a document's text, or None; ``includes`` are the documents that one takes in."""

    documents: Mapping[str, DocumentFacts]
    layout: DocsLayout
    pages: Pages
    targets: LinkTargets
    exists: Callable[[str], bool]
    read: Callable[[str], str | None]
    includes: Mapping[str, tuple[str, ...]]
    shape: SiteShape


class LinkCheck:
    """Checks the links of every page. ``counts`` is right once :meth:`run` is through."""

    def __init__(self, sources: LinkSources) -> None:
        self._sources = sources
        self.counts = LinkCounts()
        self._anchors: dict[str, frozenset[str]] = {}
        self._seen: dict[tuple[str, str], bool | None] = {}

    def run(self) -> Iterator[Found]:
        """Every broken link, page by page."""
        for uri, path in sorted(self._sources.pages.pages.items()):
            facts = self._sources.documents.get(path)
            for link in facts.links if facts is not None else ():
                if not any(mark in link.target for mark in _TEMPLATE):
                    yield from self._link(uri, path, link)

    def _link(self, uri: str, path: str, link: RawLink) -> Iterator[Found]:
        if "://" in link.target or link.target.startswith("//"):
            yield from self._web(path, link)
            return
        match = _PARTS.fullmatch(link.target)
        raw, fragment = (match["path"], match["fragment"] or "") if match else (link.target, "")
        name = unquote(raw)
        if not name:
            yield from self._anchor(path, path, link, fragment)
            return
        self.counts.links += 1
        if link.kind == "html" or name.startswith(("/", "\\")) or not posixpath.splitext(name)[1]:
            target = self._sources.pages.files.get(_target(uri, name)) if not name.startswith("/") else None
            found = target or self._sources.targets.resolve(path, link)
            if found is None:
                yield from self._address(uri, path, link)
            elif link.kind != "html":
                yield from self._anchor(path, found, link, fragment)
            return
        yield from self._file(uri, path, link, name, fragment)

    def _file(self, uri: str, path: str, link: RawLink, name: str, fragment: str) -> Iterator[Found]:
        """A link to a file, which MkDocs finds or warns of."""
        wanted = _target(uri, name)
        if link.kind == "image":
            # the browser's when it stands in HTML, and both readings occur there
            found = self._sources.pages.files.get(wanted) or self._sources.targets.resolve(path, link)
        else:
            found = self._found(wanted)
        if found is not None:
            yield from self._anchor(path, found, link, fragment)
        elif self._is_made(path, link) or self._exists(wanted) or self._is_themes(wanted):
            return
        elif link.kind == "image" and self._is_html(path, link.target):
            yield from self._address(uri, path, link)
        else:
            yield self._broken(uri, path, link, wanted)

    def _is_html(self, path: str, target: str) -> bool:
        """Whether the image's tag is written out, so that its address is the browser's."""
        text = self._sources.read(path) or ""
        return re.search(rf"""\bsrc\s*=\s*["']?{re.escape(target)}""", text, re.IGNORECASE) is not None

    def _is_themes(self, wanted: str) -> bool:
        """Whether the theme brings a file, or may."""
        shape = self._sources.shape
        folder = posixpath.join(self._sources.layout.folder, shape.theme_dir)
        if shape.theme_dir and self._sources.exists(posixpath.normpath(posixpath.join(folder, wanted))):
            return True
        if shape.theme in _OWN_THEMES:
            return wanted in _THEME_FILES
        return wanted.startswith(_THEME_FOLDERS) and not wanted.lower().endswith(PAGE_SUFFIXES)

    def _found(self, wanted: str) -> str | None:
        sources = self._sources
        return sources.pages.files.get(wanted) or (
            None if wanted.isascii() else sources.targets.find(self._path(wanted))
        )

    def _path(self, uri: str) -> str:
        docs = self._sources.layout.docs_dir
        return posixpath.normpath(posixpath.join(docs or ".", uri))

    def _exists(self, uri: str) -> bool:
        return not uri.startswith("../") and self._sources.exists(self._path(uri))

    def _is_made(self, path: str, link: RawLink) -> bool:
        return not self._sources.targets.is_ours(path, link)

    def _broken(self, uri: str, path: str, link: RawLink, wanted: str) -> Found:
        sources = self._sources
        outside = wanted.startswith("../")
        what = "out of the docs folder" if outside else f"to {wanted}, which is no file of the docs folder"
        near = self._near(uri, wanted)
        fix = f"Write {near}." if near else "Name an existing file, relative to this page."
        if outside:
            fix = (near and fix) or "Link to the file on the web, or bring it into the docs folder."
        makers = sources.shape.makers
        maybe = f" It may be right if {makers[0]} makes the file." if makers else ""
        return Found(
            "LINK_BROKEN",
            path,
            link.line,
            f"{link.target} leads {what}",
            fix + maybe,
            subject=link.target,
            at_most=Severity.WARN if makers else Severity.ERROR,
        )

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for uri in self._sources.pages.files:
            found.setdefault(posixpath.basename(uri), []).append(uri)
        return found

    def _near(self, uri: str, wanted: str) -> str:
        """The only file of that name, as the page would write it."""
        same = self._by_name.get(posixpath.basename(wanted), [])
        return posixpath.relpath(same[0], posixpath.dirname(uri) or ".") if len(same) == 1 else ""

    def _address(self, uri: str, path: str, link: RawLink) -> Iterator[Found]:
        name = _PARTS.fullmatch(link.target)
        bare = unquote(name["path"]) if name else link.target
        if self._is_made(path, link) or self._exists(_target(uri, bare)) or "@" in bare:
            return
        # what else stands below the site's root is not known: other versions, other sites
        at_most = Severity.INFO if bare.startswith("/") else Severity.ERROR
        yield Found(
            "LINK_ADDRESS_BROKEN",
            path,
            link.line,
            f"{link.target} is no address of a page or file of the site",
            "Link to the page's source, relative to this one and with its suffix.",
            subject=link.target,
            at_most=at_most,
        )

    def _web(self, path: str, link: RawLink) -> Iterator[Found]:
        """An address of the repository's own web page, whose files are known."""
        sources = self._sources
        if not sources.targets.is_ours(path, link):
            return
        self.counts.links += 1
        if sources.targets.resolve(path, link) is None:
            yield Found(
                "LINK_ADDRESS_BROKEN",
                path,
                link.line,
                f"{link.target} names no file of this repository",
                "Correct the path in the address.",
                subject=link.target,
            )

    # -- anchors ---------------------------------------------------------------------------------------------------

    def _anchor(self, path: str, target: str, link: RawLink, fragment: str) -> Iterator[Found]:
        sources = self._sources
        facts = sources.documents.get(target)
        uri = sources.layout.below(target)
        if not fragment or facts is None or uri is None or uri not in sources.pages.pages or _NO_ANCHOR.match(fragment):
            return
        name = unquote(fragment)
        self.counts.anchors += 1
        known = self._seen.get((target, name))
        if (target, name) not in self._seen:
            known = self._seen[target, name] = self._has(target, name)
        if known is None:
            self.counts.anchors_not_analyzed += 1
        elif not known:
            yield self._no_anchor(path, target, uri, link, name)

    def _no_anchor(self, path: str, target: str, uri: str, link: RawLink, name: str) -> Found:
        near = next((item for item in sorted(self._anchors_of(target)) if item.casefold() == name.casefold()), "")
        where = "this page" if target == path else uri
        return Found(
            "ANCHOR_BROKEN",
            path,
            link.line,
            f"{link.target} leads to an anchor that {where} does not have",
            f"Write #{near}." if near else "Name the anchor of a heading of that page.",
            subject=link.target,
        )

    def _has(self, target: str, name: str) -> bool | None:
        """Whether the page has the anchor; None when only a build could tell."""
        sources = self._sources
        if name in self._anchors_of(target):
            return True
        facts = sources.documents[target]
        if sources.layout.toc.unknown or any(item.kind in {"directive", "include"} for item in facts.mentions):
            return None
        text = sources.read(target)
        shape = sources.shape
        made = (*(_TEMPLATE if shape.writes_text or shape.makers else ()), *(("<!--", "[[") if shape.makers else ()))
        if text is None or _BLOCK.search(text) or any(mark in text for mark in made):
            return None
        tabs = (slug(match["title"], sources.layout.toc) for match in _TAB.finditer(text))
        return None if name in tabs or _written(name).search(text) else False

    def _anchors_of(self, path: str) -> frozenset[str]:
        """The anchors of a page: of its headings, written ones, and those of what it includes."""
        if path not in self._anchors:
            self._anchors[path] = frozenset()  # includes may go in circles
            facts = self._sources.documents.get(path)
            if facts is not None:
                made = anchors(((item.text, item.anchor) for item in facts.headings), self._sources.layout.toc)
                found = {unquote(item) for item in made if item} | {item.id for item in facts.anchors}
                for other in self._sources.includes.get(path, ()):
                    found |= self._anchors_of(other)
                self._anchors[path] = frozenset(found)
        return self._anchors[path]


def _target(uri: str, name: str) -> str:
    """Where MkDocs looks: relative to the page's source, below the docs folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(uri), name).lstrip("/"))


def _written(name: str) -> re.Pattern[str]:
    """An id that stands in a page's text in a form that no fact holds: a block's attributes, a macro's argument."""
    return re.compile(rf"""(?:\b(?:id|name)\s*[=:]\s*["']?|[{{\s]#){re.escape(name)}(?![\w-])""")


def unresolved(reasons: Iterable[tuple[str, int | None, str]]) -> Iterator[Found]:
    """(path, line, reason) of links in documents outside of the site that lead nowhere."""
    for path, line, reason in reasons:
        yield Found(
            "LINK_UNRESOLVED", path, line, reason, "Correct the path, if readers meet it.", subject=reason.split(" ")[0]
        )
