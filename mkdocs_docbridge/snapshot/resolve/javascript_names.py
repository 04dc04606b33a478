"""Which module declares a JavaScript name: followed through re-exports and ``export *``, in cycles too."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from mkdocs_docbridge.snapshot.facts import ModuleFacts

MAX_STEPS = 100_000
"""Names and stars that are read behind the stars of one barrel; ten thousand icons take a fifth of it."""


class _Offers:
    """What one file offers, and what of it comes from others."""

    def __init__(self, facts: ModuleFacts, locate: Callable[[str], str | None]) -> None:
        self.names = frozenset(facts.exports)
        self.passed: dict[str, tuple[str, str] | None] = {}
        """By the name it is offered under: the module it is taken from and its name there, None for one outside."""
        self.starred: list[str] = []
        defined = {symbol.name for symbol in facts.symbols}
        for raw in facts.imports:
            for name in raw.names if raw.kind in {"re-export", "require"} else ():
                # exports.a = a, with what a require gave; an import that is passed on is a re-export already
                if raw.kind == "require" and (name.alias not in self.names or name.alias in defined):
                    continue
                target = locate(raw.specifier)
                if name.alias != "*":
                    self.passed.setdefault(name.alias, None if target is None else (target, name.name))
                elif target is not None:
                    self.starred.append(target)


class JavaScriptNames:
    """Look-up of names over all modules of a universe, each looked up once."""

    def __init__(self, modules: Mapping[str, ModuleFacts], locate: Callable[[str, str], str | None]) -> None:
        """``locate`` tells which module an importer's specifier means."""
        self._modules = modules
        self._locate = locate
        self._offers: dict[str, _Offers] = {}
        self._stars: dict[str, Mapping[str, str]] = {}
        self._known: dict[tuple[str, str], str | None] = {}

    def declaring(self, module: str, name: str) -> str | None:
        """The module that declares what ``module`` offers as ``name``; ``*`` is a module itself.

        None when no module of the repository declares it: it comes from outside, or only running would tell.
        """
        way: dict[tuple[str, str], None] = {}
        step: tuple[str, str] | None = (module, name)
        found: str | None = None
        while step is not None and step not in way:
            if step in self._known:
                found = self._known[step]
                break
            way[step] = None
            following = self._follow(*step)
            if following == step:
                found = step[0]
                break
            step = following
        self._known.update(dict.fromkeys(way, found))
        return found

    def _follow(self, module: str, name: str) -> tuple[str, str] | None:
        """Where ``module`` has ``name`` from and how it is called there; the same when it declares it; None when that
        is no module here."""
        offers = self.offers(module)
        if name in offers.passed:
            return offers.passed[name]
        if name == "*" or name in offers.names:
            return module, name
        behind = None if name == "default" else self._behind_stars(module).get(name)
        return None if behind is None else (behind, name)

    def offers(self, path: str) -> _Offers:
        """What the file at ``path`` offers, read once."""
        if path not in self._offers:
            self._offers[path] = _Offers(self._modules[path], lambda specifier: self._locate(path, specifier))
        return self._offers[path]

    def _behind_stars(self, path: str) -> Mapping[str, str]:
        """By name, the nearest module behind the ``export *`` of ``path``, and behind theirs, that offers it."""
        if path not in self._stars:
            found: dict[str, str] = {}
            seen = {path}
            pending = deque(self.offers(path).starred)
            steps = 0
            while pending and steps < MAX_STEPS:
                here = pending.popleft()
                if here in seen:
                    continue
                seen.add(here)
                offers = self.offers(here)
                for name in offers.names:
                    found.setdefault(name, here)
                pending.extend(offers.starred)
                steps += len(offers.names) + len(offers.starred)
            self._stars[path] = found
        return self._stars[path]
