"""The files of a tree: what git knows, else a walk that honours .gitignore. One list, sorted by code point."""

from __future__ import annotations

import os
import stat
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.globs import path_spec

from .model import Coverage
from .watch import MARKS, Looks, mark_of
from .written import listed_below, lists_among

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_NEVER = frozenset({".git", ".hg", ".svn", ".docbridge"})
_NOT_SOURCE = frozenset({"__pycache__", "node_modules", ".venv", "venv", ".tox", ".nox", ".mypy_cache", ".ruff_cache"})


class Walk(NamedTuple):
    """``paths`` are the regular files (and links to such inside the root), relative, with ``/``."""

    paths: tuple[str, ...]
    places: array[int]
    """The place of each path among the files that were listed."""
    marks: array[int]
    """Four numbers a path that change when the file does, see :class:`~.watch.Looks`; of a link those of the file that
    it leads to."""
    coverage: tuple[Coverage, ...] = ()


class Selection:
    """Which files are wanted at all: not the tool's own, not what ``exclude`` (gitignore-style globs) or ``skip``
    (folders) leave out, not a page that it wrote itself. Counts them against ``max_files``."""

    def __init__(self, exclude: tuple[str, ...], skip: tuple[str, ...], max_files: int) -> None:
        self._spec = path_spec(exclude) if exclude else None
        self._outputs = tuple(f"{folder.rstrip('/')}/" for folder in (".docbridge", *skip))
        self._max_files = max_files
        self._written: set[bytes] = set()
        self.coverage: list[Coverage] = []

    def leave_out_written(self, lists: Iterable[tuple[bytes, bytes]]) -> None:
        """Takes the pages out that ``lists``, (path, bytes) each, name as written by ``docbridge sync --pages``."""
        for place, data in lists:
            self._written.update((place, *listed_below(place, data)))

    def note(self, code: str, path: str, reason: str) -> None:
        """A path that is not read, and why."""
        self.coverage.append(Coverage(analyzer="walk", status="not-analyzed", code=code, path=path, reason=reason))

    def wanted(self, raw: bytes) -> str | None:
        """The path as text, None for one that is left out."""
        if raw in self._written:
            return None
        try:
            path = raw.decode("utf-8")
        except UnicodeDecodeError:
            shown = raw.decode("utf-8", "replace")
            if not self._is_out(shown):
                self.note("NAME_NOT_UTF8", shown, "the file name is not UTF-8")
            return None
        return None if self._is_out(path) else path

    def _is_out(self, path: str) -> bool:
        return path.startswith(self._outputs) or (self._spec is not None and self._spec.match_file(path))

    def check(self, count: int) -> None:
        """Raises :class:`InputError` for more files than allowed."""
        if count > self._max_files:
            raise InputError(
                f"more than {self._max_files} files",
                place="scan.max_files",
                code="TOO_MANY_FILES",
                hint="leave folders out with scan.exclude, or raise scan.max_files",
            )


def files_below(root: Path, selection: Selection) -> list[bytes]:
    """The files below ``root``, which git does not know, save those that .gitignore files leave out. Sorted."""
    return sorted(_walk_folder(root, selection))


def choose(root: Path, listed: Sequence[bytes], looks: Looks, selection: Selection, *, nested: bool) -> Walk:
    """Those of the ``listed`` files below ``root`` that are wanted and can be read.

    Raises :class:`InputError` when there are more than allowed, or none at all and no repository ``nested``.
    """
    selection.leave_out_written(_page_lists(root, lists_among(listed)))
    paths, places, marks = _choose(root, listed, looks, selection)
    if not paths and not selection.coverage and not nested:
        raise InputError("there is no file here", code="EMPTY_REPOSITORY", hint="name another folder with --root")
    return Walk(tuple(paths), places, marks, tuple(selection.coverage))


def _page_lists(root: Path, places: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for place in places:
        file = root / os.fsdecode(place)
        # a link could name files that are not beside the list
        if not file.is_symlink():
            with suppress(OSError):
                yield place, file.read_bytes()


def _choose(
    root: Path, listed: Sequence[bytes], looks: Looks, selection: Selection
) -> tuple[list[str], array[int], array[int]]:
    """The regular files among ``listed`` that are wanted, their places there and their marks."""
    paths: list[str] = []
    places = array("q")
    marks = looks.marks[:]
    # as bytes: a file system encoding that is not UTF-8 must not hide files
    base = os.path.join(os.fsencode(root), b"")  # noqa: PTH118
    for number, item in enumerate(listed):
        path = selection.wanted(item)
        if path is None:
            continue
        if item in looks.odd:
            mark = _mark_of_odd(root, path, base + item, selection)
            if mark is None:
                continue
            marks[MARKS * number : MARKS * (number + 1)] = array("q", mark)
        paths.append(path)
        places.append(number)
    selection.check(len(paths))
    if len(places) < len(listed):
        marks = array("q", (value for at in places for value in marks[MARKS * at : MARKS * (at + 1)]))
    return paths, places, marks


def _mark_of_odd(root: Path, path: str, full: bytes, selection: Selection) -> tuple[int, int, int, int] | None:
    """The mark of the file that a link leads to, None for what cannot be read."""
    try:
        found = os.lstat(full)
        if stat.S_ISLNK(found.st_mode):
            if not _follow(root, path, full, selection):
                return None
            found = os.stat(full)  # noqa: PTH116
    except OSError:
        # gone since git listed it, or deleted and not committed yet
        return None
    if stat.S_ISREG(found.st_mode):
        return mark_of(found)
    if not stat.S_ISDIR(found.st_mode):
        selection.note("NOT_A_FILE", path, "it is a pipe, a socket or a device, and is not read")
    return None


def _follow(root: Path, path: str, full: bytes, selection: Selection) -> bool:
    link = Path(os.fsdecode(full))
    try:
        target = link.resolve(strict=True)
    except (OSError, RuntimeError):
        selection.note("BROKEN_LINK", path, "the symbolic link leads nowhere")
        return False
    if not target.is_relative_to(root):
        selection.note("SYMLINK_OUTSIDE_ROOT", path, "the symbolic link leaves the repository; it is not followed")
        return False
    if target.is_dir():
        if link.is_relative_to(target):
            selection.note("SYMLINK_LOOP", path, "the symbolic link leads to a folder above itself")
        else:
            selection.note(
                "SYMLINK_FOLDER", path, "the symbolic link leads to a folder, whose files are read where they stand"
            )
        return False
    return True


class _Folder(NamedTuple):
    path: str
    specs: tuple[tuple[str, GitIgnoreSpec], ...] = ()


def _walk_folder(root: Path, selection: Selection) -> Iterator[bytes]:
    """Every file below ``root`` that no .gitignore on the way down leaves out. Linked folders are not entered."""
    stack = [_Folder("")]
    while stack:
        folder = stack.pop()
        here = root / folder.path
        specs = (*folder.specs, *_ignored_here(here, folder.path, selection))
        try:
            entries = list(os.scandir(here))
        except OSError as error:
            selection.note("UNREADABLE", folder.path or ".", f"the folder cannot be read: {error.strerror}")
            continue
        for entry in entries:
            path = f"{folder.path}/{entry.name}" if folder.path else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name in _NEVER or (is_folder and entry.name in _NOT_SOURCE) or _ignored(path, is_folder, specs):
                continue
            if is_folder:
                stack.append(_Folder(path, specs))
            else:
                yield os.fsencode(path)


def _ignored_here(here: Path, folder: str, selection: Selection) -> list[tuple[str, GitIgnoreSpec]]:
    """What the .gitignore of one folder leaves out, with the folder that it holds for."""
    ignore = here / ".gitignore"
    name = f"{folder}/.gitignore" if folder else ".gitignore"
    try:
        if not ignore.is_file():
            return []
        text = ignore.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        selection.note("UNREADABLE", name, f"cannot be read: {error.strerror}")
        return []
    return [(f"{folder}/" if folder else "", path_spec(text.splitlines()))]


def _ignored(path: str, is_folder: bool, specs: tuple[tuple[str, GitIgnoreSpec], ...]) -> bool:
    verdict = False
    for base, spec in specs:
        relative = path.removeprefix(base) + ("/" if is_folder else "")
        result = spec.check_file(relative)
        if result.include is not None:
            verdict = result.include
    return verdict
