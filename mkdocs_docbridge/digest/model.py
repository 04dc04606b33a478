"""What a change digest holds: what moved between two snapshots, and the documents to review because of it."""

from __future__ import annotations

from typing import ClassVar, Literal

from mkdocs_docbridge.artifacts.record import Artifact, Record
from mkdocs_docbridge.snapshot.model import Confidence, Place, RelationKind

FileKind = Literal["document", "module", "package"]
Need = Literal["broken", "likely", "possible"]
"""``broken``: the document names something that is gone. ``likely``: what it covers or shows has changed, or a name
that it cites is used in another way now. ``possible``: it cites a definition or names a file that changed, and nothing
tells whether that concerns what it says."""
NEEDS: tuple[Need, ...] = ("broken", "likely", "possible")
SymbolFate = Literal["removed", "moved", "signature", "definition"]
Change = Literal[
    "removed", "renamed", "moved", "signature", "definition", "content", "heading", "interface", "inside", "manifest"
]
"""What became of the thing that a document names.

``removed``, ``renamed``: the file, or the exported name. ``moved``: the name is exported by another module now.
``signature``; ``definition``: its kind of change that shows in a snapshot (number of lines, first sentence of its
documentation, members). ``content``: the file, in a way that says no more. ``heading``: the heading that is linked to.
``interface``, ``inside``: an exported name of the area, or only something in it. ``manifest``: of the package."""


class FileChange(Record, frozen=True):
    """Something that is there in one of the two snapshots only, with its hash there."""

    id: str
    kind: FileKind
    path: str
    hash: str


class ChangedFile(Record, frozen=True):
    """Something whose content differs. A document is told by what people wrote in it, without generated regions."""

    id: str
    kind: FileKind
    path: str
    previous_hash: str
    current_hash: str


class RenamedFile(Record, frozen=True):
    """Something with the same content at another path."""

    id: str
    previous_id: str
    kind: FileKind
    path: str
    previous_path: str
    hash: str


class SymbolChange(Record, frozen=True):
    """An exported name that is gone or differs. ``path`` is its module's in the baseline, ``now_in`` where it is."""

    path: str
    name: str
    change: SymbolFate
    before: str
    """Its signature in the baseline."""
    after: str = ""
    now_in: str | None = None


class AreaChange(Record, frozen=True):
    """An area with modules that moved, and how many did. Tests are counted nowhere."""

    id: str
    path: str
    changed: int
    added: int
    removed: int
    renamed: int


class Reason(Record, frozen=True):
    """Why a document is to be reviewed: what it names, how, where, and what became of that.

    ``entity`` is an id of the baseline. ``places`` are at most 8 of ``place_count``; their lines are those of now.
    """

    need: Need
    change: Change
    relation: RelationKind
    confidence: Confidence
    entity: str
    symbol: str | None
    now: str | None
    """The path that took its place, where one is known."""
    places: tuple[Place, ...]
    place_count: int


class ReviewDocument(Record, frozen=True):
    """A document that did not change while something that it names did. The strongest reason is first."""

    id: str
    path: str
    title: str
    need: Need
    reasons: tuple[Reason, ...]


class ChangeDigest(Artifact, frozen=True, tag="change-digest"):
    """What moved from one snapshot, the baseline, to another. Files are by kind and path, documents by need."""

    project: str
    baseline_hash: str
    current_hash: str
    changed: tuple[ChangedFile, ...]
    added: tuple[FileChange, ...]
    removed: tuple[FileChange, ...]
    renamed: tuple[RenamedFile, ...]
    symbols: tuple[SymbolChange, ...]
    areas: tuple[AreaChange, ...]
    review: tuple[ReviewDocument, ...]

    max_bytes: ClassVar[int] = 512 * 1024 * 1024
    floatless: ClassVar[bool] = True
