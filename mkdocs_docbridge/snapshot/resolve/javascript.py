"""Where JavaScript and TypeScript imports lead: files, workspace packages, npm, Node."""

from __future__ import annotations

import re
from collections import defaultdict

from mkdocs_docbridge.paths import join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .edges import Edge, ImportIndex, Target, edge_kind, external, unresolved
from .javascript_names import JavaScriptNames
from .node_builtins import NODE_BUILTINS
from .npm_packages import NpmPackages
from .tsconfig import TsConfigs, substitute
from .universe import Universe

_TYPESCRIPT = (".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
_JAVASCRIPT = (".js", ".jsx", ".mjs", ".cjs")
_OTHERS = (".json", ".vue", ".svelte", ".astro")
_WRITTEN_AS = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(.*)")
_PACKAGE = re.compile(r"(?:@[\w~.-]+/)?[A-Za-z0-9_-][\w~.-]*")
_VERSION = re.compile(r"(?<=.)@[^/]*")


class JavaScriptIndex(ImportIndex):
    """Resolution of JavaScript and TypeScript imports over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.modules = universe.modules
        self.paths = universe.paths
        self.folders = universe.folders
        self.packages = NpmPackages(universe)
        self.configs = TsConfigs(universe, self.packages)
        self.names = JavaScriptNames(universe.modules, self._module)

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`. A name leads to the module that declares it, not to the barrel that passes it
        on; what takes a whole module (``import "x"``, ``* as x``, ``export *``) leads to that."""
        return [edge for raw in facts.imports for edge in self._edges_of(path, raw)]

    def _edges_of(self, path: str, raw: RawImport) -> list[Edge]:
        kind = edge_kind(raw)
        whole = self._target(path, raw.specifier)
        if whole.kind != "module" or not raw.names:
            return [Edge(kind, whole, raw.specifier, raw.line, raw.names)]
        grouped: dict[Target, list[ImportedName]] = defaultdict(list)
        for name in raw.names:
            declaring = self.names.declaring(whole.key, name.name)
            grouped[whole if declaring is None or declaring == path else Target("module", declaring)].append(name)
        return [Edge(kind, target, raw.specifier, raw.line, tuple(taken)) for target, taken in grouped.items()]

    def _module(self, path: str, specifier: str) -> str | None:
        target = self._target(path, specifier)
        return target.key if target.kind == "module" else None

    def _target(self, path: str, specifier: str) -> Target:
        # Bundlers say in a query how a file is wanted (``./a.svg?raw``).
        name = specifier.partition("?")[0]
        if name.startswith(("./", "../")) or name in {".", ".."}:
            return self._relative(path, name)
        if name.startswith("/"):
            return self._from_root(path, name)
        if scheme := _SCHEME.fullmatch(name):
            return _by_scheme(scheme[1], scheme[2])
        return self._bare(path, name)

    def _relative(self, path: str, name: str) -> Target:
        stem = normalize(parent(path), name)
        if stem is None:
            return unresolved("it leaves the repository")
        found = self.file(stem, path)
        return unresolved(f"{stem or '.'} is no file of the repository") if found is None else self._found(found)

    def _from_root(self, path: str, name: str) -> Target:
        package = self.packages.around(path) or ""
        for folder in (package, join(package, "public"), ""):
            stem = normalize(folder, name)
            found = None if stem is None else self.file(stem, path)
            if found is not None:
                return self._found(found)
        return unresolved(f"{name} is neither below the package nor below the root of the repository")

    def _bare(self, path: str, name: str) -> Target:
        parts = name.split("/")
        length = 2 if name.startswith("@") else 1
        package, subpath = "/".join(parts[:length]), "/".join([".", *parts[length:]])
        above = self.configs.above(path)
        # Only the nearest tsconfig is in force, but what is no package name can be nothing but an alias, and the
        # tools that run the file (bundlers, test runners) often share those of a tsconfig further up.
        options = above if _PACKAGE.fullmatch(package) is None else above[:1]
        aliased = [stem for option in options for stem in substitute(option, name)]
        for stem in aliased:
            if (found := self.file(stem, path)) is not None:
                return self._found(found)
        if name.startswith("#"):
            return self._own_import(path, name)
        workspace = self._workspace(path, package, subpath)
        if workspace is not None:
            return workspace
        if parts[0] in NODE_BUILTINS and not self.packages.declares(path, package):
            return external("node", parts[0])
        for base in [option.base for option in options if option.base is not None]:
            if (found := self.file(join(base, name), path)) is not None:
                return self._found(found)
        if _PACKAGE.fullmatch(package):
            return external("npm", package)
        if aliased:
            return unresolved(f"its alias leads to {aliased[0]}, which is no file of the repository")
        return unresolved("it is no package name, and no tsconfig has an alias for it")

    def _workspace(self, path: str, package: str, subpath: str) -> Target | None:
        around = self.packages.around(path)
        own = around is not None and self.packages.by_folder[around].name == package
        folder = around if own else self.packages.named.get(package)
        if folder is None:
            return None
        found = self.packages.entry(folder, subpath, lambda stem: self.file(stem, path))
        return Target("package", package) if found is None else self._found(found)

    def _own_import(self, path: str, name: str) -> Target:
        folder = self.packages.around(path)
        found = None if folder is None else self.packages.entry(folder, name, lambda stem: self.file(stem, path))
        if found is None:
            return unresolved("no imports member of its package.json leads it to a file of the repository")
        return self._found(found)

    def file(self, stem: str, importer: str) -> str | None:
        """The file that ``stem`` means for ``importer``: itself, with a suffix, or a folder's index or main file."""
        if stem in self.paths:
            return stem
        for written, meant in _WRITTEN_AS.items():
            if stem.endswith(written):
                bare = stem.removesuffix(written)
                found = next((bare + suffix for suffix in meant if bare + suffix in self.paths), None)
                if found is not None:
                    return found
        typed = importer.endswith(_TYPESCRIPT)
        suffixes = (*_TYPESCRIPT, *_JAVASCRIPT, *_OTHERS) if typed else (*_JAVASCRIPT, *_TYPESCRIPT, *_OTHERS)
        found = next((stem + suffix for suffix in suffixes if stem and stem + suffix in self.paths), None)
        if found is not None or stem not in self.folders:
            return found
        return self._main(stem) or next((p for s in suffixes if (p := join(stem, "index" + s)) in self.paths), None)

    def _main(self, folder: str) -> str | None:
        facts = self.packages.by_folder.get(folder)
        files = [file for subpath, file in facts.entries if subpath == "."] if facts is not None else []
        stems = [normalize(folder, file) for file in files]
        return next((stem for stem in stems if stem in self.paths), None)

    def _found(self, path: str) -> Target:
        return Target("module" if path in self.modules else "file", path)


def _by_scheme(scheme: str, rest: str) -> Target:
    if scheme == "node":
        return external("node", rest.split("/")[0])
    if scheme in {"http", "https"}:
        return external("url", rest.strip("/").split("/")[0])
    if scheme in {"npm", "jsr"}:
        parts = _VERSION.sub("", rest.strip("/")).split("/")
        return external(scheme, "/".join(parts[: 2 if rest.strip("/").startswith("@") else 1]))
    if scheme == "bun":
        return external("bun", rest)
    return unresolved(f"{scheme}: names a virtual module that a tool makes")
