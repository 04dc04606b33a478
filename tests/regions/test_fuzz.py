"""A sample of what ``make fuzz`` runs a million times."""

from __future__ import annotations

import os

from .fuzz import trial

DOCUMENTS = int(os.environ.get("DOCBRIDGE_DOCUMENTS", "4000"))


def test_random_documents_break_neither_the_reader_nor_the_writer() -> None:
    tried, wrong, misread = trial(20260117, DOCUMENTS)
    assert wrong == []
    assert misread == []
    assert tried["regions"] > DOCUMENTS / 2
    assert tried["writes"] - tried["writes refused"] > DOCUMENTS / 10
    assert tried["hand edits"] > DOCUMENTS / 10
    assert tried["placements live for both"] > DOCUMENTS / 500
