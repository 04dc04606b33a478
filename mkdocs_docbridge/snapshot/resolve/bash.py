"""Where the files that shell scripts source stand."""

from __future__ import annotations

from mkdocs_docbridge.paths import ancestors, normalize, parent
from mkdocs_docbridge.snapshot.facts import RawImport
from mkdocs_docbridge.snapshot.languages.bash_sources import HERE

from .edges import StatementIndex, Target, external, unresolved
from .universe import Universe


class BashIndex(StatementIndex):
    """Resolution of ``source`` over one universe. A relative path starts from where the script is run, which it does
    not say: its own folder is tried, then the root of the repository, then the folders between."""

    def __init__(self, universe: Universe) -> None:
        self._modules = universe.modules
        self._paths = universe.paths

    def target(self, path: str, raw: RawImport) -> Target:
        """See :meth:`StatementIndex.target`."""
        specifier = raw.specifier
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
