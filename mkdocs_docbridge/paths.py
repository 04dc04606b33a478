"""Paths of a repository: relative to its root, written with ``/``; the root folder is ``""``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_PATH = 512
_DRIVE = re.compile(r"[A-Za-z]:")


def path_fault(path: str) -> str:
    """Why ``path`` is no repository-relative path with ``/``; empty when it is one. One fault a path."""
    checks = (
        (not path, "is empty"),
        (len(path) > MAX_PATH, f"is longer than {MAX_PATH} characters"),
        (_DRIVE.match(path) is not None, "starts with a drive letter"),
        ("\\" in path, "has a backslash; write /"),
        (path.startswith(("/", "~")), "is absolute"),
        (any(ord(char) < 32 or ord(char) == 127 for char in path), "has a control character"),
    )
    for fails, reason in checks:
        if fails:
            return reason
    segments = path.split("/")
    if ".." in segments:
        return "leaves its folder (..)"
    if "." in segments or "" in segments:
        return "has an empty or dot segment"
    return ""


def shown_path(path: str) -> str:
    """A path as reports print it: NFC, whatever form the registry or the file system has."""
    return unicodedata.normalize("NFC", path)


def parent(path: str) -> str:
    """The folder of ``path``, ``""`` for the root."""
    return path.rpartition("/")[0]


def join(folder: str, name: str) -> str:
    """``folder/name``, or ``name`` in the root."""
    return f"{folder}/{name}" if folder else name


def ancestors(folder: str) -> list[str]:
    """``folder`` and every folder above it, nearest first, the root last."""
    found = [folder]
    while folder:
        folder = parent(folder)
        found.append(folder)
    return found


def normalize(folder: str, relative: str) -> str | None:
    """``relative`` as seen from ``folder``, without ``.`` and ``..``; None when it leaves the repository."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def folders_of(paths: Iterable[str]) -> set[str]:
    """Every folder, at any depth, that holds one of ``paths``; without the root."""
    found: set[str] = set()
    for path in paths:
        folder = parent(path)
        while folder and folder not in found:
            found.add(folder)
            folder = parent(folder)
    return found
