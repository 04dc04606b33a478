"""The parts of a snapshot put together: sealed, counted, and the places of its parts kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

import msgspec

from mkdocs_docbridge.artifacts import SealedStream, joined, seal_stream

from .catalogue import DOCUMENTS, DOCUMENTS_VERSION, LANGUAGES
from .edges import RELATION_KINDS
from .groups import Exchanged, GroupedPieces, Groups
from .model import Coverage, External, ImportCycle, Ownership, RelationKind, Snapshot
from .summary import Summary

ENTITY_KINDS = ("area", "document", "external", "module", "package")
Array = GroupedPieces | Exchanged
_EVERY = 32


class Section(msgspec.Struct, frozen=True, array_like=True):
    """Where the items of an array stand in a sealed snapshot, and their groups."""

    start: int
    size: int
    groups: Groups


class SnapshotIndex(msgspec.Struct, frozen=True, array_like=True):
    """The arrays of a sealed snapshot: its entities by kind, grouped by path; its relations by kind, by source. And
    what it says of cycles and owners."""

    entities: dict[str, Section]
    relations: dict[str, Section]
    cycles: tuple[ImportCycle, ...]
    ownership: tuple[Ownership, ...]

    def cuts(self) -> list[int]:
        """Places in the snapshot, ascending, that stay the same in what follows them after small changes: the ends of
        some groups, chosen by their names."""
        found: set[int] = set()
        for section in (*self.entities.values(), *self.relations.values()):
            found |= {section.start, section.start + section.size}
            found.update(
                section.start + end for name, end in section.groups.ends_by_name() if crc32(name) % _EVERY == 0
            )
        return sorted(found)


@dataclass(frozen=True)
class Linked:
    """A sealed snapshot, what it counts, and where in it things stand."""

    stream: SealedStream
    summary: Summary
    index: SnapshotIndex


@dataclass(frozen=True)
class Parts:
    """Everything that goes into a snapshot."""

    project: str
    entities: Mapping[str, Array]
    relations: Mapping[RelationKind, Array]
    coverage: tuple[Coverage, ...]
    ownership: tuple[Ownership, ...]
    cycles: tuple[ImportCycle, ...]
    languages: dict[str, int]
    symbols: int


def array_of(externals: Mapping[str, External]) -> GroupedPieces:
    """Externals as an array, each a group of its own."""
    pieces = GroupedPieces()
    for identifier in sorted(externals):
        pieces.add(identifier, msgspec.json.encode(externals[identifier], order="sorted"))
    return pieces


def sealed(parts: Parts) -> Linked:
    """The snapshot of these parts."""
    encode = msgspec.json.Encoder(order="sorted").encode
    entities = {kind: parts.entities[kind] for kind in ENTITY_KINDS}
    relations = {kind: parts.relations[kind] for kind in RELATION_KINDS}
    stream = seal_stream(
        Snapshot,
        {
            "project": [encode(parts.project)],
            "analyzers": [encode(_analyzers())],
            "entities": joined(entities.values()),
            "relations": joined(relations.values()),
            "coverage": [encode(parts.coverage)],
            "ownership": [encode(parts.ownership)],
            "cycles": [encode(parts.cycles)],
        },
    )
    index = SnapshotIndex(
        entities=_sections(entities, stream.starts["entities"]),
        relations=_sections(relations, stream.starts["relations"]),
        cycles=parts.cycles,
        ownership=parts.ownership,
    )
    summary = Summary(
        kinds={kind: array.count for kind, array in entities.items() if array.count},
        languages=parts.languages,
        symbols=parts.symbols,
        relations={kind: array.count for kind, array in relations.items() if array.count},
        coverage=parts.coverage,
        cycles=len(parts.cycles),
        content_hash=stream.content_hash,
        size=stream.size,
        provenance_at=stream.provenance_at,
    )
    return Linked(stream, summary, index)


def _sections(arrays: Mapping[RelationKind, Array] | Mapping[str, Array], start: int) -> dict[str, Section]:
    """Where each of the arrays stands that are joined to one that begins at ``start``."""
    found = {}
    at = start + 1
    for kind, array in arrays.items():
        size = array.size
        found[kind] = Section(at, size, array.groups)
        # a comma stands between arrays that have items
        at += size + 1 if size else 0
    return found


def _analyzers() -> list[str]:
    return sorted([f"{DOCUMENTS} {DOCUMENTS_VERSION}", *(f"{item.name} {item.version}" for item in LANGUAGES)])
