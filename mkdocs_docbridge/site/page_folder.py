"""The generated pages as files in a folder, for generators that do not take pages which exist in memory only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import msgspec

from mkdocs_docbridge.artifacts import bytes_of, write_atomic
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.regions import body_hash
from mkdocs_docbridge.settings import PublishOptions
from mkdocs_docbridge.snapshot.model import Document
from mkdocs_docbridge.snapshot.written import LIST_HEAD, LIST_NAME, listed_pages, page_list

from .build import SiteBuild
from .change import Change
from .links import WebRepository
from .plan import Page
from .regions import STALE
from .sources import SiteFacts, Sources

_SEAL = re.compile(r"<!-- page written by docbridge sync; hash=([0-9a-f]{16}) -->\s*\Z")
_ONLY_BUILT = frozenset({"audit", "doctor", "search"})
_EDITED = "delete it to have it written anew; to keep it, move it elsewhere without its last line"


def file_pages(sources: Sources, folder: Path) -> list[Page]:
    """The pages that a site would have, with addresses relative to ``folder``, where their files are to stand.

    Below the docs folder they link to its pages as the site's pages do, elsewhere in the repository to the documents'
    files, outside of it to the web repository. They tell what will hold once the regions are written, without hashes,
    commits and lines of documents, so a page changes when what it tells does. The search page is not among them: it
    needs a script and an index beside it; nor are those of audit and doctor, which measure the written files, too.
    """
    layout, root = sources.layout, sources.root
    docs = root / layout.docs_dir if layout.docs_dir is not None else None
    in_docs = docs is not None and folder.is_relative_to(docs)
    if not in_docs:
        layout = msgspec.structs.replace(layout, docs_dir="." if folder.is_relative_to(root) else None)
    base = folder.relative_to(root / layout.docs_dir).as_posix() if layout.docs_dir is not None else "."
    documents = (entity for entity in sources.snapshot.entities if isinstance(entity, Document))
    pages = (layout.below(item.path) for item in documents if not in_docs or "page" in item.tags)
    site = msgspec.structs.replace(
        sources.settings.site,
        path=base,
        pages=tuple(kind for kind in sources.settings.site.pages if kind not in _ONLY_BUILT),
        publish=PublishOptions(reports=False),
    )
    build = SiteBuild(
        replace(
            sources,
            settings=msgspec.structs.replace(sources.settings, site=site),
            layout=layout,
            web=WebRepository(sources.web.url),
            findings=tuple(_settled(sources.findings)),
        ),
        SiteFacts(pages=frozenset(filter(None, pages)), on_disk=True, addressed=in_docs),
    )
    prefix = "" if base == "." else f"{base}/"
    return [replace(page, uri=page.uri.removeprefix(prefix)) for page in build.plan.pages]


def _settled(findings: Iterable[Finding]) -> Iterator[Finding]:
    for finding in findings:
        if finding.code != STALE:
            yield msgspec.structs.replace(finding, line=None)


def sealed_page(content: str) -> str:
    """The page with a last line that says who wrote it, and from which later edits can be told."""
    return f"{content}\n<!-- page written by docbridge sync; hash={body_hash(content)} -->\n"


class PageFolder:
    """The pages of one folder. Only files whose seal holds are replaced or removed, and of those only listed ones are
    removed; every other file is a person's.

    ``pages`` have addresses relative to ``folder``, which is called ``shown`` in messages.
    """

    def __init__(self, folder: Path, shown: str, pages: Iterable[Page]) -> None:
        self._folder = folder
        self._shown = shown
        self._pages = {page.uri: page.content for page in pages}
        self._list = folder / LIST_NAME

    @cached_property
    def targets(self) -> tuple[Path, ...]:
        """Every file that may be written or removed."""
        return tuple(self._folder / uri for uri in (LIST_NAME, *sorted({*self._pages, *self._listed()})))

    def changes(self) -> list[Change]:
        """What differs from the pages as they should be.

        Raises :class:`InputError` for a file that stands where a page belongs and was not written by this
        (``PAGE_TAKEN``), and for a page that somebody edited (``PAGE_EDITED``).
        """
        if self._folder.exists() and not self._folder.is_dir():
            raise InputError("is a file; the pages need a folder", place=self._shown, code="OUTPUT")
        made = [self._made(uri, content) for uri, content in sorted(self._pages.items())]
        gone = [self._gone(uri) for uri in sorted(self._listed() - set(self._pages))]
        return [change for change in (*made, *gone) if change is not None]

    def announce(self) -> None:
        """Lists the pages that are about to be written beside those that are there: a process that is killed between
        the two leaves no page that no list names. Raises ``OSError``."""
        write_atomic(self._list, page_list({*self._listed(), *self._pages}))

    def settled(self) -> list[Change]:
        """The list of the pages that are there once all is written, to be put in place last."""
        before, after = bytes_of(self._list), page_list(self._pages)
        return [Change(self._place(LIST_NAME), self._list, before, after)] if before != after else []

    def _listed(self) -> frozenset[str]:
        data = self._read(LIST_NAME)
        if data is not None and not data.startswith(LIST_HEAD.encode()):
            raise InputError("was not written by docbridge sync", place=self._place(LIST_NAME), code="PAGE_TAKEN")
        return listed_pages(data or b"")

    def _made(self, uri: str, content: str) -> Change | None:
        before = self._read(uri)
        if before is not None and self._seal(uri, before) is None:
            hint = "move it, or name another folder with --pages"
            raise InputError(
                "exists and was not written by docbridge sync", place=self._place(uri), code="PAGE_TAKEN", hint=hint
            )
        if before is not None and self._seal(uri, before) == body_hash(content):
            return None
        return Change(self._place(uri), self._folder / uri, before, sealed_page(content).encode())

    def _gone(self, uri: str) -> Change | None:
        before = self._read(uri)
        if before is None or self._seal(uri, before) is None:
            return None
        return Change(self._place(uri), self._folder / uri, before, None)

    def _seal(self, uri: str, data: bytes) -> str | None:
        """The hash under which a page was written, None for a file of somebody else. Line ends do not count."""
        text = data.decode("utf-8", "replace")
        seal = _SEAL.search(text)
        if seal is not None and body_hash(text[: seal.start()]) != seal[1]:
            raise InputError(
                "the generated page was edited by hand", place=self._place(uri), code="PAGE_EDITED", hint=_EDITED
            )
        return seal[1] if seal is not None else None

    def _read(self, uri: str) -> bytes | None:
        """The bytes of the file at ``uri``; a file or folder on the way that is a symbolic link is somebody else's."""
        file = self._folder / uri
        if file.resolve() != self._folder.resolve() / uri or (file.exists() and not file.is_file()):
            raise InputError("is no plain file of this folder", place=self._place(uri), code="PAGE_TAKEN")
        return bytes_of(file)

    def _place(self, uri: str) -> str:
        return f"{self._shown}/{uri}"
