"""The anchors of pages: of headings, written ones, and those of what a page takes in."""

from __future__ import annotations

import re
from urllib.parse import unquote

from mkdocs_docbridge.text.anchors import anchors, slug

from .link_sources import TEMPLATE_MARKS, LinkSources

_BLOCK = re.compile(r"^[ \t]*:::", re.MULTILINE)
"""A block that an extension fills: API documentation, the options of a command."""
_TAB = re.compile(r"""^[ \t]*===[!+]?[ \t]+["'](?P<title>.+)["'][ \t]*$""", re.MULTILINE)


class PageAnchors:
    """Looks anchors up. Each page and each anchor is looked at once."""

    def __init__(self, sources: LinkSources) -> None:
        self._sources = sources
        self._anchors: dict[str, frozenset[str]] = {}
        self._seen: dict[tuple[str, str], bool | None] = {}

    def has(self, path: str, name: str) -> bool | None:
        """Whether the page has the anchor; None when only a build could tell."""
        if (path, name) not in self._seen:
            self._seen[path, name] = self._has(path, name)
        return self._seen[path, name]

    def _has(self, path: str, name: str) -> bool | None:
        sources = self._sources
        if name in self.of(path):
            return True
        facts = sources.documents[path]
        if sources.layout.toc.unknown or any(item.kind in {"directive", "include"} for item in facts.mentions):
            return None
        text = sources.read(path)
        shape = sources.shape
        made = (
            *(TEMPLATE_MARKS if shape.writes_text or shape.makers else ()),
            *(("<!--", "[[") if shape.makers else ()),
        )
        if text is None or _BLOCK.search(text) or any(mark in text for mark in made):
            return None
        tabs = (slug(match["title"], sources.layout.toc) for match in _TAB.finditer(text))
        return None if name in tabs or _written(name).search(text) else False

    def of(self, path: str) -> frozenset[str]:
        """The anchors that the text of a page gives it."""
        if path not in self._anchors:
            self._anchors[path] = frozenset()  # includes may go in circles
            facts = self._sources.documents.get(path)
            if facts is not None:
                made = anchors(((item.text, item.anchor) for item in facts.headings), self._sources.layout.toc)
                found = {unquote(item) for item in made if item} | {item.id for item in facts.anchors}
                for other in self._sources.includes.get(path, ()):
                    found |= self.of(other)
                self._anchors[path] = frozenset(found)
        return self._anchors[path]


def _written(name: str) -> re.Pattern[str]:
    """An id that stands in a page's text in a form that no fact holds: a block's attributes, a macro's argument."""
    return re.compile(rf"""(?:\b(?:id|name)\s*[=:]\s*["']?|[{{\s]#){re.escape(name)}(?![\w-])""")
