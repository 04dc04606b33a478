"""From snapshot and facts to entries."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import decode, encode, seal
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval import Entry, IndexStale, RetrievalIndex, SearchEngine, build_index, check_fresh
from mkdocs_docbridge.retrieval.fields import FIELD_CAPS
from mkdocs_docbridge.retrieval.postings import weighted_words
from mkdocs_docbridge.retrieval.project import module_title
from mkdocs_docbridge.settings import ChangeRecord, IntentRecord, RetrievalOptions, Settings
from mkdocs_docbridge.snapshot.facts import Words
from mkdocs_docbridge.snapshot.model import Ownership
from tests.retrieval.build import Repository, shop


def entry(index: RetrievalIndex, name: str) -> Entry:
    return next(one for one in index.entries if one.id == name)


def test_every_kind_becomes_an_entry_in_the_order_of_ids() -> None:
    settings = Settings(
        intents=(IntentRecord(id="buy", title="Buy a thing", paths=("docs/index.md",)),),
        changes=(ChangeRecord(id="add-order", title="Add an order kind", start_here="shop/orders/queue.py"),),
    )
    index = shop().index(settings)
    ids = [one.id for one in index.entries]
    assert ids == sorted(ids)
    assert {one.kind for one in index.entries} == {"document", "module", "area", "package", "intent", "change"}
    assert entry(index, "change:add-order").path == "shop/orders/queue.py"
    assert entry(index, "intent:buy").provenance == "declared"


def test_a_module_is_searched_by_its_word_counts_and_a_page_shows_its_text() -> None:
    index = shop().index()
    queue = entry(index, "module:shop/orders/queue.py")
    counts = dict(weighted_words(queue, "body"))
    assert counts["backoff"] == 1
    assert counts["an"] == 1
    assert queue.text == ""
    assert entry(index, "document:docs/guide/retries.md").text.startswith("How to retry")


def test_symbols_put_the_interface_first() -> None:
    regions = entry(shop().index(), "module:shop/regions.py")
    assert regions.symbols == ("body_hash", "find_regions", "_normalise")
    assert regions.exported == 2


def test_place_and_neighbours_come_from_the_relations() -> None:
    index = shop().index()
    queue = entry(index, "module:shop/orders/queue.py")
    assert (queue.graph.area_id, queue.graph.package_id) == ("area:shop/orders", "package:shop")
    assert [edge.id for edge in queue.graph.inbound] == ["module:tests/test_queue.py", "document:docs/guide/retries.md"]
    guide = entry(index, "document:docs/guide/retries.md")
    assert guide.graph.inbound_links == 1
    assert guide.graph.pagerank > entry(index, "document:docs/index.md").graph.pagerank


def test_an_owner_lends_its_name_and_its_agent_documents_words() -> None:
    repo = shop()
    repo.page("agents/orders.md", "Working on orders", "Mind the idempotency of brokers.")
    repo.ownership.append(
        Ownership(
            id="order-team",
            path="shop/orders",
            source="settings",
            purpose="Takes orders.",
            agent_doc="agents/orders.md",
        )
    )
    index = repo.index()
    area = entry(index, "area:shop/orders")
    assert area.aliases == ("order-team",)
    assert area.ownership_id == "order-team"
    assert area.summary == "Takes orders."
    assert SearchEngine(index).search("idempotency", kinds=["area"]).results[0].id == "area:shop/orders"
    assert SearchEngine(index).search("order-team").results[0].id == "area:shop/orders"


def test_an_owner_of_nothing_known_is_still_found() -> None:
    repo = shop()
    repo.ownership.append(Ownership(id="infra", path="deploy/cluster", source="settings", purpose="Runs the cluster."))
    found = repo.engine().search("infra").results[0]
    assert (found.id, found.kind, found.provenance) == ("package:infra", "package", "declared")


def test_bounds_hold_and_cut_at_words() -> None:
    repo = Repository()
    repo.page("docs/long.md", "T", "word " * 5_000, headings=tuple(f"Heading number {n}" for n in range(600)))
    repo.module("a.py", " ".join(f"name_{n}" for n in range(20_000)), exports=tuple(f"symbol_{n}" for n in range(900)))
    index = repo.index()
    for one in index.entries:
        for name, cap in FIELD_CAPS.items():
            assert len(getattr(one.fields, name)) <= cap
        assert len(one.text) <= 4_000
        assert len(one.summary) <= 400
        assert len(one.symbols) <= 256
    assert all(len(word) > 4 for word, _ in weighted_words(entry(index, "module:a.py"), "body"))


@given(st.dictionaries(st.text("abcxyz_019é検", min_size=1, max_size=12), st.integers(1, 9_999), max_size=30))
def test_word_counts_survive_the_body_field(terms: dict[str, int]) -> None:
    repo = Repository()
    repo.module("a.py")
    repo.words["a.py"] = Words(terms=terms)
    assert dict(weighted_words(repo.index().entries[0], "body")) == terms


def test_equal_inputs_give_equal_bytes_and_they_read_back() -> None:
    one, other = encode(shop().index()), encode(shop().index())
    assert one == other
    assert decode(RetrievalIndex, one, place="index.json") == shop().index()


def test_the_order_of_relations_changes_nothing() -> None:
    repo = shop()
    before = repo.index().entries
    repo.relations.reverse()
    assert repo.index().entries == before


def test_a_stale_index_is_refused_by_what_moved() -> None:
    repo = shop()
    index = repo.index()
    check_fresh(index, repo.snapshot(), Settings(), place="index.json")
    repo.module("new.py")
    with pytest.raises(IndexStale, match=r"index\.json: \[INDEX_STALE\] IndexStale.*snapshotHash"):
        check_fresh(index, repo.snapshot(), Settings(), place="index.json")
    with pytest.raises(IndexStale, match="configurationHash"):
        check_fresh(index, shop().snapshot(), Settings(retrieval=RetrievalOptions(b=0.1)), place="index.json")


def test_weights_are_recorded_as_decimal_text() -> None:
    options = RetrievalOptions(preset="doc-bridge-v1", weights={"path": 2.5}, k1=1.5)
    index = shop().index(Settings(retrieval=options))
    assert (index.weights.code.title, index.weights.code.path, index.weights.pages.path) == ("4", "2.5", "2.5")
    assert (index.params.k1, index.params.b) == ("1.5", "0.75")


def test_all_faults_of_the_retrieval_settings_come_at_once() -> None:
    options = RetrievalOptions(weights={"titel": 2.0, "body": -1.0}, b=1.5)
    with pytest.raises(InputError) as caught:
        shop().index(Settings(retrieval=options))
    for part in ("retrieval.weights.titel", "retrieval.weights.body", "retrieval.b"):
        assert part in str(caught.value)


def test_an_unsealed_snapshot_is_refused() -> None:
    repo = shop()
    bare = msgspec.structs.replace(repo.snapshot(), content_hash=msgspec.UNSET)
    with pytest.raises(ValueError, match="not sealed"):
        build_index(bare, repo, Settings())


def test_an_index_of_another_lexicon_is_not_searched() -> None:
    index = shop().index()
    other = seal(msgspec.structs.replace(index, lexicon_version=index.lexicon_version + 1))
    with pytest.raises(InputError, match="INDEX_LEXICON"):
        SearchEngine(other)


@pytest.mark.parametrize(
    ("path", "title"),
    [("a/b/queue.py", "queue.py"), ("celery/worker/__init__.py", "worker/__init__.py"), ("index.ts", "index.ts")],
)
def test_a_file_whose_name_says_nothing_is_shown_with_its_folder(path: str, title: str) -> None:
    assert module_title(path) == title
