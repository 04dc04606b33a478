"""What the links of pages are checked against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from mkdocs_docbridge.site_shape import SiteShape
from mkdocs_docbridge.snapshot import DocsLayout
from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.links import LinkTargets

from .pages import Pages

TEMPLATE_MARKS = ("{{", "{%")
"""Text with these is a template, where a plugin reads templates."""


@dataclass(frozen=True)
class LinkSources:
    """What links are checked against. ``exists`` tells of a path below the root whether a file stands there, whatever
    git thinks of it; ``read`` gives a document's text, or None; ``includes`` are the documents that one takes in."""

    documents: Mapping[str, DocumentFacts]
    layout: DocsLayout
    pages: Pages
    targets: LinkTargets
    exists: Callable[[str], bool]
    read: Callable[[str], str | None]
    includes: Mapping[str, tuple[str, ...]]
    shape: SiteShape
    is_ignored: Callable[[str], bool]
    """Whether git is told to ignore a path, so that a build may find what a checkout has not."""

    @cached_property
    def taken_in(self) -> frozenset[str]:
        """The documents that others take in, and whose links are read there."""
        return frozenset(path for paths in self.includes.values() for path in paths)
