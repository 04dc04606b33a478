"""The edges of a Python module: each import led to the module that defines what it takes."""

from __future__ import annotations

from collections import defaultdict

from mkdocs_docbridge.paths import join, parent
from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .edges import Edge, ImportIndex, Target, unresolved
from .python_modules import PythonModules, is_init
from .python_names import PythonNames
from .universe import Universe


class _Offered:
    """Which imported names a file passes on: those in its ``__all__``; without one, an ``__init__`` passes on each
    public name that comes from within its own package."""

    def __init__(self, path: str, facts: ModuleFacts) -> None:
        self.all = frozenset(facts.exports) if any(symbol.name == "__all__" for symbol in facts.symbols) else None
        self.package = join(parent(path), "") if is_init(path) else None

        self.may_pass_on = self.all is not None or self.package is not None

    def passes_on(self, target: Target, name: ImportedName) -> bool:
        if target.kind != "module":
            return False
        inner = self.package is not None and target.key.startswith(self.package)
        if name.alias == "*":
            return inner
        return name.alias in self.all if self.all is not None else inner and not name.alias.startswith("_")


class PythonIndex(ImportIndex):
    """Resolution of Python imports over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.modules = PythonModules(universe)
        self.names = PythonNames(self.modules)

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`."""
        return self.modules.roots.dotted(path)

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`."""
        return self.names.find(dotted)

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`. ``__future__`` is no module anyone needs."""
        offered = _Offered(path, facts)
        return [
            edge
            for raw in facts.imports
            if raw.specifier != "__future__"
            for edge in self._edges_of(path, raw, offered)
        ]

    def _edges_of(self, path: str, raw: RawImport, offered: _Offered) -> list[Edge]:
        stem = self.modules.locate(path, raw.specifier, raw.names)
        if not isinstance(stem, str):
            return [Edge("imports", stem, raw.specifier, raw.line, raw.names)]
        if len(raw.names) == 1 and not offered.may_pass_on:
            # most imports take one name and pass nothing on
            only = raw.names[0].name
            target = self._whole(stem) if only in {"", "*"} else self._named(path, stem, only)
            return [Edge("imports", target, raw.specifier, raw.line, raw.names)]
        grouped: dict[Target, list[ImportedName]] = defaultdict(list)
        if not raw.names:
            grouped[self._whole(stem)] = []
        for name in raw.names:
            target = self._whole(stem) if name.name in {"", "*"} else self._named(path, stem, name.name)
            grouped[target].append(name)
        edges: list[Edge] = []
        for target, taken in grouped.items():
            given = () if raw.local else tuple(name for name in taken if offered.passes_on(target, name))
            kept = tuple(name for name in taken if name not in given)
            if given:
                edges.append(Edge("re-exports", target, raw.specifier, raw.line, given))
            if kept or not taken:
                edges.append(Edge("imports", target, raw.specifier, raw.line, kept))
        return edges

    def _whole(self, stem: str) -> Target:
        module = self.modules.file(stem)
        return _namespace(stem) if module is None else Target("module", module)

    def _named(self, importer: str, stem: str, name: str) -> Target:
        submodule = self.names.submodule(stem, name, importer)
        if submodule is not None:
            return Target("module", submodule)
        package = self.modules.file(stem)
        inner = join(stem, name)
        if package is None:
            return _namespace(inner) if inner in self.modules.folders else unresolved(f"{stem or '.'} has no {name}")
        declaring = self.names.declaring(package, name)
        if declaring is not None and declaring[0] != importer:
            return Target("module", declaring[0])
        if declaring is None and inner in self.modules.folders:
            return _namespace(inner)
        return Target("module", package)


def _namespace(stem: str) -> Target:
    return unresolved(f"{stem or 'the root'} is a folder without a module of its own")
