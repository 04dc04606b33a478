"""Term counts: against counting by the library, and kept between builds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval import counts as module
from mkdocs_docbridge.retrieval.counts import TermCounts, kept_as
from mkdocs_docbridge.retrieval.lexicon import lexicon
from mkdocs_docbridge.retrieval.model import Fields
from mkdocs_docbridge.retrieval.presets import FIELD_NAMES
from mkdocs_docbridge.retrieval.search_file import search_pieces
from tests.support.sites import make_repository
from tests.support.trees import write_tree

from .build import Repository

LANGUAGES = ("en",)
TEXT = st.text("aAbS_ 1éΣ中.", max_size=30)


def counted(counts: TermCounts, fields: Fields) -> dict[str, dict[str, int]]:
    """Term to field to how often."""
    found = counts.of(fields)
    terms, make_ups = list(counts.terms), counts.make_ups
    return {
        terms[term]: {FIELD_NAMES[field]: times for field, times in make_ups[kind]}
        for term, kind in zip(found.terms, found.make_ups, strict=True)
    }


def plain(fields: Fields) -> dict[str, dict[str, int]]:
    """The same, a term at a time."""
    found: dict[str, dict[str, int]] = {}
    for name in FIELD_NAMES:
        text = getattr(fields, name)
        if name == "body":
            pairs = [token.split(":") for token in text.split()]
            text = " ".join(f"{word} " * int(times[0] if times else 1) for word, *times in pairs)
        for term, times in Counter(lexicon(LANGUAGES).text_terms(text)).items():
            found.setdefault(term, {})[name] = times
    return found


@given(
    st.lists(st.builds(Fields, **dict.fromkeys(FIELD_NAMES[:-1], TEXT), body=st.just("")), min_size=1, max_size=4),
    st.dictionaries(st.text("aAbs_1é中", min_size=1, max_size=8), st.integers(1, 300), max_size=6),
)
def test_counts_are_those_of_counting_one_term_at_a_time(texts: list[Fields], body: dict[str, int]) -> None:
    words = {word: times for word, times in body.items() if word[0] != "_"}
    texts[0] = msgspec.structs.replace(
        texts[0], body=" ".join(f"{word}:{n}" if n > 1 else word for word, n in words.items())
    )
    counts = TermCounts(LANGUAGES)
    for fields in texts:
        assert counted(counts, fields) == plain(fields)
        assert sum(counts.of(fields).lengths) == sum(sum(by.values()) for by in plain(fields).values())
    kept = TermCounts.read(b"".join(counts.unkept()), LANGUAGES)
    for fields in texts:
        assert counted(kept, fields) == plain(fields)
    assert list(kept.unkept()) == []


def test_what_was_counted_before_gives_the_same_bytes_as_counting_anew() -> None:
    before, after = Repository(), Repository()
    for repo in (before, after):
        repo.page("docs/orders.md", "Orders", "How orders are placed. An order has lines")
        repo.page("docs/payments.md", "Payments", "Paying an order")
    before.page("docs/old.md", "Gone", "Zebras are gone")
    after.page("docs/a.md", "First", "Aardvarks come first")
    counts = TermCounts(LANGUAGES)
    list(search_pieces(before.index(), "key", counts))
    kept = TermCounts.read(b"".join(counts.unkept()), LANGUAGES)
    assert b"".join(search_pieces(after.index(), "key", kept)) == b"".join(search_pieces(after.index(), "key"))


def test_only_what_is_new_is_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = TermCounts(LANGUAGES)
    counts.of(Fields(title="orders"))
    kept = TermCounts.read(b"".join(counts.unkept()), LANGUAGES)
    read: list[str] = []
    words = module.words
    monkeypatch.setattr(module, "words", lambda text: read.append(text) or words(text))  # type: ignore[func-returns-value]
    kept.of(Fields(title="orders"))
    kept.of(Fields(title="payments"))
    assert read == ["payments"]


def test_counts_of_entries_that_are_gone_are_not_carried_on() -> None:
    counts = TermCounts(LANGUAGES)
    counts.of(Fields(title="zebra"))
    kept = TermCounts.read(b"".join(counts.unkept()), LANGUAGES)
    kept.of(Fields(title="order"))
    assert "zebra" in kept.terms
    again = TermCounts.read(b"".join(kept.unkept()), LANGUAGES)
    again.of(Fields(title="parcel lorry"))
    # two terms of four are left: still worth while; of five, two are not
    again.of(Fields(title="lorry"))
    assert list(again.unkept())
    last = TermCounts(LANGUAGES)
    last.of(Fields(title="one two three four five six"))
    last = TermCounts.read(b"".join(last.unkept()), LANGUAGES)
    last.of(Fields(title="seven eight"))
    assert list(last.unkept()) == []


@pytest.mark.parametrize("data", [b"", b"docbridge search\n", b"x" * 100])
def test_bytes_that_are_no_counts_give_none(data: bytes) -> None:
    assert TermCounts.read(data, LANGUAGES).terms == {}


def test_counts_of_other_languages_are_none() -> None:
    counts = TermCounts(LANGUAGES)
    counts.of(Fields(title="orders"))
    assert TermCounts.read(b"".join(counts.unkept()), ("de",)).terms == {}


def test_a_project_counts_only_the_file_that_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_repository(tmp_path, {"docs/a.md": "# Orders\n", "docs/b.md": "# Payments\n"})
    with Project.open(root) as project:
        assert [found.path for found in project.engine.search("orders").results] == ["docs/a.md"]
    read: list[str] = []
    words = module.words
    monkeypatch.setattr(module, "words", lambda text: read.append(text) or words(text))  # type: ignore[func-returns-value]
    write_tree(root, {"docs/b.md": "# Parcels\n"})
    with Project.open(root) as project:
        assert [found.path for found in project.engine.search("parcels").results] == ["docs/b.md"]
    assert "Parcels" in read
    assert "Orders" not in read
    assert kept_as(LANGUAGES) != kept_as(("de",))
