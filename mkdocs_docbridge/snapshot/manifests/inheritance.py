"""What the members of a workspace take over from its root: ``version.workspace = true`` and the like."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts


def with_inherited(manifests: Mapping[str, ManifestFacts]) -> dict[str, ManifestFacts]:
    """``manifests`` with what each says it inherits filled in: from the nearest manifest of the same name and kind
    at or above it that shares anything or has members. What no root gives stays empty."""
    return {path: _filled(path, facts, manifests) if facts.inherited else facts for path, facts in manifests.items()}


def _filled(path: str, facts: ManifestFacts, manifests: Mapping[str, ManifestFacts]) -> ManifestFacts:
    folder, _, name = path.rpartition("/")
    parts = folder.split("/") if folder else []
    above = ["/".join([*parts[:length], name]) for length in range(len(parts), -1, -1)]
    roots = (root for place in above if (root := manifests.get(place)) is not None)
    root = next(
        (root for root in roots if root.ecosystem == facts.ecosystem and (root.shared or root.workspaces)), None
    )
    given = dict(root.shared) if root is not None else {}
    taken = {key: given[key] for key in facts.inherited if key in given}
    called = {
        key.removeprefix("dependencies."): value for key, value in taken.items() if key.startswith("dependencies.")
    }
    renamed = [Dependency(name=called.get(item.name, item.name), line=item.line) for item in facts.dependencies]
    return msgspec.structs.replace(
        facts,
        version=taken.get("version", facts.version),
        description=taken.get("description", facts.description),
        dependencies=tuple(sorted(renamed, key=lambda item: (item.name, item.line))),
        aliases=tuple(sorted({**dict(facts.aliases), **{name: (real,) for name, real in called.items()}}.items())),
    )
