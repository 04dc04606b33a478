"""What a person wrote: a document without the text that was generated into it."""

from __future__ import annotations

import hashlib
import re

from mkdocs_docbridge.text.lines import split_lines

from .model import Region, RegionScan

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r)?")
_HASH = re.compile(rb" hash=[0-9a-f]{16}")
_BOM = "\ufeff"


def authored_hash(data: bytes, scan: RegionScan) -> str:
    """SHA-256 in hex of the file's bytes without the bodies and ``hash`` attributes of its regions.

    Filling or refreshing a region leaves it as it is; any other change of the file does not.
    """
    if not scan.regions:
        return hashlib.sha256(data).hexdigest()
    lines = [line for line in _LINE.findall(data) if line]
    digest = hashlib.sha256()
    done = 0
    for region in scan.regions:
        digest.update(b"".join(lines[done : region.line - 1]))
        digest.update(_HASH.sub(b"", lines[region.line - 1], count=1))
        done = region.end_line - 1
    digest.update(b"".join(lines[done:]))
    return digest.hexdigest()


def authored_text(data: bytes, scan: RegionScan) -> str:
    """The file's text with the lines of region bodies emptied, so that line numbers stay; without BOM.

    Bytes that are not UTF-8 become U+FFFD. Line ends are kept as they are.
    """
    text = data.decode("utf-8", "replace").removeprefix(_BOM)
    if not scan.regions:
        return text
    generated = _body_lines(scan.regions)
    return "".join(
        ("" if number in generated else line) + end for number, (line, end) in enumerate(split_lines(text), 1)
    )


def _body_lines(regions: tuple[Region, ...]) -> set[int]:
    return {line for region in regions for line in range(region.line + 1, region.end_line)}
