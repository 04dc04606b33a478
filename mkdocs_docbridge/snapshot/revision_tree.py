"""The files of a commit, read from git's objects."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from mkdocs_docbridge import git
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.paths import folders_of, normalize, parent

from .cache import FactCache
from .model import SourceRevision
from .tree import Answer, Content, larger
from .walk import Selection
from .written import lists_among

_LINK = "120000"
_SUBMODULE = "160000"


class RevisionTree:
    """The files of a commit, read from git's objects; the working tree is not looked at. Bytes are those that git
    stores: without the line ends and filters that a checkout may add."""

    def __init__(self, root: Path, revision: str, selection: Selection) -> None:
        """Raises :class:`InputError` for a revision that git does not know (``UNKNOWN_REVISION``)."""
        self.root = root.resolve()
        commit = git.resolve_commit(self.root, revision)
        entries = git.list_tree(self.root, commit) if commit is not None else None
        if commit is None or entries is None:
            raise InputError(
                f"git knows no revision {revision!r} here", code="UNKNOWN_REVISION", hint="name a commit, branch or tag"
            )
        self.revision = SourceRevision(commit=commit, dirty=False)
        self.name = f"revisions of {hashlib.sha256(os.fsencode(self.root)).hexdigest()}"
        self._selection = selection
        self._oids: dict[str, str] = {}
        self._sizes = {entry.oid: entry.size for entry in entries}
        nested: list[str] = []
        links: dict[str, str] = {}
        selection.leave_out_written(self._page_lists(entries))
        for entry in entries:
            path = selection.wanted(entry.path)
            if entry.mode == _SUBMODULE:
                nested.append(entry.path.decode("utf-8", "replace"))
            elif path is not None:
                (links if entry.mode == _LINK else self._oids)[path] = entry.oid
        self._follow(links)
        selection.check(len(self._oids))
        self.paths = tuple(sorted(self._oids))
        self.nested = tuple(sorted(nested))
        self.coverage = tuple(selection.coverage)
        if not self.paths and not self.coverage and not nested:
            raise InputError(f"there is no file in {revision}", code="EMPTY_REPOSITORY")

    def _page_lists(self, entries: Iterable[git.TreeEntry]) -> list[tuple[bytes, bytes]]:
        files = {entry.path: entry.oid for entry in entries if entry.mode != _LINK}
        places = lists_among(files)
        data = dict(git.read_objects(self.root, {files[place] for place in places})) if places else {}
        return [(place, data[files[place]]) for place in places]

    def _follow(self, links: Mapping[str, str]) -> None:
        """Gives links the object of the file that they lead to, as reading through them would."""
        targets = dict(git.read_objects(self.root, sorted(set(links.values())))) if links else {}
        written = {path: targets.get(oid, b"").decode("utf-8", "replace") for path, oid in links.items()}
        files = dict(self._oids)
        folders = folders_of((*files, *links))
        for path in sorted(links):
            self._follow_one(path, written, files, folders)

    def _follow_one(self, path: str, links: Mapping[str, str], files: Mapping[str, str], folders: set[str]) -> None:
        found: str | None = path
        for _ in range(40):
            if found is None or found not in links:
                break
            found = _linked(found, links[found])
        if found is None:
            self._selection.note(
                "SYMLINK_OUTSIDE_ROOT", path, "the symbolic link leaves the repository; it is not followed"
            )
        elif found in files:
            self._oids[path] = files[found]
        elif found in folders or not found:
            if not found or path.startswith(f"{found}/"):
                self._selection.note("SYMLINK_LOOP", path, "the symbolic link leads to a folder above itself")
            else:
                self._selection.note(
                    "SYMLINK_FOLDER", path, "the symbolic link leads to a folder, whose files are read where they stand"
                )
        else:
            self._selection.note("BROKEN_LINK", path, "the symbolic link leads nowhere")

    def large(self, limits: Mapping[str, int]) -> dict[str, int]:
        """See :class:`Tree`."""
        return larger(((path, self._sizes[oid]) for path, oid in self._oids.items()), limits)

    def hashes(self, cache: FactCache, limits: Mapping[str, int]) -> dict[str, bytes]:
        """See :class:`Tree`."""
        known = cache.blobs(self._oids[path] for path in limits)
        return {path: known[self._oids[path]] for path in limits if self._oids[path] in known}

    def read(self, limits: Mapping[str, int]) -> Iterator[tuple[str, Content | OSError]]:
        """See :class:`Tree`."""
        order = list(limits)
        objects = git.read_objects(self.root, (self._oids[path] for path in order))
        missing = iter(order)
        for oid, data in objects:
            for path in missing:
                if self._oids[path] == oid:
                    digest = hashlib.sha256(data).digest()
                    yield path, Content(digest, data if len(data) <= limits[path] else None, len(data))
                    break
                yield path, OSError(0, "git has not got its object")
        for path in missing:
            yield path, OSError(0, "git has not got its object")

    def answer(self, question: bytes) -> Answer | None:  # noqa: ARG002
        """See :class:`Tree`."""
        return None

    def remember(self, cache: FactCache, hashes: Mapping[str, bytes], answer: Answer | None) -> None:  # noqa: ARG002
        """See :class:`Tree`."""
        cache.put_blobs({self._oids[path]: digest for path, digest in hashes.items()})


def _linked(path: str, target: str) -> str | None:
    """Where a link at ``path`` leads, None out of the repository."""
    return None if target.startswith("/") else normalize(parent(path), target)
