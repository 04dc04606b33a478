"""Where Rust imports lead: to the module that defines what is taken, to a crate outside, or nowhere."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from mkdocs_docbridge.paths import normalize, parent
from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport
from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .edges import Edge, ImportIndex, Target, edge_kind, external, unresolved
from .rust_crates import STANDARD, RustCrates
from .rust_modules import Mod, RustModules
from .rust_names import Found, Gap, Item, Outside, RustNames
from .universe import Universe


class RustIndex(ImportIndex):
    """Resolution of Rust imports over one universe."""

    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self.crates = RustCrates(universe)
        self.modules = RustModules(universe, self.crates)
        self.names = RustNames(self.modules, self.crates)

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`. ``tokio::sync::mutex``; only the modules of libraries have such a name."""
        places = self.modules.places.get(path, ())
        found = next((place for place in places if self.modules.crates[place.crate].is_library), None)
        return None if found is None else "::".join([self.modules.crates[found.crate].name, *found.path])

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`."""
        return [edge for raw in facts.imports for edge in self._edges(path, raw)]

    def _edges(self, path: str, raw: RawImport) -> list[Edge]:
        if raw.kind == "include":
            return [Edge("imports", self._included(path, raw.specifier), raw.specifier, raw.line)]
        if raw.kind == "module":
            files = self.modules.declared.get((path, raw.names[0].alias, raw.specifier), [])
            targets = [Target("module", file) for file in files] or [unresolved("no file of the repository is it")]
            return [Edge("imports", target, raw.specifier, raw.line) for target in targets]
        grouped: dict[Target, list[ImportedName]] = defaultdict(list)
        for name in raw.names:
            grouped[self._target(path, raw.specifier, name)].append(name)
        kind = edge_kind(raw)
        return [Edge(kind, target, raw.specifier, raw.line, tuple(names)) for target, names in grouped.items()]

    def _included(self, path: str, specifier: str) -> Target:
        file = normalize(parent(path), specifier)
        if file is None or file not in self._universe.paths:
            return unresolved("no file of the repository is it")
        return Target("module" if file in self._universe.modules else "file", file)

    def _target(self, path: str, specifier: str, name: ImportedName) -> Target:
        inline = name.alias.split("::")[:-1]
        wanted = specifier if name.name in {"", "*"} else f"{specifier}::{name.name}"
        places = self.modules.places.get(path, [])
        found: Found = Gap("it stands in no crate")
        for place in places:
            found = self.names.path(Mod(place.crate, (*place.path, *inline)), wanted)
            if not isinstance(found, Gap):
                break
        if isinstance(found, Gap):
            is_alone = all(place.crate in self.modules.alone for place in places)
            return unresolved(f"no crate takes this file in, and {found.reason}" if is_alone else found.reason)
        if isinstance(found, Outside):
            return external(found.ecosystem, found.name)
        return Target("module", found.file if isinstance(found, Item) else self._file(found))

    def _file(self, place: Mod) -> str:
        scopes = self.modules.scopes.get(place)
        return scopes[0].file if scopes else place.crate

    @cached_property
    def _symbols(self) -> dict[str, list[str]]:
        """The files of libraries that define a name, tests and examples left out."""
        found: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.modules.places):
            if self.dotted(path) is not None and not NO_AREA & set(path_tags(path)):
                for symbol in self.modules.facts[path].symbols:
                    found[symbol.name].append(path)
        return found

    @cached_property
    def _by_last(self) -> dict[str, list[Mod]]:
        """The modules of libraries by the last part of their path, crates by their name."""
        found: dict[str, list[Mod]] = defaultdict(list)
        for place in self.modules.scopes:
            crate = self.modules.crates[place.crate]
            if crate.is_library:
                found[place.path[-1] if place.path else crate.name].append(place)
        return found

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`. Besides ``crate.module.Type.method`` a path may start at any module of a
        library (``sync.Mutex``), as long as it leads to one thing only."""
        first, *rest = dotted.split(".")
        places = self._by_last.get(first, [])
        whole = [place for place in places if not place.path]
        if not whole and (first in STANDARD or not rest):
            return None
        found = {self._member(place, rest) for place in whole or places} - {None}
        return found.pop() if len(found) == 1 else None

    def _member(self, place: Mod, rest: list[str]) -> tuple[str, str] | None:
        found = self.names.path(place, "::".join(["self", *rest]))
        if isinstance(found, Mod):
            return self._file(found), ""
        if not isinstance(found, Item) or not found.symbol or NO_AREA & set(path_tags(found.file)):
            return None
        name = ".".join([found.symbol, *found.rest])
        files = self._symbols.get(name, [])
        if found.file in files:
            return found.file, name
        # methods may stand in other files than their type
        crate = {file for file in files if any(p.crate == place.crate for p in self.modules.places[file])}
        return (crate.pop(), name) if len(crate) == 1 else None
