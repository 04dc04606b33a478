"""The retriever: what search finds, as documents with content and metadata for a pipeline that reads them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, runtime_checkable

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.snapshot.model import Confidence

from .engine import SearchEngine
from .model import Entry, EntryKind

RETRIEVED = 8
"""Documents that a retriever gives when nobody says how many: the limit of the source document's retriever."""


class DocumentMetadata(Record, frozen=True):
    """Where a retrieved document comes from and why it was found."""

    id: str
    kind: EntryKind
    path: str
    title: str
    score: float
    confidence: Confidence
    why: str
    site_url: str | None
    """The page's address below the site root; ``null`` for what is no page of the site."""
    content_hash: str | None
    """The hash of the file behind it; ``null`` for what has no file of its own."""


class RetrievedDocument(Record, frozen=True):
    """One document: ``content`` is title, summary and text, without what is empty."""

    content: str
    metadata: DocumentMetadata


@runtime_checkable
class Retriever(Protocol):
    """Anything that retrieves documents for a question, best first."""

    def retrieve(
        self, query: str, limit: int = RETRIEVED, kinds: Collection[EntryKind] | None = None
    ) -> tuple[RetrievedDocument, ...]: ...


class DocBridgeRetriever:
    """Retrieves from one engine: the order, scores and reasons are those of its search."""

    def __init__(self, engine: SearchEngine) -> None:
        self._engine = engine
        self._entries = {entry.id: entry for entry in engine.index.entries}

    def retrieve(
        self, query: str, limit: int = RETRIEVED, kinds: Collection[EntryKind] | None = None
    ) -> tuple[RetrievedDocument, ...]:
        """At most ``limit`` documents, best first; ``kinds`` keeps only these. Raises ``ValueError`` as
        :meth:`SearchEngine.search` does."""
        documents = []
        for result in self._engine.search(query, kinds=kinds, limit=limit).results:
            entry = self._entries[result.id]
            metadata = DocumentMetadata(
                id=result.id,
                kind=result.kind,
                path=result.path,
                title=result.title,
                score=result.score,
                confidence=result.confidence,
                why=result.why,
                site_url=entry.site_url,
                content_hash=entry.content_hash,
            )
            documents.append(RetrievedDocument(content=content_of(entry), metadata=metadata))
        return tuple(documents)


def content_of(entry: Entry) -> str:
    """What a reader is given of an entry: title, summary and text, without what is empty."""
    return "\n\n".join(part for part in (entry.title, entry.summary, entry.text) if part)
