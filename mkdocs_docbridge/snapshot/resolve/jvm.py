"""Where Java and Kotlin imports lead: the two see each other's names, so one index serves both."""

from __future__ import annotations

from collections import defaultdict

from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

from .edges import Edge, ImportIndex, Target, external
from .namespaces import Declared, by_lower, longest_prefix, undeclared, unused
from .universe import Universe

_PLATFORMS = {
    "android": "android",
    "com.sun": "jdk",
    "java": "jdk",
    "javax": "jdk",
    "jdk": "jdk",
    "kotlin": "kotlin-std",
    "org.ietf.jgss": "jdk",
    "org.w3c.dom": "jdk",
    "org.xml.sax": "jdk",
    "platform": "kotlin-std",
    "sun": "jdk",
}
"""What comes with the JDK, with Kotlin (``platform`` is Kotlin/Native's view of the system) or with Android."""
_PLATFORM_NAMES = by_lower(_PLATFORMS)
_HOSTS_TEXT = """
    com.atlassian com.fasterxml com.github com.google com.microsoft com.squareup com.sun de.undercouch io.github
    io.gitlab net.sf org.apache org.codehaus org.eclipse org.glassfish org.gradle org.jetbrains org.springframework
"""
_HOSTS = frozenset(_HOSTS_TEXT.split())
"""Two parts that many projects share, so that a third is needed to tell which one."""
_PACKAGE_FILE = "package-info.java"
_UNREAD = (".groovy", ".scala", ".clj", ".aj")


class JvmIndex(ImportIndex):
    """Resolution of Java and Kotlin imports over one universe."""

    def __init__(self, universe: Universe) -> None:
        self.declared = Declared(universe, frozenset({"java", "kotlin"}))
        self._add_facades()
        self._packages = {
            namespace: path
            for path, facts in self.declared.modules.items()
            if path.rpartition("/")[2] == _PACKAGE_FILE
            for namespace in facts.namespaces
        }
        self._artifacts = _artifacts(universe)
        self._groups = by_lower(self._artifacts)
        self._unread: dict[str, list[str]] = defaultdict(list)
        for path in sorted(universe.paths):
            if path.endswith(_UNREAD):
                self._unread[path.rpartition("/")[2].rpartition(".")[0]].append(path)

    def _add_facades(self) -> None:
        """Java sees the functions of ``Till.kt`` in a class ``TillKt``, or the one its ``@file:JvmName`` names."""
        for path, facts in self.declared.modules.items():
            if facts.language != "kotlin" or path.endswith(".kts"):
                continue
            stem = path.rpartition("/")[2].partition(".")[0]
            defined = {symbol.name for symbol in facts.symbols}
            for namespace in facts.namespaces or ("",):
                for name in (
                    f"{stem[:1].upper()}{stem[1:]}Kt",
                    *(name for name in facts.exports if name not in defined),
                ):
                    self.declared.add(namespace, name, path)

    def dotted(self, path: str) -> str | None:
        """See :meth:`ImportIndex.dotted`: ``com.shop.Cart``; the package for a ``package-info.java``."""
        facts = self.declared.modules.get(path)
        if facts is not None and path.rpartition("/")[2] == _PACKAGE_FILE:
            return next(iter(facts.namespaces), None)
        return self.declared.main_name(path)

    def find(self, dotted: str) -> tuple[str, str] | None:
        """See :meth:`ImportIndex.find`; a package is its ``package-info.java``."""
        package = self._packages.get(dotted)
        return self.declared.find(dotted) if package is None else (package, "")

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`. ``import a.*`` gives one edge for each module of ``a`` that the file names
        something of. A name of the file's own (a nested type, a companion's member) makes no edge."""
        taken = {_last(raw) for raw in facts.imports if not _is_starred(raw)}
        found = [edge for raw in facts.imports for edge in self._edges_of(path, facts, raw, taken)]
        return [edge for edge in found if edge.target != Target("module", path)]

    def _edges_of(self, path: str, facts: ModuleFacts, raw: RawImport, taken: set[str]) -> list[Edge]:
        starred = _is_starred(raw)
        if starred and self.declared.is_namespace(raw.specifier):
            found = self.declared.mentioned(raw.specifier, facts, path, {})
            # what an import of its own brings in does not come from a star
            kept = {module: [name for name in names if name not in taken] for module, names in found.items()}
            edges = [
                Edge("imports", Target("module", module), raw.specifier, raw.line, _names(names))
                for module, names in kept.items()
                if names
            ]
            return edges or [Edge("imports", unused(raw.specifier), raw.specifier, raw.line, raw.names)]
        return [Edge("imports", self._target(path, raw.specifier, starred), raw.specifier, raw.line, raw.names)]

    def _target(self, path: str, specifier: str, starred: bool) -> Target:
        module = self.declared.lookup(specifier, path)
        if module is not None:
            return Target("module", module)
        if (source := self._source(specifier)) is not None:
            return Target("file", source)
        own = self.declared.owner(specifier)
        group = longest_prefix(specifier, self._groups)
        if len(group) > len(own) or (group and len(group) == len(own) and not _names_type(specifier, own)):
            return self._artifact(group)
        platform = longest_prefix(specifier, _PLATFORM_NAMES)
        if platform and len(platform) >= len(own):
            return external(_PLATFORMS[platform], platform if "." in platform else _project(specifier, starred))
        if own and self._is_own(specifier, own, starred):
            return undeclared(specifier, own)
        return external("maven", _project(specifier, starred))

    def _is_own(self, specifier: str, own: str, starred: bool) -> bool:
        """Whether only this repository can declare ``specifier``: it stands right in ``own``, or ``own`` is a name
        that no other project shares."""
        stands_in = not starred and (_names_type(specifier, own) or specifier.rpartition(".")[0] == own)
        return stands_in or len(own) >= len(_project(specifier, starred))

    def _artifact(self, group: str) -> Target:
        artifacts = self._artifacts[group]
        return external("maven", f"{group}:{min(artifacts)}" if len(artifacts) == 1 else group)

    def _source(self, specifier: str) -> str | None:
        """The file of a language that is not analysed whose path ends like the name."""
        parts = specifier.split(".")
        for length in range(len(parts), 1, -1):
            ending = f"/{'/'.join(parts[:length])}."
            found = next((p for p in self._unread.get(parts[length - 1], ()) if ending in f"/{p}"), None)
            if found is not None:
                return found
        return None


def _artifacts(universe: Universe) -> dict[str, set[str]]:
    """By group: the artifacts that the manifests depend on and the repository does not make itself."""
    own = {facts.name for facts in universe.manifests.values() if facts.ecosystem == "maven"}
    found: dict[str, set[str]] = defaultdict(set)
    for facts in universe.manifests.values():
        if facts.ecosystem != "maven":
            continue
        for dependency in facts.dependencies:
            group, _, artifact = dependency.name.partition(":")
            if artifact and group and dependency.name not in own:
                found[group].add(artifact)
    return dict(found)


def _names_type(specifier: str, namespace: str) -> bool:
    """Whether a type follows directly on ``namespace``: names of types start with a capital."""
    rest = specifier[len(namespace) + 1 :] if namespace else specifier
    return rest[:1].isupper()


def _project(specifier: str, starred: bool) -> str:
    """The part of a name that tells which project it is of: two parts of its package, or three behind a known host."""
    parts = specifier.split(".")
    capital = next((index for index, part in enumerate(parts) if part[:1].isupper()), len(parts))
    # without a type in it, the last part is a function or property
    packages = parts[: capital if starred else min(capital, len(parts) - 1)] or parts
    return ".".join(packages[: 3 if ".".join(packages[:2]) in _HOSTS else 2])


def _is_starred(raw: RawImport) -> bool:
    return any(name.name == "*" for name in raw.names)


def _last(raw: RawImport) -> str:
    """The name by which the file calls what an import takes."""
    return raw.names[0].alias if raw.names else raw.specifier.rpartition(".")[2]


def _names(names: list[str]) -> tuple[ImportedName, ...]:
    return tuple(ImportedName(name=name, alias=name) for name in names)
