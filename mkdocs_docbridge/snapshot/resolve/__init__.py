"""Import resolution: what each import of a file leads to, one module a language. Nothing is dropped in silence."""

from __future__ import annotations

from collections.abc import Callable

from mkdocs_docbridge.snapshot.facts import ModuleFacts

from .bash import BashIndex
from .c import CIndex
from .csharp import CSharpIndex
from .edges import Edge, ImportIndex, Target
from .go import GoIndex
from .javascript import JavaScriptIndex
from .jvm import JvmIndex
from .php import PhpIndex
from .python import PythonIndex
from .ruby import RubyIndex
from .rust import RustIndex
from .universe import Universe

__all__ = ["Edge", "Target", "Universe", "dotted_name", "find_name", "resolve_imports"]

_INDEXES: dict[str, Callable[[Universe], ImportIndex]] = {
    "bash": BashIndex,
    "c": CIndex,
    "cpp": CIndex,
    "csharp": CSharpIndex,
    "go": GoIndex,
    "java": JvmIndex,
    "javascript": JavaScriptIndex,
    "kotlin": JvmIndex,
    "php": PhpIndex,
    "python": PythonIndex,
    "ruby": RubyIndex,
    "rust": RustIndex,
    "typescript": JavaScriptIndex,
}


def resolve_imports(path: str, facts: ModuleFacts, universe: Universe) -> list[Edge]:
    """The edges of the module at ``path``. See :meth:`ImportIndex.edges`."""
    build = _INDEXES.get(facts.language)
    return [] if build is None else universe.index(build).edges(path, facts)


def dotted_name(path: str, universe: Universe) -> str | None:
    """The name under which other modules import the one at ``path`` (``pkg.mod``), None where there is none."""
    facts = universe.modules.get(path)
    build = _INDEXES.get(facts.language) if facts is not None else None
    return None if build is None else universe.index(build).dotted(path)


def find_name(dotted: str, universe: Universe) -> tuple[str, str] | None:
    """(module path, name in it) that ``pkg.mod.Class.method`` means in the first language, by name, that knows it.
    See :meth:`ImportIndex.find`."""
    for language in universe.languages:
        build = _INDEXES.get(language)
        if build is not None and (found := universe.index(build).find(dotted)) is not None:
            return found
    return None
