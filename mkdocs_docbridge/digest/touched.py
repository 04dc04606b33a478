"""The areas in which modules moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Literal

from mkdocs_docbridge.snapshot.model import Module, Relation, Snapshot
from mkdocs_docbridge.snapshot.tags import NO_AREA

from .compare import Comparison
from .model import AreaChange
from .symbols import SymbolChanges

_Move = Literal["changed", "added", "removed", "renamed"]


class TouchedAreas:
    """Area by area how many modules moved, and whether that shows in what the area exports."""

    def __init__(self, comparison: Comparison, snapshots: tuple[Snapshot, Snapshot], symbols: SymbolChanges) -> None:
        self._homes = tuple(_homes(snapshot.relations) for snapshot in snapshots)
        self._comparison = comparison
        self._counts: dict[str, Counter[_Move]] = defaultdict(Counter)
        self._interfaces: set[str] = set()
        for file in comparison.changed:
            self._count("changed", file.id, file.id)
            if any(change.change != "definition" for change in symbols.of(file.id).values()):
                self._interfaces |= self._of(file.id, file.id)
        for item in comparison.added:
            self._count("added", None, item.id)
        for item in comparison.removed:
            self._count("removed", item.id, None)
        for pair in comparison.renamed:
            self._count("renamed", pair.previous_id, pair.id)

    def change(self, area: str) -> Literal["interface", "inside"] | None:
        """What became of an area: exported names or modules of it came, went or have another signature; or something
        inside alone changed; or nothing did."""
        counts = self._counts.get(area)
        if counts is None:
            return None
        return "inside" if set(counts) == {"changed"} and area not in self._interfaces else "interface"

    def all(self) -> tuple[AreaChange, ...]:
        """The touched areas, by path."""
        return tuple(
            AreaChange(
                id=area.id,
                path=area.path,
                changed=counts["changed"],
                added=counts["added"],
                removed=counts["removed"],
                renamed=counts["renamed"],
            )
            for area in self._comparison.areas()
            if (counts := self._counts.get(area.id)) is not None
        )

    def _count(self, move: _Move, then: str | None, now: str | None) -> None:
        for area in self._of(then, now):
            self._counts[area][move] += 1

    def _of(self, then: str | None, now: str | None) -> set[str]:
        """The areas that a module stood in and stands in; none for what is no module, or one of tests."""
        entity = self._comparison.after.get(now or "") or self._comparison.before.get(then or "")
        if not isinstance(entity, Module) or not NO_AREA.isdisjoint(entity.tags):
            return set()
        places = zip(self._homes, (then, now), strict=True)
        return {home[key] for home, key in places if key is not None and key in home}


def _homes(relations: Iterable[Relation]) -> dict[str, str]:
    return {
        relation.target: relation.source
        for relation in relations
        if relation.kind == "contains" and relation.source.startswith("area:")
    }
