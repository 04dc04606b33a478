"""Package manifests and compiler settings, one reader a kind. A broken one gives a note, never an exception."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .members import broken
from .npm import read_package_json, read_pnpm_workspace, read_tsconfig
from .pyproject import read_pyproject

MAX_MANIFEST = 1024 * 1024


class _Kind(NamedTuple):
    name: re.Pattern[str]
    ecosystem: str
    read: Callable[[bytes], ManifestFacts]


_KINDS = (
    _Kind(re.compile(r"pyproject\.toml"), "pypi", read_pyproject),
    _Kind(re.compile(r"package\.json"), "npm", read_package_json),
    _Kind(re.compile(r"pnpm-workspace\.ya?ml"), "npm", read_pnpm_workspace),
    _Kind(re.compile(r"(?:tsconfig|jsconfig)(?:[.-][\w.-]+)?\.json"), "typescript", read_tsconfig),
)


def is_manifest(path: str) -> bool:
    """Whether the file at ``path`` is a manifest that is read, by its name."""
    return _kind(path) is not None


def manifest_facts(name: str, data: bytes) -> ManifestFacts:
    """What the manifest called ``name`` (a file name or path) says. Pure.

    A file that cannot be read gives facts with an empty name and a BROKEN_MANIFEST note; a member of the wrong type
    is left out with a MANIFEST_MEMBER note. Raises ValueError for a name that is no manifest's.
    """
    kind = _kind(name)
    if kind is None:
        raise ValueError(f"{name} is no manifest that is read")
    if len(data) > MAX_MANIFEST:
        return broken(kind.ecosystem, f"{len(data):,} bytes, more than {MAX_MANIFEST:,}", None)
    return kind.read(data)


def _kind(path: str) -> _Kind | None:
    name = path.rpartition("/")[2]
    return next((kind for kind in _KINDS if kind.name.fullmatch(name)), None)
