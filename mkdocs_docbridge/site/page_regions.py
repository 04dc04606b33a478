"""Region bodies while a page is rendered: taken out before other plugins read the page, put back after them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mkdocs_docbridge import regions
from mkdocs_docbridge.regions import Region

from .regions import RegionDesk

_SNIPPET = re.compile(r"^([ \t]*)(-{1,}8<-{1,})", re.MULTILINE)
_SLOT = "<!-- docbridge slot {} -->"


class PageRegions:
    """``documents`` maps a page below the docs folder to its document's repository path."""

    def __init__(self, desk: RegionDesk, documents: Mapping[str, str]) -> None:
        self._desk = desk
        self._documents = documents
        self._outdated = {(path, span.source) for path, span in desk.outdated()}
        self._bodies: dict[str, list[str]] = {}

    def take_out(self, uri: str, markdown: str) -> str:
        """The page without the bodies of its regions; each leaves a comment in its place."""
        path = self._documents.get(uri)
        if path is None or "doc-bridge:generated" not in markdown:
            return markdown
        found = regions.scan(markdown.encode("utf-8", "replace"), path).regions
        lines = markdown.split("\n")
        bodies: list[str] = []
        for region in reversed(found):
            bodies.insert(0, self._body(path, region))
            lines[region.line : region.end_line - 1] = [_SLOT.format(len(found) - len(bodies))]
        self._bodies[uri] = bodies
        return "\n".join(lines)

    def _body(self, path: str, region: Region) -> str:
        if region.source is None or (path, region.source) not in self._outdated:
            return region.body
        return self._desk.body(path, region.source)

    def put_back(self, uri: str, markdown: str) -> str:
        """The page with its bodies, blank lines around them, snippet markers in them made harmless."""
        for number, body in enumerate(self._bodies.pop(uri, [])):
            # pymdownx.snippets runs while the page is converted, after every plugin: only an escape stops it
            safe = _SNIPPET.sub(r"\1;\2", body)
            markdown = markdown.replace(_SLOT.format(number), f"\n{safe}\n" if safe else "", 1)
        return markdown
