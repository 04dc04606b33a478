"""What code and manifests depend on: imports, re-exports and dependencies, as relations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .cycles import Taken
from .edges import Edges
from .facts import ManifestFacts, ModuleFacts
from .model import Coverage, External, Package
from .packages import package_units
from .resolve import Edge, Target, Universe, resolve_imports
from .resolve.distributions import normalized


class CodeLinker:
    """Adds the relations to ``edges``. ``externals`` are what they lead to outside, by id; ``coverage`` has an entry
    for each import that leads nowhere."""

    def __init__(self, edges: Edges, packages: Iterable[Package], universe: Universe) -> None:
        self._edges = edges
        self._universe = universe
        self._by_key = {_key(package.ecosystem, package.name): package for package in packages}
        self._by_name = {package.name: package for package in packages}
        self._by_manifest = {package.manifest: package for package in packages}
        self.externals: dict[str, External] = {}
        self.coverage: list[Coverage] = []
        self.taken: list[Taken] = []
        """What module takes from what other, and in which line."""

    def link(self, path: str, facts: ModuleFacts) -> None:
        """The imports and re-exports of the module at ``path``."""
        source = f"module:{path}"
        for edge in resolve_imports(path, facts, self._universe):
            if edge.target.kind == "unresolved":
                self.coverage.append(_unresolved(path, facts.language, edge))
                continue
            target = self._target(edge.target)
            if target is not None:
                self._edges.add(edge.kind, source, target, place=(path, edge.line, _statement(edge)))
                if edge.target.kind == "module":
                    self.taken.append((source, target, edge.line))

    def link_manifests(self, manifests: Mapping[str, ManifestFacts]) -> None:
        """The dependencies of every package."""
        units = package_units(manifests)
        for path, manifest in manifests.items():
            owner = self._by_manifest.get(units[path])
            if owner is None:
                continue
            for dependency in manifest.dependencies:
                known = self._by_key.get(_key(manifest.ecosystem, dependency.name))
                target = known.id if known is not None else self._external(manifest.ecosystem, dependency.name)
                place = (path, dependency.line, dependency.name)
                self._edges.add("depends-on", owner.id, target, place=place)

    def _target(self, target: Target) -> str | None:
        if target.kind == "module":
            return f"module:{target.key}"
        if target.kind == "package":
            return self._by_name[target.key].id if target.key in self._by_name else None
        if target.kind == "external":
            return self._external(target.ecosystem, target.key)
        # a file that is no source (JSON, CSS) is no entity: there is nothing to point at
        return None

    def _external(self, ecosystem: str, name: str) -> str:
        identifier = f"external:{ecosystem}:{name}"
        if identifier not in self.externals:
            self.externals[identifier] = External(id=identifier, name=name, ecosystem=ecosystem)
        return identifier


def _key(ecosystem: str, name: str) -> str:
    """A package's name as its registry compares it."""
    return normalized(name) if ecosystem == "pypi" else name


def _statement(edge: Edge) -> str:
    names = ", ".join(item.name for item in edge.names[:6])
    more = ", …" if len(edge.names) > 6 else ""
    return f"{edge.specifier} ({names}{more})" if names else edge.specifier


def _unresolved(path: str, language: str, edge: Edge) -> Coverage:
    return Coverage(
        analyzer=language,
        status="partial",
        code="IMPORT_UNRESOLVED",
        path=path,
        line=edge.line,
        reason=f"{edge.specifier}: {edge.target.key}",
    )
