"""The registry of public claims of a repository, found where it may stand, and checked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from mkdocs_docbridge.parity import (
    RENDERED,
    Figures,
    FolderRepository,
    Gate,
    Pages,
    ProjectPrograms,
    PublicClaims,
    Sources,
    read_claims,
)
from mkdocs_docbridge.settings import ParityOptions
from mkdocs_docbridge.snapshot.model import Snapshot
from mkdocs_docbridge.text.known import secret_values
from mkdocs_docbridge.text.redaction import Redactor

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

    @property
    def needs_pages(self) -> bool:
        """Whether a claim is stated on a page of the built site."""
        return any(surface.startswith(RENDERED) for surface in self.surfaces)

    def gate(
        self,
        snapshot: Snapshot,
        options: ParityOptions,
        pages: Pages | None = None,
        figures: Figures | None = None,
    ) -> Gate:
        """The registry with its surfaces and facts as they are now; ``pages`` are those of the built site, if there is
        one. Raises :class:`InputError` for a surface that cannot be read."""
        repository = FolderRepository(self.root)
        programs = ProjectPrograms(self.root, options.cli, repository) if options.cli else None
        public = Redactor(secret_values(), root=str(self.root))
        sources = Sources(repository, snapshot, programs, pages, public, figures)
        return Gate(self.registry, sources, registry_path=self.path, decimal=options.decimal)
