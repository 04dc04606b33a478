"""Where the includes of C and C++ lead: files of the repository, standard headers, the system's libraries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property

from mkdocs_docbridge.paths import normalize, parent
from mkdocs_docbridge.snapshot.facts import RawImport
from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .c_files import CFiles
from .c_headers import CPP_MODULES, SHARED_FOLDERS, standard_of
from .edges import StatementIndex, Target, external, unresolved
from .universe import Universe

_LANGUAGES = frozenset({"c", "cpp"})
_HEADERS = (".h", ".h++", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")
_FILE_SUFFIXES = frozenset(["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inl", "ipp", "tpp"])
_MAX_NAMED = 4


class CIndex(StatementIndex):
    """Resolution of includes and C++20 modules over one universe. Nobody knows the ``-I`` of the build: an include
    means the file of the repository whose path ends in it, the nearest where there are several."""

    def __init__(self, universe: Universe) -> None:
        self._modules = universe.modules
        self._paths = universe.paths
        self._files = CFiles(universe)
        self._folder_names = {part for folder in universe.folders for part in folder.split("/")}
        self._interfaces = {
            symbol.name: path
            for path, facts in sorted(universe.modules.items(), reverse=True)
            if facts.language in _LANGUAGES
            for symbol in facts.symbols
            if symbol.kind == "module"
        }

    def dotted(self, path: str) -> str | None:
        """The C++20 module that a file is the interface of; headers have no dotted name."""
        return next((name for name, interface in sorted(self._interfaces.items()) if interface == path), None)

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`: ``space.Class.member``, or the end of it where one name alone ends so. What a
        header declares is the header's, wherever it is defined."""
        if dotted in self._interfaces:
            return self._interfaces[dotted], ""
        if "." not in dotted or dotted.rpartition(".")[2] in _FILE_SUFFIXES:
            return None
        return self._names.get(dotted) or self._ends.get(dotted)

    # -- targets ---------------------------------------------------------------------------------------------------

    def target(self, path: str, raw: RawImport) -> Target:
        """See :meth:`StatementIndex.target`."""
        specifier = raw.specifier
        if specifier[:1] not in {"<", '"'}:
            return self._module(specifier)
        name = specifier[1:-1].strip().replace("\\", "/")
        return self._quoted(path, name) if specifier[0] == '"' else self._bracketed(path, name)

    def _module(self, name: str) -> Target:
        if name in self._interfaces:
            return Target("module", self._interfaces[name])
        if name in CPP_MODULES:
            return external("cpp-std", name)
        return unresolved(f"no file of the repository is the interface of a module {name}")

    def _quoted(self, path: str, name: str) -> Target:
        if name.startswith("/"):
            return unresolved("it is a path of the machine that builds it")
        beside = normalize(parent(path), name)
        if beside in self._paths:
            return self._found(beside)
        found = self._by_end(path, name)
        if found is not None:
            return found
        if standard := standard_of(name):
            return external(standard, name)
        folder = name.split("/")[0]
        if "/" in name and folder not in self._folder_names and folder not in {".", ".."}:
            return external("system", _library(name))
        return unresolved(f"no file of the repository ends in {name}")

    def _bracketed(self, path: str, name: str) -> Target:
        if standard := standard_of(name):
            return external(standard, name)
        found = self._by_end(path, name, lambda candidate: self._files.is_on_path(candidate, name, path))
        return found or external("system", _library(name))

    def _by_end(self, path: str, name: str, is_wanted: Callable[[str], bool] | None = None) -> Target | None:
        """The file whose path ends in ``name``, or the one it is made from."""
        plain = "/".join(part for part in name.split("/") if part not in {"", ".", ".."})
        if not plain:
            return None
        for candidates in (self._files.ending_in(plain), sorted(set(self._files.templates(plain)))):
            wanted = candidates if is_wanted is None else [found for found in candidates if is_wanted(found)]
            best = self._files.best(path, plain, wanted)
            if len(best) == 1:
                return self._found(best[0])
            if best:
                shown = ", ".join(best[:_MAX_NAMED]) + (", …" if len(best) > _MAX_NAMED else "")
                return unresolved(f"it is ambiguous: {shown} are as near as each other")
        return None

    def _found(self, path: str | None) -> Target:
        key = path or ""
        return Target("module" if key in self._modules else "file", key)

    # -- names -----------------------------------------------------------------------------------------------------

    @cached_property
    def _names(self) -> dict[str, tuple[str, str]]:
        """Exported names to the module that is taken to declare them; without those that several do."""
        places: dict[str, list[str]] = defaultdict(list)
        for path, facts in self._modules.items():
            if facts.language in _LANGUAGES:
                for symbol in facts.symbols:
                    if symbol.exported and "." in symbol.name:
                        places[symbol.name].append(path)
        found = {name: _declaring(paths) for name, paths in places.items()}
        return {name: (path, name) for name, path in found.items() if path is not None}

    @cached_property
    def _ends(self) -> dict[str, tuple[str, str]]:
        """The ends of the names, of two parts and more, that one name alone has."""
        places: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for name, place in self._names.items():
            parts = name.split(".")
            for start in range(1, len(parts) - 1):
                places[".".join(parts[start:])].add(place)
        return {end: next(iter(found)) for end, found in places.items() if len(found) == 1}


def _declaring(paths: list[str]) -> str | None:
    """The one header among ``paths``, or the one file; tests, examples and the like only when there is nothing else."""
    for chosen in ([path for path in paths if not NO_AREA & set(path_tags(path))], paths):
        headers = [path for path in chosen if path.lower().endswith(_HEADERS)]
        if len(headers or chosen) == 1:
            return (headers or chosen)[0]
        if chosen:
            return None
    return None


def _library(header: str) -> str:
    """The name of the library that a header outside of the repository belongs to, as far as its path tells."""
    folder = header.split("/")[0]
    return header if folder == header or folder in SHARED_FOLDERS else folder
