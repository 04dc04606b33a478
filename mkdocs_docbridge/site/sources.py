"""What a build of a site is made of: what the face knows of it, and what the engine does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from mkdocs_docbridge.audit.doctor_model import DoctorReport
from mkdocs_docbridge.audit.model import DocumentationAuditReport
from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.parity import Pages, PublicParityReport
from mkdocs_docbridge.render.area_map import AreaMap
from mkdocs_docbridge.render.catalogue import Templates
from mkdocs_docbridge.retrieval import RetrievalIndex
from mkdocs_docbridge.retrieval.handoff import Handoff
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot import DocsLayout
from mkdocs_docbridge.snapshot.model import Snapshot

from .changes import Changes, NoChanges
from .links import WebRepository
from .studies import Study


@dataclass(frozen=True)
class SiteFacts:
    """What the face knows of a build: paths below the docs folder, and what its neighbours allow."""

    pages: frozenset[str] = frozenset()
    """Pages that people wrote."""
    taken: frozenset[str] = frozenset()
    """Every path that is in use."""
    is_excluded: Callable[[str], bool] = field(default=lambda _uri: False)
    in_memory: bool = True
    """False where a neighbour cannot take pages that exist in memory only."""
    too_early: tuple[str, ...] = ()
    """Plugins that check the files of the site, listed before this one, so that they do not know its pages."""
    other_llms: str | None = None
    """The plugin that writes llms.txt, if another does."""
    site_description: str = ""
    on_disk: bool = False
    """True where pages are kept as files: they bear no hash and no line of a document, so that a file changes only when
    what it tells changes."""
    addressed: bool = True
    """False where the pages are for readers of Markdown, whose HTML addresses nobody knows."""


@dataclass(frozen=True)
class Sources:
    """Everything a build is made of. The index and the map of the areas are made only when they are needed."""

    root: Path
    settings: Settings
    layout: DocsLayout
    web: WebRepository
    site_url: str | None
    snapshot: Snapshot
    areas: Callable[[], AreaMap]
    handoff: Callable[[str], Handoff]
    findings: tuple[Finding, ...]
    audit: DocumentationAuditReport
    doctor: Callable[[], DoctorReport]
    changes: Callable[[], Changes | NoChanges | None]
    """The changes since the revision that the settings name; None when they name none."""
    parity: PublicParityReport | None
    parity_of: Callable[[Pages], PublicParityReport | None]
    """The same report once the pages are built; None when no claim stands on one."""
    registry_path: str | None
    settings_file: str
    """What the findings about options name as their place."""
    studies: tuple[Study, ...]
    templates: Templates
    index: Callable[[], RetrievalIndex]
    memo: Callable[[str, str, Callable[[], bytes]], bytes]
    """(kind, key, make) → bytes kept under that key."""
    watched: tuple[str, ...] = ()
    """Further files that decide the result, relative to the root: registry, studies, templates."""
