"""Which module defines a Python name: followed through imports, re-exports and ``*``, in cycles too."""

from __future__ import annotations

from collections import defaultdict

from mkdocs_docbridge.paths import join
from mkdocs_docbridge.snapshot.facts import ModuleFacts, RawImport

from .python_modules import PythonModules


class _Bindings:
    """What the module-level statements of one file bind."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.defined = {symbol.name for symbol in facts.symbols}
        self.imported: dict[str, list[tuple[RawImport, str]]] = defaultdict(list)
        self.starred: list[RawImport] = []
        self.all = frozenset(facts.exports) if "__all__" in self.defined else None
        for raw in facts.imports:
            if raw.local:
                continue
            for name in raw.names:
                if name.name == "*" and name.alias == "*":
                    self.starred.append(raw)
                else:
                    self.imported[name.alias].append((raw, name.name))

    def gives_to_star(self, name: str) -> bool:
        return name in self.all if self.all is not None else not name.startswith("_")


class PythonNames:
    """Look-up of names over all modules of a universe."""

    def __init__(self, modules: PythonModules) -> None:
        self.modules = modules
        self._bindings: dict[str, _Bindings] = {}

    def bindings(self, path: str) -> _Bindings:
        """What the file at ``path`` binds, read once."""
        if path not in self._bindings:
            self._bindings[path] = _Bindings(self.modules.facts[path])
        return self._bindings[path]

    def declaring(self, module: str, name: str) -> tuple[str, str] | None:
        """(module, name) that defines what ``module`` offers as ``name``; the name is ``""`` when a module is meant.

        None when no statement of the repository defines it: it comes from outside, or only running would tell.
        """
        seen: set[tuple[str, str]] = set()
        pending = [(module, name)]
        while pending:
            here, wanted = pending.pop()
            if (here, wanted) in seen:
                continue
            seen.add((here, wanted))
            if not wanted or wanted in self.bindings(here).defined:
                return here, wanted
            pending.extend(reversed(self._steps(here, wanted)))
        return None

    def _steps(self, module: str, wanted: str) -> list[tuple[str, str]]:
        """Where the imports of ``module`` say that ``wanted`` comes from, plain bindings before ``*``."""
        bound = self.bindings(module)
        steps = [self._step(module, raw, name) for raw, name in bound.imported.get(wanted, ())]
        if not steps:
            steps = [step for raw in bound.starred if (step := self._star_step(module, raw, wanted))]
        return [step for step in steps if step is not None]

    def _step(self, module: str, raw: RawImport, name: str) -> tuple[str, str] | None:
        stem = self.modules.locate(module, raw.specifier)
        if not isinstance(stem, str):
            return None
        if name and (submodule := self.submodule(stem, name, module)) is not None:
            return submodule, ""
        found = self.modules.file(stem)
        return None if found is None else (found, name)

    def _star_step(self, module: str, raw: RawImport, wanted: str) -> tuple[str, str] | None:
        step = self._step(module, raw, wanted)
        if step is None or (step[1] and not self.bindings(step[0]).gives_to_star(wanted)):
            return None
        return step

    def submodule(self, stem: str, name: str, importer: str) -> str | None:
        """The module ``name`` in the package at ``stem``, unless the package binds that name to something else."""
        found = self.modules.file(join(stem, name))
        package = self.modules.file(stem)
        if found is None or package is None or package == importer:
            return found
        bound = self.bindings(package)
        rebound = name in bound.defined or any(
            taken and raw.specifier.rpartition(".")[2] not in {"", name} for raw, taken in bound.imported.get(name, ())
        )
        return None if rebound else found

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`."""
        parts = dotted.split(".")
        for root in self.modules.roots.known:
            top = join(root, parts[0])
            if self.modules.file(top) is None and top not in self.modules.folders:
                continue
            for length in range(len(parts), 0, -1):
                module = self.modules.file(join(root, "/".join(parts[:length])))
                if module is not None and (found := self._member(module, parts[length:])) is not None:
                    return found
        return None

    def _member(self, module: str, rest: list[str]) -> tuple[str, str] | None:
        while rest:
            declaring = self.declaring(module, rest[0])
            if declaring is None:
                return None
            module, name = declaring
            if name:
                full = ".".join([name, *rest[1:]])
                return (module, full) if full in self.bindings(module).defined else None
            rest = rest[1:]
        return module, ""
