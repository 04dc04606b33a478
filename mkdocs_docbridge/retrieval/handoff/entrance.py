"""The module of an area or package that one would open first: its entrance, else the one that most hangs on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.snapshot.catalogue import suffix_of
from mkdocs_docbridge.snapshot.model import Module

from .atlas import IMPORTS, Atlas, is_code

_INDEXES = {
    ".py": ("__init__.py",),
    ".rs": ("lib.rs", "mod.rs", "main.rs"),
    ".go": ("doc.go", "main.go"),
    ".js": ("index.js", "main.js"),
    ".mjs": ("index.mjs", "main.mjs"),
    ".jsx": ("index.jsx", "main.jsx"),
    ".ts": ("index.ts", "main.ts", "mod.ts"),
    ".tsx": ("index.tsx", "main.tsx"),
}
"""What a language calls the module that stands for its folder."""
_HELPERS = frozenset(
    """common compat config const constants consts errors exceptions helper helpers hooks logging misc shared symbols
    types typing util utils utilities version versions""".split()  # noqa: SIM905  (a list of words)
)
"""Modules that many import, or that only register others, and nobody means."""
_DECLARING = ".rs"
"""In Rust an index module declares all others, so it is a map even when it says nothing else."""
_SILENT_INDEX = 0.5
"""Importers of an index that only passes names on mean other modules."""
_TAKEN = 2.0
"""What a module brings together counts more than how many use it: a vocabulary is imported by all, and the module that
one means to change is seldom it. By eye, on the areas of httpx, fastify, hatch and tokio."""
_NAMED_LIKE_FOLDER = 2.0
_VALUES = frozenset({"constant", "variable"})
_DECLARATIONS = ".d.ts"


def entrances(
    atlas: Atlas, folder: str, members: Sequence[Entry], declared: Sequence[str] = ()
) -> Iterator[tuple[Entry, str]]:
    """The modules to open first, best first, each with the reason; one may come twice.

    First the entry points of a package (``declared`` paths), type declarations last. Then an index module
    (``__init__.py``, ``mod.rs``) that has something to say: a summary of its own or several definitions, not only names
    that it passes on. Then all by how much hangs on them: the modules that import them and those of the folder that
    they import (twice), a module called like its folder double; helpers last, and to import one says nothing.
    """
    code = [entry for entry in members if is_code(entry)] or list(members)
    by_path = {entry.path: entry for entry in code}
    named = sorted((path for path in declared if path in by_path), key=lambda path: path.endswith(_DECLARATIONS))
    yield from ((by_path[path], "it is an entry point of the package") for path in named)
    indexes = [entry for entry in code if _is_index(entry, folder) and _speaks(atlas, entry)]
    indexes.sort(key=lambda entry: (-entry.exported, entry.path))
    yield from ((entry, "it is the folder's index module") for entry in indexes)
    beside = atlas.file_entry(f"{folder}.rs")
    if beside is not None:
        yield beside, "it declares the folder's modules"
    inside = frozenset(entry.id for entry in code if _stem(entry) not in _HELPERS)
    weights = {entry.id: _weight(atlas, entry, inside) for entry in code}
    code.sort(
        key=lambda entry: (
            _stem(entry) in _HELPERS,
            -weights[entry.id],
            _is_silent(entry),
            -entry.exported,
            -len(entry.symbols),
            len(entry.path),
            entry.path,
        )
    )
    yield from ((entry, "the most code hangs on it") for entry in code)


def _stem(entry: Entry) -> str:
    return entry.path.rpartition("/")[2].partition(".")[0].lower().strip("_")


def _is_index(entry: Entry, folder: str) -> bool:
    names = _INDEXES.get(suffix_of(entry.path), ())
    return parent(entry.path) == folder and entry.path.rpartition("/")[2] in names


def index_of(atlas: Atlas, path: str) -> Entry | None:
    """The index module of the folder that the file at ``path`` stands in, in its language; None when it is that."""
    folder = parent(path)
    names = _INDEXES.get(suffix_of(path), ()) if folder else ()
    found = next(atlas.files_in(folder, names), None)
    return atlas.file_entry(found) if found is not None and found != path else None


def _is_silent(entry: Entry) -> bool:
    return _is_index(entry, parent(entry.path)) and suffix_of(entry.path) != _DECLARING


def _speaks(atlas: Atlas, entry: Entry) -> bool:
    """Whether an index says or defines something itself; one definition is often only a way in (``main``)."""
    module = atlas.entities[entry.id]
    defined = [symbol for symbol in module.symbols if symbol.kind not in _VALUES] if isinstance(module, Module) else []
    return bool(entry.summary) or len(defined) > 1


def _weight(atlas: Atlas, entry: Entry, inside: frozenset[str]) -> float:
    importers = sum(1 for other in atlas.importers(entry.id) if is_code(other))
    # to pass names on is an index's business, and elsewhere makes nothing of them
    kinds = IMPORTS if _is_silent(entry) else {"imports"}
    taken = {item.target for item in atlas.outbound.get(entry.id, ()) if item.kind in kinds}
    weight = importers + _TAKEN * len(taken & inside - {entry.id})
    folder = parent(entry.path)
    if _is_silent(entry):
        weight *= _SILENT_INDEX
    name = folder.rpartition("/")[2].lower().strip("_")
    is_namesake = _stem(entry) in {name, re.split(r"[-_.]", name)[0]}
    return weight * _NAMED_LIKE_FOLDER + 1 if is_namesake else weight
