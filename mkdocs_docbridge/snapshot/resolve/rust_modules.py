"""The module trees of Rust crates: which file, or part of a file, each module is."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from mkdocs_docbridge.paths import join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ModuleFacts, RawImport

from .rust_crates import Crate, RustCrates, stem_of
from .universe import Universe

Inline = tuple[str, ...]
_MAX_DEPTH = 64
_MAX_GLOBS = 256
_MAX_ALTERNATIVES = 16
"""A name is bound twice where each platform has its own; more than a few is no Rust that anyone compiles."""


class Mod(NamedTuple):
    """A module: the root file of its crate, and its path from there."""

    crate: str
    path: tuple[str, ...]


class Scope:
    """What the items of one module in one file bind."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.items: dict[str, str] = {}
        """Name → the symbol's name in the file."""
        self.uses: dict[str, list[str]] = defaultdict(list)
        """Name → the paths it stands for."""
        self.globs: list[str] = []
        self.modules: list[tuple[str, str]] = []
        """(name, specifier) of each ``mod x;``."""


class RustModules:
    """Every Rust file of a universe at its place in the crates that it belongs to."""

    def __init__(self, universe: Universe, crates: RustCrates) -> None:
        self.facts = universe.modules
        self.crates: dict[str, Crate] = {}
        self.scopes: dict[Mod, list[Scope]] = defaultdict(list)
        """A module has several where each platform has its own file."""
        self.children: dict[Mod, dict[str, Mod]] = defaultdict(dict)
        self.places: dict[str, list[Mod]] = defaultdict(list)
        """Where a file stands, in libraries before other crates."""
        self.declared: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        """(file, module's name in it, specifier) → the files that ``mod x;`` takes in."""
        self.macros: dict[str, dict[str, str]] = defaultdict(dict)
        """By crate: exported macro → file. They are names of the crate, wherever they stand."""
        self._files = crates.files
        self._read: dict[str, dict[Inline, Scope]] = {}
        for crate in crates.crates:
            self._mount_crate(crate)
        # what no crate takes in is compiled by itself, or not at all: the sources of compiler tests, for one
        alone = sorted(crates.files - self.places.keys(), key=lambda path: (path.count("/"), _rank(path), path))
        self.alone: set[str] = set()
        """The roots of such."""
        for path in alone:
            if path not in self.places:
                self.alone.add(path)
                self._mount_crate(Crate(path, stem_of(path), crates.around(path), is_library=False))

    def _mount_crate(self, crate: Crate) -> None:
        if crate.root in self.crates:
            return
        self.crates[crate.root] = crate
        stack: list[tuple[str, tuple[str, ...], str]] = [(crate.root, (), parent(crate.root))]
        seen: set[str] = set()
        while stack:
            file, path, folder = stack.pop()
            if file in seen or len(path) > _MAX_DEPTH:
                continue
            seen.add(file)
            stack.extend(reversed(self._mount(crate, file, path, folder)))

    def _mount(
        self, crate: Crate, file: str, path: tuple[str, ...], folder: str
    ) -> list[tuple[str, tuple[str, ...], str]]:
        """Puts one file in its place; returns the files of its modules with their places. ``folder`` is where
        those stand."""
        here = Mod(crate.root, path)
        self.places[file].append(here)
        below: list[tuple[str, tuple[str, ...], str]] = []
        for inline, scope in self._scopes_of(file).items():
            inner = Mod(crate.root, (*path, *inline))
            self.scopes[inner].append(scope)
            if inline:
                self.children[Mod(crate.root, inner.path[:-1])].setdefault(inline[-1], inner)
            for name, specifier in scope.modules:
                child = Mod(crate.root, (*inner.path, name))
                for found, its_folder in self._module_files(
                    file, "/".join([folder, *inline]).strip("/"), inline, specifier
                ):
                    self.children[inner].setdefault(name, child)
                    taken = self.declared[file, "::".join([*inline, name]), specifier]
                    if found not in taken:
                        taken.append(found)
                    below.append((found, child.path, its_folder))
        for symbol in self.facts[file].symbols:
            if symbol.kind == "macro" and symbol.exported:
                self.macros[crate.root].setdefault(symbol.name, file)
        return below

    def _module_files(self, file: str, folder: str, inline: Inline, specifier: str) -> list[tuple[str, str]]:
        """(file, folder of its own modules) of a ``mod`` declaration; empty when there is none."""
        if "/" in specifier or "." in specifier:
            found = normalize(folder if inline else parent(file), specifier)
            return [(found, parent(found))] if found in self._files and found is not None else []
        own = join(folder, specifier)
        return [(found, own) for found in (f"{own}.rs", f"{own}/mod.rs") if found in self._files][:1]

    def _scopes_of(self, file: str) -> dict[Inline, Scope]:
        if file not in self._read:
            self._read[file] = _scopes(file, self.facts[file])
        return self._read[file]


def _rank(path: str) -> int:
    """Files that are likely to take others in come first."""
    return 0 if path.rpartition("/")[2] in {"lib.rs", "main.rs", "mod.rs"} else 1


def _scopes(file: str, facts: ModuleFacts) -> dict[Inline, Scope]:
    names = [symbol.name.split(".") for symbol in facts.symbols if symbol.kind == "namespace"]
    found: dict[Inline, Scope] = {(): Scope(file), **{tuple(name): Scope(file) for name in names}}
    for symbol in facts.symbols:
        parts = symbol.name.split(".")
        length = next(n for n in range(len(parts) - 1, -1, -1) if tuple(parts[:n]) in found)
        if symbol.kind != "namespace":
            found[tuple(parts[:length])].items.setdefault(parts[length], ".".join(parts[: length + 1]))
    for raw in facts.imports:
        if not raw.local:
            _bind(raw, found, file)
    return found


def _bind(raw: RawImport, scopes: dict[Inline, Scope], file: str) -> None:
    for name in raw.names:
        *inline, alias = name.alias.split("::")
        scope = scopes.setdefault(tuple(inline), Scope(file))
        if raw.kind == "module":
            scope.modules.append((alias, raw.specifier))
        elif name.name == "*":
            if len(scope.globs) < _MAX_GLOBS:
                scope.globs.append(raw.specifier)
        elif len(scope.uses[alias]) < _MAX_ALTERNATIVES:
            scope.uses[alias].append(f"{raw.specifier}::{name.name}" if name.name else raw.specifier)
