"""New bytes of a file with the bodies of regions replaced, every other byte kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.region_fault import RegionFault

from .hash import body_hash, is_blank, normal_body
from .markers import CLOSE_LINE, open_line, parse_marker
from .model import Region, RegionScan, RegionSource
from .nearmiss import looks_like_marker
from .preflight import MAX_BYTES, MAX_LINE
from .scan import scan
from .verdicts import Readings, Refusal

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r)?")
_BREAKS = re.compile(r"[\r\x00-\x08\x0e-\x1f\x7f]")
_OPENING = re.compile(r"<|`{3}|~{3}")
_HINT = "Change what the region is generated from; nothing was written."
_ACCEPTABLE = frozenset({"GENERATED_REGION_EDITED", "MARKER_NO_HASH"})


def replace_bodies(data: bytes, path: str, bodies: Mapping[int, str], *, accept_edited: Collection[int] = ()) -> bytes:
    """The bytes of a file with new bodies for the regions whose open markers stand on the lines that key ``bodies``.

    Each body is sealed with its hash; a region that holds the same body under the same hash is not touched. BOM, line
    ends and every byte outside the bodies and the ``hash`` attributes stay; body lines end as the open marker's line
    does. The result is read again: it must give the same regions, each with its new body, and no fault.

    A body that was edited by hand is overwritten only when its line is in ``accept_edited``.

    Raises ``InputError`` when the file has any other fault, when there is no region on a line, or when a body may not
    stand in a region (it holds a marker, control characters, a blank at the end of a line, or opens a fence, a
    comment or an HTML element that it does not close).
    """
    found = scan(data, path)
    accepted = {line for line in accept_edited if line in bodies}
    for fault in found.faults:
        if not (fault.code in _ACCEPTABLE and fault.line in accepted):
            raise InputError(fault.message, place=fault.place, code=fault.code, hint=fault.remediation)
    wanted = {line: _checked(found, path, line, body) for line, body in bodies.items()}
    changed = {line: body for line, body in wanted.items() if not _holds(found.region_at(line), body)}
    if not changed:
        return data
    result = _rewritten(data, found.regions, changed)
    _verify(result, path, found, wanted)
    return result


def _holds(region: Region | None, body: str) -> bool:
    return region is not None and region.body == body and region.hash == body_hash(body)


def _checked(found: RegionScan, path: str, line: int, body: str) -> str:
    """The body as it is hashed, once it may stand in a region."""
    place = f"{path}:{line}"
    if found.region_at(line) is None:
        raise InputError("no region opens on this line", place=place, code="REGION_NOT_FOUND", hint="Scan again.")
    problem = body_problem(body)
    if problem is not None:
        raise InputError(f"the generated body {problem}", place=place, code="REGION_BODY_REFUSED", hint=_HINT)
    return normal_body(body)


def body_problem(body: str) -> str | None:
    """What keeps ``body`` from standing in a region, or ``None``: a predicate such as ``holds a carriage return``."""
    lines = body.split("\n")
    if _BREAKS.search(body):
        return "holds a carriage return or a control character"
    if any(line.rstrip(" \t") != line and not is_blank(line) for line in lines):
        return "has blanks at the end of a line"
    if any(len(line) > MAX_LINE for line in lines) or len(body) > MAX_BYTES:
        return "is longer than a document may be"
    try:
        body.encode()
    except UnicodeEncodeError:
        return "holds a lone surrogate, which UTF-8 cannot hold"
    if looks_like_marker(body):
        return "holds a region marker"
    return _left_open(lines)


def _left_open(lines: Sequence[str]) -> str | None:
    """What the lines open and do not close, by the reading of a close marker below them."""
    if not any(_OPENING.search(line) for line in lines):
        return None
    end = len(lines) + 1
    readings = Readings([*lines, "", CLOSE_LINE], 0, [end])
    verdict = readings.marker(end)
    if isinstance(verdict, Refusal):
        return f"opens something it does not close: {verdict.message}"
    for html in (readings.plain_html, readings.super_html):
        if html.open_tag is not None:
            return f"opens `<{html.open_tag.name}>` on its line {html.open_tag.line} and does not close it"
    return None


def _rewritten(data: bytes, regions: Sequence[Region], bodies: Mapping[int, str]) -> bytes:
    lines = [match for match in _LINE.findall(data) if match]
    pieces: list[bytes] = []
    done = 0
    for region in regions:
        if region.line not in bodies:
            continue
        pieces.extend(lines[done : region.line - 1])
        pieces.extend(_region_bytes(lines[region.line - 1], region, bodies[region.line]))
        done = region.end_line - 1
    return b"".join([*pieces, *lines[done:]])


def _region_bytes(opening: bytes, region: Region, body: str) -> list[bytes]:
    """The open marker with its new hash, and the body lines, ended as the marker's line is."""
    text = opening.rstrip(b"\r\n")
    line_end = opening[len(text) :]
    marker = text.rstrip(b" \t")
    bom = b"\xef\xbb\xbf" if marker.startswith(b"\xef\xbb\xbf") else b""
    exact = parse_marker(region.line, marker.removeprefix(bom).decode())
    source: RegionSource | None = exact.source if exact else None
    sealed = bom + open_line(body_hash(body), source).encode() + text[len(marker) :] + line_end
    lines = [line.encode() + line_end for line in body.split("\n")] if body else []
    if body and _needs_blank_line(body):
        lines.append(line_end)
    return [sealed, *lines]


def _needs_blank_line(body: str) -> bool:
    """Whether the close marker directly below would still belong to HTML at the end of the body (for CommonMark)."""
    lines = body.split("\n")
    return "<" in body and isinstance(Readings([*lines, CLOSE_LINE], 0, [len(lines)]).marker(len(lines)), Refusal)


def _verify(result: bytes, path: str, before: RegionScan, bodies: Mapping[int, str]) -> None:
    """Read the new bytes as a stranger would; raises unless they hold the same regions with the new bodies."""
    after = scan(result, path)
    expected = [(region.source, bodies.get(region.line, region.body)) for region in before.regions]
    if after.faults or [(region.source, region.body) for region in after.regions] != expected:
        raise InputError(
            f"the new bodies change how the rest of the file is read{_first_fault(after.faults)}",
            place=path,
            code="REGION_REWRITE_FAILED",
            hint=_HINT,
        )


def _first_fault(faults: Sequence[RegionFault]) -> str:
    return f" ({faults[0].code} on line {faults[0].line}: {faults[0].message})" if faults else ""
