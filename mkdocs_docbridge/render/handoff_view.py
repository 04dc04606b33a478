"""What a page shows of handoffs, and of those who answer for paths."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.handoff import Handoff
from mkdocs_docbridge.retrieval.handoff.model import Check, Reading, RelatedArea
from mkdocs_docbridge.snapshot.model import Ownership
from mkdocs_docbridge.snapshot.ownership import owner_id
from mkdocs_docbridge.text.phrases import counted

from .area_view import Links, proof_link, source_words
from .views import (
    CheckRow,
    FooterView,
    HandoffView,
    LinkView,
    OwnedPath,
    OwnerRow,
    OwnershipPageView,
    OwnersPageView,
    ReadingRow,
    RelatedRow,
)

MAX_UNITS = 20
"""Paths that the page of one owner tells in full; a CODEOWNERS team may own hundreds."""
_DIRECTION = {"imports": "uses", "imported-by": "used by"}


def handoff_view(found: Handoff, links: Links, hidden: Collection[str] = ()) -> HandoffView:
    """A handoff as pages show it. ``hidden`` are documents that are told of nowhere."""
    reading = [item for item in (found.start_here, *(found.read_before_editing or ())) if item.path not in hidden]
    return HandoffView(
        title=found.target.title,
        kind=found.target.kind,
        path=LinkView(text=found.target.path, href=links.source(found.target.path)),
        edit_roots=tuple(LinkView(text=path, href=links.source(path)) for path in found.edit_roots),
        start_here=_reading(reading[0], links) if reading else None,
        read=tuple(_reading(item, links) for item in reading[1:]),
        checks=tuple(_check(item, links) for item in found.checks),
        checks_note=found.checks_note or "",
        related=tuple(_related(item, links) for item in found.related or ()),
    )


def _reading(item: Reading, links: Links) -> ReadingRow:
    is_document = (item.id or "").startswith("document:")
    href = links.document(item.path) if is_document else links.source(item.path)
    return ReadingRow(link=LinkView(text=item.title or item.path, href=href), path=item.path, why=item.why)


def _check(item: Check, links: Links) -> CheckRow:
    declared = item.source.startswith("ownership:")
    source = LinkView(text=item.source, href=None if declared else links.source(item.source))
    return CheckRow(command=item.command, folder=item.folder, why=item.why, source=source)


def _related(item: RelatedArea, links: Links) -> RelatedRow:
    proof = item.evidence[0] if item.evidence else None
    return RelatedRow(
        path=item.path,
        href=links.area(item.path),
        direction=_DIRECTION[item.relation],
        strength=item.strength,
        evidence=proof_link(proof.path, proof.line, links) if proof else LinkView(text=""),
    )


def by_owner(records: Iterable[Ownership]) -> dict[str, list[Ownership]]:
    """The records under the id of who answers, by id and path. A CODEOWNERS team has one for each path it is given, and
    a path that several own stands under each of them."""
    found: dict[str, list[Ownership]] = defaultdict(list)
    for record in sorted(records, key=lambda item: (item.path, item.id)):
        several = record.group.split() if record.source == "codeowners" else []
        for identifier in dict.fromkeys(map(owner_id, several)) or (record.id,):
            found[identifier].append(record)
    return dict(sorted(found.items()))


def ownership_view(
    identifier: str,
    records: list[Ownership],
    handoffs: Callable[[str], Handoff],
    links: Links,
    hidden: Collection[str] = (),
    footer: FooterView | None = None,
) -> OwnershipPageView:
    """The page of the owner called ``identifier``. A path where nothing stands has no handoff."""
    first = records[0]
    group = first.group if all(record.group == first.group for record in records) else ""
    units = [_unit(record, handoffs, links, hidden) for record in records]
    told = [unit for unit in units if _is_worth_telling(unit)][:MAX_UNITS]
    purpose = first.purpose if len(records) == 1 else ""
    return OwnershipPageView(
        title=f"Owned by {identifier}",
        description=purpose or f"What {group or identifier} answers for: {counted(len(records), 'path')}.",
        id=identifier,
        group=group,
        units=tuple(told),
        more_paths=tuple(unit for unit in units if unit not in told),
        footer=footer,
    )


def _is_worth_telling(unit: OwnedPath) -> bool:
    """A single file that is neither page nor code has nothing to start with but itself; a missing one has a remedy."""
    handoff = unit.handoff
    if handoff is None or handoff.kind != "path" or handoff.start_here is None:
        return True
    return handoff.start_here.path != unit.path.text


def _unit(record: Ownership, handoffs: Callable[[str], Handoff], links: Links, hidden: Collection[str]) -> OwnedPath:
    try:
        found = handoff_view(handoffs(record.path), links, hidden)
    except InputError:
        found = None
    return OwnedPath(
        path=LinkView(text=record.path, href=links.source(record.path) if found is not None else None),
        group=record.group,
        purpose=record.purpose,
        source=source_words(record),
        human_doc=_document(record.human_doc, links, hidden),
        agent_doc=_document(record.agent_doc, links, hidden),
        handoff=found,
    )


def _document(path: str | None, links: Links, hidden: Collection[str]) -> LinkView | None:
    return LinkView(text=path, href=links.document(path)) if path is not None and path not in hidden else None


def owners_view(
    records: Iterable[Ownership], pages: Callable[[str], str | None], links: Links, footer: FooterView | None = None
) -> OwnersPageView:
    """The page that lists who answers for what. ``pages`` gives the link to the page of an owner."""
    owners = by_owner(records)
    rows = []
    for identifier, held in owners.items():
        for group in sorted({record.group for record in held}):
            same = [record for record in held if record.group == group]
            rows.append(
                OwnerRow(
                    owner=LinkView(text=identifier, href=pages(identifier)),
                    group=group,
                    paths=tuple(
                        LinkView(text=record.path, href=links.source(record.path)) for record in same[:MAX_UNITS]
                    ),
                    more_paths=max(len(same) - MAX_UNITS, 0),
                    purpose=same[0].purpose if len(same) == 1 else "",
                    source=", ".join(sorted({source_words(record) for record in same})),
                )
            )
    paths = len({record.path for held in owners.values() for record in held})
    sentence = f"{counted(len(owners), 'owner')} of {counted(paths, 'path')}."
    return OwnersPageView(
        title="Who answers for what",
        description="Every path that somebody answers for, who that is, and where it is declared.",
        sentence=sentence,
        owners=tuple(rows),
        footer=footer,
    )
