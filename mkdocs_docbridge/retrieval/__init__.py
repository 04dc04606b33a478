"""Finding things: the projection of a snapshot, its lexicon, and ranked, explained answers."""

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
