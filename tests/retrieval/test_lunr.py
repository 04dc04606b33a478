"""The browser's index, loaded by lunr.py and by the lunr.js that MkDocs ships."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from lunr.index import Index

from mkdocs_docbridge.retrieval import Entry
from mkdocs_docbridge.retrieval.lexicon import Lexicon
from mkdocs_docbridge.retrieval.lunr_index import SearchPayload, search_assets
from mkdocs_docbridge.settings import RetrievalOptions, Settings
from tests.retrieval.build import Repository, shop

KINDS = ("document", "module", "area", "package")
QUESTIONS = (
    "body_hash",
    "bodyHash",
    "retrying orders",
    "giving up",
    "shop/orders",
    "find_regions",
    "OrderQueue enqueue",
)
SCRIPT = """
const lunr = require(process.argv[1])
const { lexicon } = require(process.argv[2])
const { payload, questions } = JSON.parse(require("fs").readFileSync(0, "utf8"))
const index = lunr.Index.load(payload.index)
const ask = text => index.query(q => lexicon(text).forEach(term => q.term(term)))
const hits = questions.map(text => ask(text).map(hit => payload.documents[Number(hit.ref)].path))
process.stdout.write(JSON.stringify(hits))
"""


def link(entry: Entry) -> str | None:
    return entry.site_url if entry.kind == "document" else f"docbridge/{entry.id}/"


def payload(repo: Repository, settings: Settings | None = None) -> SearchPayload:
    return search_assets(repo.index(settings), kinds=KINDS, link=link)["search.json"]


def shape(made: SearchPayload) -> dict[str, object]:
    return json.loads(made.to_json())


def ask(made: SearchPayload, text: str) -> list[str]:
    index = Index.load(shape(made)["index"])
    query = index.create_query()
    for term in Lexicon(()).text_terms(text):
        query.term(term)
    return [made.documents[int(hit["ref"])].path for hit in index.query(query)]


def test_the_file_has_the_documented_shape() -> None:
    made = shape(payload(shop()))
    assert list(made) == ["documents", "generator", "index", "kinds", "languages", "more", "version"]
    assert (made["version"], made["generator"], made["kinds"]) == (1, "docbridge", sorted(KINDS))
    guide = next(one for one in made["documents"] if one["path"] == "docs/guide/retries.md")
    assert guide["headings"] == [["Backoff", "backoff"], ["Giving up", "giving-up"]]
    assert guide["url"] == "docs/guide/retries/"
    assert set(guide) == {"id", "kind", "title", "path", "url", "summary", "headings", "symbols"}
    assert made["index"]["pipeline"] == []


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("body_hash", "shop/regions.py"),
        ("hash", "shop/regions.py"),
        ("OrderQueue", "shop/orders/queue.py"),
        ("enqueue", "shop/orders/queue.py"),
        ("giving up", "docs/guide/retries.md"),
    ],
)
def test_a_name_is_found_whole_and_by_its_parts(question: str, path: str) -> None:
    assert path in ask(payload(shop()), question)[:2]


def test_entries_without_an_address_are_left_out() -> None:
    made = search_assets(shop().index(), kinds=("document", "module"), link=lambda e: e.site_url)["search.json"]
    assert {one.kind for one in made.documents} == {"document"}
    assert [one.id for one in made.documents] == [str(number) for number in range(len(made.documents))]


def test_equal_indexes_give_equal_bytes() -> None:
    assert payload(shop()).to_json() == payload(shop()).to_json()


def test_an_empty_repository_gives_a_loadable_index() -> None:
    assert ask(payload(Repository()), "retry") == []


def test_code_may_weigh_less_than_pages() -> None:
    repo = Repository()
    repo.page("docs/queue.md", "queue")
    repo.module("lib/queue.py")
    index = repo.index()
    light = msgspec.structs.replace(index.weights.code, title="0.1", path="0.1")
    weights = msgspec.structs.replace(index.weights, code=light)
    made = search_assets(msgspec.structs.replace(index, weights=weights), kinds=KINDS, link=link)["search.json"]
    assert ask(made, "queue")[0] == "docs/queue.md"


def test_parts_hold_pages_before_code_and_every_score_of_the_whole() -> None:
    repo = shop()
    for number in range(12):
        repo.page(
            f"docs/note{number}.md", f"Note {number}", "How orders are counted. " * 5, headings=("Counting", "Orders")
        )
    index = repo.index()
    whole = search_assets(index, kinds=KINDS, link=link)["search.json"]
    parts = search_assets(index, kinds=KINDS, link=link, name="find", shard_kb=1)
    first = parts["find.json"]
    assert list(parts) == ["find.json", *first.more]
    assert len(parts) > 2
    assert {one.kind for one in first.documents} == {"document"}
    kinds = [{one.kind == "module" for one in part.documents} for part in parts.values()]
    assert kinds == sorted(kinds, key=lambda code: True in code)
    assert all(len(found) == 1 for found in kinds)
    assert [one for part in parts.values() for one in part.documents] == list(whole.documents)
    vectors = [vector for part in parts.values() for vector in part.index["fieldVectors"]]
    assert vectors == whole.index["fieldVectors"]
    assert [part.more for part in parts.values()][1:] == [()] * len(first.more)


@pytest.mark.node
def test_lunr_js_loads_it_and_finds_the_same() -> None:
    found = find_spec("mkdocs")
    assert found is not None
    assert found.origin is not None
    lunr_js = Path(found.origin).parent / "contrib/search/templates/search/lunr.js"
    repo = shop()
    repo.page("docs/ja.md", "全文検索 \U00020000\U00020001 über Élan", "設定")
    questions = [*QUESTIONS, "検索", "\U00020000\U00020001", "ELAN"]
    made = payload(repo, Settings(retrieval=RetrievalOptions(languages=("en", "de"))))
    done = subprocess.run(
        ["node", "-e", SCRIPT, str(lunr_js), str(Path(__file__).with_name("lexicon.js"))],
        input=json.dumps({"payload": shape(made), "questions": questions}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    hits = json.loads(done.stdout)
    assert [paths[0] for paths in hits] == [ask(made, question)[0] for question in questions]
    assert [set(paths) for paths in hits] == [set(ask(made, question)) for question in questions]
