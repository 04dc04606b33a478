"""Looking a thing up by name: what it is, what it is related to, and which documents speak of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.paths import path_fault
from mkdocs_docbridge.snapshot.model import (
    Confidence,
    Document,
    Entity,
    EntityKind,
    External,
    Module,
    Package,
    Relation,
    RelationKind,
    Snapshot,
)

from .cards import MAX_NAMES, Card, card, kind_of, site_url_of, title_of
from .neighbours import WEAKNESS

MAX_DEPTH = 3
MAX_SHOWN = 12
"""Neighbours of one relation and direction; documents are as many."""
MAX_FURTHER = 40
MAX_SYMBOLS = 8
_SPEAKS_OF = frozenset({"covers", "mentions-symbol", "mentions"})
_TELLING = {"covers": 0, "mentions-symbol": 1, "mentions": 2}
_KIND_ORDER: dict[EntityKind, int] = {"document": 0, "module": 1, "area": 2, "package": 3, "external": 4}
_SUGGESTED = 3
_ALIKE = 75
"""rapidfuzz's WRatio from which a name is worth suggesting."""

Direction = Literal["out", "in"]


class Neighbour(Record, frozen=True, omit_defaults=True):
    """What is at the other end of a relation. ``line`` is where it stands, in the file that it starts from, and
    ``context`` the words there; ``symbols`` are the names it is about."""

    id: str
    confidence: Confidence = "observed"
    line: int = 0
    context: str = ""
    symbols: tuple[str, ...] = ()


class Group(Record, frozen=True):
    """The neighbours of one relation and direction: ``out`` from the thing, ``in`` towards it. At most 12 of
    ``count``, tests last, the surest first."""

    relation: RelationKind
    direction: Direction
    count: int
    neighbours: tuple[Neighbour, ...]


class Speaker(Record, frozen=True, omit_defaults=True):
    """A document that speaks of the thing, or of the area or package that holds it (``about``)."""

    id: str
    title: str
    relation: RelationKind
    line: int = 0
    symbols: tuple[str, ...] = ()
    site_url: str | None = None
    about: str = ""


class Further(Record, frozen=True):
    """Something two or three relations away, and the neighbour that leads there."""

    id: str
    hops: int
    relation: RelationKind
    direction: Direction
    via: str


class Found(Record, frozen=True, omit_defaults=True):
    """An answer. ``external`` are names of what it takes from outside the repository."""

    entity: Card
    neighbours: tuple[Group, ...] = ()
    external: tuple[str, ...] = ()
    documents: tuple[Speaker, ...] = ()
    document_count: int = 0
    further: tuple[Further, ...] = ()
    further_count: int = 0


class Lookup:
    """Looks things up in one snapshot. Its tables are made once, here."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._entities: Mapping[str, Entity] = {entity.id: entity for entity in snapshot.entities}
        self._names: dict[str, str] = {}
        for entity in sorted(snapshot.entities, key=lambda entity: (_KIND_ORDER[kind_of(entity)], entity.id)):
            for name in _names_of(entity):
                self._names.setdefault(name, entity.id)
        self._edges: defaultdict[str, list[tuple[Direction, Relation]]] = defaultdict(list)
        self._container: dict[str, str] = {}
        for relation in snapshot.relations:
            if relation.kind == "contains":
                self._container[relation.target] = relation.source
            if relation.source != relation.target:
                self._edges[relation.source].append(("out", relation))
                self._edges[relation.target].append(("in", relation))
        self._owners: defaultdict[str, list[str]] = defaultdict(list)
        for record in snapshot.ownership:
            self._owners[record.path.rstrip("/") or "."].append(record.id)

    def find(self, name: str) -> Entity:
        """The entity with this id, path, package name or dotted module name.

        Of several at one path the document or module is meant, then the area, then the package. Raises
        :class:`InputError`: ``PATH`` for a path that leaves the repository, ``UNKNOWN_ENTITY`` for what is not known.
        """
        plain = name.removeprefix("./").rstrip("/")
        found = self._entities.get(name) or self._entities.get(self._names.get(plain, ""))
        if found is not None:
            return found
        fault = path_fault(plain.partition(":")[2] or plain)
        if fault:
            raise InputError(
                f"{name!r} {fault}", code="PATH", hint="write it relative to the repository root, with /, or give an id"
            )
        alike = self._alike(plain)
        raise InputError(
            f"nothing indexed is called {name!r}",
            code="UNKNOWN_ENTITY",
            hint=f"did you mean {', '.join(alike)}?" if alike else "search for it first",
        )

    def _alike(self, name: str) -> list[str]:
        from rapidfuzz import process

        found = process.extract(name, self._names, limit=_SUGGESTED, score_cutoff=_ALIKE, processor=None)
        return list(dict.fromkeys(target for target, _, _ in found))

    def look_up(self, name: str, *, depth: int = 1) -> Found:
        """What is called ``name``, with everything at most ``depth`` (1 to 3) relations away. Raises as :meth:`find`,
        and ``ValueError`` for another depth."""
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"depth {depth} must be between 1 and {MAX_DEPTH}")
        entity = self.find(name)
        speakers = self._speakers(entity)
        further = list(self._further(entity.id, depth))
        return Found(
            entity=card(entity, () if isinstance(entity, External) else tuple(self._owners.get(entity.path, ()))),
            neighbours=tuple(self._groups(entity)),
            external=self._external(entity.id)[:MAX_NAMES],
            documents=tuple(speakers[:MAX_SHOWN]),
            document_count=len(speakers),
            further=tuple(further[:MAX_FURTHER]),
            further_count=len(further),
        )

    def _groups(self, entity: Entity) -> Iterator[Group]:
        found: defaultdict[tuple[RelationKind, Direction], dict[str, list[Relation]]] = defaultdict(dict)
        for direction, relation in self._edges[entity.id]:
            other = _other(direction, relation)
            # who speaks of it is told apart, and so is what lies outside
            if not (direction == "in" and self._is_speaker(relation)) and self._is_inside(other):
                found[relation.kind, direction].setdefault(other, []).append(relation)
        for (kind, direction), others in sorted(found.items()):
            neighbours = [_neighbour(other, relations) for other, relations in others.items()]
            # what a repository is made of comes before the tests of it
            neighbours.sort(key=lambda one: (self._is_test(one.id), WEAKNESS[one.confidence], one.id))
            yield Group(relation=kind, direction=direction, count=len(others), neighbours=tuple(neighbours[:MAX_SHOWN]))

    def _is_inside(self, name: str) -> bool:
        return not isinstance(self._entities[name], External)

    def _is_test(self, name: str) -> bool:
        entity = self._entities[name]
        return isinstance(entity, Module) and "test" in entity.tags

    def _is_speaker(self, relation: Relation) -> bool:
        return relation.kind in _SPEAKS_OF and isinstance(self._entities.get(relation.source), Document)

    def _external(self, entity: str) -> tuple[str, ...]:
        names = {
            relation.target.removeprefix("external:")
            for direction, relation in self._edges[entity]
            if direction == "out" and isinstance(self._entities.get(relation.target), External)
        }
        return tuple(sorted(names))

    def _speakers(self, entity: Entity) -> list[Speaker]:
        """Documents that speak of the entity, then those that cover what holds it; one line a document."""
        found: dict[str, tuple[tuple[int, int, str], Speaker]] = {}
        for distance, about in enumerate(self._holders(entity.id)):
            by_document: defaultdict[str, list[Relation]] = defaultdict(list)
            for direction, relation in self._edges[about]:
                telling = self._is_speaker(relation) and (distance == 0 or relation.kind == "covers")
                if direction == "in" and telling and relation.source not in found:
                    by_document[relation.source].append(relation)
            for source, relations in by_document.items():
                best = min(relations, key=lambda one: (_TELLING[one.kind], WEAKNESS[one.confidence], one.symbol or ""))
                speaker = Speaker(
                    id=source,
                    title=title_of(self._entities[source]),
                    relation=best.kind,
                    line=_line(best),
                    symbols=_symbols(relations),
                    site_url=site_url_of(self._entities[source]),
                    about=about if distance else "",
                )
                found[source] = (distance, _TELLING[best.kind], source), speaker
        return [speaker for _, speaker in sorted(found.values(), key=lambda item: item[0])]

    def _holders(self, entity: str) -> list[str]:
        """The entity, and what contains it, nearest first."""
        found = [entity]
        while (holder := self._container.get(found[-1])) is not None and holder not in found:
            found.append(holder)
        return found

    def _further(self, start: str, depth: int) -> Iterator[Further]:
        """What is two to ``depth`` relations away, each by its first way there. What is only held together
        (``contains``), or takes from the same thing outside, is not near."""
        seen = {start, *(_other(direction, relation) for direction, relation in self._edges[start])}
        layer = sorted(self._near(start))
        for hops in range(2, depth + 1):
            found: dict[str, Further] = {}
            for via in layer:
                for other, (direction, relation) in self._near(via).items():
                    if other not in seen and other not in found:
                        found[other] = Further(
                            id=other, hops=hops, relation=relation.kind, direction=direction, via=via
                        )
            seen |= found.keys()
            layer = sorted(found)
            yield from (found[other] for other in layer)

    def _near(self, entity: str) -> dict[str, tuple[Direction, Relation]]:
        found: dict[str, tuple[Direction, Relation]] = {}
        for direction, relation in self._edges[entity]:
            other = _other(direction, relation)
            if relation.kind != "contains" and self._is_inside(other):
                found.setdefault(other, (direction, relation))
        return found


def _names_of(entity: Entity) -> Iterable[str]:
    if not isinstance(entity, External):
        yield entity.path
    if isinstance(entity, Module) and entity.dotted:
        yield entity.dotted
    if isinstance(entity, Package):
        yield entity.name


def _other(direction: Direction, relation: Relation) -> str:
    return relation.target if direction == "out" else relation.source


def _neighbour(other: str, relations: list[Relation]) -> Neighbour:
    surest = min(relations, key=lambda one: (WEAKNESS[one.confidence], one.symbol or ""))
    symbols = _symbols(relations)
    return Neighbour(
        id=other,
        confidence=surest.confidence,
        line=_line(surest),
        context=surest.evidence[0].context if surest.evidence and not symbols else "",
        symbols=symbols,
    )


def _line(relation: Relation) -> int:
    return relation.evidence[0].line if relation.evidence else 0


def _symbols(relations: Iterable[Relation]) -> tuple[str, ...]:
    return tuple(sorted({relation.symbol for relation in relations if relation.symbol}))[:MAX_SYMBOLS]
