"""From an identifier to what it names: an entity id, an ownership id, an alias, a path."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.snapshot.ownership import normal_path

from .atlas import Atlas
from .model import TargetKind

_SHOWN = 8
_SUGGESTED = 5
_CLOSE = 0.6
"""The similarity (difflib's ratio) from which a name is suggested."""


class Target(NamedTuple):
    """What a handoff is made of. ``entry`` is None for a file or folder that is no entity."""

    path: str
    entry: Entry | None

    @property
    def id(self) -> str:
        """The entity's id, or ``path:…``."""
        return self.entry.id if self.entry is not None else f"path:{self.path}"

    @property
    def kind(self) -> TargetKind:
        """What kind of thing it is."""
        match self.entry:
            case Entry(kind="package" | "area" | "module" | "document" as kind):
                return kind
        return "path"


def members_of(atlas: Atlas, target: Target) -> list[Entry]:
    """The modules that a target stands for; of a folder that is no entity all below it."""
    return atlas.modules_below(target.path) if target.entry is None else atlas.members(target.entry)


def resolve(atlas: Atlas, identifier: str) -> Target:
    """What ``identifier`` names: an entity id, else an ownership id, an alias, the path of a package or area, any path.

    Raises :class:`InputError`: ``NOT_FOUND`` with the nearest names, ``AMBIGUOUS`` with the candidates,
    ``ROUTE_HAS_NO_HANDOFF`` for an intent or a change.
    """
    entry = atlas.entries.get(identifier)
    if entry is not None:
        return _of_entry(atlas, entry)
    records = [record for record in atlas.ownership if record.id == identifier]
    if records:
        return _at(atlas, _only(identifier, "owns", [record.path for record in records]), identifier)
    named = [entry for entry in atlas.entries.values() if identifier in entry.aliases and not _is_route(entry)]
    # a package's own name goes before that of the module which is imported by it
    named = [entry for entry in named if entry.kind == "package" and entry.title == identifier] or named
    if named:
        return _of_entry(atlas, atlas.entries[_only(identifier, "is a name of", [entry.id for entry in named])])
    path = normal_path(identifier)
    if atlas.exists(path):
        return _at(atlas, path, identifier)
    route = next((entry for entry in atlas.entries.values() if identifier in entry.aliases), None)
    if route is not None:
        return _of_entry(atlas, route)
    close = _nearest(atlas, identifier)
    raise InputError(
        "nothing has this id, name or path",
        place=identifier,
        code="NOT_FOUND",
        hint=f"did you mean {', '.join(close)}?" if close else 'docbridge search "…" finds things by their words',
    )


def _is_route(entry: Entry) -> bool:
    return entry.kind in {"intent", "change"}


def _of_entry(atlas: Atlas, entry: Entry) -> Target:
    if _is_route(entry):
        raise InputError(
            f"is {'an intent' if entry.kind == 'intent' else 'a change'}: it leads to things and is none itself",
            place=entry.id,
            code="ROUTE_HAS_NO_HANDOFF",
            hint=f"ask for what it leads to, e.g. docbridge handoff {entry.path}" if entry.path else "",
        )
    # an ownership record of a path that is no entity has an entry, too
    return Target(entry.path, entry) if entry.id in atlas.entities else _at(atlas, entry.path, entry.id)


def _at(atlas: Atlas, path: str, identifier: str) -> Target:
    if not atlas.exists(path):
        raise InputError(
            f"stands for {path}, where there is no file",
            place=identifier,
            code="NOT_FOUND",
            hint="correct the path of the ownership record",
        )
    here = atlas.at.get(path, [])
    for kinds in (("package",), ("area",), ("document", "module")):
        found = [entry.id for entry in here if entry.kind in kinds]
        if found:
            return Target(path, atlas.entries[_only(path, "is the path of", found)])
    return Target(path, None)


def _only(name: str, verb: str, found: Iterable[str]) -> str:
    """The one that ``name`` stands for."""
    candidates = sorted(set(found))
    if len(candidates) == 1:
        return candidates[0]
    shown = ", ".join(candidates[:_SHOWN]) + (f" and {len(candidates) - _SHOWN} more" * (len(candidates) > _SHOWN))
    raise InputError(f"{verb} {shown}", place=name, code="AMBIGUOUS", hint="name one of them")


def _nearest(atlas: Atlas, identifier: str) -> list[str]:
    """The ids whose last part is spelled most like that of ``identifier``, best first."""
    wanted = _last(identifier)
    by_last: dict[str, list[str]] = {}
    for key, entry in atlas.entries.items():
        for name in {_last(key), _last(entry.path), *map(_last, entry.aliases)}:
            by_last.setdefault(name, []).append(key)
    close = difflib.get_close_matches(wanted, sorted(by_last), n=_SUGGESTED, cutoff=_CLOSE)
    return list(dict.fromkeys(key for name in close for key in sorted(by_last[name])))[:_SUGGESTED]


def _last(name: str) -> str:
    return name.casefold().rstrip("/").rpartition("/")[2].rpartition(":")[2]
