"""What became of the names that modules export: gone, exported elsewhere, with another signature or definition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from mkdocs_docbridge.snapshot.model import Module, Symbol
from mkdocs_docbridge.snapshot.tags import NO_AREA

from .compare import Comparison
from .model import SymbolChange, SymbolFate


class SymbolChanges:
    """The fates of the exported names of all modules that changed or are gone."""

    def __init__(self, comparison: Comparison, analyzers: tuple[Iterable[str], Iterable[str]]) -> None:
        """``analyzers`` are those of the two snapshots. Where a language was read by another version, its signatures
        and definitions are not compared: they may differ while the code does not."""
        self._exporters = _new_exporters(comparison)
        self._same = frozenset(analyzers[0]) & frozenset(analyzers[1])
        self._fates: dict[str, dict[str, SymbolChange]] = {}
        for then, now in comparison.changed_modules():
            self._fates[then.id] = self._compare(then, now)

    def fate(self, module: str, name: str) -> SymbolChange | None:
        """What became of a name of the module with this id in the baseline; None for one that shows no change."""
        return self._fates.get(module, {}).get(name)

    def of(self, module: str) -> Mapping[str, SymbolChange]:
        """All of a module's."""
        return self._fates.get(module, {})

    def all(self) -> tuple[SymbolChange, ...]:
        """By path and name; those that are gone first."""
        found = [change for fates in self._fates.values() for change in fates.values()]
        order = ("removed", "moved", "signature", "definition")
        return tuple(sorted(found, key=lambda item: (order.index(item.change), item.path, item.name)))

    def _compare(self, then: Module, now: Module | None) -> dict[str, SymbolChange]:
        if not NO_AREA.isdisjoint(then.tags):
            # no document means these by their names
            return {}
        before, after = _by_name(then), _by_name(now) if now is not None else {}
        alike = any(name.rpartition(" ")[0] == then.language for name in self._same)
        members = _changed_members(before, after)
        found: dict[str, SymbolChange] = {}
        for name, symbols in before.items():
            fate: SymbolFate | None = _fate(symbols, after.get(name, []), name in members) if alike else None
            place = None
            if name not in after:
                place = self._exporters.get(name)
                fate = "moved" if place is not None else "removed"
            if fate is not None:
                found[name] = SymbolChange(
                    path=then.path,
                    name=name,
                    change=fate,
                    before=symbols[0].signature,
                    after=after[name][0].signature if name in after else "",
                    now_in=place,
                )
        return found


def _by_name(module: Module) -> dict[str, list[Symbol]]:
    found: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in module.symbols:
        if symbol.exported:
            found[symbol.name].append(symbol)
    return dict(found)


def _fate(then: list[Symbol], now: list[Symbol], members_changed: bool) -> SymbolFate | None:
    if sorted((item.kind, item.signature) for item in then) != sorted((item.kind, item.signature) for item in now):
        return "signature"
    bodies = [sorted((item.summary, item.end_line - item.line) for item in side) for side in (then, now)]
    return "definition" if bodies[0] != bodies[1] or members_changed else None


def _changed_members(before: Mapping[str, list[Symbol]], after: Mapping[str, list[Symbol]]) -> set[str]:
    """The types of which a member came, went or has another signature."""
    signatures = [
        {name: [item.signature for item in symbols] for name, symbols in side.items()} for side in (before, after)
    ]
    differing = {name for name in before.keys() | after.keys() if signatures[0].get(name) != signatures[1].get(name)}
    return {name.rpartition(".")[0] for name in differing if "." in name}


def _new_exporters(comparison: Comparison) -> dict[str, str]:
    """Name → the path of the one module that exports it now and did not before."""
    found: dict[str, set[str]] = defaultdict(set)
    for key, entity in comparison.after.items():
        # tests and examples lend their names to no document
        if isinstance(entity, Module) and NO_AREA.isdisjoint(entity.tags):
            then = comparison.then(key)
            known = _by_name(then) if isinstance(then, Module) else {}
            for name in _by_name(entity).keys() - known.keys():
                found[name].add(entity.path)
    return {name: next(iter(paths)) for name, paths in found.items() if len(paths) == 1}
