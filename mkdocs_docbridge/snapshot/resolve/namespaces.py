"""Which module declares a fully qualified name: what Java, Kotlin and C# imports are looked up in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.tags import path_tags

from .edges import Target, unresolved
from .universe import Universe


class Declared:
    """The names that the modules of some languages declare, by namespace.

    A file does not say which of its namespaces a definition stands in, so a file with several declares each of its
    names in all of them.
    """

    def __init__(self, universe: Universe, languages: frozenset[str]) -> None:
        self.modules: dict[str, ModuleFacts] = {
            path: facts for path, facts in sorted(universe.modules.items()) if facts.language in languages
        }
        self.namespaces: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        """Namespace → name declared at its top → the modules that do so."""
        self._parents: set[str] = set()
        self._symbols: dict[str, frozenset[str]] = {}
        self._nearest: dict[tuple[str, str, str], str] = {}
        for path, facts in self.modules.items():
            for namespace in facts.namespaces or ("",):
                names = self.namespaces[namespace]
                for symbol in facts.symbols:
                    if "." not in symbol.name:
                        names[symbol.name].append(path)
        for namespace in self.namespaces:
            while namespace:
                namespace = namespace.rpartition(".")[0]
                self._parents.add(namespace)

    def add(self, namespace: str, name: str, path: str) -> None:
        """Declares a name that is no definition of the file's own (what another language sees it as)."""
        if path not in self.namespaces[namespace][name]:
            self.namespaces[namespace][name].append(path)

    def is_namespace(self, name: str) -> bool:
        """Whether a module declares something in this namespace itself."""
        return name in self.namespaces

    def is_parent(self, name: str) -> bool:
        """Whether a namespace of the repository lies below this one."""
        return name in self._parents

    def owner(self, dotted: str) -> str:
        """The longest namespace of the repository that ``dotted`` starts with, ``""`` without one."""
        while dotted and dotted not in self.namespaces:
            dotted = dotted.rpartition(".")[0]
        return dotted

    def split(self, dotted: str) -> tuple[str, str, list[str]] | None:
        """(namespace, name declared there, what follows) that ``dotted`` means, the longest namespace first."""
        parts = dotted.split(".")
        for length in range(len(parts) - 1, -1, -1):
            namespace = ".".join(parts[:length])
            if namespace in self.namespaces and parts[length] in self.namespaces[namespace]:
                return namespace, parts[length], parts[length + 1 :]
        return None

    def lookup(self, dotted: str, importer: str) -> str | None:
        """The module that declares ``dotted``, or the type that it is a member of, as seen from ``importer``."""
        found = self.split(dotted)
        return None if found is None else self.nearest(found[0], found[1], importer)

    def nearest(self, namespace: str, name: str, importer: str) -> str | None:
        """The module that ``importer`` most likely means, when several declare a name: parts of one type, a Kotlin
        ``expect`` with its ``actual`` ones, test doubles. The importer itself only if no other does.

        One that is no test (unless the importer is), then the one that shares the most leading folders with it, then
        the ``expect`` declaration, the file called like the name, and the first by path.
        """
        paths = self.namespaces.get(namespace, {}).get(name, [])
        if len(paths) > 1:
            paths = [path for path in paths if path != importer]
        if len(paths) < 2:
            return paths[0] if paths else None
        key = (namespace, name, parent(importer))
        known = self._nearest.get(key)
        if known is None or known == importer:
            tested = _is_test(importer)
            known = min(paths, key=lambda path: (not tested and _is_test(path), *self._distance(path, importer, name)))
            self._nearest[key] = known
        return known

    def _distance(self, path: str, importer: str, name: str) -> tuple[int, bool, int, str]:
        expected = any(
            symbol.name == name and " expect " in f" {symbol.signature} " for symbol in self.modules[path].symbols
        )
        file = path.rpartition("/")[2]
        # ``Cart.cs`` before ``Cart.Adding.cs`` before any other
        called = 0 if file.rpartition(".")[0] == name else 1 if file.partition(".")[0] == name else 2
        return -_shared(parent(path), parent(importer)), not expected, called, path

    def mentioned(
        self, namespace: str, facts: ModuleFacts, importer: str, extra: Mapping[str, Iterable[str]]
    ) -> dict[str, list[str]]:
        """By module, sorted: the names of ``namespace`` that stand among the words of a file and that nothing nearer
        explains (types of its own or of its own namespaces). ``extra`` are words that stand for a name, too."""
        own = {symbol.name for symbol in facts.symbols}
        near = [self.namespaces[item] for item in facts.namespaces if item != namespace and item in self.namespaces]
        found: dict[str, list[str]] = defaultdict(list)
        for name in self.namespaces[namespace]:
            words = (name, *extra.get(name, ()))
            if not any(word in facts.terms for word in words):
                continue
            # of functions with one name each may be meant; of types the nearer one hides the other
            if name[:1].isupper() and (name in own or any(name in names for names in near)):
                continue
            path = self.nearest(namespace, name, importer)
            if path is not None:
                found[path].append(name)
        return {path: sorted(found[path]) for path in sorted(found)}

    def main_name(self, path: str) -> str | None:
        """The fully qualified name of the file's main type: the one called like the file, else the first exported."""
        facts = self.modules.get(path)
        if facts is None:
            return None
        stem = path.rpartition("/")[2].partition(".")[0]
        types = [s for s in facts.symbols if s.kind in {"class", "type"} and "." not in s.name]
        main = next((s for s in types if s.name == stem), None) or next((s for s in types if s.exported), None)
        if main is None:
            main = types[0] if types else None
        return None if main is None else ".".join([*facts.namespaces[:1], main.name])

    def find(self, dotted: str) -> tuple[str, str] | None:
        """(module, name in it) of a fully qualified name; None when nothing declares it."""
        found = self.split(dotted)
        if found is None:
            return None
        namespace, name, rest = found
        full = ".".join([name, *rest])
        paths = sorted(
            self.namespaces[namespace][name], key=lambda path: (_is_test(path), *self._distance(path, path, name)[1:])
        )
        return next(((path, full) for path in paths if full in self._names(path)), None)

    def _names(self, path: str) -> frozenset[str]:
        if path not in self._symbols:
            self._symbols[path] = frozenset(symbol.name for symbol in self.modules[path].symbols)
        return self._symbols[path]


def undeclared(dotted: str, namespace: str) -> Target:
    """The target of a name below a namespace of the repository that no file of it declares."""
    return unresolved(
        f"{namespace} is a namespace of this repository, and no file in it declares {dotted}; it may be generated"
    )


def unused(namespace: str) -> Target:
    """The target of an import of a whole namespace of the repository that the file makes no use of."""
    return unresolved(f"the file names nothing that {namespace} declares")


def by_lower(names: Iterable[str]) -> dict[str, str]:
    """Names as :func:`longest_prefix` looks them up."""
    return {name.lower(): name for name in sorted(names, reverse=True)}


def longest_prefix(dotted: str, known: Mapping[str, str]) -> str:
    """The longest of the ``known`` names that ``dotted`` is or lies below, in any case of letters; ``""`` without."""
    name = dotted.lower()
    while name and name not in known:
        name = name.rpartition(".")[0]
    return known.get(name, "")


def _is_test(path: str) -> bool:
    return bool({"test", "fixture", "example"} & set(path_tags(path)))


def _shared(folder: str, other: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for left, right in zip(folder.split("/"), other.split("/"), strict=False):
        if left != right or not left:
            break
        count += 1
    return count
