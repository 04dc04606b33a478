"""A working tree as one sealed value: entities, relations, coverage."""

from .cache import FactCache
from .links import DocsLayout
from .scan import Scan, scan

__all__ = ["DocsLayout", "FactCache", "Scan", "scan"]
