"""Hand edits of regions that somebody agreed to overwrite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.artifacts import append_record
from mkdocs_docbridge.regions import scan
from mkdocs_docbridge.snapshot.cache import prepare_folder

from .change import Change

Places = frozenset[tuple[str, int]]
"""(document, line of an open marker)"""


@dataclass(frozen=True)
class Acceptance:
    """``by`` agreed to lose what was edited in the regions at ``places``."""

    by: str
    places: Places

    @property
    def documents(self) -> frozenset[str]:
        """The documents of the places."""
        return frozenset(path for path, _ in self.places)

    def lines(self, path: str) -> set[int]:
        """The lines of one document where accepted regions open."""
        return {line for where, line in self.places if where == path}

    def record(self, changes: Iterable[Change], ledger: Path) -> None:
        """Adds a line to ``ledger`` for each region that ``changes`` overwrite: who agreed, and what the body was.

        Raises :class:`InputError` for a body over 1 MiB, and ``OSError``.
        """
        prepare_folder(ledger.parent)
        for change in changes:
            found = scan(change.before or b"", change.place)
            for line in sorted(self.lines(change.place)):
                region = found.region_at(line)
                if region is not None:
                    append_record(
                        ledger,
                        {
                            "by": self.by,
                            "path": change.place,
                            "line": line,
                            "source": region.source,
                            "overwritten": region.body,
                        },
                    )
