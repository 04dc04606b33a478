"""A change digest with the name of what it starts from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.artifacts import read
from mkdocs_docbridge.digest import ChangeDigest, change_digest, last_scan
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.snapshot.model import Snapshot

CHANGE_DIGEST = "change-digest"
SETTING = "site.changes_since"


@dataclass(frozen=True)
class Changes:
    """``since`` names the baseline for people: a revision, a file, the last scan."""

    since: str
    digest: ChangeDigest


@dataclass(frozen=True)
class NoChanges:
    """Why the changes since a revision cannot be told."""

    since: str
    error: InputError

    def finding(self, settings_file: str) -> Finding:
        """It fails a build: the site would lack a page that its settings ask for, and nobody would see that."""
        return Finding(
            code=self.error.code,
            severity=Severity.ERROR,
            blocking=True,
            path=settings_file,
            line=None,
            message=f"{self.error.place}: {self.error.message}",
            remediation=self.error.hint,
        )


def changes_since_snapshot(file: Path, current: Snapshot) -> Changes:
    """The changes since the sealed snapshot in ``file``. Raises :class:`InputError` for one that cannot be used."""
    return Changes(file.name, change_digest(read(Snapshot, file, place=str(file)), current))


def changes_since_scan(state: Path, current: Snapshot) -> Changes:
    """The changes since the last ``docbridge scan``, whose snapshot lies in ``state``. Raises :class:`InputError`."""
    baseline = last_scan(state / "snapshot.json", f"{state.name}/snapshot.json")
    return Changes("the last docbridge scan", change_digest(baseline, current))
