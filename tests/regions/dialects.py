"""How two Markdown implementations read a marker: the yardsticks of the differential tests."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Literal

import markdown
from markdown_it import MarkdownIt
from markdown_it.token import Token

from mkdocs_docbridge.regions import scan

Reading = Literal["live", "code", "other"]

_GITHUB = MarkdownIt("commonmark", {"html": True}).enable("table")
PLAIN = ("tables", "fenced_code")
SUPER = ("tables", "pymdownx.superfences", "admonition", "attr_list", "pymdownx.highlight")
EVERYDAY = """\
||text here|more `code` text|# Heading|- item|  - nested|1. one|2) two|    indented four|   three|> quote|> - q|```
```py|``` python|````|````md|~~~|~~~~|  ```|   ```py|    ```|    ```py|- ```|> ```|> ~~~|| a | b |||---|---||!!! note
    body|??? tip "x"|=== "Tab"|***|`` a ` b ``|:   def|`open|a <b|<https://e.org>|```js {1,3}|```{.py}|```text foo
`````|	tabbed|	```|1. ```|text ```|```inline```|&amp; a < b|a -> b"""
LINES: list[str] = [line for row in EVERYDAY.split("\n") for line in row.split("|")] + [
    "| a | b |",
    "|---|---|",
    "```",
    "```",
    "",
]
HTML = """\
<foo>~- <!-- c
<div>~</div>~<details>~</details>~<p align="center">~</p>~<pre>~</pre>~<!-- c -->~<!--~-->~<br>~<img src="x">~<span>
text <b>bold</b>~text <b>~`<!--`~`<div>`~<script>~</script>~<style>~</style>~<?php~?>~<!DOCTYPE html>~  <div>~    <div>
<hr>~<textarea>~x <pre> y~<!-- a~b -->~<div~class="x">~<b title='~<li>~<![CDATA[~]]>~see `<b c`""".replace(
    "\n", "~"
).split("~")
"""Lines that people write, and lines of raw HTML; mixed at random they make documents that parsers differ on."""


def codes_at(text: str, line: int) -> set[str]:
    """What our reader finds wrong with a line."""
    return {fault.code for fault in scan(text.encode(), "p.md").faults if fault.line == line}


def verdict(text: str, line: int) -> Reading | Literal["refused"]:
    """How our reader takes a lone close marker on ``line``: a region's end that lacks its start, code, or a fault."""
    codes = codes_at(text, line)
    if not codes:
        return "code"
    return "live" if codes == {"MARKER_STRAY_CLOSE"} else "refused"


def github(text: str, marker: str) -> Reading:
    """The reading of markdown-it-py: live is a block of its own, code is any kind of code."""
    for token in _tokens(_GITHUB.parse(text)):
        if marker in token.content:
            if token.type == "html_block":
                return "live" if token.content.strip().startswith(marker) else "other"
            if token.type in {"fence", "code_block", "code_inline"}:
                return "code"
            if token.type != "inline":
                return "other"
    return "other"


def _tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield from _tokens(token.children or ()) if token.type == "inline" else ()
        yield token


def python_markdown(text: str, marker: str, extensions: Sequence[str]) -> Reading:
    """The reading of Python-Markdown: live is a comment taken out as a block of its own (also inside HTML)."""
    converter = markdown.Markdown(extensions=list(extensions))
    lines = text.split("\n")
    for step in converter.preprocessors:
        lines = step.run(lines)
    for raw in converter.htmlStash.rawHtmlBlocks:
        if marker in raw:
            return "live" if raw.strip() == marker else _within(raw, marker)
    shown = converter.reset().convert(text)
    if any(marker in raw for raw in converter.htmlStash.rawHtmlBlocks if isinstance(raw, str)):
        return "other"
    # Highlighting puts spans into the code.
    plain = html.unescape(re.sub(r"</?(?:span|a)\b[^>]*>", "", shown.replace(marker, "")))
    return "code" if marker in plain else "other"


_OPENS = re.compile(r"<(?:(?P<name>[a-zA-Z][^\s/>]*)[^>]*>?|(?P<sign>!--|\?)(?:[^>]*>)?)")
_OPAQUE = frozenset({"pre", "script", "style", "textarea", "xmp", "svg", "math", "!--"})


def _within(raw: str, marker: str) -> Reading:
    """A marker in a longer stretch of raw HTML is a comment there, unless the stretch is one comment or opaque."""
    before = re.sub(r"<!--.*?-->", "", raw[: raw.index(marker)], flags=re.DOTALL)
    # each tag and instruction reaches to its ">", so "<div\nx <pre>" opens a div and no pre
    opened = [match["name"] or match["sign"] for match in _OPENS.finditer(before)]
    return "other" if any(name.lower() in _OPAQUE for name in opened) else "live"
