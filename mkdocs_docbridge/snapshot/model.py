"""What a snapshot holds: entities, the relations between them, and what was not analysed.

The vocabulary is the one of the fact sheet (docbridge-facts 2): every record is frozen, holds no float, no
clock and no absolute path, and sorts by code point, so equal trees give equal bytes.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType, field

from mkdocs_docbridge.records import Artifact, Record

Provenance = Literal["observed", "declared", "proposed"]
Confidence = Literal["observed", "declared", "fuzzy", "proposed"]
EntityKind = Literal["document", "module", "package", "area", "external"]
RelationKind = Literal[
    "contains",
    "imports",
    "re-exports",
    "depends-on",
    "links-to",
    "mentions",
    "mentions-symbol",
    "covers",
    "includes",
]
MAX_EVIDENCE = 8


class Place(Record, frozen=True):
    """Where something was seen. ``line`` counts from 1; ``context`` is at most 160 characters, redacted."""

    path: str
    line: int
    context: str = ""


class Heading(Record, frozen=True):
    """A heading of a document, depth 1 to 3, with the anchor that the site's ``toc`` gives it."""

    level: int
    text: str
    line: int
    anchor: str


class Symbol(Record, frozen=True):
    """A name that a module defines at its top level or in an exported class (``Class.method``)."""

    name: str
    kind: str
    line: int
    end_line: int
    exported: bool
    signature: str = ""
    summary: str = ""


class RegionSpan(Record, frozen=True):
    """A generated region of a document: its marker lines, hash and source."""

    line: int
    end_line: int
    hash: str | None
    source: str | None


class Document(Record, frozen=True, tag_field="kind", tag="document"):
    """A page or any other Markdown, MDX or RST file. ``authored_hash`` leaves generated region bodies out."""

    id: str
    name: str
    path: str
    content_hash: str
    authored_hash: str
    title: str
    summary: str
    word_count: int
    headings: tuple[Heading, ...] = ()
    regions: tuple[RegionSpan, ...] = ()
    description: str = ""
    audience: str = ""
    tags: tuple[str, ...] = ()
    site_url: str | None = None
    """The page's address below the site root (``guide/``), when it lies below the docs folder."""


class Module(Record, frozen=True, tag_field="kind", tag="module"):
    """A source file. ``tags`` may hold ``test``, ``generated``, ``vendored``, ``example``."""

    id: str
    name: str
    path: str
    content_hash: str
    language: str
    dotted: str | None = None
    """The name under which the language imports it, where it has one (``pkg.mod``)."""
    summary: str = ""
    symbols: tuple[Symbol, ...] = ()
    tags: tuple[str, ...] = ()


class Package(Record, frozen=True, tag_field="kind", tag="package"):
    """A unit with a manifest. ``path`` is its folder (``.`` at the root), ``content_hash`` its manifest's."""

    id: str
    name: str
    path: str
    manifest: str
    content_hash: str
    ecosystem: str
    version: str | None = None
    summary: str = ""
    tags: tuple[str, ...] = ()


class Area(Record, frozen=True, tag_field="kind", tag="area"):
    """A folder of modules that belong together. ``ownership`` names the record at its path, if any."""

    id: str
    name: str
    path: str
    module_count: int
    package: str | None = None
    ownership: str | None = None


class External(Record, frozen=True, tag_field="kind", tag="external"):
    """Something outside the repository that it imports, depends on or nests (a submodule)."""

    id: str
    name: str
    ecosystem: str


Entity = Document | Module | Package | Area | External


class Relation(Record, frozen=True):
    """A directed edge. One relation per (kind, source, target, symbol); ``evidence`` holds at most 8 places
    of ``evidence_count``."""

    kind: RelationKind
    source: str = field(name="from")
    target: str = field(name="to")
    provenance: Provenance
    confidence: Confidence
    evidence: tuple[Place, ...]
    evidence_count: int
    symbol: str | None = None


class Coverage(Record, frozen=True):
    """Something that was not, or only partly, analysed, and why. ``candidates`` are entity ids."""

    analyzer: str
    status: Literal["partial", "not-analyzed"]
    code: str
    path: str
    reason: str
    line: int | None = None
    candidates: tuple[str, ...] = ()


class CycleEdge(Record, frozen=True):
    """One module of an import cycle takes something from another; ``line`` is the first line of ``from`` that does."""

    source: str = field(name="from")
    target: str = field(name="to")
    line: int


class ImportCycle(Record, frozen=True):
    """Modules, by id, that all reach each other by imports and re-exports.

    Import statements count wherever they stand: inside a function, under ``TYPE_CHECKING``, of types alone. So a cycle
    says that none of the modules can be understood, moved or tested without the others, not that loading them fails.
    """

    modules: tuple[str, ...]
    shortest: tuple[str, ...]
    """A shortest way around: each imports the next, the last the first. (Of cycles too large to search whole it is the
    shortest through their first modules.)"""
    edges: tuple[CycleEdge, ...]
    """Every import from one of the modules to another."""


class Ownership(Record, frozen=True):
    """Who answers for a path: from settings, an agent document's front matter, or CODEOWNERS."""

    id: str
    path: str
    source: Literal["settings", "document", "codeowners"]
    purpose: str = ""
    group: str = ""
    checks: tuple[str, ...] = ()
    agent_doc: str | None = None
    human_doc: str | None = None


class SourceRevision(Record, frozen=True):
    """The commit a snapshot was taken at; ``dirty`` when the working tree differed from it."""

    commit: str | None
    dirty: bool


class Snapshot(Artifact, frozen=True, tag="discovery-snapshot"):
    """A repository as it was observed. ``provenance`` is not part of the content hash."""

    project: str
    analyzers: tuple[str, ...]
    """``name version`` of each analyzer whose facts went in."""
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    coverage: tuple[Coverage, ...]
    ownership: tuple[Ownership, ...] = ()
    cycles: tuple[ImportCycle, ...] = ()
    """Import cycles, sorted by their first module."""
    provenance: SourceRevision | UnsetType = UNSET

    max_bytes: ClassVar[int] = 2 * 1024 * 1024 * 1024
    floatless: ClassVar[bool] = True
