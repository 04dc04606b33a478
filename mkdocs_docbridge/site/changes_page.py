"""The view of the change digest's page and region."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mkdocs_docbridge.digest import ChangeDigest, Need, Reason, ReviewDocument, SymbolChange, reason_words
from mkdocs_docbridge.render.digest_views import (
    AreaChangeRow,
    ChangeDigestView,
    MovedGroup,
    MovedRow,
    ReasonRow,
    ReviewRow,
    SymbolRow,
)
from mkdocs_docbridge.render.views import FooterView, LinkView
from mkdocs_docbridge.text.phrases import counted

from .changes import Changes, NoChanges
from .links import PageLinks

MOST_ROWS = 100
MOST_REASONS = 4
_GROUPS = (("document", "Documents"), ("module", "Modules"), ("package", "Packages"))
_FATES = {"removed": "gone", "signature": "another signature", "definition": "another definition"}


def changes_page_view(
    changes: Changes,
    *,
    links: PageLinks,
    footer: FooterView | None,
    lines: bool = True,
    is_hidden: Callable[[str], bool] = lambda _path: False,
) -> ChangeDigestView:
    """The documents to review, most needed first, and what moved. Documents that ``is_hidden`` are told of nowhere.

    ``lines=False`` leaves line numbers out: a region in a document must not change when the document does.
    """
    digest = changes.digest
    review = [document for document in digest.review if not is_hidden(document.path)]
    by_need = {need: [item for item in review if item.need == need] for need in ("broken", "likely", "possible")}

    def rows(need: Need) -> tuple[ReviewRow, ...]:
        return tuple(_review(item, links, lines=lines) for item in by_need[need][:MOST_ROWS])

    moved = _moved(digest, links, is_hidden)
    groups = [(label, [row for of, row in moved if of == kind]) for kind, label in _GROUPS]
    verdict = _verdict({need: len(found) for need, found in by_need.items()})
    return ChangeDigestView(
        title="What changed, and which pages to read because of it",
        description=f"Since {changes.since}: {verdict}",
        since=changes.since,
        sentence=f"Since {changes.since}: {_sentence(moved)}",
        verdict=verdict,
        broken=rows("broken"),
        more_broken=_more(by_need["broken"]),
        likely=rows("likely"),
        more_likely=_more(by_need["likely"]),
        possible=rows("possible"),
        more_possible=_more(by_need["possible"]),
        files=tuple(_group(label, found) for label, found in groups if found),
        symbols=tuple(_symbol(item, links) for item in digest.symbols[:MOST_ROWS]),
        more_symbols=_more(digest.symbols),
        areas=tuple(
            AreaChangeRow(
                path=area.path,
                href=links.area(area.path),
                changed=area.changed,
                added=area.added,
                removed=area.removed,
                renamed=area.renamed,
            )
            for area in digest.areas
        ),
        footer=footer,
    )


def no_changes_view(missing: NoChanges) -> ChangeDigestView:
    """The page of changes that cannot be told, which a preview shows."""
    return ChangeDigestView(
        title="What changed, and which pages to read because of it",
        description=f"What changed since {missing.since}",
        since=missing.since,
        sentence="",
        verdict="",
        problem=missing.error.message,
        remedy=missing.error.hint,
    )


def _verdict(counts: dict[str, int]) -> str:
    if not any(counts.values()):
        return "No document needs to be read because of this."
    broken, likely, possible = counts["broken"], counts["likely"], counts["possible"]
    parts = []
    if broken:
        parts.append(f"{counted(broken, 'document')} {'names' if broken == 1 else 'name'} something that is gone")
    if likely:
        parts.append(f"of {counted(likely, 'document')} something that is cited, covered or included changed")
    if possible:
        parts.append(f"{counted(possible, 'document')} {'names' if possible == 1 else 'name'} a file that changed")
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _sentence(moved: Sequence[tuple[str, MovedRow]]) -> str:
    whats = [row.what.partition(",")[0] for _, row in moved]
    parts = [f"{whats.count(what)} {what}" for what in ("changed", "added", "removed", "renamed") if what in whats]
    return f"of documents, modules and packages {', '.join(parts)}." if parts else "nothing changed."


def _review(document: ReviewDocument, links: PageLinks, *, lines: bool) -> ReviewRow:
    shown = document.reasons[:MOST_REASONS]
    return ReviewRow(
        title=document.title or document.path,
        path=document.path,
        href=links.document(document.path),
        reasons=tuple(ReasonRow(words=reason_words(item), place=_place(item, links, lines=lines)) for item in shown),
        more_reasons=len(document.reasons) - len(shown),
    )


def _place(reason: Reason, links: PageLinks, *, lines: bool) -> LinkView | None:
    if not reason.places or not lines:
        return None
    first = reason.places[0]
    more = reason.place_count - 1
    text = f"{first.path}:{first.line}" + (f" and {more} more" if more else "")
    return LinkView(text=text, href=links.source(first.path, first.line))


def _moved(digest: ChangeDigest, links: PageLinks, is_hidden: Callable[[str], bool]) -> list[tuple[str, MovedRow]]:
    """(kind, row) of every file that moved, by path."""

    def row(path: str, what: str, *, is_there: bool = True) -> MovedRow:
        return MovedRow(path=path, href=links.document(path) if is_there else None, what=what)

    found = [(item.kind, row(item.path, "changed")) for item in digest.changed]
    found += [(item.kind, row(item.path, "added")) for item in digest.added]
    found += [(item.kind, row(item.path, "removed", is_there=False)) for item in digest.removed]
    found += [
        (item.kind, row(item.path, f"renamed, was {item.previous_path}"))
        for item in digest.renamed
        if not (item.kind == "document" and is_hidden(item.previous_path))
    ]
    kept = [(kind, item) for kind, item in found if not (kind == "document" and is_hidden(item.path))]
    return sorted(kept, key=lambda pair: pair[1].path)


def _group(label: str, rows: list[MovedRow]) -> MovedGroup:
    return MovedGroup(label=label, count=len(rows), rows=tuple(rows[:MOST_ROWS]), more=_more(rows))


def _symbol(change: SymbolChange, links: PageLinks) -> SymbolRow:
    differs = change.change == "signature"
    there = change.now_in or (change.path if change.change != "removed" else None)
    return SymbolRow(
        name=change.name,
        module=LinkView(text=change.path, href=links.source(there) if there else None),
        what=f"moved to {change.now_in}" if change.now_in else _FATES[change.change],
        before=change.before if differs else "",
        after=change.after if differs else "",
    )


def _more(rows: Sequence[object]) -> int:
    return max(len(rows) - MOST_ROWS, 0)
