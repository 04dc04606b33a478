"""Which file declares a PHP class, function or constant: by PSR-4, else by what every file says it declares."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from mkdocs_docbridge.paths import join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.tags import NO_AREA, path_tags

from .full_names import Found, FullNames
from .universe import Universe


class PhpNames:
    """The declarations of a universe by their whole names, written with dots (``App.Models.User.save``)."""

    def __init__(self, universe: Universe) -> None:
        self._modules = universe.written_in("php")
        self._prefixes: dict[str, list[str]] = defaultdict(list)
        for path in sorted(universe.manifests, key=lambda path: (_is_aside(path), path.count("/"), path)):
            manifest = universe.manifests[path]
            if manifest.ecosystem == "packagist":
                for prefix, targets in manifest.aliases:
                    folders = [normalize(parent(path), target) for target in targets]
                    self._prefixes[prefix.strip("\\").replace("\\", ".")].extend(f for f in folders if f is not None)
        self._declared: dict[str, list[Found]] = defaultdict(list)
        self.namespaces: set[str] = set()
        for path in sorted(self._modules):
            facts = self._modules[path]
            # Stand-ins for other people's classes make their namespaces no namespaces of this repository.
            if not {"fixture", "vendored"} & set(path_tags(path)):
                self.namespaces.update(facts.namespaces)
            for symbol in facts.symbols:
                self._declared[_full_name(facts, symbol.name)].append((path, symbol.name))

    def locate(self, importer: str, name: str) -> str | None:
        """The module that declares ``name`` for the file at ``importer``: the one that autoloading takes, else of
        those that declare it the nearest."""
        by_rule = self._autoloaded(name)
        if by_rule is not None:
            return by_rule
        found = self._declared.get(name)
        if not found:
            return None
        return min(found, key=lambda item: (-_shared(importer, item[0]), _is_aside(item[0]), item[0]))[0]

    def _autoloaded(self, name: str) -> str | None:
        parts = name.split(".")
        for length in range(len(parts) - 1, -1, -1):
            for folder in self._prefixes.get(".".join(parts[:length]), ()):
                path = join(folder, "/".join(parts[length:]) + ".php")
                if path in self._modules:
                    return path
        return None

    def own_prefix(self, name: str) -> tuple[int, str] | None:
        """(number of leading parts, path expected there) when ``name`` lies in a namespace that a manifest gives to
        the repository; the path is ``""`` when only the files themselves say that the namespace is theirs."""
        parts = name.split(".")
        starts = [(length, ".".join(parts[:length])) for length in range(len(parts) - 1, 0, -1)]
        longest = next((length for length, start in starts if start in self._prefixes or start in self.namespaces), 0)
        for length, start in starts:
            for folder in self._prefixes.get(start, ()):
                return longest, join(folder, "/".join(parts[length:]) + ".php")
        return (longest, "") if longest else None

    def is_namespace(self, name: str) -> bool:
        """Whether files of the repository stand in the namespace ``name`` or below it."""
        return name in self._around

    @cached_property
    def _around(self) -> set[str]:
        return {".".join(space.split(".")[:n]) for space in self.namespaces for n in range(1, space.count(".") + 2)}

    def dotted(self, path: str) -> str | None:
        """The class that the file at ``path`` is for: the one it is named after, or the only one."""
        facts = self._modules[path]
        own = [s.name for s in facts.symbols if s.kind in {"class", "type"}]
        stem = path.rpartition("/")[2].removesuffix(".php")
        named = [name for name in own if name.rpartition(".")[2] == stem] or own
        return _full_name(facts, named[0]) if len(named) == 1 else None

    def find(self, dotted: str) -> Found | None:
        """What ``dotted`` names, outside of tests, fixtures and vendored trees: by its whole name, else by the end
        of exactly one. None when several files declare it and none is the one that autoloading takes."""
        candidates = self._names.get(dotted)
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        parts = dotted.split(".")
        loaded = {self._autoloaded(".".join(parts[:length])) for length in range(len(parts), 0, -1)}
        taken = [candidate for candidate in candidates if candidate[0] in loaded]
        return taken[0] if len(taken) == 1 else None

    @cached_property
    def _names(self) -> FullNames:
        names = FullNames()
        for whole, declared in self._declared.items():
            for path, name in declared:
                if not self._is_aside(path):
                    names.add(whole, (path, name))
        return names

    def _is_aside(self, path: str) -> bool:
        return self._modules[path].test or self._modules[path].generated or _is_aside(path)


def _full_name(facts: ModuleFacts, name: str) -> str:
    return f"{facts.namespaces[0]}.{name}" if len(facts.namespaces) == 1 and facts.namespaces[0] else name


def _is_aside(path: str) -> bool:
    return bool(NO_AREA & set(path_tags(path)))


def _shared(left: str, right: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for one, other in zip(left.split("/")[:-1], right.split("/")[:-1], strict=False):
        if one != other:
            break
        count += 1
    return count
