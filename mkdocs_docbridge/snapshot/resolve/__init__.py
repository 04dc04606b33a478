"""Import resolution: what each import of a file leads to, one module a language. Nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from mkdocs_docbridge.snapshot.catalogue import LANGUAGES
from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .edges import Edge, ImportIndex, Target
from .universe import Universe

__all__ = ["Edge", "Target", "Universe", "dotted_name", "find_name", "resolve_imports"]

_RESOLVERS = {language.name: language.resolver for language in LANGUAGES}


@cache
def _index_of(language: str) -> Callable[[Universe], ImportIndex] | None:
    """What makes the look-up tables of a language; imported when a file of it is first linked."""
    resolver = _RESOLVERS.get(language)
    if resolver is None:
        return None
    module, _, name = resolver.partition(":")
    return cast("Callable[[Universe], ImportIndex]", getattr(import_module(f"{__name__}.{module}"), name))


def resolve_imports(path: str, facts: ModuleFacts, universe: Universe) -> list[Edge]:
    """The edges of the module at ``path``. See :meth:`ImportIndex.edges`."""
    build = _index_of(facts.language)
    return [] if build is None else universe.index(build).edges(path, facts)


def dotted_name(path: str, universe: Universe) -> str | None:
    """The name under which other modules import the one at ``path`` (``pkg.mod``), None where there is none."""
    facts = universe.modules.get(path)
    build = _index_of(facts.language) if facts is not None else None
    return None if build is None else universe.index(build).dotted(path)


def find_name(dotted: str, universe: Universe) -> tuple[str, str] | None:
    """(module path, name in it) that ``pkg.mod.Class.method`` means in the first language, by name, that knows it.
    See :meth:`ImportIndex.find`."""
    for language in universe.languages:
        build = _index_of(language)
        if build is not None and (found := universe.index(build).find(dotted)) is not None:
            return found
    return None
