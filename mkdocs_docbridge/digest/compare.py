"""Two snapshots side by side: what is the same thing in both, and what of it moved."""

from __future__ import annotations

from mkdocs_docbridge.snapshot.model import Area, Document, Entity, Module, Snapshot

from .files import File, files_of
from .model import ChangedFile, FileChange, RenamedFile
from .renames import renamed_pairs

_ORDER = ("document", "module", "package")


class Comparison:
    """``before`` and ``after`` are the entities by id; files that moved stand in one of the four lists, by kind and
    path."""

    def __init__(self, baseline: Snapshot, current: Snapshot) -> None:
        self.before: dict[str, Entity] = {entity.id: entity for entity in baseline.entities}
        self.after: dict[str, Entity] = {entity.id: entity for entity in current.entities}
        old = {file.id: file for file in files_of(baseline.entities)}
        new = {file.id: file for file in files_of(current.entities)}
        pairs = renamed_pairs(
            [file for key, file in old.items() if key not in new], [file for key, file in new.items() if key not in old]
        )
        # a package keeps its id in another folder
        pairs += [(old[key], new[key]) for key in old.keys() & new.keys() if _moved(old[key], new[key])]
        renamed_old, renamed_new = {a.id for a, _ in pairs}, {b.id for _, b in pairs}
        self._now = {a.id: b.id for a, b in pairs}
        self._then = {b.id: a.id for a, b in pairs}
        self.renamed = tuple(
            RenamedFile(id=b.id, previous_id=a.id, kind=b.kind, path=b.path, previous_path=a.path, hash=b.hash)
            for a, b in sorted(pairs, key=lambda pair: _place(pair[1]))
        )
        self.changed = tuple(
            ChangedFile(id=b.id, kind=b.kind, path=b.path, previous_hash=old[b.id].hash, current_hash=b.hash)
            for b in sorted(new.values(), key=_place)
            if b.id in old and old[b.id].hash != b.hash
        )
        self.added = _alone(new, old, renamed_new)
        self.removed = _alone(old, new, renamed_old)
        self.changed_ids = frozenset(file.id for file in self.changed)

    def now(self, identifier: str) -> Entity | None:
        """What the thing with this id in the baseline is now; None for one that is gone."""
        return self.after.get(self._now.get(identifier, identifier))

    def now_id(self, identifier: str) -> str:
        """The id that it has now; its own for one that is gone."""
        return self._now.get(identifier, identifier)

    def then(self, identifier: str) -> Entity | None:
        """What the thing with this id was in the baseline; None for a new one."""
        return self.before.get(self._then.get(identifier, identifier))

    def then_id(self, identifier: str) -> str:
        """The id that it had; its own for a new one."""
        return self._then.get(identifier, identifier)

    def is_gone(self, identifier: str) -> bool:
        """Whether nothing has this id of the baseline any more: it was removed, or renamed."""
        return identifier in self.before and identifier not in self.after

    def unmoved_documents(self) -> dict[str, tuple[Document, Document]]:
        """Documents in which people changed nothing, at whatever path: baseline id → (then, now)."""
        found = {}
        for key, then in self.before.items():
            now = self.now(key)
            if isinstance(then, Document) and isinstance(now, Document) and then.authored_hash == now.authored_hash:
                found[key] = (then, now)
        return found

    def changed_modules(self) -> list[tuple[Module, Module | None]]:
        """Modules whose content differs or that are gone, each with what it is now, by path."""
        found: list[tuple[Module, Module | None]] = []
        for key, then in sorted(self.before.items()):
            now = self.now(key)
            if isinstance(then, Module) and (now is None or key in self.changed_ids):
                found.append((then, now if isinstance(now, Module) else None))
        return found

    def areas(self) -> list[Area]:
        """The areas of both, as they are now where they still are, by path."""
        found = {key: entity for key, entity in (self.before | self.after).items() if isinstance(entity, Area)}
        return sorted(found.values(), key=lambda area: area.path)


def _moved(old: File, new: File) -> bool:
    return old.hash == new.hash and old.path != new.path


def _alone(here: dict[str, File], there: dict[str, File], renamed: set[str]) -> tuple[FileChange, ...]:
    return tuple(
        FileChange(id=file.id, kind=file.kind, path=file.path, hash=file.hash)
        for file in sorted(here.values(), key=_place)
        if file.id not in there and file.id not in renamed
    )


def _place(file: File) -> tuple[int, str, str]:
    return _ORDER.index(file.kind), file.path, file.id
