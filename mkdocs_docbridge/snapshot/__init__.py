"""A working tree as one sealed value: entities, relations, coverage."""

from .cache import FactCache
from .links import DocsLayout
from .scan import Helpers, Scan, scan

__all__ = ["DocsLayout", "FactCache", "Helpers", "Scan", "scan"]
