"""The snapshot that a digest starts from, and what to say when there is none."""

from __future__ import annotations

from pathlib import Path

from mkdocs_docbridge.artifacts import read
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.model import Snapshot

_MAKE = "make one: docbridge scan, or name a revision: --since REV, or a sealed snapshot: --data FILE"


def last_scan(file: Path, shown: str) -> Snapshot:
    """The snapshot of the last ``docbridge scan``. Raises :class:`InputError`: ``NO_BASELINE`` when there is none, and
    what :func:`read` raises for one that cannot be used."""
    if not file.exists():
        raise InputError("there is nothing to compare with", place=shown, code="NO_BASELINE", hint=_MAKE)
    return read(Snapshot, file, place=shown)


def unknown_revision(revision: str, *, shallow: bool, key: str) -> InputError:
    """Why a digest cannot start from a revision. ``key`` says where the revision was given."""
    if shallow:
        return InputError(
            f"this clone is shallow and lacks the revision {revision!r}",
            place=key,
            code="SHALLOW_CLONE",
            hint="get the history first: git fetch --unshallow (GitHub: actions/checkout with fetch-depth: 0)",
        )
    return InputError(
        f"git knows no revision {revision!r} here",
        place=key,
        code="UNKNOWN_REVISION",
        hint="name a commit, branch or tag; a branch of the remote is called origin/NAME",
    )
