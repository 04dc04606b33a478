"""From a snapshot, its facts and the settings to the retrieval index."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Literal

import msgspec
from msgspec import UNSET

from mkdocs_docbridge.artifacts.seal import seal
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot.collector import uncollected
from mkdocs_docbridge.snapshot.facts import Facts
from mkdocs_docbridge.snapshot.model import Area, Document, Entity, External, Module, Ownership, Package, Snapshot

from .counts import TermCounts
from .fields import LIST_CAP, SUMMARY_CAP, SYMBOL_CAP, TEXT_CAP, counted, cut_text, fields_of, joined
from .lexicon import LEXICON_VERSION
from .model import (
    GRAPH_METRICS_VERSION,
    Entry,
    GraphFacts,
    Lexical,
    Params,
    RetrievalIndex,
    SideWeights,
    Weights,
    configuration_hash,
)
from .neighbours import Neighbours
from .presets import FIELD_NAMES, Preset, Side, decimal_text, preset_of

INDEX_STEMS = frozenset({"__init__", "__main__", "index", "main", "mod", "lib"})
"""File names that say less than their folder's."""


def build_index(
    snapshot: Snapshot, facts: Facts, settings: Settings, counts: TermCounts | None = None
) -> RetrievalIndex:
    """The sealed index of a sealed ``snapshot``; ``facts`` are the ones it was made of, and ``counts``, of the
    settings' languages, what is known of terms. Pure and deterministic.

    Raises :class:`InputError` for settings that name no field or a number out of range, and ``ValueError`` for a
    snapshot without its hash.
    """
    if snapshot.content_hash is UNSET:
        raise ValueError("the snapshot is not sealed")
    preset = preset_of(settings.retrieval)
    languages = settings.retrieval.languages
    with uncollected():
        entries = _Projection(snapshot, facts, settings).entries()
        total = (counts or TermCounts(languages)).total(entries)
    return seal(
        RetrievalIndex(
            snapshot_hash=snapshot.content_hash,
            overlay_hash=None,
            configuration_hash=configuration_hash(settings),
            lexicon_version=LEXICON_VERSION,
            graph_metrics_version=GRAPH_METRICS_VERSION,
            weights=SideWeights(pages=_weights(preset, "pages"), code=_weights(preset, "code")),
            params=Params(k1=decimal_text(preset.k1), b=decimal_text(preset.b)),
            lexical=Lexical(
                version=LEXICON_VERSION,
                languages=languages,
                document_count=len(entries),
                total_terms=total,
            ),
            entries=entries,
        )
    )


def _weights(preset: Preset, side: Side) -> Weights:
    texts = dict(zip(FIELD_NAMES, map(decimal_text, preset.weights(side)), strict=True))
    return Weights(**texts)


class _Projection:
    """One snapshot on its way to entries."""

    def __init__(self, snapshot: Snapshot, facts: Facts, settings: Settings) -> None:
        self._facts = facts
        self._settings = settings
        self._entities = {e.id: e for e in snapshot.entities if not isinstance(e, External)}
        self._by_path = {e.path: e for e in snapshot.entities if isinstance(e, Document)}
        self._graph = Neighbours(self._entities, snapshot.relations)
        self._owners: defaultdict[str, list[Ownership]] = defaultdict(list)
        for record in snapshot.ownership:
            self._owners[record.path.rstrip("/") or "."].append(record)
        self._modules_of: defaultdict[str, list[Module]] = defaultdict(list)
        for entity in self._entities.values():
            area = self._graph.facts(entity.id).area_id if isinstance(entity, Module) else None
            if area is not None and isinstance(entity, Module):
                self._modules_of[area].append(entity)

    def entries(self) -> tuple[Entry, ...]:
        """Every entry, by id."""
        made = [self._owned(self._entry(entity), entity) for entity in self._entities.values()]
        made += self._unmatched_ownership({entry.path for entry in made})
        made += self._routes()
        return tuple(sorted(made, key=lambda entry: entry.id))

    def _entry(self, entity: Entity) -> Entry:
        match entity:
            case Document():
                return self._document(entity)
            case Module():
                return self._module(entity)
            case Package():
                return self._package(entity)
            case Area():
                return self._area(entity)
        raise TypeError(f"{entity.id} is no entity that can be found")

    def _document(self, entity: Document) -> Entry:
        words = self._facts.words.get(entity.path)
        description = entity.description if entity.description != entity.summary else ""
        return Entry(
            id=entity.id,
            kind="document",
            path=entity.path,
            title=entity.title or entity.name,
            summary=cut_text(entity.description or entity.summary, SUMMARY_CAP),
            text=cut_text(words.body, TEXT_CAP) if words else "",
            audience=entity.audience,
            site_url=entity.site_url,
            headings=tuple((h.text, h.anchor) for h in entity.headings[:SYMBOL_CAP]),
            tags=entity.tags[:LIST_CAP],
            fields=fields_of(
                title=entity.title or entity.name,
                headings=" \n".join(h.text for h in entity.headings if h.level > 1 or h.text != entity.title),
                path=entity.path,
                summary=f"{entity.summary} {description}",
                body=counted(words.terms if words else {}),
                aliases=" ".join(entity.tags),
            ),
            graph=self._graph.facts(entity.id),
            content_hash=entity.content_hash,
            provenance="observed",
            confidence="observed",
        )

    def _module(self, entity: Module) -> Entry:
        words = self._facts.words.get(entity.path)
        ordered = sorted(entity.symbols, key=lambda s: (not s.exported, s.line, s.name))
        names = tuple(dict.fromkeys(symbol.name for symbol in ordered))[:SYMBOL_CAP]
        interface = {symbol.name for symbol in ordered if symbol.exported}
        aliases = (entity.dotted,) if entity.dotted else ()
        return Entry(
            id=entity.id,
            kind="module",
            path=entity.path,
            title=module_title(entity.path),
            summary=cut_text(entity.summary, SUMMARY_CAP),
            aliases=aliases,
            symbols=names,
            exported=sum(1 for name in names if name in interface),
            tags=entity.tags[:LIST_CAP],
            fields=fields_of(
                title=module_title(entity.path),
                path=entity.path,
                symbols=" ".join(names),
                summary=entity.summary,
                body=counted(words.terms if words else {}),
            ),
            graph=self._graph.facts(entity.id),
            content_hash=entity.content_hash,
            provenance="observed",
            confidence="observed",
        )

    def _package(self, entity: Package) -> Entry:
        leaf = entity.name.rpartition("/")[2]
        return Entry(
            id=entity.id,
            kind="package",
            path=entity.path,
            title=entity.name,
            summary=cut_text(entity.summary, SUMMARY_CAP),
            aliases=tuple(dict.fromkeys((entity.name, leaf))),
            tags=tuple(dict.fromkeys((entity.ecosystem, *entity.tags)))[:LIST_CAP],
            fields=fields_of(
                title=entity.name,
                path="" if entity.path == "." else entity.path,
                summary=entity.summary,
                aliases=entity.ecosystem,
            ),
            graph=self._graph.facts(entity.id),
            content_hash=entity.content_hash,
            provenance="observed",
            confidence="observed",
        )

    def _area(self, entity: Area) -> Entry:
        modules = sorted(self._modules_of[entity.id], key=lambda module: module.path)
        heads = [m.summary for m in modules if m.summary and PurePosixPath(m.path).stem in INDEX_STEMS]
        terms = Counter(word for module in modules for word in _words_of_module(module))
        return Entry(
            id=entity.id,
            kind="area",
            path=entity.path,
            title=entity.name,
            summary=cut_text(heads[0], SUMMARY_CAP) if heads else "",
            fields=fields_of(title=entity.name, path=entity.path, summary=" ".join(heads), body=counted(terms)),
            graph=self._graph.facts(entity.id),
            provenance="observed",
            confidence="observed",
        )

    def _owned(self, entry: Entry, entity: Entity) -> Entry:
        """An ownership record at an entity's path lends it its id, its purpose and its agent document's words."""
        records = self._owners.get(entry.path, [])
        if isinstance(entity, Document) or not records:
            return entry
        first = records[0]
        purpose = " ".join(record.purpose for record in records if record.purpose)
        lent = self._by_path.get(first.agent_doc or "")
        page = self._document(lent) if lent else None
        return msgspec.structs.replace(
            entry,
            aliases=tuple(dict.fromkeys((*entry.aliases, *(record.id for record in records))))[:LIST_CAP],
            ownership_id=first.id,
            tags=tuple(dict.fromkeys((*entry.tags, *(r.group for r in records if r.group))))[:LIST_CAP],
            summary=entry.summary or cut_text(purpose or (page.summary if page else ""), SUMMARY_CAP),
            text=entry.text or (page.text if page else ""),
            headings=entry.headings or (page.headings if page else ()),
            fields=fields_of(
                title=joined(entry.fields.title, page.fields.title if page else ""),
                headings=joined(entry.fields.headings, page.fields.headings if page else ""),
                path=entry.fields.path,
                symbols=entry.fields.symbols,
                summary=joined(entry.fields.summary, purpose, page.fields.summary if page else ""),
                body=joined(entry.fields.body, page.fields.body if page else ""),
                aliases=joined(entry.fields.aliases, *(f"{r.id} {r.group}" for r in records)),
            ),
        )

    def _unmatched_ownership(self, paths: set[str]) -> Iterable[Entry]:
        for path, records in sorted(self._owners.items()):
            if path in paths:
                continue
            for record in records:
                yield Entry(
                    id=f"package:{record.id}"
                    if f"package:{record.id}" not in self._entities
                    else f"ownership:{record.id}",
                    kind="package",
                    path=path,
                    title=record.id,
                    summary=cut_text(record.purpose, SUMMARY_CAP),
                    aliases=(record.id,),
                    tags=(record.group,) if record.group else (),
                    fields=fields_of(title=record.id, path=path, summary=record.purpose, aliases=record.group),
                    graph=GraphFacts(),
                    provenance="declared",
                    confidence="declared",
                    ownership_id=record.id,
                )

    def _routes(self) -> Iterable[Entry]:
        for intent in self._settings.intents:
            yield _route("intent", intent.id, intent.title, intent.paths)
        for change in self._settings.changes:
            yield _route("change", change.id, change.title, (change.start_here, *change.related))


def _route(kind: Literal["intent", "change"], name: str, title: str, paths: Sequence[str]) -> Entry:
    return Entry(
        id=f"{kind}:{name}",
        kind=kind,
        path=paths[0] if paths else "",
        title=title,
        aliases=(name,),
        fields=fields_of(title=title, path=" ".join(paths[:LIST_CAP]), aliases=name),
        graph=GraphFacts(),
        provenance="declared",
        confidence="declared",
    )


def module_title(path: str) -> str:
    """A file's name, with its folder when the name alone says nothing (``worker/__init__.py``)."""
    pure = PurePosixPath(path)
    return "/".join(pure.parts[-2:]) if pure.stem in INDEX_STEMS else pure.name


def _words_of_module(module: Module) -> Iterable[str]:
    yield from (word for word in PurePosixPath(module.path).stem.replace(".", "_").split("_") if word.isalnum())
    yield from (symbol.name for symbol in module.symbols if symbol.exported and symbol.name.replace("_", "a").isalnum())
