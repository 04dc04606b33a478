"""Finding things: the projection of a snapshot, its lexicon, and ranked, explained answers."""

from typing import TYPE_CHECKING

from .engine import SearchEngine
from .model import (
    Components,
    Entry,
    EntryKind,
    Explanation,
    IndexStale,
    Result,
    RetrievalIndex,
    SearchResults,
    check_fresh,
)

if TYPE_CHECKING:
    from .project import build_index

__all__ = [
    "Components",
    "Entry",
    "EntryKind",
    "Explanation",
    "IndexStale",
    "Result",
    "RetrievalIndex",
    "SearchEngine",
    "SearchResults",
    "build_index",
    "check_fresh",
]


def __getattr__(name: str) -> object:
    # making an index takes longer to import than answering from one
    if name == "build_index":
        from .project import build_index

        return build_index
    raise AttributeError(name)
