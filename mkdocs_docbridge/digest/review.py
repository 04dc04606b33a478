"""The documents to review: those that did not change while something that they name did, with their reasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from mkdocs_docbridge.snapshot.model import Document, Relation, Snapshot
from mkdocs_docbridge.snapshot.tags import is_history

from .compare import Comparison
from .model import NEEDS, Reason, ReviewDocument
from .reasons import Reasons, strength
from .symbols import SymbolChanges
from .touched import TouchedAreas

_ABOUT = frozenset({"covers", "includes", "links-to", "mentions", "mentions-symbol"})
_NOT_READ = frozenset({"test", "fixture", "generated", "vendored"})

_Key = tuple[str, str, str | None]


def documents_to_review(
    comparison: Comparison, snapshots: tuple[Snapshot, Snapshot], symbols: SymbolChanges, areas: TouchedAreas
) -> tuple[ReviewDocument, ...]:
    """Every document that names something which moved, and in which nobody changed anything, most needed first.

    Documents of tests, of generated and of vendored trees are left out, and so are changelogs: they tell of the past.
    """
    documents = {
        key: pair for key, pair in comparison.unmoved_documents().items() if _is_read(pair[0]) and _is_read(pair[1])
    }
    old = _by_document(snapshots[0].relations, documents)
    new = _by_document(snapshots[1].relations, {now.id for _, now in documents.values()})
    made = []
    for key, (then, now) in documents.items():
        relations = new[now.id]
        reasons = Reasons(comparison, symbols, areas, (then, now), relations)
        found = _reasons(reasons, old[key], relations, comparison)
        if found:
            made.append(ReviewDocument(id=now.id, path=now.path, title=now.title, need=found[0].need, reasons=found))
    return tuple(sorted(made, key=_most_needed))


def _is_read(document: Document) -> bool:
    return _NOT_READ.isdisjoint(document.tags) and not is_history(document.path)


def _by_document(relations: Iterable[Relation], documents: Iterable[str]) -> dict[str, list[Relation]]:
    wanted = set(documents)
    found: dict[str, list[Relation]] = defaultdict(list)
    for relation in relations:
        if relation.kind in _ABOUT and relation.source in wanted:
            found[relation.source].append(relation)
    return found


def _reasons(reasons: Reasons, old: list[Relation], new: list[Relation], comparison: Comparison) -> tuple[Reason, ...]:
    """The reasons of one document. A relation of the baseline and what it is now are one."""
    now = {_key(relation, relation.target): relation for relation in new}
    found: list[Reason] = []
    for relation in old:
        later = now.pop(_key(relation, comparison.now_id(relation.target)), None)
        reason = reasons.of(relation, later)
        if reason is not None:
            found.append(reason)
    for relation in now.values():
        # the document says what it said, and names it only now: another thing of that name is gone, or has come
        reason = reasons.of_new(relation)
        if reason is not None:
            found.append(reason)
    return tuple(sorted(found, key=_strongest))


def _key(relation: Relation, target: str) -> _Key:
    return relation.kind, target, relation.symbol


def _strongest(reason: Reason) -> tuple[int, int, int, str, str, str]:
    return (
        NEEDS.index(reason.need), strength(reason), -reason.place_count, reason.entity, reason.symbol or "",
        reason.relation,
    )  # fmt: skip


def _most_needed(document: ReviewDocument) -> tuple[int, int, int, int, str]:
    first = document.reasons[0]
    alike = [reason for reason in document.reasons if reason.need == first.need]
    return (
        NEEDS.index(first.need), strength(first), -len(alike), -sum(reason.place_count for reason in alike),
        document.path,
    )  # fmt: skip
