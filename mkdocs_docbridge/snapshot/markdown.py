"""Facts of one document: what a Markdown (or MDX, RST) file says by itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import pyromark

from mkdocs_docbridge import regions
from mkdocs_docbridge.text.containers import unfold
from mkdocs_docbridge.text.lines import LineMap
from mkdocs_docbridge.text.prose import shorten
from mkdocs_docbridge.text.redaction import redact_source
from mkdocs_docbridge.text.words import count_words

from . import front_matter
from .facts import CodeToken, DocumentFacts, Fence, FrontMatter, LinkKind, Mention, Note, RawHeading, RawLink
from .model import RegionSpan

ANALYZER = "markdown"
VERSION = "2"
SUFFIXES = (".md", ".markdown", ".mdx", ".rst")
MAX_BODY = 4000
MAX_SUMMARY = 400
MAX_TOKEN = 256

_PARSER = pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_HEADING_ATTRIBUTES)
_ATTRIBUTES = re.compile(r"\s*\{:?\s*(?P<body>[^{}]*)\}\s*$")
_INLINE_ATTRIBUTES = re.compile(r"""^\{:?\s*(?:[.#][\w-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'}]+))[^{}]*\}""")
"""An attribute list behind a link or an image."""
_HTML_H1 = re.compile(r"<h1\b(?P<attributes>[^>]*)>(?P<text>.*?)</h1\s*>", re.IGNORECASE | re.DOTALL)
_HTML_ID = re.compile(r"""\bid\s*=\s*["']?(?P<id>[^"'\s>]+)""", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_SOURCE_URL = re.compile(r"https?://[^/]+/.+?/(?:blob|tree)/")
_SNIPPET = re.compile(r"""^[ \t]*-{1,}8<-{1,}[ \t]+["'](?P<target>[^"']+)["'][ \t]*$""", re.MULTILINE)
_INCLUDE = re.compile(r"""\{%-?\s*include(?:-markdown)?\s+["'](?P<target>[^"']+)["']""")
_DIRECTIVE = re.compile(r"^[ \t]*:::[ \t]+(?P<target>[A-Za-z_][\w.]*)[ \t]*$", re.MULTILINE)
_AUTOREF = re.compile(r"\[(?P<text>[^\[\]]+)\]\[(?P<target>[A-Za-z_][\w.]*)?\]")
_DOTTED = re.compile(r"[A-Za-z_][\w.]*")
_RST_TITLE = re.compile(r"^(?P<title>\S.*)\n(?P<mark>[=\-~^\"'#*+])(?P=mark){2,}[ \t]*$", re.MULTILINE)
_LINK_KINDS: Mapping[str, LinkKind] = {
    "Inline": "inline",
    "Autolink": "autolink",
    "Email": "autolink",
}


def document_facts(data: bytes, suffix: str) -> DocumentFacts:
    """The facts of a document's bytes. Never raises; what cannot be read becomes a note."""
    notes: list[Note] = []
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        notes.append(Note(code="NOT_UTF8", reason="not UTF-8; read with replacement characters", line=line))
        text = data.decode("utf-8-sig", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    scan = regions.scan(data, "")
    spans = tuple(
        RegionSpan(line=item.line, end_line=item.end_line, hash=item.hash, source=item.source) for item in scan.regions
    )
    source, offset = front_matter.split(text)
    matter = FrontMatter()
    if source is not None:
        matter, note = front_matter.parse(source)
        notes.extend([note] if note else [])
    reader = _Reader(spans, offset)
    if suffix == ".rst":
        reader.read_rst(text)
    else:
        reader.read("\n".join(text.split("\n")[offset:]))
    return DocumentFacts(
        title=shorten(matter.title or reader.title, 256),
        headings=tuple(reader.headings),
        summary=reader.summary,
        word_count=sum(count_words(" ".join(reader.prose)).values()),
        authored_hash=regions.authored_hash(data, scan),
        body=redact_source(" ".join(reader.prose), limit=MAX_BODY),
        terms=count_words(" ".join((*reader.prose, *(item.text for item in reader.fences)))),
        front_matter=matter,
        links=tuple(reader.links),
        code=tuple(reader.code),
        fences=tuple(reader.fences),
        mentions=tuple(sorted(reader.mentions, key=lambda item: (item.line, item.kind, item.target))),
        regions=spans,
        faults=scan.faults,
        has_marker=scan.has_marker,
        notes=tuple(notes),
    )


class _Reader:
    """One pass over the parser's events. Lines are raw lines of the file; generated text gives headings only."""

    def __init__(self, spans: tuple[RegionSpan, ...], offset: int) -> None:
        self._generated = [(span.line, span.end_line) for span in spans]
        self._offset = offset
        self.title = ""
        self.summary = ""
        self.headings: list[RawHeading] = []
        self.prose: list[str] = []
        self.links: list[RawLink] = []
        self.code: list[CodeToken] = []
        self.fences: list[Fence] = []
        self.mentions: list[Mention] = []
        self._starts: list[int] = [0]
        self._raw: tuple[int, ...] = (1,)
        self._block: list[str] = []
        self._open: list[tuple[str, Any, int]] = []
        self._link: tuple[Any, int, int] | None = None
        self._only_links = True
        self._html_parts: list[str] = []
        self._reference_ids: set[str] = set()
        self._code_lines: set[int] = set()

    def _line(self, offset: int) -> int:
        index = bisect_right(self._starts, offset) - 1
        return self._raw[min(index, len(self._raw) - 1)] + self._offset

    def _is_generated(self, line: int) -> bool:
        index = bisect_right(self._generated, (line, 1 << 60)) - 1
        return index >= 0 and line <= self._generated[index][1]

    def read(self, text: str) -> None:
        unfolded = unfold(text)
        self._raw = unfolded.raw_lines
        data = unfolded.text.encode("utf-8", "replace")
        self._starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]
        for event, span in _PARSER.events_with_range(data.decode("utf-8")):
            self._event(event, span["start"], span["end"])
        self._flush(self._line(len(data)))
        self._read_mentions(unfolded.text, text)

    def read_rst(self, text: str) -> None:
        match = _RST_TITLE.search(text)
        if match:
            self.title = " ".join(match["title"].split())
            line = text.count("\n", 0, match.start()) + 1
            self.headings.append(RawHeading(level=1, text=self.title, line=line))
        self.prose.append(text)
        paragraphs = re.split(r"\n\s*\n", text[match.end() if match else 0 :])
        self.summary = next((shorten(item, MAX_SUMMARY) for item in paragraphs if item.strip()[:1].isalnum()), "")

    def _event(self, event: Any, start: int, end: int) -> None:
        if isinstance(event, str):
            if event in {"SoftBreak", "HardBreak"}:
                self._block.append(" ")
            return
        kind, value = next(iter(event.items()))
        if kind == "Text":
            self._text(value)
        elif kind == "Code":
            self._inline_code(value, start)
        elif kind == "Start":
            self._start(value, start)
        elif kind == "End":
            self._end(value, start, end)
        elif kind == "Html":
            self._html_parts.append(value)

    def _text(self, value: str) -> None:
        value = _INLINE_ATTRIBUTES.sub("", value)
        self._block.append(value)
        if self._link is None and value.strip():
            self._only_links = False

    def _inline_code(self, value: str, start: int) -> None:
        self._block.append(value)
        if self._link is None:
            self._only_links = False
        line = self._line(start)
        token = value.strip()
        if 0 < len(token) <= MAX_TOKEN and not self._is_generated(line):
            self.code.append(CodeToken(text=token, line=line))

    def _start(self, value: Any, start: int) -> None:
        name, detail = next(iter(value.items())) if isinstance(value, dict) else (value, None)
        if name in {"Link", "Image"}:
            self._link = (detail, start, len(self._block))
            return
        if name in {
            "Paragraph",
            "Heading",
            "TableCell",
            "Item",
            "CodeBlock",
            "HtmlBlock",
            "List",
            "BlockQuote",
            "Table",
        }:
            self._flush(self._line(start))
            self._open.append((name, detail, start))

    def _end(self, value: Any, start: int, end: int) -> None:
        name = next(iter(value)) if isinstance(value, dict) else value
        if name in {"Link", "Image"}:
            self._close_link(name)
        elif self._open and name == self._open[-1][0]:
            _, detail, opened = self._open.pop()
            line = self._line(opened)
            if name == "Heading":
                self._heading(detail, line)
            elif name == "CodeBlock":
                self._fence(detail, line, start, end)
            elif name == "Paragraph":
                self._paragraph(line)
            elif name == "HtmlBlock":
                self._html(line)
            else:
                self._flush(line)

    def _close_link(self, name: str) -> None:
        if self._link is None:
            return
        detail, start, mark = self._link
        self._link = None
        line = self._line(start)
        target = detail["dest_url"]
        if detail["link_type"] not in _LINK_KINDS:
            self._reference_ids.add(detail["id"])
        foreign = _SCHEME.match(target) is not None and _SOURCE_URL.match(target) is None
        if foreign or self._is_generated(line) or len(target) > 2048:
            return
        kind: LinkKind = "image" if name == "Image" else _LINK_KINDS.get(detail["link_type"], "reference")
        text = " ".join("".join(self._block[mark:]).split())[:MAX_TOKEN]
        self.links.append(RawLink(target=unquote(target), text=text, line=line, kind=kind))

    def _take(self) -> str:
        text = " ".join("".join(self._block).split())
        self._block.clear()
        self._only_links = True
        return text

    def _flush(self, line: int) -> None:
        text = self._take()
        if text and not self._is_generated(line):
            self.prose.append(text)

    def _paragraph(self, line: int) -> None:
        only_links = self._only_links
        text = self._take()
        if not text or self._is_generated(line):
            return
        self.prose.append(text)
        nested = any(name in {"Item", "List", "BlockQuote", "Table"} for name, _, _ in self._open)
        if not self.summary and not only_links and not nested and not text.startswith((":::", "--8<--", "{%", "{{")):
            self.summary = shorten(text, MAX_SUMMARY)

    def _heading(self, detail: Any, line: int) -> None:
        text = self._take()
        anchor = detail.get("id")
        match = _ATTRIBUTES.search(text)
        if match:
            text = text[: match.start()]
            anchor = next((part[1:] for part in match["body"].split() if part.startswith("#")), anchor)
        self._add_heading(RawHeading(level=int(detail["level"][1]), text=text[:256], line=line, anchor=anchor))

    def _add_heading(self, heading: RawHeading) -> None:
        if not heading.text:
            return
        self.headings.append(heading)
        if heading.level == 1 and not self.title:
            self.title = heading.text
        if not self._is_generated(heading.line):
            self.prose.append(heading.text)

    def _fence(self, detail: Any, line: int, start: int, end: int) -> None:
        text = "".join(self._block)
        self._block.clear()
        first = bisect_right(self._starts, start) - 1
        self._code_lines.update(range(first, bisect_right(self._starts, max(end - 1, start))))
        info = detail.get("Fenced", "") if isinstance(detail, dict) else ""
        language = re.split(r"[\s{},]", info.strip().lstrip("{."), maxsplit=1)[0].lower() if info else ""
        if not self._is_generated(line):
            self.fences.append(Fence(language=language, text=text[:4000], line=line))

    def _html(self, line: int) -> None:
        value = "".join(self._html_parts)
        self._html_parts.clear()
        match = _HTML_H1.search(value)
        if match:
            text = " ".join(_TAG.sub("", match["text"]).split())
            identifier = _HTML_ID.search(match["attributes"])
            anchor = identifier["id"] if identifier else None
            self._add_heading(RawHeading(level=1, text=text[:256], line=line, anchor=anchor))

    def _read_mentions(self, unfolded: str, raw: str) -> None:
        lines = LineMap.of(raw)
        for pattern in (_SNIPPET, _INCLUDE):
            for match in pattern.finditer(raw):
                self._mention("include", match["target"], lines.line(match.start("target")) + self._offset)
        prose = "\n".join("" if i in self._code_lines else line for i, line in enumerate(unfolded.split("\n")))
        lines = LineMap.of(prose)
        for match in _DIRECTIVE.finditer(prose):
            self._mention("directive", match["target"], self._raw_line(lines.line(match.start("target"))))
        for match in _AUTOREF.finditer(prose):
            target = match["target"] or match["text"].strip("`")
            if target not in self._reference_ids and _DOTTED.fullmatch(target):
                self._mention("autoref", target, self._raw_line(lines.line(match.start())))

    def _raw_line(self, line: int) -> int:
        return self._raw[min(line, len(self._raw)) - 1] + self._offset

    def _mention(self, kind: Any, target: str, line: int) -> None:
        if not self._is_generated(line):
            self.mentions.append(Mention(kind=kind, target=target, line=line))
