"""The registry of public claims of a repository, found where it may stand, and checked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from mkdocs_docbridge.parity import FolderRepository, PublicClaims, PublicParityReport, check, read_claims
from mkdocs_docbridge.snapshot.model import Snapshot

DEFAULT_PLACES = ("claims/public-claims-v1.json", "docs/parity/public-claims-v1.json")


@dataclass(frozen=True)
class Claims:
    """A registry that was read, and where it stands below the root."""

    root: Path
    path: str
    registry: PublicClaims

    @classmethod
    def open(cls, root: Path, folder: Path, chosen: str | None) -> Self | None:
        """The registry ``chosen`` (relative to ``folder``), else the first default place below ``folder`` or the
        root that has one; None when there is none. Raises :class:`InputError` for a broken registry, and for a
        chosen one that does not exist."""
        if chosen is not None:
            return cls._read(root, folder / chosen)
        for base in dict.fromkeys((folder, root)):
            for place in DEFAULT_PLACES:
                if (base / place).is_file():
                    return cls._read(root, base / place)
        return None

    @classmethod
    def _read(cls, root: Path, file: Path) -> Self:
        path = Path(os.path.relpath(file, root)).as_posix()
        return cls(root, path, read_claims(file, place=path))

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Every surface that a claim names."""
        return self.registry.surfaces

    def check(self, snapshot: Snapshot, *, decimal: Literal[".", ","]) -> PublicParityReport:
        """The report of this registry against the repository as it is now."""
        repository = FolderRepository(self.root)
        return check(self.registry, repository, snapshot, registry_path=self.path, decimal=decimal)
