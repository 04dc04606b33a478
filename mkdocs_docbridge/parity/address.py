"""Where a claim is stated: a file, a field of a structured file, a docstring, or a page of the built site.

``README.md`` · ``pyproject.toml#project.description`` · ``pkg/cli.py#main`` (``#__doc__`` for the module's own) ·
``rendered:guides/start/index.html``, a path below the built site.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from mkdocs_docbridge.paths import path_fault

from .structured import is_structured

RENDERED = "rendered:"
MODULE_DOC = "__doc__"
Kind = Literal["file", "field", "docstring", "rendered"]


@dataclass(frozen=True, slots=True)
class Address:
    """``file`` is a repository path, for a rendered page its path below the site; ``part`` the dotted field, or the
    dotted name of what the docstring belongs to."""

    kind: Kind
    file: str
    part: str = ""

    @property
    def reading(self) -> str:
        """A file name whose ending tells how the place is read."""
        return {"field": "field.txt", "docstring": "docstring.md", "rendered": "page.html"}.get(self.kind, self.file)


@lru_cache(maxsize=4096)
def parse_address(surface: str) -> Address:
    """The address that a registry wrote. A ``#`` is part of a file's name where the file has no parts to name."""
    if surface.startswith(RENDERED):
        return Address("rendered", surface.removeprefix(RENDERED))
    file, mark, part = surface.partition("#")
    if mark and part and is_structured(file):
        return Address("field", file, part)
    if mark and part and file.endswith((".py", ".pyi")):
        return Address("docstring", file, part)
    return Address("file", surface)


def address_fault(surface: str) -> str:
    """Why ``surface`` names no place below the root or the site; empty when it does."""
    address = parse_address(surface)
    fault = path_fault(address.file)
    if not fault and address.kind == "rendered" and not address.file.endswith((".html", ".htm")):
        return "names no HTML file of the built site (rendered:guides/start/index.html)"
    return fault
