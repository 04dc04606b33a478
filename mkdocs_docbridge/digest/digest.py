"""The change digest of two snapshots."""

from __future__ import annotations

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.snapshot.model import Snapshot

from .compare import Comparison
from .model import ChangeDigest
from .review import documents_to_review
from .symbols import SymbolChanges
from .touched import TouchedAreas

DIGEST_VERSION = "1"
"""Raised with every change of what a digest makes of the same two snapshots."""


def change_digest(baseline: Snapshot, current: Snapshot) -> ChangeDigest:
    """What moved from ``baseline`` to ``current``, and the documents to review, sealed.

    Follows from the two snapshots alone; the order of their relations does not count.
    """
    comparison = Comparison(baseline, current)
    symbols = SymbolChanges(comparison, (baseline.analyzers, current.analyzers))
    areas = TouchedAreas(comparison, (baseline, current), symbols)
    return seal(
        ChangeDigest(
            project=current.project,
            baseline_hash=str(baseline.content_hash),
            current_hash=str(current.content_hash),
            changed=comparison.changed,
            added=comparison.added,
            removed=comparison.removed,
            renamed=comparison.renamed,
            symbols=symbols.all(),
            areas=areas.all(),
            review=documents_to_review(comparison, (baseline, current), symbols, areas),
        )
    )
