"""Facts of one document: what a Markdown (or MDX, RST) file says by itself."""

from __future__ import annotations

from collections import Counter

from mkdocs_docbridge import regions
from mkdocs_docbridge.text.containers import Unfolded, unfold
from mkdocs_docbridge.text.prose import shorten
from mkdocs_docbridge.text.redaction import redact_source
from mkdocs_docbridge.text.words import WORD, countable, number_of_words

from . import front_matter
from .document_mentions import read_includes, read_names
from .document_reader import DocumentReader
from .facts import DocumentFacts, Note
from .gathered import Gathered
from .mdx import without_jsx
from .model import RegionSpan
from .restructured import read_restructured

MAX_BODY = 4000
_BEYOND_BODY = 16_000
"""Characters that are looked at for secrets before the body is cut: no shape of one is longer than half of them."""


def document_facts(data: bytes, suffix: str) -> DocumentFacts:
    """The facts of a document's bytes. Never raises; what cannot be read becomes a note."""
    text, notes = _decoded(data)
    scan = regions.scan(data, "")
    spans = tuple(
        RegionSpan(line=item.line, end_line=item.end_line, hash=item.hash, source=item.source) for item in scan.regions
    )
    found = Gathered(spans)
    matter = front_matter.Matter()
    if suffix == ".rst":
        read_restructured(found, text)
    else:
        matter = front_matter.read(text)
        _read_markdown(found, _below(text, matter.lines), matter.lines, suffix)
    prose = " ".join(found.prose)
    counts = Counter(WORD.findall(prose))
    word_count = number_of_words(counts.elements()) if not prose.isascii() else counts.total()
    for fence in found.fences:
        counts.update(WORD.findall(fence.text))
    return DocumentFacts(
        title=shorten(matter.values.title or found.title, 256),
        headings=tuple(found.headings),
        summary=found.summary,
        word_count=word_count,
        authored_hash=regions.authored_hash(data, scan),
        body=redact_source(prose[:_BEYOND_BODY], limit=MAX_BODY),
        terms=countable(counts),
        front_matter=matter.values,
        links=tuple(found.links),
        code=tuple(found.code),
        fences=tuple(found.fences),
        mentions=tuple(sorted(found.mentions, key=lambda item: (item.line, item.kind, item.target))),
        anchors=tuple(found.anchors),
        regions=spans,
        faults=scan.faults,
        has_marker=scan.has_marker,
        notes=(*notes, *matter.notes),
    )


def _decoded(data: bytes) -> tuple[str, tuple[Note, ...]]:
    notes: tuple[Note, ...] = ()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        notes = (Note(code="NOT_UTF8", reason="not UTF-8; read with replacement characters", line=line),)
        text = data.decode("utf-8-sig", "replace")
    if b"\0" in data and not notes:
        # UTF-16 of plain English is valid UTF-8: without this its pages would be read as nonsense, and nobody told
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        reason = "holds NUL bytes: UTF-16 without a byte order mark, or no text"
        notes = (Note(code="NUL_BYTE", reason=reason, line=line),)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "\ufffd"), notes


def _below(text: str, lines: int) -> str:
    """``text`` without its first ``lines`` lines."""
    parts = text.split("\n", lines)
    return parts[lines] if len(parts) > lines else ""


def _read_markdown(found: Gathered, text: str, offset: int, suffix: str) -> None:
    if suffix == ".mdx":
        shown = without_jsx(text)
        unfolded = Unfolded(shown if shown.endswith("\n") else f"{shown}\n", range(1, shown.count("\n") + 2))
    else:
        unfolded = unfold(text)
    reader = DocumentReader(found, unfolded, offset)
    reader.read()
    code = {reader.raw_line(index) for index in reader.code_lines}
    read_includes(found, text, offset, code.__contains__)
    read_names(found, unfolded.text, reader.code_lines, reader.labels, reader.raw_line)
