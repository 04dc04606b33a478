"""The retriever as LangChain knows retrievers. Needs the extra ``langchain``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec

from mkdocs_docbridge.current import CurrentRetriever
from mkdocs_docbridge.errors import MissingExtraError
from mkdocs_docbridge.retrieval.model import EntryKind
from mkdocs_docbridge.retrieval.retriever import RETRIEVED, Retriever

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    raise MissingExtraError("langchain-core", "langchain") from error


class DocBridgeLangChainRetriever(BaseRetriever):
    """Documents of a repository for a chain: ``page_content`` is title, summary and text, ``metadata`` says where it
    stands and why it was found (camelCase, as in this project's JSON). Its ``id`` is the entity's, so two retrievers
    over one repository can be fused by it.

    Asynchronous calls run in LangChain's executor, because a question is processor time and waits for nothing.
    """

    retriever: Retriever
    limit: int = RETRIEVED
    kinds: Sequence[EntryKind] | None = None

    @classmethod
    def open(cls, root: Path | str, *, limit: int = RETRIEVED, kinds: Sequence[EntryKind] | None = None) -> Self:
        """A retriever that looks at the repository at ``root`` anew for each question."""
        return cls(retriever=CurrentRetriever.open(Path(root)), limit=limit, kinds=kinds)

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:  # noqa: ARG002
        return [
            Document(
                id=document.metadata.id,
                page_content=document.content,
                metadata=msgspec.to_builtins(document.metadata),
            )
            for document in self.retriever.retrieve(query, self.limit, self.kinds)
        ]
