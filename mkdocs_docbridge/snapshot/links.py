"""Where a link leads: resolved as MkDocs does, then as GitHub does."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from .facts import RawLink

_QUERY = re.compile(r"[?#]")
_BLOB = re.compile(r"/(?:-/)?(?:blob|tree)/[^/]+/(?P<path>[^?#]*)")


@dataclass(frozen=True)
class DocsLayout:
    """What the site's configuration says of the documents' addresses."""

    docs_dir: str | None = None
    """Relative to the root; None when no site configuration was found."""
    directory_urls: bool = True
    site_name: str = ""
    repo_url: str | None = None
    """Links to files of the repository's web page are links to the files."""

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

    def __init__(self, paths: Iterable[str], layout: DocsLayout) -> None:
        self._layout = layout
        self._by_nfc: dict[str, str] = {}
        self._folders: set[str] = set()
        for path in paths:
            normal = unicodedata.normalize("NFC", path)
            self._by_nfc[normal] = path
            folder = posixpath.dirname(normal)
            while folder and folder not in self._folders:
                self._folders.add(folder)
                folder = posixpath.dirname(folder)

    def find(self, path: str) -> str | None:
        """The repository's own spelling of an existing file's path."""
        return self._by_nfc.get(path if path.isascii() else unicodedata.normalize("NFC", path))

    def is_folder(self, path: str) -> bool:
        """Whether files stand below ``path``."""
        return path in self._folders

    def resolve(self, source: str, link: RawLink) -> str | None:
        """The file (or, failing that, the folder) a link of ``source`` leads to; None when nothing is there.

        Tried in turn: relative to the file, from the docs folder or the root when it begins with ``/``, relative
        to the page's address; each as it stands, with ``.md``, and as a folder's index.
        """
        bare = _QUERY.split(link.target, maxsplit=1)[0]
        if not bare:
            return source
        if bare.endswith(".md") and bare[0] != "/" and "://" not in bare:
            # the most frequent kind by far is to a file, and the file is there
            plain = self.find(_joined(source, bare))
            if plain is not None:
                return plain
        folder_hit: str | None = None
        for base in self._bases(source, bare):
            for form in _forms(base):
                found = self.find(form)
                if found is not None:
                    return found
            if self.is_folder(base) and folder_hit is None:
                folder_hit = base
        return folder_hit

    def _bases(self, source: str, bare: str) -> Iterator[str]:
        if "://" in bare:
            yield from self._repository_url(bare)
            return
        docs = self._layout.docs_dir
        if bare.startswith("/"):
            tail = bare.lstrip("/")
            candidates = ([posixpath.join(docs, tail)] if docs else []) + [tail]
        else:
            candidates = [posixpath.join(posixpath.dirname(source), bare)]
            url = self._layout.url(source)
            if url is not None and docs is not None and self._layout.directory_urls:
                # MkDocs rewrites links to files alone; any other is the browser's, from the page's address
                is_file = "." in posixpath.basename(bare).lstrip(".")
                candidates.insert(1 if is_file else 0, posixpath.join(docs, url, bare))
        for candidate in candidates:
            normal = posixpath.normpath(candidate)
            if not normal.startswith("../") and normal not in {"..", "."}:
                yield normal

    def _repository_url(self, url: str) -> Iterator[str]:
        repo = (self._layout.repo_url or "").rstrip("/").removesuffix(".git")
        if repo and url.startswith(f"{repo}/"):
            match = _BLOB.match(url[len(repo) :])
            if match:
                yield posixpath.normpath(unquote(match["path"]))


def _joined(source: str, relative: str) -> str:
    """``relative`` as seen from the folder of ``source``; something that no file is called when it leads out."""
    parts = source.split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part and part != ".":
            parts.append(part)
    return "/".join(parts)


def _forms(path: str) -> Iterator[str]:
    yield path
    if path.endswith(".html"):
        path = path.removesuffix(".html")
    for suffix in (".md", "/index.md", "/README.md", ".markdown", ".mdx"):
        yield path + suffix
