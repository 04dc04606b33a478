"""The folders that Python's absolute imports start from, and the dotted names that follow from them."""

from __future__ import annotations

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .universe import Universe

# Packages below such a folder are seen only from within it: their names are often those of real dependencies.
_SECLUDED_TEXT = """
    tests test testing testdata test_data fixtures examples example samples docs doc benchmarks vendor vendored
    _vendor third_party thirdparty extern external site-packages templates
"""
_SECLUDED = frozenset(_SECLUDED_TEXT.split())
_PYTHON_MANIFESTS = frozenset({"pyproject.toml", "setup.py", "setup.cfg"})


class SourceRoots:
    """Source roots of a repository.

    *Declared* roots come from manifests (``source_roots``) and from ``src`` beside one. *Derived* roots are the
    parents of top-level packages. A package is *top-level* when no folder above its own has an ``__init__``; the
    repository's root folder, whose name the repository does not know, never counts as a package.
    """

    def __init__(self, universe: Universe, python: set[str]) -> None:
        self.packages = {parent(path) for path in python if path.endswith(("/__init__.py", "/__init__.pyi"))}
        self.conftests = {parent(path) for path in python if path.rpartition("/")[2] == "conftest.py"}
        self.manifest_folders = {
            parent(path) for path in universe.paths if path.rpartition("/")[2] in _PYTHON_MANIFESTS
        }
        self.declared = self._declared(universe)
        self._derived = {parent(self._top(folder)) for folder in self.packages}
        open_roots = self.declared | self.manifest_folders | {r for r in self._derived if not _is_secluded(r)} | {""}
        self.known: tuple[str, ...] = tuple(sorted(open_roots, key=lambda root: (root not in self.declared, root)))
        self._seen: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._owned: dict[str, str] = {}

    def _declared(self, universe: Universe) -> set[str]:
        found: set[str] = set()
        for path, facts in universe.manifests.items():
            if facts.ecosystem == "pypi":
                found.update(self._hinted(parent(path), facts))
        for folder in self.manifest_folders:
            source = join(folder, "src")
            if source in universe.folders and source not in self.packages:
                found.add(source)
        return {root for root in found if root in universe.folders}

    def _hinted(self, folder: str, facts: ManifestFacts) -> set[str]:
        hints = {normalize(folder, hint) for hint in facts.source_roots}
        return {hint for hint in hints if hint is not None and hint not in self.packages}

    def _top(self, folder: str) -> str:
        """The outermost package around ``folder``; ``folder`` itself when none is."""
        return next((above for above in reversed(ancestors(folder)) if above and above in self.packages), folder)

    def owner(self, path: str) -> str:
        """The root that the module at ``path`` is imported from."""
        folder = parent(path)
        if folder not in self._owned:
            self._owned[folder] = self._owner(folder)
        return self._owned[folder]

    def _owner(self, folder: str) -> str:
        above = ancestors(folder)
        declared = next((root for root in above if root in self.declared), None)
        top = self._top(folder)
        if top in self.packages:
            derived = parent(top)
            # A namespace package (no __init__ between a declared root and the package) keeps the declared one,
            # unless a folder between them says that something else starts there.
            if declared is None or len(declared) > len(derived) or self._has_own_start(declared, derived):
                return derived
            return declared
        if declared is not None:
            return declared
        return next((root for root in above if root in self.manifest_folders), "")

    def _has_own_start(self, declared: str, derived: str) -> bool:
        between = [folder for folder in ancestors(derived) if len(folder) > len(declared)]
        return declared == "" or any(_is_secluded_name(folder) for folder in between)

    def dotted(self, path: str) -> str | None:
        """``pkg.mod`` for the module at ``path``; None when a part of it is no identifier."""
        root = self.owner(path)
        stem = path[len(root) + 1 if root else 0 :].rpartition(".")[0]
        parts = stem.split("/")
        if parts[-1] == "__init__":
            parts.pop()
        return ".".join(parts) if parts and all(part.isidentifier() for part in parts) else None

    def seen_from(self, path: str, secluded: bool = True) -> tuple[str, ...]:
        """The roots that an import in ``path`` may start from, in the order they are tried.

        First the file's own root, then, as pytest and scripts have them, its folder and those of the ``conftest.py``
        above it, then every root that is not secluded, the nearest first. Without ``secluded``, none of the first
        kinds that lies below a folder of tests or examples: for names that are dependencies.
        """
        folder = parent(path)
        if folder not in self._seen:
            above = ancestors(folder)
            own = [self.owner(path)]
            if folder not in self.packages:
                own.append(folder)
            own.extend(parent(self._top(a)) if a in self.packages else a for a in above if a in self.conftests)
            own.extend(root for root in above if root in self._derived)
            rest = sorted(self.known, key=lambda root: (-_shared(folder, root), root not in self.declared, root))
            every = tuple(dict.fromkeys([*own, *rest]))
            self._seen[folder] = (every, tuple(root for root in every if not _is_secluded(root)))
        return self._seen[folder][0 if secluded else 1]

    def is_inside(self, path: str, top: str) -> bool:
        """Whether the module at ``path`` belongs to a top-level package called ``top``."""
        root = self.owner(path)
        return parent(path) != root and path[len(root) + 1 if root else 0 :].split("/")[0] == top


def _is_secluded_name(folder: str) -> bool:
    return folder.rpartition("/")[2].lower() in _SECLUDED


def _is_secluded(folder: str) -> bool:
    return any(part.lower() in _SECLUDED for part in folder.split("/"))


def _shared(folder: str, root: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for left, right in zip(folder.split("/"), root.split("/"), strict=False):
        if left != right or not left:
            break
        count += 1
    return count
