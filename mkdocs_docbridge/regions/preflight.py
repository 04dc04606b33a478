"""What must hold of a file before its markers can be read: encoding, sizes, no merge conflict."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence

import msgspec

from mkdocs_docbridge.region_fault import RegionFault

from .hash import is_blank
from .model import fault
from .nearmiss import looks_like_marker

MAX_BYTES = 4 * 1024 * 1024
MAX_LINE = 64 * 1024

_BOM = "\ufeff"
_WIDE = (
    (codecs.BOM_UTF32_LE, "UTF-32 (little-endian)"),
    (codecs.BOM_UTF32_BE, "UTF-32 (big-endian)"),
    (codecs.BOM_UTF16_LE, "UTF-16 (little-endian)"),
    (codecs.BOM_UTF16_BE, "UTF-16 (big-endian)"),
)
_MAPPING = re.compile(r"""["'\w][^:]*+:(?:[ \t]|$)|\{|---[ \t]*$|\.\.\.[ \t]*$""")
_LINE_END = re.compile(rb"\r\n|\n|\r")
_CONFLICT = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")


class Document(msgspec.Struct, frozen=True):
    """A readable file: its lines without BOM and line ends. ``front_matter`` counts the lines of its front matter."""

    lines: list[str]
    front_matter: int


class Unreadable(msgspec.Struct, frozen=True):
    """A file that cannot be read for markers. Without anything like a marker in it that is not this room's business:
    ``fault`` is ``None``."""

    fault: RegionFault | None


def read_document(data: bytes, path: str) -> Document | Unreadable:
    """The document in ``data``, or why it cannot be read.

    A file in UTF-16 or UTF-32 (known by its byte order mark) is always a fault: neither GitHub nor MkDocs reads it as
    Markdown, and a marker in it would be lost without a word. Any other fault needs something like a marker.
    """
    for bom, name in _WIDE:
        if data.startswith(bom):
            return Unreadable(_not_utf8(path, 1, f"the file is {name}"))
    found = _byte_fault(data, path)
    if found is not None:
        return Unreadable(found if looks_like_marker(data.decode("utf-8", "replace")) else None)
    text = data.decode("utf-8").removeprefix(_BOM)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    if max(map(len, lines), default=0) > MAX_LINE:
        too_long = next(number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE)
        message = f"the line has {len(lines[too_long - 1])} characters, more than {MAX_LINE}"
        found = fault("LINE_TOO_LONG", path, too_long, message, "Break the line, or move the data out of the document.")
        return Unreadable(found if looks_like_marker(text) else None)
    return Document(lines, _front_matter(lines))


def _byte_fault(data: bytes, path: str) -> RegionFault | None:
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data)} bytes, more than {MAX_BYTES}"
        return fault("FILE_TOO_LARGE", path, None, message, "Split the document.")
    nul = data.find(0)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_utf8(path, _line_of(data, error.start), f"the byte 0x{data[error.start]:02X} is not UTF-8")
    if nul >= 0:
        message = "the file holds a NUL byte; it is binary, damaged, or UTF-16 without a byte order mark"
        return fault("NUL_BYTE", path, _line_of(data, nul), message, "Save the file as UTF-8 text.")
    return None


def _not_utf8(path: str, line: int, found: str) -> RegionFault:
    return fault("NOT_UTF8", path, line, f"{found}; documents are read as UTF-8 only", "Save the file as UTF-8.")


def _line_of(data: bytes, offset: int) -> int:
    return 1 + sum(1 for _ in _LINE_END.finditer(data, 0, offset))


def _front_matter(lines: Sequence[str]) -> int:
    """The number of lines of the front matter at the very top, both fences included; 0 when there is none."""
    if not lines or lines[0].rstrip(" \t") != "---" or not _starts_mapping(lines[1:]):
        return 0
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip(" \t") in {"---", "..."}:
            return number
    return 0


def _starts_mapping(lines: Sequence[str]) -> bool:
    """Whether the first line with data looks like YAML's ``key: value``, or none comes before the end."""
    for line in lines:
        if not is_blank(line) and not line.startswith("#"):
            return _MAPPING.match(line) is not None
    return False


def conflict_lines(lines: Sequence[str], in_code: Callable[[int], bool]) -> list[int]:
    """The lines, from 1, of merge conflict markers. A conflict starts where ``in_code`` (of a line, from 0) is false,
    for a page may explain conflicts in an example."""
    found: list[int] = []
    inside = False
    for number, line in enumerate(lines):
        mark = line[:7]
        if mark not in _CONFLICT or line[7:8] not in {"", " "}:
            continue
        if mark == "<<<<<<<" and not in_code(number):
            inside = True
            found.append(number + 1)
        elif inside and mark != "<<<<<<<":
            found.append(number + 1)
            inside = mark != ">>>>>>>"
    return found
