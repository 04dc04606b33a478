"""What a handoff and a path of relations say: records, in JSON with camelCase names."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.snapshot.model import Confidence, Place, Provenance, RelationKind

TargetKind = Literal["package", "area", "module", "document", "path"]
ChecksSource = Literal["ownership", "files", "none"]
By = Literal["record", "relation", "file", "rule"]
"""What a part of a handoff rests on: a declaration, a relation, a file that stands there, or a rule of ours."""
Section = Literal["evidence", "related", "explain", "summaries", "readBeforeEditing"]
DROP_ORDER: tuple[Section, ...] = ("evidence", "related", "explain", "summaries", "readBeforeEditing")
"""What a budget leaves out, first to last. Target, edit roots, the place to start, checks and metadata are never."""


class HandoffTarget(Record, frozen=True):
    """What the handoff is of. ``id`` is the entity's, or ``path:…`` for a file or folder that is none."""

    id: str
    kind: TargetKind
    path: str
    title: str


class Reading(Record, frozen=True):
    """A file to open, and why this one. ``id`` is the entity's; None for a file that is none (a manifest)."""

    path: str
    title: str
    why: str
    id: str | None = None
    summary: str | None = None
    site_url: str | None = None
    """The page's address below the site root, where the site has one."""


class Check(Record, frozen=True):
    """A command that tells whether a change is good. ``folder`` is where it is run, ``.`` for the root; ``source`` is
    the file that says so, or ``ownership:<id>``."""

    command: str
    folder: str
    why: str
    source: str


class Crossing(Record, frozen=True):
    """An import from one area to another: the modules' ids and the line."""

    source: str = field(name="from")
    target: str = field(name="to")
    path: str
    line: int


class RelatedArea(Record, frozen=True):
    """An area that the target imports from, or that imports it. ``strength`` counts pairs of modules."""

    id: str
    path: str
    relation: Literal["imports", "imported-by"]
    strength: int
    evidence: tuple[Crossing, ...]


class Explained(Record, frozen=True):
    """Which relation, record or rule made a field of the handoff."""

    field: str
    by: By
    why: str


class HashedFile(Record, frozen=True):
    """A file that the handoff rests on, and the hash it had."""

    path: str
    content_hash: str


class HandoffMetadata(Record, frozen=True):
    """Where the target stands. ``confidence`` is the weaker of the entity's and of what led to the place to start."""

    entity_id: str
    kind: TargetKind
    checks_source: ChecksSource
    confidence: Confidence
    area_id: str | None = None
    package_id: str | None = None
    ownership_id: str | None = None


class SectionTokens(Record, frozen=True):
    """Tokens of one optional section."""

    section: Section
    tokens: int


class BudgetReport(Record, frozen=True):
    """What a budget kept. Tokens are a quarter of the characters of the handoff as compact JSON, rounded up."""

    budget_tokens: int
    total: int
    """What is handed over, without this report."""
    core: int
    sections: tuple[SectionTokens, ...]
    """The optional sections in the order in which they are dropped, with what each takes."""
    fits: bool
    kept: tuple[Section, ...]
    dropped: tuple[Section, ...]
    order: tuple[Section, ...] = DROP_ORDER
    method: Literal["characters / 4"] = "characters / 4"


class Handoff(Record, frozen=True):
    """Everything that is needed to start a change of one thing. A section that a budget dropped is null."""

    target: HandoffTarget
    edit_roots: tuple[str, ...]
    start_here: Reading
    read_before_editing: tuple[Reading, ...] | None
    checks: tuple[Check, ...]
    checks_note: str | None
    """Why there is no check, or what is ambiguous about those that there are."""
    related: tuple[RelatedArea, ...] | None
    explain: tuple[Explained, ...] | None
    evidence: tuple[HashedFile, ...] | None
    metadata: HandoffMetadata
    budget: BudgetReport | None = None


class Step(Record, frozen=True):
    """One relation on a way, and at most 3 of the places where it is stated. ``forward``: it is walked from its
    ``from`` to its ``to``."""

    kind: RelationKind
    source: str = field(name="from")
    target: str = field(name="to")
    forward: bool
    provenance: Provenance
    confidence: Confidence
    evidence: tuple[Place, ...]
    evidence_count: int
    symbol: str | None = None


class Way(Record, frozen=True):
    """How two entities hang together: ``steps`` lead from the first to the second. None where no way was found, and
    ``note`` says so; no steps for a thing and itself."""

    source: str = field(name="from")
    target: str = field(name="to")
    steps: tuple[Step, ...] | None
    note: str | None = None
