"""Addresses: from a page that we write to another page, to a document, to a source file on the web."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

from mkdocs_docbridge.snapshot import DocsLayout


def relative(url: str, folder: str) -> str:
    """``url`` as seen from ``folder``, both below the site root; the slash of a page's address stays."""
    tail = "/" if not url or url.endswith("/") else ""
    return posixpath.relpath(url or ".", folder or ".") + tail


@dataclass(frozen=True)
class WebRepository:
    """The repository's own web pages. ``revision`` is a commit, or ``HEAD`` where the tree differs from one."""

    url: str | None
    revision: str = "HEAD"

    def file(self, path: str, line: int | None = None) -> str | None:
        """The address of a file, as GitHub, GitLab, Bitbucket and Gitea (and those that follow them) form it."""
        if self.url is None:
            return None
        base = self.url.rstrip("/").removesuffix(".git")
        host = urlsplit(base).hostname or ""
        if "gitlab" in host:
            address, mark = f"{base}/-/blob/{self.revision}/{quote(path)}", "L"
        elif "bitbucket" in host:
            address, mark = f"{base}/src/{self.revision}/{quote(path)}", "lines-"
        else:
            address, mark = f"{base}/blob/{self.revision}/{quote(path)}", "L"
        return address if line is None else f"{address}#{mark}{line}"

    def folder(self, path: str) -> str | None:
        """The address of a folder."""
        address = self.file(path)
        return address.replace("/blob/", "/tree/", 1) if address is not None else None


@dataclass(frozen=True)
class PageLinks:
    """Links as they are written in Markdown at ``page``, a path below the docs folder.

    MkDocs turns relative links to ``.md`` files into addresses; a link to something that has no page goes to the web
    repository, and is left out where there is none.
    """

    page: str
    layout: DocsLayout
    web: WebRepository
    areas: dict[str, str] = field(default_factory=dict)
    """Area path → the page that shows it, below the docs folder."""
    documents: frozenset[str] = frozenset()
    """Documents, by repository path, that are pages of the site."""
    addressed: bool = True
    """False where nobody knows what HTML address a Markdown file will have."""

    def to(self, uri: str) -> str:
        """The relative link to another page below the docs folder."""
        return quote(posixpath.relpath(uri, posixpath.dirname(self.page) or "."))

    def address(self, uri: str) -> str:
        """The address of a file below the site root as the page's own HTML must name it."""
        here = self.layout.page_url(self.page) or ""
        return quote(posixpath.relpath(uri or ".", posixpath.dirname(here) or "."))

    def area(self, path: str) -> str | None:
        """The page of an area."""
        return self.to(self.areas[path]) if path in self.areas else None

    def area_url(self, path: str) -> str | None:
        """The page of an area as HTML must name it."""
        uri = self.areas.get(path) if self.addressed else None
        url = self.layout.page_url(uri) if uri is not None else None
        return self.address(url) if url is not None else None

    def document(self, path: str) -> str | None:
        """A document's page, else its place on the web."""
        inside = self.layout.below(path)
        if inside is not None and path in self.documents:
            return self.to(inside)
        return self.web.file(path)

    def source(self, path: str, line: int | None = None) -> str | None:
        """A source file's place on the web."""
        return self.web.file(path, line)
