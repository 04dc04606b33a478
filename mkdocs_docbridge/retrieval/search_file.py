"""The search file: everything that search reads of an index, laid out so that a question reads a small part of it.

It is made of a sealed index and of nothing else, so equal indexes give equal bytes. Entries have two numbers. Their
*number* is their place in the order of ids; names and relations go by it. Their *slot* is a place within their side,
pages or code; postings go by it. Slots are given out so that entries which ranking treats alike, apart from the words
they hold, follow one another (a :class:`Run`): a rule then holds for a run and not for each of its entries.
"""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import overload

import msgspec

from mkdocs_docbridge.artifacts import write_pieces
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.collector import uncollected

from .container import Container, Damaged, Strings, pack, packed_numbers
from .counts import TermCounts
from .identity import Names
from .lexicon import LEXICON_VERSION, Lexicon, lexicon
from .model import ENTRY_KINDS, SIDE_OF, Entry, EntryKind, Fields, GraphFacts, RetrievalIndex, Weights
from .names import name_sections
from .neighbours import BILLION
from .postings import SideBuilder
from .presets import FIELD_NAMES, SIDES, Side
from .priors import Traits, traits_of
from .proximity import Links, Span, link_sections
from .scores import SidePostings

VERSION = 3
"""To be raised with what the sections hold, traits too: their key does not tell of the code that made them."""
_DECODED = 4_096
"""Entries that stay decoded between questions."""


class About(msgspec.Struct, frozen=True):
    """What the file was made of."""

    index: str
    """The content hash of the index."""
    languages: tuple[str, ...]
    kinds: tuple[tuple[EntryKind, int], ...]
    """How many entries of a kind follow one another. Ids begin with the kind, so each kind comes once or twice."""


class Run(msgspec.Struct, frozen=True):
    """Entries of one side, from slot ``start`` to before ``end``, that are alike to ranking: of one kind, with equal
    traits, audience and signal. They stand by falling PageRank, so the first one bounds the others."""

    side: Side
    start: int
    end: int
    traits: Traits

    @property
    def kind(self) -> EntryKind:
        """The kind of all of them."""
        return self.traits.kind


class _Placed(msgspec.Struct, frozen=True):
    """An entry with what decides its slot."""

    number: int
    entry: Entry
    traits: Traits
    key: tuple[object, ...]


def search_pieces(index: RetrievalIndex, key: str, counts: TermCounts | None = None) -> Iterator[bytes]:
    """The bytes of the search file of ``index``, in pieces. ``key`` names what the index was made of; ``counts``, of
    the same languages, what is known of its terms.

    Raises :class:`InputError` (``INDEX_LEXICON``) for an index that another lexicon made.
    """
    languages = index.lexical.languages
    lex = lexicon(languages)
    if counts is None or counts.languages != languages:
        counts = TermCounts(languages)
    entries = sorted(index.entries, key=lambda entry: entry.id)
    placed = [_place(number, entry, lex, len(entries)) for number, entry in enumerate(entries)]
    placed.sort(key=lambda one: one.key)
    by_side = {side: [one for one in placed if SIDE_OF[one.entry.kind] == side] for side in SIDES}
    slots = array("I", bytes(4 * len(entries)))
    for ones in by_side.values():
        for slot, one in enumerate(ones):
            slots[one.number] = slot
    runs: list[Run] = []
    run_of = array("I", bytes(4 * len(entries)))
    for side, ones in by_side.items():
        for run in _runs(side, ones):
            for one in ones[run.start : run.end]:
                run_of[one.number] = len(runs)
            runs.append(run)
    kinds = [(kind, sum(1 for _ in group)) for kind, group in groupby(entry.kind for entry in entries)]
    about = About(index=str(index.content_hash), languages=languages, kinds=tuple(kinds))
    sections = {
        "about": msgspec.msgpack.encode(about),
        "runs": msgspec.msgpack.encode(runs, order="deterministic"),
        "slots": packed_numbers("I", slots),
        "runs.of": packed_numbers("I", run_of),
        **Strings.sections("entries", [msgspec.msgpack.encode(_shown(entry)) for entry in entries]),
        **name_sections(entries),
        **link_sections(entries),
    }
    weights = {"pages": index.weights.pages, "code": index.weights.code}
    k1, b = float(index.params.k1), float(index.params.b)
    seen = 0
    for side in SIDES:
        ones = by_side[side]
        builder = SideBuilder([one.entry for one in ones], counts, _numbers(weights[side]), k1, b)
        seen += builder.terms_seen
        sections |= builder.sections(side)
        sections[f"{side}.numbers"] = packed_numbers("I", array("I", [one.number for one in ones]))
    if index.lexicon_version != LEXICON_VERSION or seen != index.lexical.total_terms:
        raise InputError(
            f"{seen} terms with lexicon {LEXICON_VERSION}, the index states "
            f"{index.lexical.total_terms} with lexicon {index.lexicon_version}",
            code="INDEX_LEXICON",
            hint="build the index again",
        )
    return pack(VERSION, key, sections)


def _place(number: int, entry: Entry, lex: Lexicon, entries: int) -> _Placed:
    traits = traits_of(entry, lex)
    rules = (traits.role, traits.history, traits.owned, tuple(sorted(traits.title)))
    # All that ranking looks at, beside words and names, has to stand here: entries of one run are bounded by its first.
    # PageRank by how often the average it is, doubling: what ranking makes of it differs little within a run.
    rank = (entry.graph.pagerank * entries // BILLION).bit_length()
    alike = (ENTRY_KINDS.index(entry.kind), rules, entry.audience, entry.agent_signal, -rank)
    return _Placed(number, entry, traits, (alike, -entry.graph.pagerank, number))


def _runs(side: Side, placed: Sequence[_Placed]) -> Iterator[Run]:
    slot = 0
    for _, group in groupby(placed, key=lambda one: one.key[0]):
        ones = list(group)
        yield Run(side, slot, slot + len(ones), ones[0].traits)
        slot += len(ones)


def _shown(entry: Entry) -> Entry:
    """An entry without what only the index holds: the texts that are searched, and its neighbours."""
    graph = GraphFacts(pagerank=entry.graph.pagerank, inbound_links=entry.graph.inbound_links)
    return msgspec.structs.replace(entry, fields=Fields(), graph=graph, text="", symbols=(), headings=())


def _numbers(weights: Weights) -> list[float]:
    return [float(getattr(weights, name)) for name in FIELD_NAMES]


class Entries(Sequence[Entry]):
    """The entries by number, each decoded when it is asked for; without texts, symbols, headings and neighbours."""

    def __init__(self, stored: Strings) -> None:
        self._stored = stored
        self._decoder = msgspec.msgpack.Decoder(Entry)
        self._known: dict[int, Entry] = {}

    def __len__(self) -> int:
        return len(self._stored)

    @overload
    def __getitem__(self, number: int) -> Entry: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Entry]: ...
    def __getitem__(self, number: int | slice) -> Entry | Sequence[Entry]:
        if isinstance(number, slice):
            return [self[at] for at in range(*number.indices(len(self)))]
        known = self._known.get(number)
        if known is None:
            if len(self._known) >= _DECODED:
                self._known.clear()
            known = self._known[number] = self._decoder.decode(self._stored[number])
        return known


class SearchFile:
    """A search file that was opened, or the same in memory."""

    def __init__(self, file: Container) -> None:
        self.about = msgspec.msgpack.decode(file.raw("about"), type=About)
        self.runs = msgspec.msgpack.decode(file.raw("runs"), type=tuple[Run, ...])
        self.entries = Entries(file.strings("entries"))
        self.names = Names(file, self.entries)
        self.links = Links(file)
        self.sides: dict[Side, SidePostings] = {side: SidePostings(file, side) for side in SIDES}
        self.numbers: dict[Side, memoryview[int]] = {side: file.numbers(f"{side}.numbers", "I") for side in SIDES}
        # both by number
        self.slots = file.numbers("slots", "I")
        self.run_of = file.numbers("runs.of", "I")
        self.linked: dict[EntryKind, list[Span]] = {kind: [] for kind in ENTRY_KINDS}
        """Where the entries of each kind stand that have relations."""
        start = 0
        for kind, size in self.about.kinds:
            if self.links.between(start, start + size):
                self.linked[kind].append((start, start + size))
            start += size

    @classmethod
    def of(cls, index: RetrievalIndex) -> SearchFile:
        """The search file of an index, in memory. Raises as :func:`search_pieces` does."""
        key = str(index.content_hash)
        with uncollected():
            data = b"".join(search_pieces(index, key))
        return cls(Container(data, version=VERSION, key=key))

    @classmethod
    def open(cls, path: Path, key: str) -> SearchFile:
        """The file at ``path``; raises :class:`.container.Damaged` for one that does not answer to ``key``, or that
        other code laid out."""
        file = Container.open(path, version=VERSION, key=key)
        try:
            return cls(file)
        except (KeyError, TypeError, msgspec.DecodeError) as error:
            raise Damaged(f"laid out in another way: {error}") from None

    @classmethod
    def make(cls, index: RetrievalIndex, path: Path, key: str, counts: TermCounts | None = None) -> SearchFile:
        """The search file of an index, written to ``path``, or in memory where none can be written. Raises as
        :func:`search_pieces` does."""
        with uncollected():
            pieces = list(search_pieces(index, key, counts))
        with contextlib.suppress(OSError, Damaged):
            write_pieces(path, pieces)
            return cls.open(path, key)
        return cls(Container(b"".join(pieces), version=VERSION, key=key))

    def kind(self, number: int) -> EntryKind:
        """The kind of an entry."""
        return self.runs[self.run_of[number]].kind
