"""Faults of the page around well-formed regions: a table cut in two, front matter that is not first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mkdocs_docbridge.region_fault import RegionFault

from .hash import is_blank
from .model import Region, fault

_DELIMITER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*")
_KEY = re.compile(r"[A-Za-z_][\w .-]*:(?: |$)")
_MATTER_LIMIT = 200


def page_faults(lines: Sequence[str], regions: Sequence[Region], path: str) -> Iterator[RegionFault]:
    """The faults of a page whose markers are sound. Both kinds block: the region verifies, the page is broken."""
    if regions:
        late = _late_front_matter(lines, regions)
        if late is not None:
            yield fault(
                "FRONT_MATTER_NOT_FIRST",
                path,
                late,
                f"front matter stands below the region of line {regions[0].line}; it counts only as the first thing of "
                "a file",
                "Move the region below the front matter.",
            )
    for region in regions:
        if _cuts_above(lines, region) or _cuts_below(lines, region):
            yield fault(
                "REGION_SPLITS_TABLE",
                path,
                region.line,
                "the region stands between the rows of a table; Python-Markdown ends a table at a comment line",
                "Put the whole table into the region, or a blank line between table and region.",
            )


def _late_front_matter(lines: Sequence[str], regions: Sequence[Region]) -> int | None:
    """The line, from 1, of front matter that only regions and blank lines stand above."""
    ends = {region.line: region.end_line for region in regions}
    number = 1
    while number <= len(lines):
        if number in ends:
            number = ends[number] + 1
        elif is_blank(lines[number - 1]):
            number += 1
        else:
            break
    if number < regions[0].line or number > len(lines) or lines[number - 1].rstrip(" \t") != "---":
        return None
    for line in lines[number : number + _MATTER_LIMIT]:
        text = line.rstrip(" \t")
        if text in {"---", "..."}:
            return number if _KEY.match(lines[number]) else None
        if not (is_blank(text) or _KEY.match(text) or text.startswith((" ", "\t", "#", "- "))):
            return None
    return None


def _cuts_above(lines: Sequence[str], region: Region) -> bool:
    """Whether the table above the open marker goes on in the body."""
    return (
        _in_table(lines, region.line - 2) and _is_row(lines, region.line) and not _is_delimiter(lines, region.line + 1)
    )


def _cuts_below(lines: Sequence[str], region: Region) -> bool:
    """Whether the table in the body goes on below the close marker."""
    return (
        _in_table(lines, region.end_line - 2)
        and _is_row(lines, region.end_line)
        and not _is_delimiter(lines, region.end_line + 1)
    )


def _in_table(lines: Sequence[str], number: int) -> bool:
    """Whether the line ``number`` (from 0) belongs to a table, of which the nearest delimiter row above tells."""
    while number >= 0 and _is_row(lines, number):
        if _is_delimiter(lines, number):
            return True
        number -= 1
    return False


def _is_row(lines: Sequence[str], number: int) -> bool:
    return 0 <= number < len(lines) and "|" in lines[number] and not lines[number].startswith("<!--")


def _is_delimiter(lines: Sequence[str], number: int) -> bool:
    return _is_row(lines, number) and _DELIMITER.fullmatch(lines[number]) is not None
