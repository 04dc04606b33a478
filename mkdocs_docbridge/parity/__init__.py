"""Public parity: the claims a project makes, checked against the facts of its repository."""

from mkdocs_docbridge.paths import path_fault

from .address import RENDERED
from .check import Gate, Sources, check
from .faults import is_not_built
from .match import Fact, Occurrence, Verdict, occurrences
from .model import (
    AcceptedFault,
    ArtifactField,
    ArtifactSum,
    Claim,
    ClaimOutcome,
    CliCommand,
    DoctorFigure,
    DoctorMetric,
    Evidence,
    PackageField,
    ParityFinding,
    ParityMetrics,
    PublicClaims,
    PublicParityReport,
    SnapshotCount,
    Statement,
)
from .programs import Programs, ProjectPrograms
from .registry import decode_claims, read_claims, registry_faults
from .repository import FolderRepository, Repository
from .resolve import Figures, Resolution, Resolver
from .surface import Pages
from .values import NumberFormat

__all__ = [
    "RENDERED",
    "AcceptedFault",
    "ArtifactField",
    "ArtifactSum",
    "Claim",
    "ClaimOutcome",
    "CliCommand",
    "DoctorFigure",
    "DoctorMetric",
    "Evidence",
    "Fact",
    "Figures",
    "FolderRepository",
    "Gate",
    "NumberFormat",
    "Occurrence",
    "PackageField",
    "Pages",
    "ParityFinding",
    "ParityMetrics",
    "Programs",
    "ProjectPrograms",
    "PublicClaims",
    "PublicParityReport",
    "Repository",
    "Resolution",
    "Resolver",
    "SnapshotCount",
    "Sources",
    "Statement",
    "Verdict",
    "check",
    "decode_claims",
    "is_not_built",
    "occurrences",
    "path_fault",
    "read_claims",
    "registry_faults",
]
