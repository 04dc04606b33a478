"""What changed between two snapshots, and which documents should be read because of it."""

from .baseline import last_scan, unknown_revision
from .digest import DIGEST_VERSION, change_digest
from .findings import review_findings
from .model import (
    AreaChange,
    Change,
    ChangedFile,
    ChangeDigest,
    FileChange,
    Need,
    Reason,
    RenamedFile,
    ReviewDocument,
    SymbolChange,
)
from .words import reason_words

__all__ = [
    "DIGEST_VERSION",
    "AreaChange",
    "Change",
    "ChangeDigest",
    "ChangedFile",
    "FileChange",
    "Need",
    "Reason",
    "RenamedFile",
    "ReviewDocument",
    "SymbolChange",
    "change_digest",
    "last_scan",
    "reason_words",
    "review_findings",
    "unknown_revision",
]
