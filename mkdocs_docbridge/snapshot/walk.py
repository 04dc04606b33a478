"""The files of a tree: what git knows, else a walk that honours .gitignore. One list, sorted by code point."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pathspec import GitIgnoreSpec

from mkdocs_docbridge import git
from mkdocs_docbridge.errors import InputError

from .model import Coverage

_NEVER = frozenset({".git", ".hg", ".svn", ".docbridge"})
_NOT_SOURCE = frozenset({"__pycache__", "node_modules", ".venv", "venv", ".tox", ".nox", ".mypy_cache", ".ruff_cache"})


@dataclass(frozen=True)
class Walk:
    """``paths`` are the regular files (and links to such inside the root), relative, with ``/``."""

    paths: tuple[str, ...]
    nested: tuple[str, ...] = ()
    """Submodules and nested repositories."""
    coverage: tuple[Coverage, ...] = ()


@dataclass
class _Collector:
    root: Path
    paths: list[str] = field(default_factory=list)
    coverage: list[Coverage] = field(default_factory=list)

    def note(self, code: str, path: str, reason: str) -> None:
        self.coverage.append(Coverage(analyzer="walk", status="not-analyzed", code=code, path=path, reason=reason))

    def add(self, raw: bytes) -> None:
        try:
            path = raw.decode("utf-8")
        except UnicodeDecodeError:
            shown = raw.decode("utf-8", "replace")
            self.note("NAME_NOT_UTF8", shown, "the file name is not UTF-8")
            return
        # as bytes: a file system encoding that is not UTF-8 must not hide files
        full = os.path.join(os.fsencode(self.root), raw)  # noqa: PTH118
        if os.path.islink(full) and not self._follow(path, full):  # noqa: PTH114
            return
        if os.path.isfile(full):  # noqa: PTH113
            self.paths.append(path)

    def _follow(self, path: str, full: bytes) -> bool:
        link = Path(os.fsdecode(full))
        try:
            target = link.resolve(strict=True)
        except (OSError, RuntimeError):
            self.note("BROKEN_LINK", path, "the symbolic link leads nowhere")
            return False
        if not target.is_relative_to(self.root):
            self.note("SYMLINK_OUTSIDE_ROOT", path, "the symbolic link leaves the repository; it is not followed")
            return False
        if target.is_dir() and link.is_relative_to(target):
            self.note("SYMLINK_LOOP", path, "the symbolic link leads to a folder above itself")
            return False
        if target.is_dir():
            self.note(
                "SYMLINK_FOLDER", path, "the symbolic link leads to a folder, whose files are read where they stand"
            )
            return False
        return True


def walk(root: Path, *, exclude: tuple[str, ...] = (), skip: tuple[str, ...] = (), max_files: int = 200_000) -> Walk:
    """The files below ``root``.

    ``exclude`` are gitignore-style globs, ``skip`` folders (the site's output) whose files are left out.
    Raises :class:`InputError` when there are more than ``max_files``, or none at all.
    """
    root = root.resolve()
    collector = _Collector(root)
    listing = git.list_files(root)
    nested: tuple[str, ...] = ()
    if listing is not None:
        raw: Iterator[bytes] = iter(listing.files)
        nested = tuple(sorted(path.decode("utf-8", "replace").rstrip("/") for path in listing.nested))
    else:
        raw = _walk_folder(root, collector)
    excluded = GitIgnoreSpec.from_lines(exclude) if exclude else None
    outputs = tuple(f"{folder.rstrip('/')}/" for folder in skip)
    for path in raw:
        if path.split(b"/", 1)[0] == b".docbridge":
            continue
        text = path.decode("utf-8", "replace")
        if text.startswith(outputs) or (excluded is not None and excluded.match_file(text)):
            continue
        collector.add(path)
        if len(collector.paths) > max_files:
            raise InputError(
                f"more than {max_files} files",
                place="scan.max_files",
                code="TOO_MANY_FILES",
                hint="leave folders out with scan.exclude, or raise scan.max_files",
            )
    if not collector.paths and not collector.coverage and not nested:
        raise InputError("there is no file here", code="EMPTY_REPOSITORY", hint="name another folder with --root")
    return Walk(tuple(sorted(collector.paths)), nested, tuple(collector.coverage))


def _walk_folder(root: Path, collector: _Collector) -> Iterator[bytes]:
    """Every file below ``root`` that no .gitignore on the way down leaves out. Linked folders are not entered."""
    stack: list[tuple[str, tuple[tuple[str, GitIgnoreSpec], ...]]] = [("", ())]
    while stack:
        folder, specs = stack.pop()
        here = root / folder
        try:
            ignore = here / ".gitignore"
            if ignore.is_file():
                lines = ignore.read_text(encoding="utf-8", errors="replace").splitlines()
                specs = (*specs, (f"{folder}/" if folder else "", GitIgnoreSpec.from_lines(lines)))
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            collector.note("UNREADABLE", folder or ".", f"the folder cannot be read: {error.strerror}")
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if entry.name in _NEVER or (is_folder and entry.name in _NOT_SOURCE) or _ignored(path, is_folder, specs):
                continue
            if is_folder:
                stack.append((path, specs))
            else:
                yield os.fsencode(path)


def _ignored(path: str, is_folder: bool, specs: tuple[tuple[str, GitIgnoreSpec], ...]) -> bool:
    verdict = False
    for base, spec in specs:
        relative = path.removeprefix(base) + ("/" if is_folder else "")
        result = spec.check_file(relative)
        if result.include is not None:
            verdict = result.include
    return verdict
