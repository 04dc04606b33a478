"""The engine scores few entries; its answers are those of scoring all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval import SearchEngine, postings, scores
from mkdocs_docbridge.retrieval.engine import COUNTED
from mkdocs_docbridge.retrieval.model import ENTRY_KINDS
from mkdocs_docbridge.settings import ChangeRecord, IntentRecord, RetrievalOptions, Settings
from tests.retrieval.build import Repository
from tests.retrieval.plain import PlainSearch

ROOT = Path(__file__).parents[2]
WORDS = [
    "retry",
    "order",
    "queue",
    "region",
    "hash",
    "Broker",
    "cache_key",
    "HTTPServer",
    "naïve",
    "検索",
    "x9",
    "test",
]
FOLDERS = ["src", "src/shop", "tests", "docs", "docs/guide"]


@pytest.fixture(autouse=True, params=["as is", "rows", "some singled"])
def layout(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small indexes too are laid out and read as large ones are: rows of common terms, bytes instead of single lanes,
    no or few entries singled out."""
    if request.param != "as is":
        monkeypatch.setattr(postings, "COMMON_LEAST", 2)
        monkeypatch.setattr(postings, "COMMON", 16 if request.param == "rows" else 4)
        monkeypatch.setattr(scores, "FEW", 0)
        monkeypatch.setattr(scores, "SINGLED", 0 if request.param == "rows" else 12)


def repository(seed: int, size: int) -> Repository:
    """Pages and modules of few words, so that scores lie close, with relations, areas, packages and agents' pages."""
    chance = Random(seed)
    repo = Repository()
    ids = []
    for number in range(size):
        some = " ".join(chance.choices(WORDS, k=chance.randint(0, 12)))
        path = f"{chance.choice(FOLDERS)}/{chance.choice(['index', 'queue', 'order', f'm{number}'])}_{number}"
        if chance.random() < 0.4:
            audience = chance.choice(["", "", "", "agent", "human-and-agent"])
            title = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
            ids.append(repo.page(f"{path}.md", title, some, audience=audience))
        else:
            names = tuple(dict.fromkeys(chance.choices(["Retry", "retry_order", "Queue.put", "hash"], k=2)))
            ids.append(repo.module(f"{path}.py", some, exports=names[:1], private=names[1:]))
    for _ in range(size):
        one, other = chance.choice(ids), chance.choice(ids)
        repo.relate(
            one, chance.choice(["imports", "links-to", "mentions"]), other, chance.choice(["observed", "fuzzy"])
        )  # type: ignore[arg-type]
    repo.area("src/shop", *[name for name in ids if name.startswith("module:src/shop")])
    repo.package("shop", "src", "Retry an order.")
    return repo


SETTINGS = Settings(
    intents=(IntentRecord(id="retry", title="Retry an order", paths=("docs",)),),
    changes=(ChangeRecord(id="hash", title="Change the hash of a region", start_here="src"),),
)


def agree(index: object, engine: SearchEngine, plain: PlainSearch, query: str, **more: object) -> None:
    found = engine.search(query, explain=True, **more)  # type: ignore[arg-type]
    matched, shown = plain.search(query, **more)  # type: ignore[arg-type]
    expected = [(plain.entries[one.number].id, one.micro, one.components()) for one in shown]
    assert [
        (one.id, round(one.score * 1e6), one.explain.components) for one in found.results if one.explain
    ] == expected
    assert found.matched == min(matched, max(COUNTED, len(found.results)))


@given(
    st.integers(0, 2**32),
    st.integers(0, 60),
    st.lists(st.sampled_from([*WORDS, "how", "src/shop", "queue_3.py", "shop", "zebra"]), max_size=6).map(" ".join),
    st.integers(1, 12),
    st.sampled_from([0.0, 1 / 3, 0.8, 1.0]),
    st.sets(st.sampled_from(ENTRY_KINDS), min_size=1),
    st.sampled_from([None, "agent"]),
)
@settings(deadline=None, max_examples=60)
def test_answers_are_those_of_scoring_everything(
    seed: int, size: int, query: str, limit: int, floor: float, kinds: set[str], audience: str | None
) -> None:
    index = repository(seed, size).index(SETTINGS)
    agree(
        index, SearchEngine(index), PlainSearch(index), query, limit=limit, floor=floor, kinds=kinds, audience=audience
    )


OTHER = [
    RetrievalOptions(preset="doc-bridge-v1"),
    RetrievalOptions(k1=0.0),
    RetrievalOptions(weights={"body": 0.0}, b=1.0),
]


@pytest.mark.parametrize("options", OTHER)
def test_they_are_with_other_weights(options: RetrievalOptions) -> None:
    index = repository(7, 80).index(Settings(retrieval=options))
    engine, plain = SearchEngine(index), PlainSearch(index)
    many = " ".join(f"w{number}" for number in range(120))
    for query in ("retry order", "queue of the broker", "hash", "test region retry", f"retry the broker {many}"):
        agree(index, engine, plain, query)


@pytest.fixture(scope="module")
def own() -> Iterator[tuple[SearchEngine, PlainSearch, list[str]]]:
    suite = json.loads((ROOT / "example_site/bench/retrieval-suite-v1.json").read_bytes())
    with Project.open(ROOT) as project:
        yield SearchEngine(project.index), PlainSearch(project.index), [case["input"] for case in suite["cases"]]


def test_they_are_on_this_repository(own: tuple[SearchEngine, PlainSearch, list[str]]) -> None:
    engine, plain, questions = own
    for question in questions[::4]:
        agree(engine.index, engine, plain, question, limit=10)
