"""Every code that a finding can bear, with the severity it has unless the settings say otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .findings import Severity

_ERROR, _WARN, _INFO = Severity.ERROR, Severity.WARN, Severity.INFO

UNREADABLE = frozenset({"NOT_UTF8", "NUL_BYTE", "LINE_TOO_LONG", "FILE_TOO_LARGE"})
"""Input that cannot be read. No setting changes these: there is nothing that could be checked instead."""

AUDIT: Mapping[str, Severity] = MappingProxyType(
    {
        "AREA_DOCUMENTATION_MISSING": _INFO,
        "ANCHOR_BROKEN": _WARN,
        "CODEOWNERS_INVALID": _WARN,
        "DECLARATION_INVALID": _WARN,
        "DECLARATION_UNRESOLVED": _WARN,
        "DIRECTIVE_UNRESOLVED": _WARN,
        "DOCUMENTATION_EXACT_DUPLICATE": _WARN,
        "DOCUMENTATION_NEAR_DUPLICATE": _INFO,
        "DOCUMENTATION_ORPHANED": _WARN,
        "DOCUMENTATION_SECTIONS_MISSING": _WARN,
        "DOCUMENTATION_SUMMARY_MISSING": _INFO,
        "DOCUMENTATION_TITLE_MISSING": _WARN,
        "DOCUMENTATION_TOO_SHORT": _WARN,
        "FRONT_MATTER_INVALID": _WARN,
        "IMPORT_CYCLE": _INFO,
        "INCLUDE_UNRESOLVED": _WARN,
        "LINK_ADDRESS_BROKEN": _WARN,
        "LINK_BROKEN": _ERROR,
        "LINK_UNRESOLVED": _INFO,
        "NAV_BROKEN": _ERROR,
        "OWNERSHIP_DOCUMENT_MISSING": _WARN,
        "OWNERSHIP_PATH_UNOBSERVED": _WARN,
        "PACKAGE_DOCUMENTATION_MISSING": _INFO,
    }
)
"""The findings of the audit itself: those that a baseline may accept."""

GATES: Mapping[str, Severity] = MappingProxyType(
    dict.fromkeys(
        (
            "FRONT_MATTER_NOT_FIRST",
            "GENERATED_REGION_EDITED",
            "MARKER_AFTER_AMBIGUOUS_FENCE",
            "MARKER_AFTER_UNCLOSED_FENCE",
            "MARKER_IN_COMMENT",
            "MARKER_IN_FRONT_MATTER",
            "MARKER_IN_HTML_FENCE",
            "MARKER_IN_RAW_HTML",
            "MARKER_MALFORMED",
            "MARKER_NESTED",
            "MARKER_NO_HASH",
            "MARKER_STRAY_CLOSE",
            "MARKER_UNCLOSED",
            "MERGE_CONFLICT",
            "PARITY_CONTRADICTION",
            "PARITY_MISSING",
            "PARITY_STALE",
            "PARITY_UNREADABLE",
            "REGION_BODY",
            "REGION_SHOWS_CODE",
            "REGION_SOURCE_UNKNOWN",
            "REGION_SPLITS_TABLE",
        ),
        _ERROR,
    )
    | {
        "BROKEN_LINK": _INFO,
        "GENERATED_REGION_STALE": _INFO,
        "PARITY_NOT_ANALYZED": _WARN,
        "POSSIBLE_UNGUARDED_CLAIM": _INFO,
        "SYMLINK_LOOP": _INFO,
        "SYMLINK_OUTSIDE_ROOT": _INFO,
    }
)
"""The findings of regions, claims and files that ``docbridge check`` reports beside the audit's."""
