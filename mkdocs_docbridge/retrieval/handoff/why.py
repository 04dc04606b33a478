"""Why two things hang together: the shortest way of relations between them, the strongest of the shortest."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.neighbours import WEAKNESS
from mkdocs_docbridge.snapshot.model import Document, External, Package, Relation, RelationKind
from mkdocs_docbridge.snapshot.tags import is_history

from .atlas import Atlas
from .model import Step, Way
from .target import resolve

_STRENGTH: dict[RelationKind, int] = {
    "imports": 0,
    "re-exports": 0,
    "depends-on": 0,
    "covers": 1,
    "includes": 1,
    "contains": 0,
    "links-to": 2,
    "mentions-symbol": 3,
    "mentions": 4,
}
"""How little a relation of a kind says; of ways of one length that with the smaller sum is told."""
_PLACES = 3


class _State(NamedTuple):
    """Where a way has come to. ``forward`` is the direction of the last relation but ``contains``, None before the
    first; ``nested`` that of the last when it was a ``contains``."""

    node: str
    forward: bool | None = None
    nested: bool | None = None


class _Cost(NamedTuple):
    """Ways compare by length, then by changes of direction, by how sure and how strong the relations are, by ids."""

    steps: int
    turns: int
    weakness: int
    strength: int
    ids: tuple[str, ...]


def why(atlas: Atlas, first: str, last: str) -> Way:
    """The way between two things and the evidence of each step. They are named as for a handoff, or by the id of
    something outside of the repository (``external:pypi:click``).

    Relations are walked in both directions, but not from a thing up to its folder and down to its neighbour: that two
    modules lie in one area says nothing. Nor does a way lead through a package, something outside of the repository or
    a changelog, which have to do with everything.

    Raises :class:`InputError` as :func:`resolve` does, and ``NO_ENTITY`` for a path that is none.
    """
    source, target = _entity(atlas, first), _entity(atlas, last)
    if source == target:
        return Way(source=source, target=target, steps=())
    start = _State(source)
    known: dict[_State, _Cost] = {start: _Cost(0, 0, 0, 0, (source,))}
    came: dict[_State, tuple[_State, Relation]] = {}
    queue: list[tuple[_Cost, int, _State]] = [(known[start], 0, start)]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if cost != known[state]:
            continue
        if state.node == target:
            return Way(source=source, target=target, steps=tuple(_steps(state, came)))
        if state.node != source and _leads_nowhere(atlas, state.node):
            continue
        for relation, following in _onward(atlas, state):
            further = _added(cost, relation, state, following)
            if following not in known or further < known[following]:
                known[following] = further
                came[following] = (state, relation)
                # the number keeps states, which do not compare, out of the comparison
                heapq.heappush(queue, (further, len(came), following))
    return Way(source=source, target=target, steps=None, note="no relation leads from one to the other")


def _entity(atlas: Atlas, identifier: str) -> str:
    found = resolve(atlas, identifier) if identifier not in atlas.entities else None
    if found is not None and found.entry is None:
        raise InputError(
            "is no document, module, area or package, so nothing is known to lead to it",
            place=found.path,
            code="NO_ENTITY",
        )
    return identifier if found is None else found.id


def _leads_nowhere(atlas: Atlas, node: str) -> bool:
    entity = atlas.entities.get(node)
    is_hub = entity is None or isinstance(entity, External | Package)
    return is_hub or (isinstance(entity, Document) and is_history(entity.path))


def _onward(atlas: Atlas, state: _State) -> Iterator[tuple[Relation, _State]]:
    for relation in atlas.outbound.get(state.node, ()):
        if relation.kind != "contains":
            yield relation, _State(relation.target, forward=True)
        elif state.nested is not False:
            yield relation, _State(relation.target, state.forward, nested=True)
    for relation in atlas.inbound.get(state.node, ()):
        if relation.kind != "contains":
            yield relation, _State(relation.source, forward=False)
        elif state.nested is not True:
            yield relation, _State(relation.source, state.forward, nested=False)


def _added(cost: _Cost, relation: Relation, state: _State, following: _State) -> _Cost:
    turned = None not in (state.forward, following.forward) and state.forward != following.forward
    return _Cost(
        cost.steps + 1,
        cost.turns + turned,
        cost.weakness + WEAKNESS[relation.confidence],
        cost.strength + _STRENGTH[relation.kind],
        (*cost.ids, following.node),
    )


def _steps(state: _State, came: dict[_State, tuple[_State, Relation]]) -> list[Step]:
    steps: list[Step] = []
    while state in came:
        before, relation = came[state]
        steps.append(
            Step(
                kind=relation.kind,
                source=relation.source,
                target=relation.target,
                forward=relation.source == before.node,
                provenance=relation.provenance,
                confidence=relation.confidence,
                evidence=relation.evidence[:_PLACES],
                evidence_count=relation.evidence_count,
                symbol=relation.symbol,
            )
        )
        state = before
    return steps[::-1]
