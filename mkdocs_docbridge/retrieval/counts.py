"""Which terms an entry's fields hold, and how often: counted once for equal fields, and kept between builds.

Taking words apart and counting their terms is most of what making a search file takes, and from one build to the next
few entries change. So the counts stay in the fact cache, under a digest of the fields that they were made of. They are
nothing that could not be made again: without them a build takes longer, and gives the same.
"""

from __future__ import annotations

import contextlib
import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from .container import Container, Damaged, pack, packed_numbers
from .lexicon import LEXICON_VERSION, Lexicon, lexicon, words
from .model import Entry, Fields
from .presets import FIELD_NAMES

VERSION = 1
"""To be raised with what the sections hold."""
MAX_KEPT = 256 * 1024 * 1024
"""Bytes of counts; what would be more is counted again each time."""
_STALE = 2
"""Counts with so many times the terms that entries have are not carried on."""
_REMEMBERED = 2_000_000
"""Words and word counts whose terms are kept at hand."""
_DIGEST = 16
_BODY = len(FIELD_NAMES) - 1
_BITS = 40
"""Of each field's count in a packed make-up. The body's are the lowest: most terms stand nowhere else."""

MakeUp = tuple[tuple[int, int], ...]
"""(field number, count), by field."""


def kept_as(languages: tuple[str, ...]) -> str:
    """Names the counts of these languages among others."""
    return f"{VERSION} {LEXICON_VERSION} {' '.join(languages)}"


class Counted(NamedTuple):
    """The terms of an entry, each once, with the make-up of each, both by number; how many terms each field has."""

    terms: array[int]
    make_ups: array[int]
    lengths: Sequence[int]


class _Numbers(dict[str, tuple[int, ...]]):
    """The numbers of a word's terms, or of those of a word count, each as often as it is counted."""

    def __init__(self, lex: Lexicon, known: dict[str, int]) -> None:
        super().__init__()
        self._lex = lex
        self._known = known

    def __missing__(self, token: str) -> tuple[int, ...]:
        word, _, count = token.partition(":")
        if count:
            numbers = self[word] * int(count)
        else:
            known = self._known
            numbers = tuple([known.setdefault(term, len(known)) for term in self._lex.terms(word)])
        if len(self) < _REMEMBERED:
            self[token] = numbers
        return numbers


class _Shifted(dict[int, int]):
    """Counts of one field as a part of a packed make-up."""

    def __init__(self, field: int) -> None:
        super().__init__()
        self._shift = _BITS * (_BODY - field)

    def __missing__(self, times: int) -> int:
        self[times] = shifted = times << self._shift
        return shifted


class _MakeUps(dict[int, int]):
    """The number of each packed make-up."""

    def __missing__(self, packed: int) -> int:
        self[packed] = number = len(self)
        return number


class TermCounts:
    """Counts by fields. They know no weights: whatever a field is worth, its terms are counted."""

    def __init__(self, languages: tuple[str, ...]) -> None:
        self.languages = languages
        self.terms: dict[str, int] = {}
        """The number of each term."""
        self._make_ups = _MakeUps()
        self._numbers = _Numbers(lexicon(languages), self.terms)
        self._shifted = [_Shifted(field) for field in range(len(FIELD_NAMES))]
        self._known: dict[bytes, Counted] = {}
        self._used: dict[bytes, Counted] = {}
        self._is_new = False

    def of(self, fields: Fields) -> Counted:
        """The counts of some fields."""
        digest = hashlib.sha256(msgspec.msgpack.encode(fields)).digest()[:_DIGEST]
        found = self._known.get(digest)
        if found is None:
            found = self._known[digest] = self._count(fields)
            self._is_new = True
        self._used[digest] = found
        return found

    def total(self, entries: Iterable[Entry]) -> int:
        """Terms in all fields of all entries, each as often as it stands there."""
        return sum(sum(self.of(entry.fields).lengths) for entry in entries)

    @property
    def make_ups(self) -> list[MakeUp]:
        """The make-ups by number."""
        return [_unpacked(packed) for packed in self._make_ups]

    def _count(self, fields: Fields) -> Counted:
        number = self._numbers.__getitem__
        body = Counter(chain.from_iterable(map(number, fields.body.split())))
        lengths = array("I", bytes(4 * len(FIELD_NAMES)))
        lengths[_BODY] = body.total()
        packed: dict[int, int] = body
        for field, name in enumerate(FIELD_NAMES[:_BODY]):
            text: str = getattr(fields, name)
            counts = Counter(chain.from_iterable(map(number, words(text)))) if text else None
            if counts:
                lengths[field] = counts.total()
                shifted = self._shifted[field]
                for term, times in counts.items():
                    packed[term] = packed.get(term, 0) + shifted[times]
        return Counted(array("I", packed), array("I", map(self._make_ups.__getitem__, packed.values())), lengths)

    # -- kept between builds ---------------------------------------------------------------------------------------

    @classmethod
    def read(cls, data: bytes, languages: tuple[str, ...]) -> TermCounts:
        """What :meth:`unkept` gave; no counts for other bytes, and for those of another lexicon."""
        made = cls(languages)
        with contextlib.suppress(Damaged):
            made._read(Container(data, version=VERSION, key=kept_as(languages)))
        return made

    def _read(self, file: Container) -> None:
        terms = msgspec.msgpack.decode(file.raw("terms"), type=list[str])
        make_ups = msgspec.msgpack.decode(file.raw("makeups"), type=list[MakeUp])
        sizes, lengths = file.numbers("sizes", "I"), file.numbers("lengths", "I")
        numbers, kinds, digests = file.numbers("numbers", "I"), file.numbers("kinds", "I"), file.raw("digests")
        fields = len(FIELD_NAMES)
        start = 0
        for at, size in enumerate(sizes):
            digest = bytes(digests[at * _DIGEST : (at + 1) * _DIGEST])
            end = start + size
            self._known[digest] = Counted(
                array("I", numbers[start:end].tobytes()),
                array("I", kinds[start:end].tobytes()),
                array("I", lengths[at * fields : (at + 1) * fields].tobytes()),
            )
            start = end
        self.terms.update(zip(terms, range(len(terms)), strict=True))
        self._make_ups.update((_packed(made), number) for number, made in enumerate(make_ups))

    def unkept(self) -> Iterator[bytes]:
        """In pieces, all the counts that were asked for, if any are new since this was asked; else nothing."""
        used = list(self._used.values())
        size = 8 * sum(len(found.terms) for found in used)
        if not self._is_new or size > MAX_KEPT or self._is_stale(used):
            return
        self._is_new = False
        yield from pack(
            VERSION,
            kept_as(self.languages),
            {
                "terms": msgspec.msgpack.encode(list(self.terms)),
                "makeups": msgspec.msgpack.encode(self.make_ups),
                "digests": b"".join(self._used),
                "sizes": packed_numbers("I", [len(found.terms) for found in used]),
                "lengths": packed_numbers("I", chain.from_iterable(found.lengths for found in used)),
                "numbers": b"".join([packed_numbers("I", found.terms) for found in used]),
                "kinds": b"".join([packed_numbers("I", found.make_ups) for found in used]),
            },
        )

    def _is_stale(self, used: Iterable[Counted]) -> bool:
        """Whether most terms are those of entries that are gone."""
        return len(self.terms) > _STALE * len(set().union(*(found.terms for found in used)))


def _packed(made: MakeUp) -> int:
    return sum(times << _BITS * (_BODY - field) for field, times in made)


def _unpacked(packed: int) -> MakeUp:
    counts = [packed >> _BITS * (_BODY - field) & (1 << _BITS) - 1 for field in range(len(FIELD_NAMES))]
    return tuple((field, times) for field, times in enumerate(counts) if times)
