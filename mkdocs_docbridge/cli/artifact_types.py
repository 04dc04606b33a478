"""Every artifact type there is, imported: ``artifacts.kinds()`` then knows them."""

from mkdocs_docbridge.parity import PublicClaims, PublicParityReport
from mkdocs_docbridge.retrieval import RetrievalIndex
from mkdocs_docbridge.retrieval.bench import RetrievalBenchmarkResult
from mkdocs_docbridge.snapshot.model import Snapshot

__all__ = ["PublicClaims", "PublicParityReport", "RetrievalBenchmarkResult", "RetrievalIndex", "Snapshot"]
