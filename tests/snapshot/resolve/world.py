"""A small repository in memory: paths with their text, read by the real analysers."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from mkdocs_docbridge.snapshot.catalogue import is_manifest, suffix_of
from mkdocs_docbridge.snapshot.languages import analyzer_for
from mkdocs_docbridge.snapshot.manifests import manifest_facts
from mkdocs_docbridge.snapshot.manifests.inheritance import with_inherited
from mkdocs_docbridge.snapshot.resolve import Edge, Universe, resolve_imports


def universe(files: Mapping[str, str]) -> Universe:
    """The universe of ``files`` (path → text)."""
    modules, manifests = {}, {}
    for path, text in files.items():
        data = dedent(text).encode()
        if is_manifest(path):
            manifests[path] = manifest_facts(path, data)
        analyzer = analyzer_for(path)
        if analyzer is not None:
            modules[path] = analyzer.facts(data, suffix_of(path))
    return Universe(modules, with_inherited(manifests), files)


def edges(files: Mapping[str, str], path: str) -> list[Edge]:
    """The edges of one module of ``files``."""
    world = universe(files)
    return resolve_imports(path, world.modules[path], world)


def targets(files: Mapping[str, str], path: str) -> list[str]:
    """Each edge of a module as ``kind names → target``, short enough to write by hand."""
    found = []
    for edge in edges(files, path):
        kind = "" if edge.target.kind in {"module", "external"} else f"{edge.target.kind}:"
        key = f"{edge.target.ecosystem}:{edge.target.key}" if edge.target.ecosystem else edge.target.key
        names = ",".join(name.name for name in edge.names)
        found.append(f"{edge.kind} {names} → {kind}{key}".replace("  ", " "))
    return found
