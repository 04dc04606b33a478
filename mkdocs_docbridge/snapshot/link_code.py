"""What code and manifests depend on: imports, re-exports and dependencies, as relations."""

from __future__ import annotations

from collections.abc import Mapping

from .edges import Edges
from .facts import ManifestFacts, ModuleFacts
from .model import Coverage, External, Package
from .resolve import Edge, Universe, resolve_imports
from .resolve.distributions import normalized


def link_code(
    edges: Edges,
    modules: Mapping[str, ModuleFacts],
    manifests: Mapping[str, ManifestFacts],
    packages: list[Package],
    universe: Universe,
) -> tuple[dict[str, External], list[Coverage]]:
    """Adds the relations; returns the externals they lead to, by id, and a coverage entry for each import that
    leads nowhere."""
    by_name = {_key(package.ecosystem, package.name): package for package in packages}
    targets = {package.name: package for package in packages}
    by_manifest = {package.manifest: package for package in packages}
    externals: dict[str, External] = {}
    unresolved: list[Coverage] = []
    for path, facts in modules.items():
        for edge in resolve_imports(path, facts, universe):
            if edge.target.kind == "unresolved":
                unresolved.append(_unresolved(path, facts.language, edge))
                continue
            target = _target(edge, targets, externals)
            if target is not None:
                place = (path, edge.line, _statement(edge))
                edges.add(edge.kind, f"module:{path}", target, place=place)
    for path, manifest in manifests.items():
        owner = by_manifest.get(path)
        if owner is None:
            continue
        for dependency in manifest.dependencies:
            known = by_name.get(_key(manifest.ecosystem, dependency.name))
            target = known.id if known is not None else _external(manifest.ecosystem, dependency.name, externals)
            edges.add("depends-on", owner.id, target, place=(path, dependency.line, dependency.name))
    return externals, unresolved


def _key(ecosystem: str, name: str) -> str:
    """A package's name as its registry compares it."""
    return normalized(name) if ecosystem == "pypi" else name


def _target(edge: Edge, packages: Mapping[str, Package], externals: dict[str, External]) -> str | None:
    target = edge.target
    if target.kind == "module":
        return f"module:{target.key}"
    if target.kind == "package":
        return packages[target.key].id if target.key in packages else None
    if target.kind == "external":
        return _external(target.ecosystem, target.key, externals)
    # a file that is no source (JSON, CSS) is no entity: there is nothing to point at
    return None


def _external(ecosystem: str, name: str, externals: dict[str, External]) -> str:
    identifier = f"external:{ecosystem}:{name}"
    externals.setdefault(identifier, External(id=identifier, name=name, ecosystem=ecosystem))
    return identifier


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
