"""Public parity: the claims a project makes, checked against the facts of its repository."""

from mkdocs_docbridge.paths import path_fault

from .check import check
from .match import Fact, Occurrence, Verdict, occurrences
from .model import (
    AcceptedFault,
    ArtifactField,
    ArtifactSum,
    Claim,
    ClaimOutcome,
    CliCommand,
    DoctorFigure,
    Evidence,
    PackageField,
    ParityFinding,
    ParityMetrics,
    PublicClaims,
    PublicParityReport,
    SnapshotCount,
    Statement,
)
from .registry import decode_claims, read_claims, registry_faults
from .repository import FolderRepository, Repository
from .resolve import Resolution, Resolver

__all__ = [
    "AcceptedFault",
    "ArtifactField",
    "ArtifactSum",
    "Claim",
    "ClaimOutcome",
    "CliCommand",
    "DoctorFigure",
    "Evidence",
    "Fact",
    "FolderRepository",
    "Occurrence",
    "PackageField",
    "ParityFinding",
    "ParityMetrics",
    "PublicClaims",
    "PublicParityReport",
    "Repository",
    "Resolution",
    "Resolver",
    "SnapshotCount",
    "Statement",
    "Verdict",
    "check",
    "decode_claims",
    "occurrences",
    "path_fault",
    "read_claims",
    "registry_faults",
]
