"""Where PHP's ``use``, ``require`` and ``include`` lead: files of the repository, packages, PHP itself."""

from __future__ import annotations

from mkdocs_docbridge.paths import ancestors, normalize, parent
from mkdocs_docbridge.snapshot.facts import RawImport

from .edges import StatementIndex, Target, external, unresolved
from .php_names import PhpNames
from .php_packages import PhpPackages
from .universe import Universe

_HERE = "__DIR__/"
_AUTOLOAD = "autoload.php"


class PhpIndex(StatementIndex):
    """Resolution of PHP imports over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.modules = universe.modules
        self.paths = universe.paths
        self.names = PhpNames(universe)
        self.packages = PhpPackages(universe)

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`: the class that the file declares, with dots for backslashes."""
        return self.names.dotted(path)

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`."""
        return self.names.find(dotted)

    def target(self, path: str, raw: RawImport) -> Target:
        """See :meth:`StatementIndex.target`."""
        if raw.kind == "include":
            return self._included(path, raw.specifier)
        what, _, name = raw.specifier.rpartition(" ")
        return self._used(path, what, name)

    # -- use -------------------------------------------------------------------------------------------------------

    def _used(self, path: str, what: str, name: str) -> Target:
        dotted = name.replace("\\", ".")
        found = self.names.locate(path, dotted)
        if found is not None:
            return Target("module", found)
        known, own = self.packages.known(name), self.names.own_prefix(dotted)
        if known is not None and (own is None or known[1] >= own[0]):
            return external("packagist", known[0])
        if self.names.is_namespace(dotted):
            return unresolved(f"{name} is a namespace, which is no file of its own")
        if own is not None:
            return unresolved(f"{own[1]} is no file of the repository" if own[1] else "no file declares it")
        if "\\" not in name and not self.packages.is_known_vendor(name):
            # One external for all functions of PHP: there are hundreds, and none is a thing to depend on.
            return external("php", {"function": "functions", "const": "constants"}.get(what, name))
        return external("packagist", self.packages.guess(name))

    # -- require and include ---------------------------------------------------------------------------------------

    def _included(self, path: str, specifier: str) -> Target:
        here = specifier.startswith(_HERE)
        relative = specifier.removeprefix(_HERE)
        if not here and relative.startswith("/"):
            return unresolved("it is a path of one machine")
        # A plain path is looked for in the folder a program runs in, mostly the root, and beside the file.
        folders = [parent(path)] if here else list(dict.fromkeys([parent(path), *ancestors(parent(path))]))
        stems = [normalize(folder, relative) for folder in folders]
        found = next((stem for stem in stems if stem in self.paths), None)
        if found is not None:
            return Target("module" if found in self.modules else "file", found)
        return _installed(stems[0] or relative) or unresolved(
            "it leaves the repository" if stems[0] is None else f"{stems[0]} is no file of the repository"
        )


def _installed(path: str) -> Target | None:
    """What Composer puts beside a project: its autoloader, and packages below ``vendor``."""
    parts = path.split("/")
    below = parts[parts.index("vendor") + 1 :] if "vendor" in parts else []
    if len(below) > 2 and below[0] != "composer":
        return external("packagist", "/".join(below[:2]))
    made = below[0] in {_AUTOLOAD, "composer"} if below else parts[-1] == _AUTOLOAD and set(parts[:-1]) <= {".."}
    return external("php", f"vendor/{_AUTOLOAD}") if made else None
