"""What a name in prose stands for: a path, a package, a module, an exported symbol, or too many of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .model import Area, Confidence, Package
from .tags import NO_AREA

# A call, or (Rust) the use of a macro.
_CALL = re.compile(r"!?\(\s*(?:\.{3}|…)?\s*\)$|(?<=\w)!$")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*)*")
_C_HEADERS = (".h", ".h++", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")
_C_FILES = (*_C_HEADERS, ".c", ".c++", ".cc", ".cpp", ".cppm", ".cxx", ".ixx")
_PATH = re.compile(r"[\w@.+-]+(?:/[\w@.+-]+)*/?")


@dataclass(frozen=True)
class Hit:
    """``symbol`` is set when the name is one that the target module exports."""

    target: str
    symbol: str = ""
    confidence: Confidence = "observed"


@dataclass(frozen=True)
class Ambiguous:
    """A name that may mean several entities. ``code``: an exported name that several modules declare, or a path that is
    nearly that of several files."""

    candidates: tuple[str, ...]
    code: Literal["SYMBOL_AMBIGUOUS", "PATH_AMBIGUOUS"] = "SYMBOL_AMBIGUOUS"


class NamedModule(NamedTuple):
    """A module as documents may call it: by its path, or by a name that it exports."""

    path: str
    tags: tuple[str, ...]
    exported: Sequence[str]
    in_namespaces: Sequence[str] = ()
    """Exported names that prose may write without the namespace before them (C++)."""


class Names:
    """Every name by which documents may call an entity."""

    def __init__(
        self,
        *,
        documents: Iterable[str],
        modules: Iterable[NamedModule],
        packages: Iterable[Package],
        areas: Iterable[Area],
        find: Callable[[str], tuple[str, str] | None],
        dotted: Callable[[str], str | None],
    ) -> None:
        """``documents`` are paths; ``find`` tells which (module path, name in it) a dotted name means, ``dotted`` the
        name under which the module at a path is imported."""
        self._find = find
        self._dotted = dotted
        self._paths: dict[str, str] = {}
        self._endings: dict[str, str | None] = {}
        """Ends of paths that one module alone has, with its path; None for one that several have."""
        self._packages: dict[str, str] = {}
        self._symbols: dict[str, str] = {}
        self._shared: dict[str, set[str]] = {}
        """Exported names: the module that declares them, or all that do. Nearly every name has one."""
        self._unspaced: dict[str, set[tuple[str, str]]] = {}
        """Names without the C++ namespace before them: (module, whole name)."""
        for area in areas:
            self._paths[area.path] = area.id
        for path in documents:
            self._paths[path] = f"document:{path}"
        self._package_folders: dict[str, str] = {}
        for package in packages:
            self._packages[package.name] = package.id
            self._package_folders.setdefault(package.path, package.id)
        for module in modules:
            self._add_module(module)

    def _add_module(self, module: NamedModule) -> None:
        identifier = f"module:{module.path}"
        self._paths[module.path] = identifier
        if not NO_AREA.isdisjoint(module.tags):
            return
        for name in module.exported:
            other = self._symbols.setdefault(name, identifier)
            if other != identifier:
                self._shared.setdefault(name, {other}).add(identifier)
        for name in module.in_namespaces:
            self._unspaced.setdefault(name.rpartition(".")[2], set()).add((identifier, name))
        ending = module.path
        while "/" in ending:
            ending = ending.partition("/")[2]
            self._endings[ending] = None if ending in self._endings else identifier

    def _declaring(self, name: str) -> Hit | Ambiguous | None:
        only = self._symbols.get(name)
        if only is not None and name not in self._shared:
            return Hit(only, name)
        found = _declaring({(module, name) for module in self._shared.get(name, ())})
        found = found or _declaring(self._unspaced.get(name, set()))
        if len(found) < 2:
            return Hit(*next(iter(found))) if found else None
        modules = {module for module, _ in found}
        one = self._of_one_type(name, modules)
        return Ambiguous(tuple(sorted(modules))) if one is None else Hit(one, name)

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
        """The module ``pkg.mod``, or the symbol ``pkg.mod.Class.method``, followed to the module that declares it.
        ``pkg::mod`` is read alike."""
        found = self._find(dotted.replace("::", "."))
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
        # as C++ and others write it; symbols are told apart by dots whatever the language
        name = _CALL.sub("", text.strip()).removeprefix("::")
        if "::" in name:
            name = name.replace("::", ".").removeprefix(".")
        place = self.place(name)
        if place is not None:
            return place
        if _IDENTIFIER.fullmatch(name) and not (_is_word(name) and name == text.strip()):
            dotted = name.replace("::", ".")
            hit = self.by_dotted(dotted) if "." in dotted else None
            if hit is not None:
                return hit
            declaring = self._declaring(dotted)
            if declaring is not None:
                return declaring
        ending = self._endings.get(name.removeprefix("./")) if "." in name else None
        return Hit(ending, confidence="fuzzy") if ending is not None else None

    def _of_one_type(self, name: str, declaring: set[str]) -> str | None:
        """The module that stands for a type in several files (C#'s partial ones, Kotlin's ``expect`` and ``actual``):
        they go by one full name, and the language says which of them it means."""
        dotted = {self._dotted(identifier.removeprefix("module:")) for identifier in declaring}
        full = dotted.pop() if len(dotted) == 1 else None
        if full is None:
            return None
        own, _, member = name.partition(".")
        found = self._find(f"{full}.{member}" if member else full) if full.rpartition(".")[2] == own else None
        target = self._paths.get(found[0]) if found is not None else None
        return target if target in declaring else None


def _declaring(found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The (module, name) pairs of ``found`` that declare: what sources of C and C++ define, their one header does."""
    headers = {place for place in found if place[0].endswith(_C_HEADERS)}
    is_of_c = all(module.endswith(_C_FILES) for module, _ in found)
    return headers if len(headers) == 1 and is_of_c else found


def _is_word(name: str) -> bool:
    """A lone lower-case word (``build``, ``docs``): in prose it is a command, an option or just a word far more often
    than the folder or function that happens to have its name."""
    return name.isascii() and name.isalpha() and name.islower()
