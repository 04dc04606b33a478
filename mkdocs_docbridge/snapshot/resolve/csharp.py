"""Where C#'s usings lead: to the modules of a namespace that declare what the file names."""

from __future__ import annotations

from collections import Counter, defaultdict

from mkdocs_docbridge.paths import ancestors, parent
from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .edges import Edge, ImportIndex, Target, edge_kind, external, unresolved
from .namespaces import Declared, by_lower, longest_prefix, undeclared, unused
from .universe import Universe

_PLATFORM = ("System", "Microsoft", "Windows", "Mono")


class CSharpIndex(ImportIndex):
    """Resolution of C# usings over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.declared = Declared(universe, frozenset({"csharp"}))
        manifests = {path: facts for path, facts in universe.manifests.items() if facts.ecosystem == "nuget"}
        self._projects = {parent(path): facts.name for path, facts in sorted(manifests.items()) if facts.name}
        own = {name.lower() for name in self._projects.values()}
        names = {dependency.name for facts in manifests.values() for dependency in facts.dependencies}
        self._packages = by_lower(name for name in names if name.lower() not in own)
        self._words = self._extensions()

    def _extensions(self) -> dict[str, dict[str, set[str]]]:
        """Namespace → type → words that stand for it: its extension methods, and attributes without their suffix."""
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for facts in self.declared.modules.values():
            for symbol in facts.symbols:
                top, _, member = symbol.name.partition(".")
                words = {member} if member and "(this " in symbol.signature else set()
                if not member and top.endswith("Attribute"):
                    words.add(top.removesuffix("Attribute"))
                for namespace in facts.namespaces or ("",):
                    found[namespace][top] |= words
        return found

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`: ``Shop.Cart``."""
        return self.declared.main_name(path)

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`."""
        return self.declared.find(dotted)

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`. ``using A;`` gives one edge for each module of ``A`` that the file names
        something of; a ``global using`` leads to the project that the namespace is of."""
        found = [edge for raw in facts.imports for edge in self._edges_of(path, facts, raw)]
        return [edge for edge in found if edge.target != Target("module", path)]

    def _edges_of(self, path: str, facts: ModuleFacts, raw: RawImport) -> list[Edge]:
        kind = edge_kind(raw)
        for name in self._candidates(raw.specifier, facts):
            if self.declared.is_namespace(name) and not raw.names:
                return self._used(path, facts, raw, name)
            module = self.declared.lookup(name, path) if name.count(".") or raw.names else None
            if module is not None:
                return [Edge(kind, Target("module", module), raw.specifier, raw.line, raw.names)]
        return [Edge(kind, self._elsewhere(raw), raw.specifier, raw.line, raw.names)]

    def _candidates(self, specifier: str, facts: ModuleFacts) -> list[str]:
        """What a name may mean: itself, and, inside a namespace, a name relative to that or one around it."""
        found = [specifier]
        for namespace in facts.namespaces:
            while namespace:
                found.append(f"{namespace}.{specifier}")
                namespace = namespace.rpartition(".")[0]
        return found

    def _used(self, path: str, facts: ModuleFacts, raw: RawImport, namespace: str) -> list[Edge]:
        if raw.kind == "re-export":
            return [Edge("re-exports", self._project(namespace), raw.specifier, raw.line)]
        found = self.declared.mentioned(namespace, facts, path, self._words[namespace])
        edges = [
            Edge("imports", Target("module", module), raw.specifier, raw.line, tuple(_name(name) for name in names))
            for module, names in found.items()
        ]
        if namespace.split(".")[0] in _PLATFORM:
            # what the repository declares there fills gaps of the platform; the using is of the platform all the same
            edges.append(Edge("imports", _platform(namespace), raw.specifier, raw.line))
        return edges or [Edge("imports", unused(namespace), raw.specifier, raw.line)]

    def _project(self, namespace: str) -> Target:
        """The project that declares the most of a namespace: a global using holds for no single file."""
        paths = {path for paths in self.declared.namespaces[namespace].values() for path in paths}
        around = [self._project_of(path) for path in sorted(paths)]
        counts = Counter(project for project in around if project)
        if not counts:
            return unresolved(f"it holds in the whole project, and {namespace} is in no project that has a manifest")
        return Target("package", min(counts, key=lambda name: (-counts[name], name)))

    def _project_of(self, path: str) -> str:
        return next((self._projects[folder] for folder in ancestors(parent(path)) if folder in self._projects), "")

    def _elsewhere(self, raw: RawImport) -> Target:
        # an alias and ``using static`` name a type, which stands in a namespace
        specifier = (raw.specifier.rpartition(".")[0] if raw.names else "") or raw.specifier
        own = self.declared.owner(specifier)
        package = longest_prefix(specifier, self._packages)
        if package and len(package) > len(own):
            return external("nuget", package)
        if specifier.split(".")[0] in _PLATFORM:
            return _platform(specifier)
        if self.declared.is_parent(specifier):
            return unresolved(f"nothing is declared in {specifier} itself, only in namespaces below it")
        if own:
            return undeclared(raw.specifier, own)
        return external("nuget", ".".join(specifier.split(".")[:2]))


def _platform(namespace: str) -> Target:
    return external("dotnet", ".".join(namespace.split(".")[:2]))


def _name(name: str) -> ImportedName:
    return ImportedName(name=name, alias=name)
