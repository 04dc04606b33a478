"""Renames: files that are gone and new files with the same content, put together."""

from __future__ import annotations

import hashlib
import posixpath
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable

from .files import File

_EMPTY = hashlib.sha256(b"").hexdigest()


def renamed_pairs(removed: Iterable[File], added: Iterable[File]) -> list[tuple[File, File]]:
    """(old, new) of files of one kind with equal content, sorted by the new path.

    Of several with one content those go together whose paths end alike, the longest common end first; then those of
    one folder; then by code point. Empty files are equal to every other and are never put together. A file that was
    moved and edited has another content, and is not guessed at.
    """
    old, new = _by_content(removed), _by_content(added)
    pairs: list[tuple[File, File]] = []
    for content in sorted(old.keys() & new.keys()):
        left, right = old[content], new[content]
        depth = max(file.path.count("/") for file in (*left, *right)) + 1
        for length in range(depth, 0, -1):
            pairs += _taken(left, right, lambda file, n=length: _end(file.path, n))  # type: ignore[misc]
        pairs += _taken(left, right, lambda file: posixpath.dirname(file.path))
        pairs += _taken(left, right, lambda _: "")
    return sorted(pairs, key=lambda pair: pair[1].path)


def _by_content(files: Iterable[File]) -> dict[tuple[str, str], list[File]]:
    found: dict[tuple[str, str], list[File]] = defaultdict(list)
    for file in files:
        if file.hash != _EMPTY:
            found[file.kind, file.hash].append(file)
    return found


def _end(path: str, length: int) -> str | None:
    parts = path.split("/")
    return "/".join(parts[-length:]) if len(parts) >= length else None


def _taken(left: list[File], right: list[File], key: Callable[[File], Hashable]) -> list[tuple[File, File]]:
    """Pairs with equal keys, by code point; they are taken out of the lists."""
    groups: dict[Hashable, tuple[list[File], list[File]]] = defaultdict(lambda: ([], []))
    for side, files in enumerate((left, right)):
        for file in files:
            found = key(file)
            if found is not None:
                groups[found][side].append(file)
    pairs = [
        pair
        for ours, theirs in groups.values()
        for pair in zip(sorted(ours, key=_path), sorted(theirs, key=_path), strict=False)
    ]
    gone, come = {file.id for file, _ in pairs}, {file.id for _, file in pairs}
    left[:] = [file for file in left if file.id not in gone]
    right[:] = [file for file in right if file.id not in come]
    return pairs


def _path(file: File) -> str:
    return file.path
