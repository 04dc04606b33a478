"""What people declare to be covered: entries of front matter, and the documents of ownership records."""

from __future__ import annotations

from mkdocs_docbridge.globs import path_spec

from .edges import Edges
from .names import Ambiguous, Hit, Names
from .ownership import OwnershipTable

_GLOB = frozenset("*?[")
_PREFIXES = ("document:", "module:", "package:", "area:")


def covered(declared: str, names: Names) -> list[tuple[str, str]] | Ambiguous:
    """(entity id, symbol or "") of everything that one entry names: an entity id, a path, a glob, a folder (what
    stands below it, where it is no entity itself), or a dotted or exported name."""
    name = declared.removeprefix("./").rstrip("/")
    if declared.startswith(_PREFIXES):
        found = names.by_id(declared)
        return [(found, "")] if found else []
    if _GLOB & set(name):
        spec = path_spec([name])
        return [(target, "") for path, target in names.paths() if spec.match_file(path)]
    exact = names.by_path(name) or names.package_at(name or ".")
    if exact is not None:
        return [(exact, "")]
    hit = names.token(declared)
    if isinstance(hit, Ambiguous):
        return hit
    if hit is not None and hit.confidence != "fuzzy":
        return [(hit.target, hit.symbol)]
    inside = [(target, "") for path, target in names.paths() if path.startswith(f"{name.lstrip('/')}/")]
    modules = [item for item in inside if item[0].startswith("module:")]
    return modules or inside or ([(hit.target, hit.symbol)] if isinstance(hit, Hit) else [])


def link_ownership(edges: Edges, names: Names, table: OwnershipTable) -> None:
    """The documents that a record names cover the entity at its path."""
    for record in table.records:
        target = names.by_path(record.path) or names.package_at(record.path)
        for path in (record.agent_doc, record.human_doc):
            source = names.by_path(path) if path else None
            if source is not None and target is not None and path is not None:
                # a record of the settings stands in no document, so its place is the whole of the one it names
                file, line = table.places.get(record.path, (path, 1))
                place = (file, line, f"owner {record.id}")
                edges.add("covers", source, target, place=place, provenance="declared")
