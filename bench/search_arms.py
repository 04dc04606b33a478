"""One search engine doing one thing, in a process of its own. Run as a script, by a Python that has the engine.

``python search_arms.py build ENGINE FOLDER``, ``… ask …`` or ``… cold …``: FOLDER holds ``entries.jsonl`` (an id and
seven texts a line), ``questions.json`` and, for docbridge, ``index.json``; the engine's own files go below it. What was
measured is printed as JSON. Every engine cuts words in its own way; a question asks for ten results with their ids.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn, Protocol

FIELDS = ("title", "headings", "symbols", "path", "aliases", "summary", "body")
LIMIT = 10
_WORD = re.compile(r"\w+")

Ask = Callable[[str], list[str]]
"""The ids of what answers a question, best first."""


def entries(folder: Path) -> Iterator[dict[str, str]]:
    """The entries: ``id`` and the fields; a body is its words, each as often as it is counted."""
    with (folder / "entries.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


class Engine(Protocol):
    """A search engine."""

    def load(self, folder: Path) -> object:
        """The entries as it takes them."""

    def build(self, folder: Path, loaded: object) -> None:
        """Makes its files."""

    def open(self, folder: Path) -> Ask:
        """Opens its files."""


class Docbridge:
    """Ours, with everything a search does: names, relations, priors, reasons."""

    def load(self, folder: Path) -> object:
        import msgspec

        from mkdocs_docbridge.retrieval.model import RetrievalIndex

        return msgspec.json.decode((folder / "index.json").read_bytes(), type=RetrievalIndex)

    def build(self, folder: Path, loaded: object) -> None:
        from mkdocs_docbridge.retrieval.search_file import SearchFile

        SearchFile.make(loaded, folder / "search.idx", "bench")  # type: ignore[arg-type]

    def open(self, folder: Path, *, explain: bool = False) -> Ask:
        from mkdocs_docbridge.retrieval.engine import SearchEngine
        from mkdocs_docbridge.retrieval.search_file import SearchFile

        engine = SearchEngine(_no_index, SearchFile.open(folder / "search.idx", "bench"))
        return lambda text: [found.id for found in engine.search(text, limit=LIMIT, explain=explain).results]


def _no_index() -> NoReturn:
    raise AssertionError("a question is answered from the search file")


class Tantivy:
    """A field each, tantivy's default words, equal weights."""

    def load(self, folder: Path) -> object:
        return list(entries(folder))

    def build(self, folder: Path, loaded: object) -> None:
        import tantivy

        place = folder / "tantivy"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        builder = tantivy.SchemaBuilder().add_text_field("id", stored=True, tokenizer_name="raw")
        for name in FIELDS:
            builder.add_text_field(name)
        index = tantivy.Index(builder.build(), path=str(place))
        writer = index.writer(200_000_000)
        for entry in loaded:  # type: ignore[attr-defined]
            writer.add_document(tantivy.Document(**entry))
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> Ask:
        import tantivy

        index = tantivy.Index.open(str(folder / "tantivy"))
        searcher = index.searcher()

        def ask(text: str) -> list[str]:
            query, _ = index.parse_query_lenient(" ".join(_WORD.findall(text)), list(FIELDS))
            return [searcher.doc(address)["id"][0] for _, address in searcher.search(query, LIMIT).hits]

        return ask


class Bm25s:
    """The fields as one text, its own words, its default backend."""

    def load(self, folder: Path) -> object:
        return list(entries(folder))

    def build(self, folder: Path, loaded: object) -> None:
        import bm25s

        found: list[dict[str, str]] = loaded  # type: ignore[assignment]
        texts = [" ".join(entry[name] for name in FIELDS) for entry in found]
        tokens = bm25s.tokenize(texts, stopwords="en", show_progress=False)
        model = bm25s.BM25()
        model.index(tokens, show_progress=False)
        model.save(str(folder / "bm25s"), corpus=[entry["id"] for entry in found], show_progress=False)

    def open(self, folder: Path) -> Ask:
        import bm25s

        model = bm25s.BM25.load(str(folder / "bm25s"), load_corpus=True)

        def ask(text: str) -> list[str]:
            tokens = bm25s.tokenize([text], stopwords="en", show_progress=False)
            hits, _ = model.retrieve(tokens, k=LIMIT, show_progress=False)
            return [hit["text"] for hit in hits[0]]

        return ask


class Fts5:
    """SQLite's full text: a column each, without the texts themselves."""

    def load(self, folder: Path) -> object:
        return list(entries(folder))

    def build(self, folder: Path, loaded: object) -> None:
        path = folder / "fts5.db"
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        connection.execute(f"CREATE VIRTUAL TABLE texts USING fts5({','.join(FIELDS)}, content='')")
        connection.execute("CREATE TABLE ids (id TEXT)")
        found: list[dict[str, str]] = loaded  # type: ignore[assignment]
        marks = ",".join("?" * (len(FIELDS) + 1))
        connection.executemany(
            f"INSERT INTO texts (rowid, {','.join(FIELDS)}) VALUES ({marks})",  # noqa: S608
            ((number, *(entry[name] for name in FIELDS)) for number, entry in enumerate(found, 1)),
        )
        connection.executemany("INSERT INTO ids VALUES (?)", ((entry["id"],) for entry in found))
        connection.commit()
        connection.close()

    def open(self, folder: Path) -> Ask:
        connection = sqlite3.connect(folder / "fts5.db")
        query = (
            "SELECT id FROM (SELECT rowid AS number FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?) "
            "JOIN ids ON ids.rowid = number"
        )

        def ask(text: str) -> list[str]:
            words = " OR ".join(f'"{word}"' for word in _WORD.findall(text))
            return [name for (name,) in connection.execute(query, (words, LIMIT))] if words else []

        return ask


ENGINES: dict[str, Callable[[], Engine]] = {"docbridge": Docbridge, "tantivy": Tantivy, "bm25s": Bm25s, "fts5": Fts5}


def build(name: str, folder: Path) -> dict[str, object]:
    """CPU and wall seconds of making the engine's files; reading the entries is not counted."""
    engine = ENGINES[name]()
    loaded = engine.load(folder)
    wall, cpu = time.perf_counter(), time.process_time()
    engine.build(folder, loaded)
    return {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


def ask(name: str, folder: Path) -> dict[str, object]:
    """Wall seconds of opening, of every question after all have been asked once, and of explaining (docbridge)."""
    questions = json.loads((folder / "questions.json").read_bytes())
    engine = ENGINES[name]()
    start = time.perf_counter()
    answer = engine.open(folder)
    found: dict[str, object] = {"open": time.perf_counter() - start, "asked": _asked(answer, questions)}
    if isinstance(engine, Docbridge):
        found["explained"] = _asked(engine.open(folder, explain=True), questions)
    return found


def _asked(answer: Ask, questions: list[str]) -> list[float]:
    for text in questions:
        answer(text)
    seconds = []
    for text in questions:
        start = time.perf_counter()
        answer(text)
        seconds.append(time.perf_counter() - start)
    return seconds


def cold(name: str, folder: Path) -> dict[str, object]:
    """The first question; what the whole process used is measured from outside."""
    (question, *_) = json.loads((folder / "questions.json").read_bytes())
    return {"found": len(ENGINES[name]().open(folder)(question))}


if __name__ == "__main__":
    step, engine_name, place = sys.argv[1:]
    print(json.dumps({"build": build, "ask": ask, "cold": cold}[step](engine_name, Path(place))))  # noqa: T201
