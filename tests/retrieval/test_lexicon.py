"""What becomes of a word."""

from __future__ import annotations

import json
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.retrieval.lexicon import Lexicon, fold, lexicon, parts, query_terms, singular, words

SCRIPT = Path(__file__).with_name("lexicon.js")
ENGLISH = lexicon(("en",))
BARE = Lexicon(())


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("body_hash", ("bodyhash", "bodi", "hash")),
        ("bodyHash", ("bodyhash", "bodi", "hash")),
        ("HTTPServer", ("httpserver", "http", "server")),
        ("sha256", ("sha256", "sha", "256")),
        ("utf8", ("utf8", "utf")),
        ("__init__", ("init",)),
        ("class_", ("class",)),
        ("is_valid_URLs", ("isvalidurl", "valid", "url")),
        ("getURLsFor", ("geturlsfor", "url")),
        ("Élève", ("eleve",)),
        ("naïveÜber", ("naiveuber", "naive", "uber")),
        ("検索", ("検索", "検", "索")),
        ("全文検索", ("全文検索", "全", "文", "検", "索", "全文", "文検", "検索")),
        ("Python入門", ("python入門", "python", "入", "門", "入門")),
        ("the", ()),
        ("x", ()),
        ("queries", ("queri",)),
        ("İstanbul", ("istanbul",)),
    ],
)
def test_a_word_gives_its_whole_and_its_parts(word: str, terms: tuple[str, ...]) -> None:
    raw = words(word)
    assert len(raw) == 1
    assert ENGLISH.terms(raw[0]) == terms


@pytest.mark.parametrize(
    "pair",
    [
        ("query", "queries"), ("cache", "caches"), ("match", "matches"), ("box", "boxes"), ("size", "sizes"),
        ("class", "classes"), ("alias", "aliases"), ("status", "statuses"), ("cookie", "cookies"), ("key", "keys"),
        ("response", "responses"), ("schema", "schemas"), ("plugin", "plugins"), ("repo", "repos"), ("use", "uses"),
        ("process", "processes"), ("page", "pages"), ("index", "indexes"),
    ],
)  # fmt: skip
def test_a_plural_meets_its_singular(pair: tuple[str, str]) -> None:
    assert singular(pair[0]) == singular(pair[1])


@pytest.mark.parametrize("pair", [("analysis", "analyse"), ("press", "pre"), ("news", "newer"), ("does", "do")])
def test_words_that_only_look_alike_stay_apart(pair: tuple[str, str]) -> None:
    assert singular(pair[0]) != singular(pair[1])


def test_composed_and_decomposed_text_give_the_same_terms() -> None:
    text = "Tâche élémentaire über façade"
    assert ENGLISH.text_terms(unicodedata.normalize("NFD", text)) == ENGLISH.text_terms(text)


def test_a_second_language_adds_its_stop_words_and_an_unknown_one_none() -> None:
    assert Lexicon(("en", "de")).text_terms("der Index und die Suche") == ["index", "such"]
    assert "der" in Lexicon(("en", "xx")).text_terms("der Index")


@given(st.text(max_size=60))
def test_what_is_indexed_is_found_by_the_same_text(text: str) -> None:
    assert set(query_terms(text, ("en",)).terms) == set(ENGLISH.text_terms(text.strip()))


@given(st.text(alphabet=st.characters(categories=("Lu", "Ll", "Lo", "Nd")), min_size=1, max_size=20))
def test_parts_hold_every_character_of_the_word(word: str) -> None:
    assert "".join(parts(word)) == word.replace("_", "")


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text) or any(ord(character) > 0x24F for character in text)


def test_a_question_keeps_what_was_typed() -> None:
    query = query_terms('Why does `bodyHash()` in src/regions.py fail with "no marker"?')
    assert query.typed == ("bodyhash", "src/regions.py", "fail", "marker")
    assert query.quoted == ("bodyhash()", "no marker")
    assert query.paths == ("src/regions.py",)
    assert "bodyhash" in query.identifiers
    assert query.terms["bodi"] == (1, "bodyHash")


def test_terms_count_how_often_they_were_asked() -> None:
    assert query_terms("retry retries Retry").terms == {"retri": (3, "retry")}


def test_neighbouring_words_may_be_one_name() -> None:
    query = query_terms("guard the event dispatchers of `event_dispatcher` on retry")
    assert "eventdispatcher" in query.terms
    assert query.compounds["guardevent"] == "guard event"
    assert query.compounds["guardeventdispatcher"] == "guard event dispatchers"
    assert query.terms.keys().isdisjoint(query.compounds)


def test_a_pasted_log_is_cut() -> None:
    assert len(query_terms("word " * 100_000).text) <= 4_000


@pytest.mark.node
def test_the_browsers_way_gives_the_same_terms() -> None:
    texts = [
        "body_hash bodyHash HTTPServer2 sha256 XMLHttpRequest __init__ class_ a1b2 v1.2.3",
        "queries caches matches boxes aliases cookies keys statuses series plugins tries",
        "Élève über İstanbul ÅNGSTRÖM Straße ΣΊΣΥΦΟΣ дети ДЕТИ",
        "検索エンジン 全文検索 한국어 검색 Python入門 がぎぐ ﬁle ﾃｽﾄ",
        "URLs getURLsFor ÉURLs éURLsX IDs2 APIsuccess path/to/file-name.test.ts kebab-case snake_case SCREAMING_CASE",
        "e\u0301le\u0300ve \U00020000\U00020001 x y z 1 22 the and",
    ]
    done = subprocess.run(
        ["node", str(SCRIPT)], input=json.dumps(texts), capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert json.loads(done.stdout) == [BARE.text_terms(text) for text in texts]
