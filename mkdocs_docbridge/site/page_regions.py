"""Region bodies while a page is rendered: taken out before other plugins read the page, put back after them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from mkdocs_docbridge import regions
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.regions import Region

from .regions import RegionDesk

_SNIPPET = re.compile(r"^([ \t]*)(-{1,}8<-{1,})", re.MULTILINE)


class PageRegions:
    """``documents`` maps a page below the docs folder to its document's repository path. ``lost`` are regions whose
    place another plugin took out of the page."""

    def __init__(self, desk: RegionDesk, documents: Mapping[str, str]) -> None:
        self._desk = desk
        self._documents = documents
        self._outdated = {(path, span.source) for path, span in desk.outdated()}
        self._bodies: dict[str, dict[str, str]] = {}
        self.lost: list[Finding] = []

    def take_out(self, uri: str, markdown: str) -> str:
        """The page without the bodies of its regions; each leaves a word in its place that the page has nowhere."""
        path = self._documents.get(uri)
        if path is None or "doc-bridge:generated" not in markdown:
            return markdown
        data = markdown.encode("utf-8", "replace")
        found = regions.scan(data, path).regions
        mark = f"docbridge{hashlib.sha256(data).hexdigest()[:24]}region"
        lines = markdown.split("\n")
        bodies: dict[str, str] = {}
        for number, region in reversed(list(enumerate(found))):
            slot = f"{mark}{number}end"
            bodies[slot] = self._body(path, region)
            lines[region.line : region.end_line - 1] = ["", slot, ""]
        self._bodies[uri] = bodies
        return "\n".join(lines)

    def _body(self, path: str, region: Region) -> str:
        if region.source is None or (path, region.source) not in self._outdated:
            return region.body
        return self._desk.body(path, region.source)

    def put_back(self, uri: str, markdown: str) -> str:
        """The page with its bodies, snippet markers in them made harmless."""
        for slot, body in self._bodies.pop(uri, {}).items():
            # pymdownx.snippets runs while the page is converted, after every plugin: only an escape stops it
            safe = _SNIPPET.sub(r"\1;\2", body)
            if slot not in markdown:
                self.lost.append(_lost(self._documents[uri]))
            markdown = markdown.replace(slot, safe, 1)
        return markdown


def _lost(path: str) -> Finding:
    return Finding(
        code="REGION_LOST",
        severity=Severity.ERROR,
        blocking=True,
        path=path,
        line=None,
        message="another plugin or hook removed a generated region from the page while it was built",
        remediation="Let the plugin that rewrites the page's Markdown leave unknown words alone.",
    )
