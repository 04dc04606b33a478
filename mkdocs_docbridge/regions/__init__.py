"""Generated regions in Markdown files: finding, verifying and replacing them, byte for byte.

Knows the bytes of one file. What fills a region, and where files are, is the business of others.
"""

from mkdocs_docbridge.region_fault import RegionFault

from .authored import authored_hash, authored_text
from .hash import EMPTY_BODY_HASH, body_hash
from .model import Region, RegionScan, RegionSource
from .replace import body_problem, replace_bodies
from .scan import scan

__all__ = [
    "EMPTY_BODY_HASH",
    "Region",
    "RegionFault",
    "RegionScan",
    "RegionSource",
    "authored_hash",
    "authored_text",
    "body_hash",
    "body_problem",
    "replace_bodies",
    "scan",
]
