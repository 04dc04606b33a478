"""Who answers for which path: settings first, then agent documents, then CODEOWNERS."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mkdocs_docbridge.settings import OwnershipRecord
from mkdocs_docbridge.text.redaction import redact_source

from .codeowners import Tree, parse
from .facts import DocumentFacts, Note
from .model import Coverage, Ownership


@dataclass(frozen=True)
class OwnershipTable:
    """One record per path, where each that a document declares stands (file, line), and what gives away nothing."""

    records: tuple[Ownership, ...]
    places: Mapping[str, tuple[str, int]]
    coverage: tuple[Coverage, ...]


def normal_path(path: str) -> str:
    """A declared path as the snapshot writes it: no leading ``./`` or ``/``, no trailing ``/``."""
    return path.strip().removeprefix("./").strip("/") or "."


def ownership_table(
    settings: Iterable[OwnershipRecord],
    documents: Mapping[str, DocumentFacts],
    codeowners: tuple[str, str] | None,
    paths: Iterable[str],
) -> OwnershipTable:
    """Of several records for one path the source with the highest precedence wins.

    ``codeowners`` is (path, text) of the file that counts; ``paths`` are all files of the repository.
    """
    tree = Tree(paths)
    records: dict[str, Ownership] = {}
    places: dict[str, tuple[str, int]] = {}
    for record in _from_settings(settings):
        records.setdefault(record.path, record)
    for record, line in _from_documents(documents):
        if records.setdefault(record.path, record) is record and record.agent_doc is not None:
            places[record.path] = (record.agent_doc, line)
    coverage = [
        _unobserved(record.path, record, places.get(record.path))
        for record in records.values()
        if record.path != "." and not tree.holds(record.path)
    ]
    if codeowners is not None:
        owners, told = _from_codeowners(codeowners, tree)
        coverage += told
        for record in owners:
            records.setdefault(record.path, record)
    return OwnershipTable(tuple(records[path] for path in sorted(records)), places, tuple(coverage))


def _from_settings(settings: Iterable[OwnershipRecord]) -> Iterable[Ownership]:
    for item in settings:
        yield Ownership(
            id=item.id,
            path=normal_path(item.path),
            source="settings",
            purpose=redact_source(item.purpose, limit=1024),
            group=item.group,
            checks=item.checks,
            agent_doc=item.agent_doc,
            human_doc=item.human_doc,
        )


def _from_documents(documents: Mapping[str, DocumentFacts]) -> Iterable[tuple[Ownership, int]]:
    for document, facts in sorted(documents.items()):
        matter = facts.front_matter
        if matter.ownership_id and matter.edit_root:
            record = Ownership(
                id=matter.ownership_id,
                path=normal_path(matter.edit_root),
                source="document",
                purpose=redact_source(matter.purpose, limit=1024),
                checks=matter.checks,
                agent_doc=document,
            )
            yield record, matter.edit_root_line


def _from_codeowners(codeowners: tuple[str, str], tree: Tree) -> tuple[list[Ownership], list[Coverage]]:
    place, text = codeowners
    parsed = parse(text, place=place)
    owned, missing = parsed.owned(tree)
    records = [
        Ownership(
            id=owner_id(item.owners[0]),
            path=item.path,
            source="codeowners",
            purpose=redact_source(item.section, limit=1024),
            group=" ".join(item.owners),
        )
        for item in owned
    ]
    coverage = [_told(place, note) for note in parsed.notes]
    for rule in missing:
        reason = f"codeowners gives {rule.pattern} to {' '.join(rule.owners) or 'nobody'}, and nothing stands there"
        note = Note(code="OWNERSHIP_PATH_UNOBSERVED", reason=reason, line=rule.line, status="not-analyzed")
        coverage.append(_told(place, note))
    return records, coverage


def owner_id(owner: str) -> str:
    """The id of an owner in CODEOWNERS: the team of ``@org/team``, the name before the ``@`` of an address."""
    name = owner.lstrip("@").rsplit("/", 1)[-1].split("@", 1)[0]
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") or "owner"


def _unobserved(path: str, record: Ownership, place: tuple[str, int] | None) -> Coverage:
    reason = f"{record.source} gives {path} to {record.id}, and nothing stands there"
    note = Note(
        code="OWNERSHIP_PATH_UNOBSERVED", reason=reason, line=place[1] if place else None, status="not-analyzed"
    )
    return _told(place[0] if place else path, note)


def _told(path: str, note: Note) -> Coverage:
    return Coverage(
        analyzer="ownership", status=note.status, code=note.code, path=path, line=note.line, reason=note.reason
    )
