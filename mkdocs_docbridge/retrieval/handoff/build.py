"""Puts a handoff together."""

from __future__ import annotations

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.retrieval.neighbours import WEAKNESS
from mkdocs_docbridge.snapshot.model import Package

from .atlas import ROOT, Atlas
from .budget import within_budget
from .checks import Checks, checks_of
from .model import By, Explained, Handoff, HandoffMetadata, HandoffTarget, HashedFile, Reading, RelatedArea
from .related import related
from .start import Candidate, Reads, reads
from .target import Target, resolve


def handoff(atlas: Atlas, identifier: str, *, budget_tokens: int | None = None) -> Handoff:
    """What one needs to change a thing: where to edit, what to open first, what to read, what to run, what is near.

    ``identifier``: an entity id, an ownership id, an alias, a path. Only paths of the tree are named. Pure and
    deterministic. Raises :class:`InputError` as :func:`resolve` does.
    """
    target = resolve(atlas, identifier)
    opened = reads(atlas, target)
    checks = checks_of(atlas, target)
    around = related(atlas, target)
    roots, rooted = edit_root(atlas, target)
    made = Handoff(
        target=HandoffTarget(id=target.id, kind=target.kind, path=target.path, title=_title(target)),
        edit_roots=(roots,),
        start_here=_reading(atlas, opened.first),
        read_before_editing=tuple(_reading(atlas, candidate) for candidate in opened.then),
        checks=checks.items,
        checks_note=checks.note,
        related=around,
        explain=_explain(opened, checks, around, rooted),
        evidence=_evidence(atlas, target, opened),
        metadata=_metadata(atlas, target, opened, checks),
    )
    return made if budget_tokens is None else within_budget(made, budget_tokens)


def edit_root(atlas: Atlas, target: Target) -> tuple[str, Explained]:
    """The folder (or file) that a change of the target stays in, and why.

    A module's is its area; without one its package's folder, unless that is the whole repository: then its own folder,
    and the file alone where that is the root.
    """
    entry = target.entry
    if entry is None or entry.kind != "module":
        return target.path, Explained(field="editRoots", by="rule", why="it is the target itself")
    for key, kind in ((entry.graph.area_id, "area"), (entry.graph.package_id, "package")):
        holder = atlas.entries.get(key or "")
        if holder is not None and holder.path != ROOT:
            return holder.path, Explained(field="editRoots", by="relation", why=f"the {kind} contains the module")
    folder = parent(target.path)
    why = "no area contains the module" + ("" if folder else ", and it stands at the root")
    return folder or target.path, Explained(field="editRoots", by="rule", why=why)


def _title(target: Target) -> str:
    return target.entry.title if target.entry is not None else target.path


def _reading(atlas: Atlas, candidate: Candidate) -> Reading:
    entry = atlas.file_entry(candidate.path)
    if entry is None:
        return Reading(path=candidate.path, title=candidate.path.rpartition("/")[2], why=candidate.why)
    return Reading(
        path=entry.path,
        title=entry.title,
        why=candidate.why,
        id=entry.id,
        summary=entry.summary or None,
        site_url=entry.site_url,
    )


def _explain(
    opened: Reads, checks: Checks, around: tuple[RelatedArea, ...], rooted: Explained
) -> tuple[Explained, ...]:
    first = opened.first
    made = [rooted, Explained(field="startHere", by=first.by, why=f"{first.path}: {first.why}")]
    made += [
        Explained(field="readBeforeEditing", by=candidate.by, why=f"{candidate.path}: {candidate.why}")
        for candidate in opened.then
    ]
    by: By = "record" if checks.source == "ownership" else "file"
    made += [Explained(field="checks", by=by, why=f"{item.source}: {item.why}") for item in checks.items]
    if not checks.items:
        made.append(Explained(field="checks", by="rule", why=checks.note or ""))
    if around:
        made.append(
            Explained(field="related", by="relation", why="imports between modules of different areas, counted")
        )
    return tuple(made)


def _evidence(atlas: Atlas, target: Target, opened: Reads) -> tuple[HashedFile, ...]:
    """The target and what is to be read, each file that has a hash once."""
    paths = [opened.first.path, *(candidate.path for candidate in opened.then)]
    read = [entry for path in paths if (entry := atlas.file_entry(path)) is not None]
    files = {_hashed_path(atlas, entry): entry.content_hash for entry in (target.entry, *read) if entry is not None}
    return tuple(HashedFile(path=path, content_hash=digest) for path, digest in files.items() if digest is not None)


def _hashed_path(atlas: Atlas, entry: Entry) -> str:
    """The file that an entry's hash is of: a package's is its manifest."""
    entity = atlas.entities[entry.id]
    return entity.manifest if isinstance(entity, Package) else entry.path


def _metadata(atlas: Atlas, target: Target, opened: Reads, checks: Checks) -> HandoffMetadata:
    entry = target.entry
    own = entry.confidence if entry is not None else "observed"
    owner = next(iter(atlas.owners(target.path)), None)
    graph = entry.graph if entry is not None else None
    return HandoffMetadata(
        entity_id=target.id,
        kind=target.kind,
        checks_source=checks.source,
        confidence=max(own, opened.first.confidence, key=WEAKNESS.__getitem__),
        area_id=target.id if target.kind == "area" else graph.area_id if graph is not None else None,
        package_id=target.id if target.kind == "package" else graph.package_id if graph is not None else None,
        ownership_id=owner.id if owner is not None else None,
    )
