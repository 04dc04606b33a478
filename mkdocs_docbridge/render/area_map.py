"""A snapshot seen by area: its modules, the documents about it, its neighbours, its owner."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

import msgspec

from mkdocs_docbridge.snapshot.model import Area, Document, ImportCycle, Module, Ownership, Package, Relation, Snapshot

UNLISTED = frozenset({"test", "fixture", "generated", "vendored"})
"""What has one of these tags is shown on no page."""
_RELATION_ORDER = ("covers-area", "covers-module", "mentions-area", "mentions-module")
_ABOUT = {"covers": "covers", "mentions": "mentions", "mentions-symbol": "mentions"}


class Mention(msgspec.Struct, frozen=True):
    """A document about something: its relation and how often it is stated."""

    document: Document
    relation: str
    count: int

    def sort_key(self) -> tuple[int, int, str]:
        """The most specific and most stated first, then by path."""
        return (_RELATION_ORDER.index(self.relation), -self.count, self.document.path)


class AreaMap:
    """A snapshot by area: modules, documents about it, neighbours. Tests, generated and vendored code are left out.

    ``hidden`` are paths of documents that are not to be told of."""

    def __init__(self, snapshot: Snapshot, hidden: frozenset[str] = frozenset()) -> None:
        self.snapshot = snapshot
        self._hidden = hidden
        self.entities = {entity.id: entity for entity in snapshot.entities}
        self.modules = self._modules()
        self.area_of = {module.id: area for area, modules in self.modules.items() for module in modules}
        self.areas = sorted(
            (entity for entity in snapshot.entities if isinstance(entity, Area) and entity.id in self.modules),
            key=lambda area: area.path,
        )
        self._area_at = {area.path: area.id for area in self.areas}
        self.by_module, self.by_area = self._mentions()
        self.uses: dict[tuple[str, str], list[Relation]] = defaultdict(list)
        for relation in snapshot.relations:
            if relation.kind in ("imports", "re-exports"):
                pair = (self.area_of.get(relation.source), self.area_of.get(relation.target))
                if pair[0] and pair[1] and pair[0] != pair[1]:
                    self.uses[pair[0], pair[1]].append(relation)

    @cached_property
    def cycles(self) -> tuple[ImportCycle, ...]:
        """The import cycles that lead through no test, generated or vendored code."""
        modules = (entity for entity in self.entities.values() if isinstance(entity, Module))
        listed = {module.id for module in modules if not UNLISTED & set(module.tags)}
        return tuple(cycle for cycle in self.snapshot.cycles if listed.issuperset(cycle.shortest))

    def _modules(self) -> dict[str, list[Module]]:
        """Modules by area id. A record that owns nothing but tests makes an area of them; other tests are left out."""
        inside: dict[str, list[Module]] = defaultdict(list)
        for relation in self.snapshot.relations:
            area, module = self.entities.get(relation.source), self.entities.get(relation.target)
            if relation.kind == "contains" and isinstance(area, Area) and isinstance(module, Module):
                inside[area.id].append(module)
        shown = {key: [item for item in found if not UNLISTED & set(item.tags)] for key, found in inside.items()}
        owned = {entity.id for entity in self.snapshot.entities if isinstance(entity, Area) and entity.ownership}
        kept = {key: found or (inside[key] if key in owned else []) for key, found in shown.items()}
        return {key: found for key, found in kept.items() if found}

    def _mentions(self) -> tuple[dict[str, list[Mention]], dict[str, list[Mention]]]:
        areas: dict[str, dict[str, Mention]] = defaultdict(dict)
        modules: dict[str, dict[str, Mention]] = defaultdict(dict)
        for relation in self.snapshot.relations:
            document = self.entities.get(relation.source)
            verb = _ABOUT.get(relation.kind)
            # A near miss or a proposal must not make something look documented.
            if verb is None or relation.confidence in ("fuzzy", "proposed") or not isinstance(document, Document):
                continue
            if UNLISTED & set(document.tags) or document.path in self._hidden:
                continue
            area = self.area_of.get(relation.target)
            if area is not None:
                mention = Mention(document, f"{verb}-module", relation.evidence_count)
                _keep_best(modules[relation.target], mention)
                _keep_best(areas[area], mention)
            elif relation.target in self.modules:
                _keep_best(areas[relation.target], Mention(document, f"{verb}-area", relation.evidence_count))
        return _in_reading_order(modules), _in_reading_order(areas)

    def documents(self, area: Area) -> list[Mention]:
        """The documents about an area, each once with its first relation."""
        return self.by_area.get(area.id, [])

    def owner(self, area: Area) -> Ownership | None:
        """The ownership record of the area, else of the nearest folder above it."""
        records = [record for record in self.snapshot.ownership if is_within(area.path, record.path)]
        named = [record for record in records if record.id == area.ownership]
        nearest = sorted(records, key=lambda record: (-depth(record.path), record.id))
        return next(iter([*named, *nearest]), None)

    def package(self, area: Area) -> Package | None:
        """The package the area belongs to."""
        package = self.entities.get(area.package or "", self.entities.get(f"package:{area.package}"))
        return package if isinstance(package, Package) else None

    def place(self, path: str) -> str | None:
        """The id of the innermost area that holds ``path``."""
        folder = path
        while folder not in self._area_at and folder not in ("", "."):
            folder = folder.rpartition("/")[0] or "."
        return self._area_at.get(folder)


def _in_reading_order(found: dict[str, dict[str, Mention]]) -> dict[str, list[Mention]]:
    return {key: sorted(mentions.values(), key=Mention.sort_key) for key, mentions in found.items()}


def _keep_best(found: dict[str, Mention], mention: Mention) -> None:
    known = found.get(mention.document.id)
    if known is None or mention.sort_key() < known.sort_key():
        found[mention.document.id] = mention


def is_within(path: str, folder: str) -> bool:
    """True for ``folder`` itself and what lies below it; the root is ``.``."""
    return folder in (".", "", path) or path.startswith(f"{folder}/")


def depth(path: str) -> int:
    """Folder levels of a path; 0 for the root."""
    return 0 if path in (".", "") else path.count("/") + 1
