"""What a relation of a document gives for a reason to review it."""

from __future__ import annotations

from collections.abc import Iterable

from mkdocs_docbridge.snapshot.model import Document, Module, Place, Relation

from .compare import Comparison
from .model import Change, Need, Reason
from .places import heading_is_gone, places_now
from .symbols import SymbolChanges
from .touched import TouchedAreas

_CERTAIN = frozenset({"observed", "declared"})
_DIRECTIVE = "::: "
_LIKELY: frozenset[Change] = frozenset({"removed", "moved", "signature", "heading", "interface"})
"""Not ``definition``: of 93 documents that cited one in five repositories, 7 were touched with the change."""
_STRENGTH: tuple[Change, ...] = (
    "removed",
    "renamed",
    "signature",
    "moved",
    "heading",
    "definition",
    "content",
    "interface",
    "inside",
    "manifest",
)
_RELATIONS = ("covers", "includes", "mentions-symbol", "mentions", "links-to")


def strength(reason: Reason) -> int:
    """Sorts the reasons of one need: the strongest has the smallest number."""
    fuzzy = reason.confidence not in _CERTAIN
    return (fuzzy * len(_STRENGTH) + _STRENGTH.index(reason.change)) * len(_RELATIONS) + _RELATIONS.index(
        reason.relation
    )


class Reasons:
    """The reasons of one document, given as it was and as it is; ``relations`` are those that it has now."""

    def __init__(
        self,
        comparison: Comparison,
        symbols: SymbolChanges,
        areas: TouchedAreas,
        document: tuple[Document, Document],
        relations: Iterable[Relation],
    ) -> None:
        self._comparison = comparison
        self._symbols = symbols
        self._areas = areas
        self._document = document
        self._leads: dict[str, set[str]] = {}
        """What the document says → where it leads now."""
        self._cut: set[str] = set()
        """Names of which not every place is known."""
        for relation in relations:
            for place in relation.evidence:
                self._leads.setdefault(place.context, set()).add(relation.target)
            if relation.symbol is not None and relation.evidence_count > len(relation.evidence):
                self._cut.add(relation.symbol)

    def of(self, then: Relation, now: Relation | None) -> Reason | None:
        """The reason that a relation of the baseline gives; ``now`` is what it is today, if it still is."""
        target = then.target
        if target.startswith("area:"):
            return self._area(then, now)
        if then.symbol is not None:
            fate = self._symbols.fate(target, then.symbol)
            if fate is not None and fate.change in {"removed", "moved"}:
                return self._name_gone(then, fate.now_in)
            if fate is not None:
                return self._reason(then, now, fate.change)
        if self._comparison.is_gone(target):
            return self._file_gone(then)
        return self._reason(then, now, self._content(then)) if target in self._comparison.changed_ids else None

    def of_new(self, now: Relation) -> Reason | None:
        """The reason that a relation gives which the document did not have, though it says what it said."""
        target = self._comparison.then_id(now.target)
        if now.symbol is not None or target not in self._comparison.changed_ids or now.target.startswith("area:"):
            return None
        return self._reason(now, now, self._content(now))

    def _area(self, then: Relation, now: Relation | None) -> Reason | None:
        if self._comparison.is_gone(then.target):
            lost = self._lost(then)
            return self._broken(then, "removed", lost, None) if lost else None
        # who only mentions an area says nothing of what is in it
        change = self._areas.change(then.target) if then.kind == "covers" else None
        return self._reason(then, now, change) if change is not None else None

    def _name_gone(self, then: Relation, exporter: str | None) -> Reason | None:
        lost = self._lost(then)
        if lost:
            return self._broken(then, "removed" if exporter is None else "moved", lost, exporter)
        leads = {target for place in then.evidence for target in self._leads.get(place.context, ())}
        only = next(iter(leads)).partition(":")[2] if len(leads) == 1 else exporter
        return self._reason(then, None, "moved", now_in=only)

    def _file_gone(self, then: Relation) -> Reason | None:
        """The file that is named has gone. Words that lead to it where it is now need no reading."""
        later = self._comparison.now(then.target)
        path = later.path if isinstance(later, Document | Module) else None
        change: Change = "renamed" if path is not None else "removed"
        lost = self._lost(then)
        if lost:
            return self._broken(then, change, lost, path)
        return self._reason(then, None, change) if path is None else None

    def _content(self, relation: Relation) -> Change:
        if relation.target.startswith("package:"):
            return "manifest"
        then, now = self._comparison.then(relation.target), self._comparison.now(relation.target)
        if isinstance(then, Document) and isinstance(now, Document) and heading_is_gone(relation, then, now):
            return "heading"
        return "content"

    def _lost(self, then: Relation) -> tuple[Place, ...]:
        """The places of which the words lead nowhere now."""
        if then.symbol in self._cut:
            return ()
        return tuple(place for place in then.evidence if place.context not in self._leads)

    def _broken(self, then: Relation, change: Change, lost: tuple[Place, ...], now_in: str | None) -> Reason:
        count = then.evidence_count if lost == then.evidence else len(lost)
        need: Need = "broken" if then.confidence in _CERTAIN else "possible"
        return self._made(then, need, change, places_now(lost, *self._document), count, now_in)

    def _reason(self, then: Relation, now: Relation | None, change: Change, *, now_in: str | None = None) -> Reason:
        places = places_now(then.evidence, *self._document) if now is None else now.evidence
        count = then.evidence_count if now is None else now.evidence_count
        return self._made(then, _need(then, change), change, places, count, now_in)

    def _made(
        self, then: Relation, need: Need, change: Change, places: tuple[Place, ...], count: int, now_in: str | None
    ) -> Reason:
        return Reason(
            need=need,
            change=change,
            relation=then.kind,
            confidence=then.confidence,
            entity=self._comparison.then_id(then.target),
            symbol=then.symbol,
            now=now_in,
            places=places,
            place_count=count,
        )


def _need(relation: Relation, change: Change) -> Need:
    """How much a document needs to be read of which every word still leads somewhere."""
    if relation.confidence not in _CERTAIN:
        return "possible"
    # mkdocstrings writes such a part of the page anew from the code
    is_directive = all(place.context.startswith(_DIRECTIVE) for place in relation.evidence)
    if is_directive and change not in {"moved", "removed"}:
        return "possible"
    shows = change == "content" and relation.kind in {"covers", "includes"}
    return "likely" if shows or change in _LIKELY else "possible"
