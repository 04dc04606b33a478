"""Where Go imports lead: to the files of a package that define the names used, or to a module outside."""

from __future__ import annotations

from collections import defaultdict

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport
from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .edges import Edge, ImportIndex, Target, external, unresolved
from .go_modules import STANDARD, GoModules
from .go_packages import GoPackage, GoPackages
from .universe import Universe


class GoIndex(ImportIndex):
    """Resolution of Go imports over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.modules = GoModules(universe)
        self.packages = GoPackages(universe.written_in("go"))

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`. The import path, given to the one file that stands for its package."""
        package = self.packages.by_folder.get(parent(path))
        return self.modules.import_path(package.folder) if package is not None and package.face == path else None

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`. ``redis.Client.Get`` is an exported name of the one package ``redis`` that
        defines it; before the name may stand its whole import path."""
        path, _, last = dotted.rpartition("/")
        name, _, member = last.partition(".")
        if not member:
            return None
        found = [
            (files[0], member)
            for package in self._called(path, name)
            if (files := package.definers.get(member)) and all(part[:1].isupper() for part in member.split("."))
        ]
        return found[0] if len(found) == 1 else None

    def _called(self, path: str, name: str) -> list[GoPackage]:
        if path:
            folder = self.modules.folder_of("", f"{path}/{name}")
            package = None if folder is None else self.packages.by_folder.get(folder)
            return [] if package is None else [package]
        return [package for package in self.packages.named(name) if not NO_AREA & set(path_tags(package.face))]

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`. A package of the repository gives one edge a file whose names are used; the
        names that none of its files defines are left out, for they stand behind a variable of the same name."""
        return [edge for raw in facts.imports for edge in self._edges(path, raw)]

    def _edges(self, path: str, raw: RawImport) -> list[Edge]:
        found = self._locate(path, raw.specifier)
        if isinstance(found, GoPackage):
            return [
                Edge("imports", Target("module", file), raw.specifier, raw.line, names)
                for file, names in _files(found, raw, path).items()
            ]
        is_dot = any(name.name == "*" for name in raw.names)
        return [Edge("imports", found, raw.specifier, raw.line, raw.names[:1] if is_dot else raw.names)]

    def _locate(self, path: str, specifier: str) -> GoPackage | Target:
        if specifier.startswith(("./", "../")):
            folder = normalize(parent(path), specifier)
            return self._package(folder) if folder is not None else unresolved("it leaves the repository")
        top = specifier.split("/")[0]
        folder = self.modules.folder_of(path, specifier)
        if folder is not None and (top not in STANDARD or folder in self.packages.by_folder):
            return self._package(folder)
        if top in STANDARD:
            return external("go-std", specifier)
        # Before modules, and in the test data of analysers still, packages stood below src by their import path.
        for above in ancestors(parent(path)):
            if above.rpartition("/")[2] == "src" and (package := self.packages.by_folder.get(join(above, specifier))):
                return package
        if "." not in top:
            return unresolved("the standard library has no such package, and no module here has such a path")
        return external("go", self.modules.external(path, specifier))

    def _package(self, folder: str) -> GoPackage | Target:
        package = self.packages.by_folder.get(folder)
        return unresolved(f"no Go package stands in {folder or 'the root'}") if package is None else package


def _files(package: GoPackage, raw: RawImport, importer: str) -> dict[str, tuple[ImportedName, ...]]:
    """The files of ``package`` that an import needs, with the names from each. ``import _`` needs those that do
    something when the program starts."""
    taken: dict[str, list[ImportedName]] = defaultdict(list)
    wanted = [name for name in raw.names if name.name not in {"", "*"}]
    if any(name.alias == "_" for name in raw.names):
        wanted = [ImportedName(name="init", alias="_")]
    beside = parent(importer) == package.folder
    for name in wanted:
        known = package.definers.get(name.name) or (package.test_definers.get(name.name) if beside else None)
        for file in known or ():
            taken[file].append(name)
    if not taken:
        return {package.face: ()}
    return {file: tuple(names) for file, names in sorted(taken.items())}
