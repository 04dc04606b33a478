"""The files of the docs folder as the site generator takes them: which are pages, which the navigation holds."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from functools import cached_property

from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.site_shape import SiteShape
from mkdocs_docbridge.snapshot import DocsLayout

PAGE_SUFFIXES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""What MkDocs reads as pages."""
_NEVER = (".*", "/templates/")
"""What MkDocs leaves out unless ``exclude_docs`` brings it back."""


class Pages:
    """The files below the docs folder as MkDocs would take them, by their path below it."""

    def __init__(self, paths: Iterable[str], layout: DocsLayout, shape: SiteShape) -> None:
        self._layout = layout
        self._shape = shape
        inside = {uri: path for path in paths if (uri := layout.below(path)) is not None}
        left_out = path_spec([*_NEVER, *shape.exclude, *shape.drafts])
        self.files: Mapping[str, str] = inside
        """Every file, by its path below the docs folder → its path."""
        self.excluded = {uri for uri in inside if left_out.match_file(uri)} | _hidden_readmes(inside)
        self.pages: Mapping[str, str] = {
            uri: path
            for uri, path in inside.items()
            if uri.lower().endswith(PAGE_SUFFIXES) and uri not in self.excluded
        }
        """The pages of the site, likewise."""

    @cached_property
    def in_nav(self) -> frozenset[str] | None:
        """The pages that the navigation holds, or that are meant to stand outside; None when only a build knows."""
        shape = self._shape
        if shape.nav is None:
            without = not shape.makers and not shape.makes_nav
            return frozenset(self.pages) if without else None
        if not shape.has_own_nav:
            return None
        meant = path_spec(shape.not_in_nav)
        outside = {uri for uri in self.pages if shape.not_in_nav and meant.match_file(uri)}
        return frozenset(outside | {posixpath.normpath(path) for _, path in shape.nav_entries} & set(self.pages))


def _hidden_readmes(files: Mapping[str, str]) -> set[str]:
    """A README beside an index is no page: both would have one address."""
    return {
        uri
        for uri in files
        if posixpath.basename(uri) == "README.md" and posixpath.join(posixpath.dirname(uri), "index.md") in files
    }
