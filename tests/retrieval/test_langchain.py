"""The retriever inside LangChain: the real package, alone and fused with another retriever."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.prompts import PromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda, RunnableParallel

from mkdocs_docbridge.langchain import DocBridgeLangChainRetriever
from mkdocs_docbridge.retrieval.retriever import DocBridgeRetriever
from tests.retrieval.build import shop
from tests.support.loops import run
from tests.support.sites import make_repository

OURS = DocBridgeLangChainRetriever(retriever=DocBridgeRetriever(shop().engine()), limit=5)
SMOOTHING = 60
"""The constant of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009)."""


class WordCount(BaseRetriever):
    """Another retriever: pages by how often they hold the words of the question."""

    pages: dict[str, str]

    def _get_relevant_documents(self, query: str, **_: Any) -> list[Document]:
        words = query.lower().split()
        counts = {name: sum(text.lower().count(word) for word in words) for name, text in self.pages.items()}
        ranked = sorted(filter(counts.get, counts), key=lambda name: (-counts[name], name))
        return [Document(id=name, page_content=self.pages[name]) for name in ranked]


def fused(answers: dict[str, list[Document]]) -> list[Document]:
    """Reciprocal rank fusion of several rankings, documents told apart by id."""
    scores: dict[str, float] = {}
    known: dict[str, Document] = {}
    for documents in answers.values():
        for rank, document in enumerate(documents, start=1):
            assert document.id is not None
            scores[document.id] = scores.get(document.id, 0.0) + 1 / (SMOOTHING + rank)
            known.setdefault(document.id, document)
    return [known[name] for name in sorted(scores, key=lambda name: (-scores[name], name))]


def test_it_is_a_retriever_and_gives_documents_with_metadata() -> None:
    assert isinstance(OURS, BaseRetriever)
    first = OURS.invoke("retrying orders")[0]
    assert (first.id, first.metadata["path"]) == ("document:docs/guide/retries.md", "docs/guide/retries.md")
    assert first.page_content.startswith("Retrying orders\n\n")
    assert set(first.metadata) == {
        "id", "kind", "path", "title", "score", "confidence", "why", "siteUrl", "contentHash"
    }  # fmt: skip


def test_asynchronous_and_batched_calls_answer_alike() -> None:
    questions = ["retrying orders", "body_hash"]
    assert run(OURS.abatch(questions)) == OURS.batch(questions) == [OURS.invoke(q) for q in questions]


def test_in_a_hybrid_with_another_retriever_what_both_find_comes_first() -> None:
    other = WordCount(pages={"document:docs/guide/retries.md": "backoff, backoff", "wiki:backoff": "Backoff elsewhere"})
    hybrid = RunnableParallel(ours=OURS, other=other) | RunnableLambda(fused)
    found = [document.id for document in hybrid.invoke("backoff")]
    assert found[0] == "document:docs/guide/retries.md"
    assert {"wiki:backoff", "module:shop/orders/queue.py"} <= set(found)
    assert [document.id for document in run(hybrid.ainvoke("backoff"))] == found


def test_in_a_chain_its_documents_fill_a_prompt() -> None:
    shown = RunnableLambda(lambda documents: {"context": "\n".join(d.page_content for d in documents)})
    prompt = OURS | shown | PromptTemplate.from_template("Answer from this:\n{context}")
    assert "How to retry a failed order with backoff" in prompt.invoke("retrying orders").to_string()


def test_kinds_and_a_root_are_options(tmp_path: Path) -> None:
    opened = DocBridgeLangChainRetriever.open(make_repository(tmp_path), limit=3, kinds=["module"])
    assert opened.invoke("Engine")[0].metadata["path"] == "src/tool/core/engine.py"
    opened.retriever.close()  # type: ignore[attr-defined]


def test_without_the_package_the_message_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['langchain_core'] = None\n"
        "try:\n    import mkdocs_docbridge.langchain\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == (
        "[MISSING_EXTRA] langchain-core is not installed\n    pip install 'mkdocs-docbridge[langchain]'\n"
    )


@pytest.mark.parametrize("wrong", ["text", None])
def test_something_that_retrieves_nothing_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError, match="retriever"):
        DocBridgeLangChainRetriever(retriever=wrong)  # type: ignore[arg-type]
