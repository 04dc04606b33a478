"""Where Ruby's ``require`` and its kin lead: files of the repository, gems, the standard library."""

from __future__ import annotations

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import RawImport

from .edges import StatementIndex, Target, external, unresolved
from .ruby_gems import RubyGems
from .ruby_names import RubyNames
from .ruby_stdlib import RUBY_STDLIB
from .universe import Universe

_SUFFIXES = (".rb", ".rake", ".ru")
_COMPILED = (".so", ".o", ".dll", ".bundle", ".jar")


class RubyIndex(StatementIndex):
    """Resolution of what Ruby files load, over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.modules = universe.modules
        self.paths = universe.paths
        self.folders = universe.folders
        self.gems = RubyGems(universe)
        self.names = RubyNames(universe)

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`: the constant that the file defines."""
        return self.names.dotted(path)

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`."""
        return self.names.find(dotted)

    def target(self, path: str, raw: RawImport) -> Target:
        """See :meth:`StatementIndex.target`."""
        if raw.kind == "import":
            return self._relative(path, raw.specifier)
        if raw.kind == "include" or raw.specifier.startswith(("./", "../", "/")):
            return self._as_written(path, raw.specifier)
        return self._along_load_path(path, raw.specifier)

    def _relative(self, path: str, specifier: str) -> Target:
        stem = normalize(parent(path), specifier)
        if stem is None:
            return unresolved("it leaves the repository")
        found = self._file(stem)
        if found is None:
            return self._extension(path, specifier) or unresolved(f"{_with_suffix(stem)} is no file of the repository")
        return self._found(found)

    def _as_written(self, path: str, specifier: str) -> Target:
        """``load "x.rb"`` and ``require "./x"`` start from the folder a program runs in: the root, a gem's folder,
        or the file's own."""
        if specifier.startswith("/"):
            return unresolved("it is a path of one machine")
        for folder in dict.fromkeys([parent(path), *ancestors(parent(path))]):
            stem = normalize(folder, specifier)
            found = None if stem is None else self._file(stem)
            if found is not None and found != path:
                return self._found(found)
        if specifier.startswith("."):
            return unresolved("no folder above the file has it")
        return self._along_load_path(path, specifier)

    def _along_load_path(self, path: str, specifier: str) -> Target:
        roots = self.gems.load_path(path)
        for root in roots:
            stem = normalize(root, specifier)
            found = None if stem is None else self._file(stem)
            if found is not None and found != path:
                return self._found(found)
        compiled = self._extension(path, specifier)
        if compiled is not None:
            return compiled
        gem, top = self.gems.declared(specifier), specifier.split("/")[0]
        if gem is not None and gem not in self.gems.own:
            return external("rubygems", gem)
        if top.removesuffix(".rb") in RUBY_STDLIB:
            return external("ruby-std", top.removesuffix(".rb"))
        own = next((root for root in roots if self._has(root, top)), None)
        if own is not None:
            return unresolved(f"{_with_suffix(join(own, specifier))} is no file of the repository")
        return external("rubygems", self.gems.guess(specifier))

    def _has(self, root: str, top: str) -> bool:
        return join(root, top) in self.folders or f"{join(root, top)}.rb" in self.paths

    def _file(self, stem: str) -> str | None:
        """The file that ``stem`` means: itself or with ``.rb``."""
        if stem.endswith(_SUFFIXES) and stem in self.paths:
            return stem
        return f"{stem}.rb" if stem and f"{stem}.rb" in self.paths else stem if stem in self.paths else None

    def _extension(self, path: str, specifier: str) -> Target | None:
        """A compiled extension is not in the repository; the ``extconf.rb`` that builds it from its sources is."""
        bare = next((specifier.removesuffix(end) for end in _COMPILED if specifier.endswith(end)), specifier)
        for folder in (*self.gems.around(path), ""):
            for name in dict.fromkeys((bare, bare.rpartition("/")[2])):
                built = join(folder, f"ext/{name}/extconf.rb")
                if built in self.modules and name:
                    return Target("module", built)
        return None

    def _found(self, path: str) -> Target:
        return Target("module" if path in self.modules else "file", path)


def _with_suffix(stem: str) -> str:
    return stem if stem.endswith(_SUFFIXES) else f"{stem}.rb"
