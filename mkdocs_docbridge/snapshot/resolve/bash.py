"""Where the files that shell scripts source stand."""

from __future__ import annotations

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.bash_sources import HERE

from .edges import Edge, ImportIndex, Target, external, unresolved
from .universe import Universe, ancestors, normalize, parent


class BashIndex(ImportIndex):
    """Resolution of ``source`` over one universe. A relative path starts from where the script is run, which it does
    not say: its own folder is tried, then the root of the repository, then the folders between."""

    def __init__(self, universe: Universe) -> None:
        self._modules = universe.modules
        self._paths = universe.paths

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`."""
        return [
            Edge("imports", self._target(path, raw.specifier), raw.specifier, raw.line, raw.names)
            for raw in facts.imports
        ]

    def _target(self, path: str, specifier: str) -> Target:
        folder = parent(path)
        if specifier.startswith(HERE):
            return self._from((folder,), path, specifier.removeprefix(HERE).lstrip("/"))
        if specifier.startswith("/"):
            return external("system", specifier)
        return self._from(dict.fromkeys((folder, "", *ancestors(folder))), path, specifier)

    def _from(self, folders: tuple[str, ...] | dict[str, None], path: str, name: str) -> Target:
        # bats loads ``helper`` from ``helper.bash``
        names = (name, f"{name}.bash") if path.endswith(".bats") else (name,)
        for folder in folders:
            for written in names:
                found = normalize(folder, written)
                if found in self._paths:
                    return Target("module" if found in self._modules else "file", found)
        if normalize(parent(path), name) is None:
            return unresolved("it leaves the repository")
        if len(folders) == 1:
            return unresolved(f"{normalize(parent(path), name)} is no file of the repository")
        return unresolved(f"{name} stands neither beside the script nor in a folder above it")
