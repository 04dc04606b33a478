"""XML manifests, read without anything that XML can do beyond its elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, fromstring

from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .members import broken, decoded, not_utf8

_DECLARES = re.compile(r"<!(?:DOCTYPE|ENTITY)")
_MAX_DEPTH = 64


def load_xml(ecosystem: str, data: bytes) -> tuple[Element, str] | ManifestFacts:
    """The root element and the text, or the facts of a file that cannot be read.

    A file with a document type is refused before it is parsed, so there are no entities to expand or fetch; what is
    nested deeper than any manifest is, too.
    """
    try:
        text = decoded(data)
    except UnicodeDecodeError as error:
        return not_utf8(ecosystem, data, error)
    if declaration := _DECLARES.search(text):
        line = text.count("\n", 0, declaration.start()) + 1
        return broken(ecosystem, "it declares a document type or entities, which are not read", line)
    if _depth(text) > _MAX_DEPTH:
        return broken(ecosystem, "nested too deeply to be read", None)
    try:
        # safe: declarations of entities were refused above
        return fromstring(text), text  # noqa: S314
    except ParseError as error:
        return broken(ecosystem, "not XML", error.position[0])
    except ValueError:
        return broken(ecosystem, "a character in it is no XML", None)


def _depth(text: str) -> int:
    """At least the depth of nesting: tags that open minus those that close, at their peak."""
    depth = peak = 0
    for tag in re.finditer(r"<(/?)[A-Za-z][^<>]*?(/?)>", text):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        peak = max(peak, depth)
    return peak


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def children(element: Element | None, *path: str) -> Iterator[Element]:
    """The elements at ``path`` below ``element``, whatever their namespace."""
    if element is None:
        return
    here = [element]
    for name in path:
        here = [inner for outer in here for inner in outer if local(inner) == name]
    yield from here


def child_text(element: Element | None, *path: str) -> str:
    """The text of the first element at ``path``, ``""`` without one."""
    return next(((found.text or "").strip() for found in children(element, *path)), "")
