"""The browser's search index: a serialised lunr index and what the search page shows of each hit.

Both sides cut words the same way and neither stems, so the serialised pipeline is empty. The index holds the terms of
:mod:`mkdocs_docbridge.retrieval.lexicon`; the page's script makes the same terms of what is typed by the seven steps of
that module's docstring (step 5, stop words, may be left out: they are not in the index) and asks with
``index.query(q => …)``, one clause ``q.term(term)`` for each. Never with ``index.search(text)``, which cuts at
blanks alone and reads ``+ - : ~ ^ *`` as operators. While one types, the terms of the last word get a second clause
``q.term(term, {wildcard: lunr.Query.wildcard.TRAILING})``. In JavaScript ``fold`` of step 2 is::

    s.toLowerCase().normalize("NFKD").replace(/[\\u0300-\\u036f]/g, "").normalize("NFC")

Titles, headings, paths, symbols, aliases and summaries are indexed, each with the weight the settings give it; bodies
are not (they are 80 to 90 % of an index's bytes).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, cast

import msgspec

from mkdocs_docbridge.artifacts.record import Record

from .lexicon import Lexicon, lexicon
from .lunr_builder import LunrDocument, LunrIndex
from .model import SIDE_OF, Entry, RetrievalIndex
from .postings import weighted_words
from .presets import FieldName
from .priors import SUPPORT, is_support

SearchKind = Literal["document", "area", "package", "module"]
LUNR_FIELDS: tuple[FieldName, ...] = ("title", "headings", "symbols", "path", "aliases", "summary")
_ORDER = ("document", "package", "area", "module")
"""What is read first when the index stands in several files."""
SYMBOLS_SHOWN = 64
HEADINGS_SHOWN = 64
_COMPRESSED = 4.5
"""How many times larger than its compressed size such a file is estimated to be: 3.8 to 6.4 by real bytes on trees of
100 to 10,000 entries, where the estimate errs to the safe side for pages. Fixed, because compressors differ by machine.
"""


class SearchDocument(Record, frozen=True):
    """What the page shows of a hit. ``id`` is lunr's ref: the entry's number in this list, as text."""

    id: str
    kind: SearchKind
    title: str
    path: str
    url: str
    summary: str
    headings: tuple[tuple[str, str], ...]
    """(text, anchor)"""
    symbols: tuple[str, ...]


class SearchPayload(Record, frozen=True):
    """One JSON file for the page's script; ``index`` is for ``lunr.Index.load`` (lunr.js 2.3.9)."""

    version: Literal[1]
    generator: Literal["docbridge"]
    kinds: tuple[SearchKind, ...]
    languages: tuple[str, ...]
    documents: tuple[SearchDocument, ...]
    index: dict[str, object]
    more: tuple[str, ...] = ()
    """The files beside this one that hold the rest; only the first names them."""

    def to_json(self) -> bytes:
        """The file's bytes: equal for equal indexes."""
        return msgspec.json.encode(self, order="sorted")


def search_assets(
    index: RetrievalIndex,
    *,
    kinds: Collection[SearchKind],
    languages: tuple[str, ...] | None = None,
    link: Callable[[Entry], str | None],
    name: str = "search",
    shard_kb: int | None = None,
) -> dict[str, SearchPayload]:
    """The search files of the entries of ``kinds`` that ``link`` gives an address below the site root, by name.

    The first is ``<name>.json``. With ``shard_kb`` none is meant to take more than so many KiB when it is compressed:
    pages, packages and areas come first, code in files that are read after them. Scores compare over all files.
    ``languages`` choose stop lists (default: the index's). An entry without an address is left out: a hit that leads
    nowhere helps nobody.
    """
    spoken = index.lexical.languages if languages is None else languages
    linked = [(entry, link(entry)) for entry in index.entries if entry.kind in kinds]
    # sorting is stable: entries of a kind stay in the order of their ids
    shown = sorted(
        ((entry, url) for entry, url in linked if url is not None), key=lambda item: _ORDER.index(item[0].kind)
    )
    documents = [_document(number, entry, url) for number, (entry, url) in enumerate(shown)]
    made = lunr_index([entry for entry, _ in shown], index, lexicon(spoken))
    parts = [range(len(shown))] if shard_kb is None else _parts(documents, made, int(shard_kb * 1024 * _COMPRESSED))
    names = [f"{name}.json", *(f"{name}-{number}.json" for number in range(2, len(parts) + 1))]
    return {
        file: SearchPayload(
            version=1,
            generator="docbridge",
            kinds=tuple(sorted(kinds)),
            languages=spoken,
            documents=tuple(documents[part.start : part.stop]),
            index=made.part(part),
            more=tuple(names[1:]) if file == names[0] else (),
        )
        for file, part in zip(names, parts, strict=True)
    }


def _parts(documents: list[SearchDocument], made: LunrIndex, budget: int) -> list[range]:
    """Neighbouring documents whose files take at most about ``budget`` bytes; pages and code are never in one file."""
    parts: list[range] = []
    start = size = 0
    for number, document in enumerate(documents):
        cost = made.cost(number) + len(msgspec.json.encode(document))
        turns = number > start and (document.kind == "module") != (documents[start].kind == "module")
        if number > start and (turns or size + cost > budget):
            parts.append(range(start, number))
            start, size = number, 0
        size += cost
    return [*parts, range(start, len(documents))]


def _document(number: int, entry: Entry, url: str) -> SearchDocument:
    return SearchDocument(
        id=str(number),
        kind=cast(SearchKind, entry.kind),
        title=_shown_title(entry),
        path=entry.path,
        url=url,
        summary=entry.summary,
        headings=entry.headings[:HEADINGS_SHOWN],
        symbols=entry.symbols[:SYMBOLS_SHOWN],
    )


def _shown_title(entry: Entry) -> str:
    """A module is shown with its folder: there are many files of one name."""
    return "/".join(entry.path.split("/")[-2:]) if entry.kind == "module" else entry.title


def lunr_index(entries: Collection[Entry], index: RetrievalIndex, lex: Lexicon) -> LunrIndex:
    """The lunr index of ``entries``, whose refs are their positions.

    lunr knows one boost a field; where pages and code are weighted differently, the boost is the pages' and a code
    entry's vector is multiplied by the ratio of the two sums.
    """
    weights: dict[str, float] = {name: float(getattr(index.weights.pages, name)) for name in LUNR_FIELDS}
    code = sum(float(getattr(index.weights.code, name)) for name in LUNR_FIELDS)
    ratio = code / sum(weights.values()) if any(weights.values()) else 1.0
    documents = []
    for entry in entries:
        boost = 1.0 if SIDE_OF[entry.kind] == "pages" else ratio
        if entry.kind == "module" and is_support(entry):
            boost *= SUPPORT
        documents.append(LunrDocument([_terms(entry, name, lex) for name in LUNR_FIELDS], boost))
    return LunrIndex(documents, weights, k1=float(index.params.k1), b=float(index.params.b))


def _terms(entry: Entry, name: FieldName, lex: Lexicon) -> list[str]:
    return [term for word, _ in weighted_words(entry, name) for term in lex.terms(word)]
