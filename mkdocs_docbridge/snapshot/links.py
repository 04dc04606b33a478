"""Where a link leads: resolved as MkDocs does, then as GitHub does."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import unquote

import msgspec

from mkdocs_docbridge.paths import folders_of, normalize, parent
from mkdocs_docbridge.text.toc_options import TocOptions

if TYPE_CHECKING:
    from .facts import RawLink

_QUERY = re.compile(r"[?#]")
_WEB_FILE = re.compile(
    r"/(?:-/)?(?:blob|tree|edit|raw|blame|src(?:/(?:branch|tag|commit))?)/(?P<revision>[^/?#]+)/?(?P<path>[^?#]*)"
)
"""The address of a file or folder at GitHub, GitLab, Bitbucket, Gitea and those that follow them."""
_MAIN = frozenset({"main", "master", "HEAD"})
_PAGES = (".md", "/index.md", "/README.md", ".markdown", ".mdx", "/index.mdx", "/_index.md", ".rst", "/index.rst")
"""What a page's file is called behind its address; Hugo's index is ``_index.md``."""
_BRANCH_DEPTH = 3
"""A branch's name may hold slashes."""


class DocsLayout(msgspec.Struct, frozen=True):
    """What the site's configuration says of the documents' addresses."""

    docs_dir: str | None = None
    """Relative to the root; None when no site configuration was found."""
    directory_urls: bool = True
    site_name: str = ""
    repo_url: str | None = None
    """Links to files of the repository's web page are links to the files."""
    site_url: str | None = None
    """Links to the site's own address are links to its pages."""
    folder: str = "."
    """The folder of the site's configuration; extensions read paths relative to it."""
    snippets: tuple[str, ...] = ()
    """Folders that snippets are looked for in, as the site sets them."""
    toc: TocOptions = TocOptions()
    """What decides the anchors of headings."""

    def below(self, path: str) -> str | None:
        """The path below the docs folder, or None when it is not in it."""
        if self.docs_dir is None:
            return None
        if self.docs_dir == ".":
            return path
        prefix = f"{self.docs_dir}/"
        return path.removeprefix(prefix) if path.startswith(prefix) else None

    def url(self, path: str) -> str | None:
        """The address of a document's page below the site root (``guide/``, ``index.html``), as MkDocs forms it."""
        inside = self.below(path)
        return self.page_url(inside) if inside is not None else None

    def page_url(self, uri: str) -> str | None:
        """The address, below the site root, of the page that is ``uri`` below the docs folder; None without one."""
        if self.docs_dir is None:
            return None
        stem = posixpath.splitext(uri)[0]
        folder, name = posixpath.split(stem)
        is_index = name.lower() in {"index", "readme"} and name in {"index", "README"}
        if not self.directory_urls:
            return f"{posixpath.join(folder, 'index') if is_index else stem}.html"
        if is_index:
            return f"{folder}/" if folder else ""
        return f"{stem}/"


class LinkTargets:
    """All paths of the repository, ready to look a link's target up. Names compare in Unicode NFC."""

    def __init__(self, paths: Iterable[str], layout: DocsLayout, *, made: str = "") -> None:
        """``made`` is the folder, below the docs folder, of pages that exist in the built site only."""
        self._layout = layout
        self._made = posixpath.normpath(posixpath.join(layout.docs_dir, made)) if layout.docs_dir and made else None
        self._site = _without_scheme(layout.site_url or "").rstrip("/")
        self._repo = (layout.repo_url or "").rstrip("/").removesuffix(".git")
        self._by_nfc = {unicodedata.normalize("NFC", path): path for path in paths}
        self._folders = folders_of(self._by_nfc)

    def find(self, path: str) -> str | None:
        """The repository's own spelling of an existing file's path."""
        return self._by_nfc.get(path if path.isascii() else unicodedata.normalize("NFC", path))

    def everything(self) -> frozenset[str]:
        """The paths of all files, in the repository's own spelling, and of all folders."""
        return frozenset(self._by_nfc.values()) | self._folders

    def is_folder(self, path: str) -> bool:
        """Whether files stand below ``path``; they do below ``.``, the root."""
        return path == "." or path in self._folders

    def resolve(self, source: str, link: RawLink) -> str | None:
        """The file (or, failing that, the folder) a link of ``source`` leads to; None when nothing is there.

        Tried in turn: relative to the file, from the docs folder or the root when it begins with ``/``, relative
        to the page's address; each as it stands, with ``.md``, and as a folder's index.
        """
        bare = _bare(link.target)
        if not bare:
            return source
        if bare.endswith(".md") and bare[0] != "/" and "://" not in bare:
            # the most frequent kind by far is to a file, and the file is there
            plain = normalize(parent(source), bare)
            found = self.find(plain) if plain is not None else None
            if found is not None:
                return found
        folder_hit: str | None = None
        for base in self._bases(source, bare):
            for form in _forms(base):
                found = self.find(form)
                if found is not None:
                    return found
            if self.is_folder(base) and folder_hit is None:
                folder_hit = base
        return folder_hit

    def is_ours(self, source: str, link: RawLink) -> bool:
        """Whether a link should lead to a file of this repository: one that does not is broken. Of addresses on the
        web those of files on the main branch are; a page of the site may be made by a program."""
        target = link.target
        if "{{" in target or "{%" in target:
            return False
        if "://" in target:
            match = _WEB_FILE.match(target[len(self._repo) :]) if self._is_repository(target) else None
            return match is not None and match["revision"] in _MAIN
        made = self._made
        return made is None or not any(f"{base}/".startswith(f"{made}/") for base in self._bases(source, _bare(target)))

    def _is_repository(self, url: str) -> bool:
        return bool(self._repo) and url.startswith(f"{self._repo}/")

    def _bases(self, source: str, bare: str) -> Iterator[str]:
        docs = self._layout.docs_dir
        if "://" in bare:
            candidates = list(self._web_addresses(bare))
        elif bare.startswith("/"):
            tail = bare.lstrip("/")
            candidates = ([posixpath.join(docs, tail)] if docs else []) + [tail]
            prefix = self._site.partition("/")[2]
            if docs and prefix and f"{tail}/".startswith(f"{prefix}/"):
                candidates.insert(0, posixpath.join(docs, tail[len(prefix) :].lstrip("/")))
            if self._layout.below(source) is None:
                # a page of some other site, whose root is one of the folders above it
                candidates += [posixpath.join(folder, tail) for folder in folders_above(source)]
        else:
            candidates = [posixpath.join(posixpath.dirname(source), bare)]
            is_file = "." in posixpath.basename(bare).lstrip(".")
            url = self._layout.url(source)
            if url is None or docs is None:
                # rendered elsewhere, perhaps: by GitHub from the file, by another generator from the page's address
                candidates += [] if is_file else [posixpath.join(posixpath.splitext(source)[0], bare)]
            elif self._layout.directory_urls:
                # MkDocs rewrites links to files alone; any other is the browser's, from the page's address
                candidates.insert(1 if is_file else 0, posixpath.join(docs, url, bare))
        for candidate in candidates:
            normal = posixpath.normpath(candidate)
            if not normal.startswith("../") and normal != "..":
                yield normal

    def _web_addresses(self, url: str) -> Iterator[str]:
        """Paths of the repository that an address may mean, percent-decoded already."""
        if self._is_repository(url):
            match = _WEB_FILE.match(url[len(self._repo) :])
            parts = match["path"].split("/") if match else []
            # the shortest branch name first
            yield from ("/".join(parts[skip:]) or "." for skip in range(min(_BRANCH_DEPTH, len(parts))))
        docs, site = self._layout.docs_dir, self._site
        address = _without_scheme(url)
        if docs and site and f"{address}/".startswith(f"{site}/"):
            yield posixpath.join(docs, address[len(site) :].lstrip("/"))


def _without_scheme(url: str) -> str:
    # by hand: what people write as an address may be none, and then urlsplit raises
    return url.partition("://")[2]


def folders_above(path: str) -> Iterator[str]:
    """The folders that hold ``path``, deepest first, without the root."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _bare(target: str) -> str:
    """A link's target without query and fragment, decoded to the end."""
    bare = _QUERY.split(target, maxsplit=1)[0]
    return unquote(bare) if "%23" in bare or "%3" in bare else bare


def _forms(path: str) -> Iterator[str]:
    if path == ".":
        yield from ("index.md", "README.md", "index.mdx", "README.rst")
        return
    yield path
    if path.endswith(".html"):
        path = path.removesuffix(".html")
    for suffix in _PAGES:
        yield path + suffix
