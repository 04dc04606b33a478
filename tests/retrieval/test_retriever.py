"""The retriever: the search's answers as documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mkdocs_docbridge.current import CurrentRetriever
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval import SearchEngine
from mkdocs_docbridge.retrieval.retriever import RETRIEVED, DocBridgeRetriever, Retriever
from tests.retrieval.build import Repository, shop
from tests.support.sites import make_repository
from tests.support.trees import write_tree

ENGINE = shop().engine()
RETRIEVER = DocBridgeRetriever(ENGINE)


@pytest.fixture
def retriever(tmp_path: Path) -> Iterator[CurrentRetriever]:
    with CurrentRetriever.open(make_repository(tmp_path)) as opened:
        yield opened


def test_documents_come_in_the_order_of_the_search_with_its_scores_and_reasons() -> None:
    documents = RETRIEVER.retrieve("retry an order with backoff")
    found = ENGINE.search("retry an order with backoff", limit=RETRIEVED).results
    assert [(d.metadata.id, d.metadata.score, d.metadata.why) for d in documents] == [
        (result.id, result.score, result.why) for result in found
    ]


def test_content_is_title_summary_and_text_and_metadata_says_where_it_stands() -> None:
    (page,) = RETRIEVER.retrieve("Retrying orders", limit=1, kinds=["document"])
    assert page.content == (
        "Retrying orders\n\nHow to retry a failed order with backoff\n\n"
        "How to retry a failed order with backoff. Uses the queue."
    )
    assert (page.metadata.path, page.metadata.kind, page.metadata.site_url, page.metadata.confidence) == (
        "docs/guide/retries.md",
        "document",
        "docs/guide/retries/",
        "observed",
    )
    assert page.metadata.content_hash is not None


def test_the_default_limit_is_eight_and_kinds_are_kept() -> None:
    repo = Repository()
    for number in range(12):
        repo.page(f"docs/{number}.md", f"Orders {number}", "About orders.")
        repo.module(f"shop/orders{number}.py", "orders")
    retriever = DocBridgeRetriever(repo.engine())
    assert len(retriever.retrieve("orders")) == 8
    assert {d.metadata.kind for d in retriever.retrieve("orders", 5, ["module"])} == {"module"}


@pytest.mark.parametrize(("limit", "kinds"), [(0, None), (3, ["pages"])])
def test_a_limit_below_one_and_an_unknown_kind_are_refused(limit: int, kinds: list[str] | None) -> None:
    with pytest.raises(ValueError, match=r"limit|kinds"):
        RETRIEVER.retrieve("orders", limit, kinds)  # type: ignore[arg-type]


def test_an_edit_between_two_questions_is_in_the_second_answer(tmp_path: Path, retriever: CurrentRetriever) -> None:
    assert isinstance(retriever, Retriever)
    assert [d.metadata.path for d in retriever.retrieve("zeppelins")] == []
    write_tree(tmp_path, {"docs/zeppelins.md": "# Zeppelins\n\nThey fly.\n"})
    assert [d.metadata.path for d in retriever.retrieve("zeppelins")] == ["docs/zeppelins.md"]
    (tmp_path / "docs/zeppelins.md").unlink()
    assert retriever.retrieve("zeppelins") == ()


def test_settings_are_read_again_and_a_broken_file_is_an_error_until_it_is_repaired(
    tmp_path: Path, retriever: CurrentRetriever
) -> None:
    whole = (tmp_path / "mkdocs.yml").read_text(encoding="utf-8")
    assert retriever.retrieve("guide")
    left_out = whole.replace("- docbridge", "- docbridge: {scan: {exclude: ['docs/guide.md']}}")
    write_tree(tmp_path, {"mkdocs.yml": left_out})
    assert "docs/guide.md" not in [d.metadata.path for d in retriever.retrieve("guide")]
    write_tree(tmp_path, {"mkdocs.yml": "plugins: ["})
    with pytest.raises(InputError, match=r"mkdocs\.yml"):
        retriever.retrieve("guide")
    write_tree(tmp_path, {"mkdocs.yml": whole})
    assert "docs/guide.md" in [d.metadata.path for d in retriever.retrieve("guide")]


def test_an_unchanged_tree_is_not_indexed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    engine = shop().engine()
    monkeypatch.setattr(SearchEngine, "open", lambda _path, key, _make, _counts: made.append(key) or engine)
    with CurrentRetriever.open(make_repository(tmp_path)) as retriever:
        for _ in range(3):
            retriever.retrieve("orders")
        assert len(made) == 1
        write_tree(tmp_path, {"docs/new.md": "# New\n"})
        retriever.retrieve("orders")
    assert len(made) == 2
