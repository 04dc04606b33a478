"""What a scan of one file gives: regions, faults, and the source a region names."""

from __future__ import annotations

import re
from bisect import bisect_left
from urllib.parse import quote, unquote_to_bytes

import msgspec

from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.region_fault import RegionFault

_KIND = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_TARGET = re.compile(r"(?:[A-Za-z0-9._~/@:+-]|%[0-9A-F]{2})+")
_SAFE = "._~/@:+-"


class RegionSource(msgspec.Struct, frozen=True):
    """What fills a region: ``kind`` or ``kind:target``; this room gives neither a meaning."""

    kind: str
    target: str | None = None

    @classmethod
    def parse(cls, text: str) -> RegionSource:
        """The source a marker holds. Raises ``ValueError`` (what is wrong) unless it is spelled as ``encode`` does."""
        kind, colon, coded = text.partition(":")
        if not _KIND.fullmatch(kind):
            raise ValueError(f"`{kind}` is not the name of a kind (lower-case letters, digits, single hyphens)")
        if not colon:
            return cls(kind)
        if not _TARGET.fullmatch(coded):
            raise ValueError("the target must be percent-encoded outside A-Z a-z 0-9 . _ ~ / @ : + -")
        try:
            target = unquote_to_bytes(coded).decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError("the percent-encoded target is not UTF-8") from None
        if any(ord(character) < 32 or character == "\x7f" for character in target):
            raise ValueError("the target holds a control character")
        source = cls(kind, target)
        if source.encode() != text:
            raise ValueError(f"the target has one spelling, `{source.encode()}`")
        return source

    def encode(self) -> str:
        """``KIND[:TARGET]`` as a marker holds it; ``--`` may not stand in an HTML comment and becomes ``-%2D``."""
        if self.target is None:
            return self.kind
        return f"{self.kind}:{quote(self.target, safe=_SAFE).replace('--', '-%2D')}"

    def __str__(self) -> str:
        return self.kind if self.target is None else f"{self.kind}:{self.target}"


class Region(msgspec.Struct, frozen=True, rename="camel"):
    """One well-formed pair of markers.

    ``line`` and ``end_line`` are the marker lines, from 1. ``hash`` is the one written in the open marker, ``source``
    the decoded ``KIND[:TARGET]``; ``body`` is the lines between joined by LF, blank lines at both ends dropped.
    """

    line: int
    end_line: int
    hash: str | None
    source: str | None
    body: str

    @property
    def is_fill(self) -> bool:
        """Whether the region asks to be filled: a source, no hash yet, nothing between the markers."""
        return self.hash is None and self.source is not None and not self.body


class RegionScan(msgspec.Struct, frozen=True, rename="camel"):
    """The regions and faults of one file, both in the order of their lines.

    ``has_marker`` tells whether anything in the file looks like a marker, be it live, malformed or an example in code.
    """

    regions: tuple[Region, ...] = ()
    faults: tuple[RegionFault, ...] = ()
    has_marker: bool = False

    def region_at(self, line: int) -> Region | None:
        """The region whose open marker stands on ``line``."""
        index = bisect_left(self.regions, line, key=_line_of)
        return self.regions[index] if index < len(self.regions) and self.regions[index].line == line else None


def _line_of(region: Region) -> int:
    return region.line


def fault(
    code: str, path: str, line: int | None, message: str, remediation: str, *, reason: str | None = None
) -> RegionFault:
    """A blocking fault of severity ``error``, as every region fault is."""
    return RegionFault(
        code=code,
        severity=Severity.ERROR,
        blocking=True,
        path=path,
        line=line,
        message=message,
        remediation=remediation,
        reason=reason,
    )
