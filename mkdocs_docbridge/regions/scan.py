"""Reading the generated regions of one file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

import msgspec

from mkdocs_docbridge.findings import in_order
from mkdocs_docbridge.region_fault import RegionFault

from .edited import edit_reason
from .hash import body_hash, trimmed
from .markers import Marker, parse_marker
from .model import Region, RegionScan, fault
from .nearmiss import WRITE_CLOSE, WRITE_OPEN, Lookalike, explain, lookalikes
from .page import page_faults
from .preflight import Document, Unreadable, conflict_lines, read_document
from .verdicts import Readings, Refusal, Sure


def scan(data: bytes, path: str) -> RegionScan:
    """The regions and faults of a Markdown file.

    Never raises, and takes time in proportion to ``data``. ``path`` is only named in faults. A marker is live when
    GitHub and Python-Markdown both read it as a comment between blocks, text when both read it as code, and a fault
    otherwise. A file that cannot be read (encoding, size, merge conflict) gives its fault and no region.
    """
    document = read_document(data, path)
    if isinstance(document, Unreadable):
        return RegionScan(faults=() if document.fault is None else (document.fault,), has_marker=bool(document.fault))
    places = _places(document.lines)
    if not places:
        return RegionScan()
    exact = {place.line: marker for place in places if (marker := _exact(document.lines, place))}
    first = document.front_matter
    others = [(place.line, place.column) for place in places if place.line not in exact and place.line >= first]
    readings = Readings(document.lines, first, [line for line in exact if line >= first], others)
    conflicts = conflict_lines(document.lines, readings.in_fence)
    if conflicts:
        return RegionScan(faults=tuple(_conflict(path, line) for line in conflicts), has_marker=True)
    faults: list[RegionFault] = []
    live = _live(document, places, exact, readings, path, faults)
    regions = _paired(document.lines, live, path, faults)
    faults.extend(page_faults(document.lines, regions, path))
    return RegionScan(tuple(regions), tuple(in_order(faults)), has_marker=True)


class _Place(msgspec.Struct, frozen=True):
    """A lookalike by line and column, both from 0."""

    line: int
    column: int
    jsx: bool


def _places(lines: Sequence[str]) -> list[_Place]:
    found: list[Lookalike] = list(lookalikes("\n".join(lines)))
    if not found:
        return []
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    places = []
    for lookalike in found:
        line = bisect_right(starts, lookalike.start) - 1
        places.append(_Place(line, lookalike.start - starts[line], lookalike.jsx))
    return places


def _exact(lines: Sequence[str], place: _Place) -> Marker | None:
    return parse_marker(place.line + 1, lines[place.line]) if place.column == 0 else None


def _live(
    document: Document,
    places: Sequence[_Place],
    exact: dict[int, Marker],
    readings: Readings,
    path: str,
    faults: list[RegionFault],
) -> list[Marker]:
    """The live markers in order; what is neither live nor text goes to ``faults``, one for each line."""
    live: list[Marker] = []
    reported = -1
    for place in places:
        if place.line == reported:
            continue
        if place.line < document.front_matter:
            found = _front_matter_fault(document.lines, place, path)
        elif place.line in exact:
            verdict = readings.marker(place.line)
            if verdict is Sure.LIVE:
                live.append(exact[place.line])
            found = _refused(verdict, place.line, path) if isinstance(verdict, Refusal) else None
        else:
            found = _malformed(document.lines, place, readings, path)
        if found is not None:
            reported = place.line
            faults.append(found)
    return live


def _refused(refusal: Refusal, line: int, path: str) -> RegionFault:
    return fault(refusal.code, path, line + 1, refusal.message, refusal.remediation)


def _front_matter_fault(lines: Sequence[str], place: _Place, path: str) -> RegionFault | None:
    """A marker line in front matter; a value that quotes a marker is text."""
    if lines[place.line][: place.column].strip(" \t"):
        return None
    message = "the marker stands in the front matter, which is data and never rendered"
    return fault("MARKER_IN_FRONT_MATTER", path, place.line + 1, message, "Move the region below the front matter.")


def _malformed(lines: Sequence[str], place: _Place, readings: Readings, path: str) -> RegionFault | None:
    line = lines[place.line]
    if readings.is_text(place.line, place.column):
        return None
    message = explain(line, place.column, jsx=place.jsx)
    remediation = f"Write exactly {WRITE_OPEN} or {WRITE_CLOSE} as a whole line, or show it in code."
    return fault("MARKER_MALFORMED", path, place.line + 1, message, remediation)


def _conflict(path: str, line: int) -> RegionFault:
    message = "an unresolved merge conflict; no region is read before it is resolved"
    return fault("MERGE_CONFLICT", path, line, message, "Resolve the conflict, then run `docbridge sync`.")


def _paired(lines: Sequence[str], markers: Sequence[Marker], path: str, faults: list[RegionFault]) -> list[Region]:
    """The regions between the markers; pair errors and bodies that do not verify go to ``faults``."""
    regions: list[Region] = []
    current: Marker | None = None
    nested = False
    for marker in markers:
        if marker.is_open and current is None:
            current, nested = marker, False
        elif marker.is_open and current is not None:
            nested = True
            message = f"a region opens inside the region of line {current.line}"
            remedy = f"Close the region of line {current.line} before line {marker.line}, or remove one open marker."
            faults.append(fault("MARKER_NESTED", path, marker.line, message, remedy))
        elif current is None:
            message = "a region is closed here, but none is open"
            faults.append(fault("MARKER_STRAY_CLOSE", path, marker.line, message, f"Remove it, or add {WRITE_OPEN}."))
        else:
            if not nested:
                regions.append(_region(lines, current, marker, path, faults))
            current = None
    if current is not None:
        message = "the region is never closed; nothing below it belongs to it"
        remedy = f"Add {WRITE_CLOSE} below the body, or remove the open marker."
        faults.append(fault("MARKER_UNCLOSED", path, current.line, message, remedy))
    return regions


def _region(lines: Sequence[str], start: Marker, end: Marker, path: str, faults: list[RegionFault]) -> Region:
    body = "\n".join(trimmed(lines[start.line : end.line - 1]))
    region = Region(start.line, end.line, start.hash, str(start.source) if start.source else None, body)
    if region.hash is None and not region.is_fill:
        faults.append(_no_hash(region, path))
    elif region.hash is not None and body_hash(body) != region.hash:
        faults.append(_edited(region, path))
    return region


def _no_hash(region: Region, path: str) -> RegionFault:
    if region.source is None:
        message = "the open marker has neither hash nor source, so the region can be neither verified nor filled"
        remedy = f"Restore the open marker, {WRITE_OPEN}."
    else:
        message = f"the region has a body but no hash, so it cannot be verified (source {region.source})"
        remedy = "Empty the body and run `docbridge sync` to have it generated, or restore the hash."
    return fault("MARKER_NO_HASH", path, region.line, message, remedy)


def _edited(region: Region, path: str) -> RegionFault:
    reason = edit_reason(region.body, region.hash or "")
    message = f"the generated body was edited ({reason}): it hashes to {body_hash(region.body)}, not {region.hash}"
    remedy = (
        "Undo the edit, or change what the region is generated from and overwrite it with "
        f"`docbridge sync --accept-edited {path}:{region.line} --by NAME`."
    )
    return fault("GENERATED_REGION_EDITED", path, region.line, message, remedy, reason=reason)
