"""What a name in prose stands for: a path, a package, a module, an exported symbol, or too many of them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .model import Area, Confidence, Document, Module, Package
from .tags import NO_AREA

_CALL = re.compile(r"\(\s*(?:\.{3}|…)?\s*\)$")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_PATH = re.compile(r"[\w@.+-]+(?:/[\w@.+-]+)*/?")


@dataclass(frozen=True)
class Hit:
    """``symbol`` is set when the name is one that the target module exports."""

    target: str
    symbol: str = ""
    confidence: Confidence = "observed"


@dataclass(frozen=True)
class Ambiguous:
    """An exported name that several modules declare."""

    candidates: tuple[str, ...]


class Names:
    """Every name by which documents may call an entity."""

    def __init__(
        self,
        documents: Iterable[Document],
        modules: Iterable[Module],
        packages: Iterable[Package],
        areas: Iterable[Area],
        find: Callable[[str], tuple[str, str] | None],
    ) -> None:
        """``find`` tells which (module path, name in it) a dotted name means."""
        self._find = find
        self._paths: dict[str, str] = {}
        self._suffixes: dict[str, set[str]] = defaultdict(set)
        self._packages: dict[str, str] = {}
        self._symbols: dict[str, set[str]] = defaultdict(set)
        for area in areas:
            self._paths[area.path] = area.id
        for document in documents:
            self._paths[document.path] = document.id
        self._package_folders: dict[str, str] = {}
        for package in packages:
            self._packages[package.name] = package.id
            self._package_folders.setdefault(package.path, package.id)
        for module in modules:
            self._add_module(module)

    def _add_module(self, module: Module) -> None:
        self._paths[module.path] = module.id
        if NO_AREA & set(module.tags):
            return
        for symbol in module.symbols:
            if symbol.exported:
                self._symbols[symbol.name].add(module.id)
        parts = module.path.split("/")
        for start in range(1, len(parts)):
            self._suffixes["/".join(parts[start:])].add(module.id)

    def by_path(self, path: str) -> str | None:
        """The entity at exactly this path."""
        return self._paths.get(path)

    def paths(self) -> Iterable[tuple[str, str]]:
        """(path, entity id) of every document, module and area, sorted."""
        return sorted(self._paths.items())

    def package_at(self, folder: str) -> str | None:
        """The package whose manifest stands in this folder."""
        return self._package_folders.get(folder)

    def by_id(self, identifier: str) -> str | None:
        """The identifier, if it is one of an entity here."""
        kind, _, rest = identifier.partition(":")
        found = self._packages.get(rest) if kind == "package" else self._paths.get(rest)
        return found if found == identifier else None

    def by_dotted(self, dotted: str) -> Hit | None:
        """The module ``pkg.mod``, or the symbol ``pkg.mod.Class.method``, followed to the module that declares it."""
        found = self._find(dotted)
        target = self._paths.get(found[0]) if found is not None else None
        return Hit(target, found[1]) if found is not None and target is not None else None

    def place(self, text: str) -> Hit | None:
        """The path or the package that a link's text names."""
        name = text.strip()
        if _PATH.fullmatch(name) and not _is_word(name):
            path = name.removeprefix("./").rstrip("/")
            exact = self._paths.get(path) or (self._package_folders.get(path) if path else None)
            if exact is not None:
                return Hit(exact)
        return Hit(self._packages[name]) if name in self._packages else None

    def token(self, text: str) -> Hit | Ambiguous | None:
        """What an inline code token names: a path, a package, a module or an exported symbol."""
        name = _CALL.sub("", text.strip())
        place = self.place(name)
        if place is not None:
            return place
        if _IDENTIFIER.fullmatch(name) and not (_is_word(name) and name == text.strip()):
            hit = self.by_dotted(name) if "." in name else None
            if hit is not None:
                return hit
            declaring = self._symbols.get(name)
            if declaring:
                return Hit(next(iter(declaring)), name) if len(declaring) == 1 else Ambiguous(tuple(sorted(declaring)))
        ending = self._suffixes.get(name.removeprefix("./"), set()) if "." in name else set()
        return Hit(next(iter(ending)), confidence="fuzzy") if len(ending) == 1 else None


def _is_word(name: str) -> bool:
    """A lone lower-case word (``build``, ``docs``): in prose it is a command, an option or just a word far more often
    than the folder or function that happens to have its name."""
    return name.isascii() and name.isalpha() and name.islower()
