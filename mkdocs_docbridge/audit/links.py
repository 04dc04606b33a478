"""Broken links and anchors of a site's pages, as MkDocs resolves them.

A Markdown link is relative to the page's source and must name a file of the docs folder; MkDocs leaves one without a
suffix, and every link in raw HTML, to the browser, which starts at the page's address.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote

from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.snapshot.facts import RawLink

from .found import Found
from .link_sources import TEMPLATE_MARKS, LinkSources
from .page_anchors import PageAnchors
from .pages import PAGE_SUFFIXES

_PARTS = re.compile(r"(?P<path>[^?#]*)(?:\?[^#]*)?(?:#(?P<fragment>.*))?", re.DOTALL)
_NO_ANCHOR = re.compile(r"fn(?:ref\d*)?:|__|:~:")
"""Footnotes, what highlighting, tabs and toggles make, and text fragments: of no heading, so nothing to compare."""
_BUILT = re.compile(
    r"(?:^|/)(?:feed_(?:rss|json)_\w+\.\w+|sitemap\.xml(?:\.gz)?|404\.html|llms[\w-]*\.txt|objects\.inv)$"
)
"""Files that a build puts into the site."""
_THEME_FILES = frozenset({"assets/images/favicon.png", "img/favicon.ico", "img/grid.png"})
_OWN_THEMES = frozenset({"material", "mkdocs", "readthedocs"})
"""Themes whose files are known here: those above, and what pages have no reason to link to."""
_THEME_FOLDERS = ("assets/", "css/", "fonts/", "img/", "js/", "search/", "webfonts/")


@dataclass
class LinkCounts:
    """How many links and anchors lead into the repository, and how many anchors only a build could judge."""

    links: int = 0
    anchors: int = 0
    anchors_not_analyzed: int = 0


class LinkCheck:
    """Checks the links of every page. ``counts`` is right once :meth:`run` is through."""

    def __init__(self, sources: LinkSources) -> None:
        self._sources = sources
        self.counts = LinkCounts()
        self._anchors = PageAnchors(sources)

    @property
    def taken_in(self) -> frozenset[str]:
        """The documents that others take in."""
        return self._sources.taken_in

    def run(self) -> Iterator[Found]:
        """Every broken link, page by page."""
        for uri, path in sorted(self._sources.pages.pages.items()):
            facts = self._sources.documents.get(path)
            for link in facts.links if facts is not None else ():
                if not any(mark in link.target for mark in TEMPLATE_MARKS):
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
        elif self._is_made(path, link) or self._exists(wanted) or self._is_themes(wanted) or _BUILT.search(wanted):
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
        outside = wanted.startswith("../")
        what = "out of the docs folder" if outside else f"to {wanted}, which is no file of the docs folder"
        near = self._near(uri, wanted)
        fix = f"Write {near}." if near else "Name an existing file, relative to this page."
        if outside:
            fix = (near and fix) or "Link to the file on the web, or bring it into the docs folder."
        doubt = self._doubt(path, wanted)
        return Found(
            "LINK_BROKEN",
            path,
            link.line,
            f"{link.target} leads {what}",
            f"{fix} {doubt}".rstrip(),
            subject=link.target,
            at_most=Severity.WARN if doubt else Severity.ERROR,
        )

    def _doubt(self, path: str, wanted: str) -> str:
        """Why the link may be right nevertheless, in a sentence; empty when it is broken for certain."""
        sources = self._sources
        if sources.shape.makers:
            return f"It may be right if {sources.shape.makers[0]} makes the file."
        if path in sources.taken_in:
            return "It may be right in the pages that take this one in."
        if not wanted.startswith("../") and sources.is_ignored(self._path(wanted)):
            return "It may be right if the file, which git ignores, is made before a build."
        return ""

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
        if self._is_made(path, link) or self._exists(_target(uri, bare)) or "@" in bare or _BUILT.search(bare):
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
        known = self._anchors.has(target, name)
        if known is None:
            self.counts.anchors_not_analyzed += 1
        elif not known:
            yield self._no_anchor(path, target, uri, link, name)

    def _no_anchor(self, path: str, target: str, uri: str, link: RawLink, name: str) -> Found:
        near = next((item for item in sorted(self._anchors.of(target)) if item.casefold() == name.casefold()), "")
        where = "this page" if target == path else uri
        return Found(
            "ANCHOR_BROKEN",
            path,
            link.line,
            f"{link.target} leads to an anchor that {where} does not have",
            f"Write #{near}." if near else "Name the anchor of a heading of that page.",
            subject=link.target,
        )


def _target(uri: str, name: str) -> str:
    """Where MkDocs looks: relative to the page's source, below the docs folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(uri), name).lstrip("/"))


def unresolved(reasons: Iterable[tuple[str, int | None, str]]) -> Iterator[Found]:
    """(path, line, reason) of links in documents outside of the site that lead nowhere."""
    for path, line, reason in reasons:
        yield Found(
            "LINK_UNRESOLVED", path, line, reason, "Correct the path, if readers meet it.", subject=reason.split(" ")[0]
        )
