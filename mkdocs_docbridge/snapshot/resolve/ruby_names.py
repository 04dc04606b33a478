"""Where Ruby's constants and methods are defined: ``A.B.method`` for ``A::B#method`` and ``A::B.method``."""

from __future__ import annotations

from functools import cached_property

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .full_names import Found, FullNames
from .universe import Universe


class RubyNames:
    """Every name that a Ruby file outside of tests, fixtures and vendored trees defines."""

    def __init__(self, universe: Universe) -> None:
        self._modules = universe.written_in("ruby")

    def dotted(self, path: str) -> str | None:
        """The one constant that the file at ``path`` is for: the only one it defines, or the one it is named after."""
        facts = self._modules[path]
        constants = {symbol.name for symbol in facts.symbols if symbol.kind in {"class", "namespace"}}
        own = [_full_name(facts, name) for name in sorted(constants) if not _has_owner(name, constants)]
        if len(own) > 1:
            own = [name for name in own if _fit(path, name) == name.count(".") + 1]
        return own[0] if len(own) == 1 else None

    def find(self, dotted: str) -> Found | None:
        """What ``dotted`` names: by its whole name, else, when it starts with a constant, by the end of exactly
        one whole name."""
        parts = dotted.split(".")
        if parts[-1] == "new" and (made := self.find(".".join([*parts[:-1], "initialize"]))) is not None:
            return made
        return _chosen(dotted, self._names.get(dotted))

    @cached_property
    def _names(self) -> FullNames:
        names = FullNames()
        for path in sorted(self._modules):
            facts = self._modules[path]
            if facts.test or facts.generated or NO_AREA & set(path_tags(path)):
                continue
            for symbol in facts.symbols:
                names.add(_full_name(facts, symbol.name), (path, symbol.name))
        return names


def _full_name(facts: ModuleFacts, name: str) -> str:
    return f"{facts.namespaces[0]}.{name}" if facts.namespaces else name


def _has_owner(name: str, constants: set[str]) -> bool:
    parts = name.split(".")
    return any(".".join(parts[:length]) in constants for length in range(1, len(parts)))


def _chosen(dotted: str, candidates: list[Found]) -> Found | None:
    """Of several files that open one class again, the one that is named after it."""
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    best = max(_fit(path, dotted) for path, _ in candidates)
    fitting = [candidate for candidate in candidates if _fit(candidate[0], dotted) == best]
    return fitting[0] if best and len(fitting) == 1 else None


def _fit(path: str, dotted: str) -> int:
    """How many leading parts of ``dotted`` the path of a file ends with, as ``require`` spells constants
    (``a/b_c.rb`` for ``A::BC``)."""
    stem = "/" + path.rpartition(".")[0].replace("_", "").lower()
    parts = dotted.lower().replace("_", "").split(".")
    return next((n for n in range(len(parts), 0, -1) if stem.endswith("/" + "/".join(parts[:n]))), 0)
