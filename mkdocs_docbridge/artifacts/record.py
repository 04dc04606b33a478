"""The two bases of everything that is written down, where those who seal look for them."""

from mkdocs_docbridge.records import ALGORITHM, Artifact, Record

__all__ = ["ALGORITHM", "Artifact", "Record"]
