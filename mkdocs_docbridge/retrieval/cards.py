"""What an entity is, on one card: the facts that tell a reader whether it is the thing they look for."""

from __future__ import annotations

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.snapshot.model import (
    Area,
    Document,
    Entity,
    EntityKind,
    External,
    Module,
    Package,
)

from .fields import SUMMARY_CAP, cut_text

MAX_NAMES = 40
MAX_SIGNATURE = 120


class Name(Record, frozen=True, omit_defaults=True):
    """A symbol or a heading, and the line that it stands in."""

    name: str
    line: int
    kind: str = ""
    signature: str = ""


class Card(Record, frozen=True, omit_defaults=True):
    """What something is. Names are at most 40 of ``name_count``: exported symbols, or headings."""

    id: str
    kind: EntityKind
    path: str
    title: str
    summary: str = ""
    language: str = ""
    dotted: str = ""
    version: str = ""
    site_url: str | None = None
    tags: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    name_count: int = 0


def card(entity: Entity, owners: tuple[str, ...]) -> Card:
    """The card of ``entity``; ``owners`` are the ids of the ownership records at its path."""
    names = _listed(entity)
    return Card(
        id=entity.id,
        kind=kind_of(entity),
        path="" if isinstance(entity, External) else entity.path,
        title=title_of(entity),
        summary=_summary(entity),
        language=entity.language if isinstance(entity, Module) else "",
        dotted=(entity.dotted or "") if isinstance(entity, Module) else "",
        version=(entity.version or "") if isinstance(entity, Package) else "",
        site_url=site_url_of(entity),
        tags=entity.tags if isinstance(entity, Document | Module | Package) else (),
        owners=owners,
        names=tuple(names[:MAX_NAMES]),
        name_count=len(names),
    )


def kind_of(entity: Entity) -> EntityKind:
    """The kind of ``entity``."""
    kinds: dict[type[Entity], EntityKind] = {
        Document: "document",
        Module: "module",
        Area: "area",
        Package: "package",
        External: "external",
    }
    return kinds[type(entity)]


def title_of(entity: Entity) -> str:
    """A document's title, else the name."""
    return entity.title if isinstance(entity, Document) and entity.title else entity.name


def _summary(entity: Entity) -> str:
    if isinstance(entity, Document):
        return cut_text(entity.description or entity.summary, SUMMARY_CAP)
    return cut_text(entity.summary, SUMMARY_CAP) if isinstance(entity, Module | Package) else ""


def site_url_of(entity: Entity) -> str | None:
    """A page's address below the site root."""
    return entity.site_url if isinstance(entity, Document) else None


def _listed(entity: Entity) -> list[Name]:
    """A document's headings, or a module's exported symbols as they stand."""
    if isinstance(entity, Document):
        return [Name(name=heading.text, line=heading.line) for heading in entity.headings]
    if not isinstance(entity, Module):
        return []
    exported = sorted((s for s in entity.symbols if s.exported), key=lambda s: (s.line, s.name))
    return [
        Name(
            name=s.name,
            line=s.line,
            kind=s.kind,
            # of a class's members the names tell enough, and there are many
            signature="" if "." in s.name else cut_text(s.signature, MAX_SIGNATURE),
        )
        for s in exported
    ]
