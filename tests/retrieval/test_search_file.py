"""The search file: the same bytes for the same entries, and never an answer from a file that is not whole."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.project import Project
from mkdocs_docbridge.retrieval import RetrievalIndex, SearchEngine, search_file
from mkdocs_docbridge.retrieval.container import Container, Damaged, SortedStrings, Strings, pack, packed_numbers
from mkdocs_docbridge.retrieval.search_file import SearchFile, search_pieces
from tests.retrieval.build import Repository, shop
from tests.retrieval.test_agreement import SETTINGS, repository

PRINT = """
import hashlib
from mkdocs_docbridge.retrieval.search_file import search_pieces
from tests.retrieval.test_agreement import SETTINGS, repository
print(hashlib.sha256(b"".join(search_pieces(repository(3, 90).index(SETTINGS), "key"))).hexdigest())
"""


def data_of(index: RetrievalIndex, key: str = "key") -> bytes:
    return b"".join(search_pieces(index, key))


def test_processes_with_other_hash_seeds_write_the_same_bytes() -> None:
    def run(seed: str) -> str:
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", PRINT]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    here = hashlib.sha256(data_of(repository(3, 90).index(SETTINGS))).hexdigest()
    assert run("1") == run("2") == here


def test_the_order_of_entries_changes_nothing() -> None:
    index = repository(4, 40).index(SETTINGS)
    shuffled = msgspec.structs.replace(index, entries=index.entries[::-1])
    assert data_of(index) == data_of(shuffled)


def no_index() -> RetrievalIndex:
    raise AssertionError("the index was asked for")


def test_a_whole_file_answers_without_the_index(tmp_path: Path) -> None:
    path = tmp_path / "search.idx"
    index = shop().index()
    first = SearchEngine.open(path, "key", lambda: index)
    again = SearchEngine.open(path, "key", no_index)
    expected = SearchEngine(index).search("retry an order", explain=True)
    assert first.search("retry an order", explain=True) == expected
    assert again.search("retry an order", explain=True) == expected


def flipped(at: float) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        place = min(int(len(data) * at), len(data) - 1)
        return data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]

    return change


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:7],
        lambda data: data[:25],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-64],
        lambda data: b"SQLite format 3\0" + data,
        *(flipped(at / 40) for at in range(39)),
    ],
)
def test_a_damaged_file_is_made_again(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "search.idx"
    index = shop().index()
    whole = data_of(index)
    path.write_bytes(damage(whole))
    if path.read_bytes() != whole:
        with pytest.raises(Damaged):
            SearchFile.open(path, "key")
    found = SearchEngine.open(path, "key", lambda: index).search("body_hash")
    assert found == SearchEngine(index).search("body_hash")
    assert path.read_bytes() == whole


def test_a_file_of_another_index_or_version_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "search.idx"
    old, new = shop(), shop()
    new.page("docs/zebra.md", "Zebra", "Stripes.")
    SearchEngine.open(path, "old", old.index)
    assert SearchEngine.open(path, "new", new.index).search("zebra").results[0].id == "document:docs/zebra.md"
    monkeypatch.setattr(search_file, "VERSION", search_file.VERSION + 1)
    asked = []
    SearchEngine.open(path, "new", lambda: asked.append(1) or new.index())  # type: ignore[func-returns-value]
    assert asked


@pytest.mark.parametrize(
    ("section", "data"),
    [("runs", msgspec.msgpack.encode([{"side": "code"}])), ("slots", b"odd"), ("about", b"\xc1"), ("links.ends", None)],
)
def test_a_whole_file_that_other_code_laid_out_is_made_again(
    section: str, data: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "search.idx"
    index = shop().index()

    def otherwise(version: int, key: str, sections: dict[str, bytes]) -> Iterator[bytes]:
        changed = {name: found for name, found in sections.items() if name != section}
        return pack(version, key, changed if data is None else changed | {section: data})

    with monkeypatch.context() as other:
        other.setattr(search_file, "pack", otherwise)
        path.write_bytes(data_of(index))
    assert SearchEngine.open(path, "key", lambda: index).search("body_hash") == SearchEngine(index).search("body_hash")
    assert path.read_bytes() == data_of(index)


def test_where_no_file_can_be_written_search_works_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    index = shop().index()
    engine = SearchEngine.open(tmp_path / "file" / "search.idx", "key", lambda: index)
    assert engine.search("body_hash") == SearchEngine(index).search("body_hash")


def test_a_project_keeps_its_search_file_where_git_does_not_look(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def retry_order(): ...\n")
    cache = tmp_path.with_name("elsewhere.db")
    with Project.open(tmp_path, cache=cache) as project:
        assert project.engine.search("retry_order").results[0].id == "module:a.py"
    kept = tmp_path / ".docbridge" / "search.idx"
    before = kept.stat()
    assert (tmp_path / ".docbridge" / ".gitignore").read_text() == "*\n"
    with Project.open(tmp_path, cache=cache) as project:
        assert project.engine.search("retry_order").results[0].id == "module:a.py"
        assert "index" not in vars(project)
        assert "snapshot" not in vars(project.scan)
    assert kept.stat() == before
    (tmp_path / "a.py").write_text("def other(): ...\n")
    with Project.open(tmp_path, cache=cache) as project:
        assert not project.engine.search("retry_order").results
        assert project.engine.search("other").results


@pytest.mark.parametrize(
    ("body", "query"),
    [("naïve Größe", "grosse naive"), ("検索エンジン", "検索"), ("x" * 128, "x" * 128), ("𝒳𝒴 emoji🎉", "emoji")],
)
def test_words_of_every_kind_are_found_in_an_index_of_one_entry(body: str, query: str) -> None:
    repo = Repository()
    page = repo.page("docs/a.md", "T", body)
    assert repo.engine().search(query).results[0].id == page


@pytest.mark.parametrize(
    "query", ["\ud800", "a" * 3_999, "word " * 700, " ".join(f"w{n}" for n in range(900)), "検" * 3_000]
)
def test_odd_questions_are_answered(query: str) -> None:
    assert repository(5, 60).engine(SETTINGS).search(query).matched >= 0


def test_an_index_of_another_lexicon_makes_no_file(tmp_path: Path) -> None:
    index = shop().index()
    other = seal(msgspec.structs.replace(index, lexicon_version=index.lexicon_version + 1))
    with pytest.raises(InputError, match="INDEX_LEXICON"):
        SearchEngine.open(tmp_path / "search.idx", "key", lambda: other)
    assert not list(tmp_path.iterdir())


def test_sections_stand_aligned_and_read_back() -> None:
    sections = {"b": packed_numbers("d", [0.5]), "a": b"odd", **Strings.sections("s", [b"", b"x", b"yy"])}
    data = b"".join(pack(1, "k", sections))
    file = Container(data, version=1, key="k")
    assert (bytes(file.raw("a")), file.numbers("b", "d").tolist()) == (b"odd", [0.5])
    strings = file.strings("s")
    assert [strings[at] for at in range(len(strings))] == [b"", b"x", b"yy"]
    assert data == b"".join(pack(1, "k", dict(reversed(sections.items()))))


@given(st.sets(st.text("ab\0é中", max_size=12), max_size=30), st.text("ab\0é中", max_size=12))
def test_a_sorted_string_is_found_at_its_place_and_another_nowhere(known: set[str], other: str) -> None:
    ordered = sorted(text.encode() for text in known)
    data = b"".join(pack(1, "k", SortedStrings.sections("s", ordered)))
    strings = Container(data, version=1, key="k").sorted_strings("s")
    for text in {*known, other, *(text[:-1] for text in known), *(text + "a" for text in known)}:
        wanted = text.encode()
        assert strings.find(text) == (ordered.index(wanted) if wanted in ordered else None)
