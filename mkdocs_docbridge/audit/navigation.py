"""The navigation: entries that lead nowhere, and pages that no way leads to."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping

from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.site_shape import SiteShape
from mkdocs_docbridge.snapshot.model import Relation

from .found import Found
from .pages import Pages

_WAYS = frozenset({"links-to", "includes"})


def broken_entries(
    shape: SiteShape, pages: Pages, is_ignored: Callable[[str], bool], *, file: str, text: str
) -> Iterator[Found]:
    """Entries of ``nav`` that name no file of the docs folder. ``file`` is the site's configuration and ``text`` what
    it says, for the lines; ``is_ignored`` tells of a path below the docs folder whether git is told to ignore it."""
    if shape.makes_nav:
        return  # its entries are the plugin's own, with globs and folders
    for _, entry in shape.nav_entries:
        uri = posixpath.normpath(entry)
        if "://" in entry or entry.startswith(("/", "#", "mailto:")) or not posixpath.splitext(entry)[1]:
            continue
        if uri not in pages.files:
            doubt = f" It may be right if {shape.makers[0]} makes the file." if shape.makers else ""
            if not doubt and is_ignored(uri):
                doubt = " It may be right if the file, which git ignores, is made before a build."
            yield Found(
                "NAV_BROKEN",
                file,
                _line(text, entry),
                f"nav names {entry}, which is no file of the docs folder",
                f"Correct the path, or take the entry out.{doubt}",
                subject=entry,
                at_most=Severity.WARN if doubt else Severity.ERROR,
            )


def _line(text: str, entry: str) -> int | None:
    """The line of an entry; None when the file inherits it from another."""
    for number, line in enumerate(text.splitlines(), start=1):
        rest = line.split("#", 1)[0].strip().strip("\"'")
        if rest == entry or rest.endswith((f" {entry}", f" '{entry}", f' "{entry}', f"-{entry}")):
            return number
    return next((number for number, line in enumerate(text.splitlines(), start=1) if entry in line), None)


def orphans(pages: Pages, relations: Mapping[str, list[Relation]]) -> Iterator[Found]:
    """Pages that stand outside the navigation and to which no chain of links leads from it. ``relations`` by source.

    Nothing is found where only a build knows the navigation.
    """
    start = pages.in_nav
    if start is None:
        return
    paths = set(pages.pages.values())
    waiting = [pages.pages[uri] for uri in start]
    reached = set(waiting)
    while waiting:
        for relation in relations.get(f"document:{waiting.pop()}", ()):
            path = relation.target.removeprefix("document:")
            if relation.kind in _WAYS and path in paths and path not in reached:
                reached.add(path)
                waiting.append(path)
    for uri, path in pages.pages.items():
        if path not in reached:
            yield Found(
                "DOCUMENTATION_ORPHANED",
                path,
                None,
                f"no way leads from the navigation to {uri}",
                "Add it to nav, link to it from a page, or name it in not_in_nav.",
            )
