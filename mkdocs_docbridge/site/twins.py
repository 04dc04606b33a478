"""Markdown twins: a page's text as the site shows it, fit to be read at another place than its source."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping
from html import unescape
from urllib.parse import quote, unquote

from mkdocs_docbridge import regions
from mkdocs_docbridge.text.redaction import PublicText, redact_lines

from .links import relative

_PARTS = re.compile(
    # code comes first, so that nothing in it is taken for anything else
    r"^[ \t>]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t>]*(?P=fence)[`~]*[ \t]*$"
    r"|(?<![`\\])(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)"
    r"|(?P<drawn><figure class=\"docbridge-.*?</figure>|<svg class=\"docbridge-.*?</svg>"
    r"|<span id=\"module-[^\"<>]*\"></span>)"
    r"|<code>(?P<code>[^<`\n]+)</code>"
    r"|(?<!\])&\#(?P<letter>37|39|40|41|43|58|64|95);"
    r"|(?P<lead>(?<!\\)\]\(\s*|^[ \t>]*\[(?!\^)[^\]\n]+\]:[ \t]+)"
    r"(?:<(?P<angle>[^<>\n]*)>|(?P<bare>[^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*))",
    re.MULTILINE | re.DOTALL,
)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_QUERY = re.compile(r"[?#]")


def twin_of(url: str) -> str:
    """Where the twin of the page at ``url`` stands: ``guide/`` → ``guide/index.md``, ``guide.html`` → ``guide.md``."""
    page = url if url and not url.endswith("/") else f"{url}index.html"
    return f"{page.removesuffix('.html')}.md"


class Twins:
    """Writes pages as Markdown. ``addresses`` maps a page below the docs folder to where links to it shall lead,
    percent-encoded and below the site root; ``files`` are the site's other files."""

    def __init__(self, addresses: Mapping[str, str], files: Collection[str]) -> None:
        self._addresses = addresses
        self._files = files

    def text(self, uri: str, markdown: str, folder: str) -> PublicText:
        """The page ``uri`` for a reader in ``folder`` below the site root: without markers of regions, drawings and
        secrets, relative links leading from there."""

        def part(match: re.Match[str]) -> str:
            if match["lead"] is not None:
                target = match["angle"] if match["angle"] is not None else match["bare"]
                found = self._moved(uri, target, folder)
                return match.group() if found is None else f"{match['lead']}{found}"
            return _plain(match)

        return redact_lines(f"{_PARTS.sub(part, _without_markers(markdown)).strip()}\n")

    def _moved(self, uri: str, target: str, folder: str) -> str | None:
        """``target``, a link of the page ``uri``, as seen from ``folder``; None for one that is no file of the site,
        which MkDocs leaves as it is and which a browser follows from where page and twin both stand."""
        bare = _QUERY.split(target, maxsplit=1)[0]
        if not bare or _SCHEME.match(bare):
            return None
        below = bare.lstrip("/") if bare.startswith("/") else posixpath.join(posixpath.dirname(uri), bare)
        path = posixpath.normpath(unquote(below))
        address = self._addresses.get(path)
        if address is None and path in self._files and not bare.startswith("/"):
            address = quote(path)
        if address is None:
            return None
        return relative(address, folder) + target[len(bare) :]


def _plain(match: re.Match[str]) -> str:
    """Generated text without what only a browser shows: drawings, and the entities that keep other plugins off it."""
    if match["drawn"] is not None:
        return ""
    if match["letter"] is not None:
        return chr(int(match["letter"]))
    shown = unescape(match["code"] or "`").replace("|", "\\|")
    return match.group() if "`" in shown else f"`{shown}`"


def _without_markers(markdown: str) -> str:
    if "doc-bridge:generated" not in markdown:
        return markdown
    found = regions.scan(markdown.encode("utf-8", "replace"), "").regions
    markers = {line for region in found for line in (region.line, region.end_line)}
    return "\n".join(row for number, row in enumerate(markdown.split("\n"), start=1) if number not in markers)
