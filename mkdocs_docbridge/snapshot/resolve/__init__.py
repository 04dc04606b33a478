"""Import resolution: what each import of a file leads to, one module a language. Nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .edges import Edge, Target
from .javascript import JavaScriptIndex
from .python import PythonIndex
from .universe import Universe

__all__ = ["Edge", "Target", "Universe", "dotted_name", "find_name", "resolve_imports"]


class _Index(Protocol):
    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]: ...


_INDEXES: dict[str, Callable[[Universe], _Index]] = {
    "javascript": JavaScriptIndex,
    "python": PythonIndex,
    "typescript": JavaScriptIndex,
}


def resolve_imports(path: str, facts: ModuleFacts, universe: Universe) -> list[Edge]:
    """The edges of the module at ``path``, in the order of its imports; a statement may give several.

    An import that leads nowhere is an edge to an ``unresolved`` target with the reason.
    """
    build = _INDEXES.get(facts.language)
    return [] if build is None else universe.index(build).edges(path, facts)


def dotted_name(path: str, universe: Universe) -> str | None:
    """The name under which other modules import the one at ``path`` (``pkg.mod``), None where there is none."""
    facts = universe.modules.get(path)
    if facts is None or facts.language != "python":
        return None
    return universe.index(PythonIndex).dotted(path)


def find_name(dotted: str, universe: Universe) -> tuple[str, str] | None:
    """(module path, name in it) that ``pkg.mod.Class.method`` means, followed to the declaring module; the name is
    ``""`` when a module is meant. None when there is no such thing."""
    return universe.index(PythonIndex).find(dotted)
