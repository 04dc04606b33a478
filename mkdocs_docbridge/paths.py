"""Paths as settings and registries may name them: relative to a folder, written with ``/``."""

from __future__ import annotations

import re
import unicodedata

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
