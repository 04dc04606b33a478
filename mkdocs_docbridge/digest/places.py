"""Where a document says something: lines of the baseline as they are now, and the headings that links lead to."""

from __future__ import annotations

from mkdocs_docbridge.snapshot.model import Document, Place, Relation


def places_now(places: tuple[Place, ...], then: Document, now: Document) -> tuple[Place, ...]:
    """Places of the baseline, of a document in which only generated regions may differ, where they are now."""
    return tuple(
        Place(path=now.path, line=_line_now(place.line, then, now), context=place.context)
        if place.path == then.path
        else place
        for place in places
    )


def _line_now(line: int, then: Document, now: Document) -> int:
    shift = sum(
        (new.end_line - new.line) - (old.end_line - old.line)
        for old, new in zip(then.regions, now.regions, strict=False)
        if old.end_line < line
    )
    return line + shift


def heading_is_gone(relation: Relation, then: Document, now: Document) -> bool:
    """Whether a link of the relation leads to a heading that its target had and has no more."""
    gone = {heading.anchor for heading in then.headings} - {heading.anchor for heading in now.headings}
    return bool(gone) and any(_fragment(place.context) in gone for place in relation.evidence)


def _fragment(context: str) -> str | None:
    """The fragment of a link as evidence shows it, ``[text](target#fragment)``."""
    _, opens, target = context.rpartition("](")
    _, hash_sign, fragment = target.removesuffix(")").partition("#")
    return fragment if opens and hash_sign and target.endswith(")") else None
