"""What a snapshot counts: kept beside it, so that saying so does not need the snapshot."""

from __future__ import annotations

import msgspec

from .model import Coverage


class Summary(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Counts of a snapshot by entity kind, language and relation kind; its coverage and import cycles; where its bytes
    end."""

    kinds: dict[str, int]
    languages: dict[str, int]
    symbols: int
    relations: dict[str, int]
    coverage: tuple[Coverage, ...]
    cycles: int = 0
    content_hash: str = ""
    size: int = 0
    provenance_at: int = 0
