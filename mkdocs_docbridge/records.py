"""The two bases of everything that is written down: records, and artifacts that are sealed."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

ALGORITHM = "sha256-normalized-v1"


class Record(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A typed, frozen value: camelCase in JSON, snake_case here, unknown keys refused."""


class Artifact(Record, frozen=True, kw_only=True, tag_field="type"):
    """A record with an envelope: ``type`` (the subclass's tag), ``schemaVersion`` and its content hash.

    ``content_hash`` is unset until :func:`mkdocs_docbridge.artifacts.seal` sets it. A subclass that has a
    ``provenance`` member keeps it out of the hash (what changes without content: commit, time).
    """

    schema_version: Literal[1] = 1
    content_hash_algo: str = ALGORITHM
    content_hash: str | UnsetType = UNSET

    @property
    def sealed_hash(self) -> str | None:
        """The content hash, as other artifacts quote it; None for one that is not sealed."""
        return self.content_hash if isinstance(self.content_hash, str) else None

    max_bytes: ClassVar[int] = 16 * 1024 * 1024
    """The largest file that is written or read."""

    floatless: ClassVar[bool] = False
    """True: no member is a float and every key is ASCII, so the fast encoder's bytes are the canonical ones."""

    user_written: ClassVar[bool] = False
    """True: people edit it, so any layout of the JSON is read. False: it is stored as its canonical bytes."""
