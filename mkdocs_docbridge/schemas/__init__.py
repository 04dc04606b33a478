"""The JSON Schemas of all artifacts, made from their types."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from mkdocs_docbridge.artifacts import kinds
from mkdocs_docbridge.audit.doctor_model import DoctorReport
from mkdocs_docbridge.audit.model import AuditBaseline, DocumentationAuditReport
from mkdocs_docbridge.digest import ChangeDigest
from mkdocs_docbridge.parity import PublicClaims, PublicParityReport
from mkdocs_docbridge.retrieval import RetrievalIndex
from mkdocs_docbridge.retrieval.bench import RetrievalBenchmarkResult
from mkdocs_docbridge.snapshot.model import Snapshot

FOLDER = Path(__file__).parent
ARTIFACTS = (
    AuditBaseline,
    ChangeDigest,
    DoctorReport,
    DocumentationAuditReport,
    PublicClaims,
    PublicParityReport,
    RetrievalBenchmarkResult,
    RetrievalIndex,
    Snapshot,
)
"""Every artifact type; importing them makes ``artifacts.kinds()`` know them."""


def schemas() -> dict[str, bytes]:
    """File name → JSON Schema, for every artifact type of this package."""
    own = {tag: cls for tag, cls in kinds().items() if cls in ARTIFACTS}
    return {f"{tag}.schema.json": _text(msgspec.json.schema(cls)) for tag, cls in own.items()}


def _text(schema: dict[str, object]) -> bytes:
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return (json.dumps({**head, **schema}, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode()
