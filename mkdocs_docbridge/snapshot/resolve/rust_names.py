"""What a Rust path means: followed through modules, ``use``, ``pub use`` and ``*``, in cycles too."""

from __future__ import annotations

from typing import NamedTuple

from .rust_crates import STANDARD, Crate, RustCrates
from .rust_modules import Mod, RustModules

_MAX_DEPTH = 60


class Item(NamedTuple):
    """A definition; ``symbol`` is its name in the file, ``""`` when a macro or a build must have made it."""

    file: str
    symbol: str
    rest: tuple[str, ...] = ()


class Outside(NamedTuple):
    """A crate that is not in the repository."""

    ecosystem: str
    name: str


class Gap(NamedTuple):
    """A path that leads nowhere, and why."""

    reason: str


Found = Mod | Item | Outside | Gap


class RustNames:
    """Look-up of paths over all crates of a universe."""

    def __init__(self, modules: RustModules, crates: RustCrates) -> None:
        self.modules = modules
        self._crates = crates
        self._known: dict[tuple[Mod, str], Found] = {}

    def path(self, here: Mod, path: str) -> Found:
        """What ``path`` means in the module ``here``."""
        if (here, path) not in self._known:
            self._known[here, path] = _Query(self.modules, self._crates).path(here, path.split("::"), 0)
        return self._known[here, path]


class _Query:
    """One look-up. What was found on the way is kept for it alone, so that no answer depends on earlier ones."""

    def __init__(self, modules: RustModules, crates: RustCrates) -> None:
        self.modules = modules
        self.crates = crates
        self._names: dict[tuple[Mod, str, bool], Found | None] = {}

    def path(self, here: Mod, parts: list[str], depth: int) -> Found:
        if depth > _MAX_DEPTH:
            return Gap("it leads through too many others")
        at = self._start(here, parts, depth)
        if isinstance(at, Gap):
            return at
        found, rest = at
        while rest:
            if not isinstance(found, Mod):
                break
            step = self.name(found, rest[0], len(rest) == 1, depth + 1)
            if isinstance(step, Outside):
                # what a module passes on from outside is had from that module
                return Item(self.file(found), "")
            if step is None:
                if len(rest) > 1 and not rest[0][:1].isupper() and not self._is_open(found, depth + 1):
                    return Gap(f"{self._called(found)} has no {rest[0]}")
                return Item(self.file(found), "")
            found, rest = step, rest[1:]
        return Item(found.file, found.symbol, (*found.rest, *rest)) if isinstance(found, Item) else found

    def _start(self, here: Mod, parts: list[str], depth: int) -> tuple[Found, list[str]] | Gap:
        first, rest = parts[0], parts[1:]
        if first == "":
            found = self._outside(here, rest[0]) if rest else None
            return Gap(f"no dependency is called {rest[0]}") if found is None else (found, rest[1:])
        if first in {"crate", "$crate"}:
            return Mod(here.crate, ()), rest
        if first in {"self", "super"}:
            if first == "super" and not here.path:
                return Gap("above the root of its crate there is nothing")
            above = here if first == "self" else Mod(here.crate, here.path[:-1])
            return self._start(above, rest, depth) if rest[:1] == ["super"] else (above, rest)
        step = self.name(here, first, not rest, depth + 1) or self._outside(here, first)
        if step is None and here.path:
            # before the edition of 2018 paths start at the root of the crate
            step = self.name(Mod(here.crate, ()), first, not rest, depth + 1)
        if step is None and first[:1].isupper():
            # a type that stands in a function, or that a macro made
            step = Item(self.file(here), "")
        return (step, rest) if step is not None else Gap(f"{first} is no name of its module and no dependency")

    def name(self, here: Mod, name: str, is_last: bool, depth: int) -> Found | None:
        """What ``name`` is in the module ``here``; at the end of a path items come before modules."""
        key = (here, name, is_last)
        if key in self._names or depth > _MAX_DEPTH:
            return self._names.get(key)
        self._names[key] = None
        self._names[key] = found = self._name(here, name, is_last, depth)
        return found

    def _name(self, here: Mod, name: str, is_last: bool, depth: int) -> Found | None:
        child = self.modules.children[here].get(name) if here in self.modules.children else None
        if child is not None and not is_last:
            return child
        scopes = self.modules.scopes.get(here, [])
        for scope in scopes:
            if name in scope.items:
                return Item(scope.file, scope.items[name])
        if child is not None:
            return child
        paths = [path for scope in scopes for path in scope.uses.get(name, ())]
        found = [step for path in paths if not isinstance(step := self.path(here, path.split("::"), depth + 1), Gap)]
        if found:
            return next((step for step in found if not isinstance(step, Outside)), found[0])
        if not here.path and (file := self.modules.macros[here.crate].get(name)) is not None:
            return Item(file, name)
        return self._through_globs(here, name, is_last, depth)

    def _through_globs(self, here: Mod, name: str, is_last: bool, depth: int) -> Found | None:
        for scope in self.modules.scopes.get(here, ()):
            for glob in scope.globs:
                target = self.path(here, glob.split("::"), depth + 1)
                if isinstance(target, Mod) and target != here:
                    step = self.name(target, name, is_last, depth + 1)
                    if step is not None and not isinstance(step, Outside):
                        return step
        return None

    def _is_open(self, here: Mod, depth: int) -> bool:
        """Whether a module passes on everything of a crate that is not here."""
        globs = [glob for scope in self.modules.scopes.get(here, ()) for glob in scope.globs]
        return any(isinstance(self.path(here, glob.split("::"), depth), Outside) for glob in globs)

    def _outside(self, here: Mod, name: str) -> Found | None:
        crate = self.modules.crates[here.crate]
        named = self.crates.named(crate, name)
        if isinstance(named, Crate):
            return Mod(named.root, ())
        if name in STANDARD or (name == "test" and named is None):
            return Outside("rust-std", name)
        return None if named is None else Outside("cargo", named)

    def file(self, here: Mod) -> str:
        """The file that a module is, or stands in."""
        scopes = self.modules.scopes.get(here)
        return scopes[0].file if scopes else here.crate

    def _called(self, here: Mod) -> str:
        return "::".join([self.modules.crates[here.crate].name, *here.path])
