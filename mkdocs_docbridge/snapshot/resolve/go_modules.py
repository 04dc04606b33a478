"""The Go modules of a repository: which folder an import path means, and which module outside it comes from."""

from __future__ import annotations

import re

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .universe import Universe, is_seen

# The first elements of the import paths of the standard library, ``C`` of cgo included. Only paths whose first
# element has no dot are reserved for it, so what is not in this list stands in no place that a repository names.
_STANDARD_TEXT = """
    C archive arena bufio builtin bytes cmp compress container context crypto database debug embed encoding errors
    expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect regexp runtime
    simd slices sort strconv strings structs sync syscall testing text time unicode unique unsafe uuid weak
"""
STANDARD = frozenset(_STANDARD_TEXT.split())
_SECLUDED = frozenset({"testdata", "vendor"})
_MAJOR = re.compile(r"v[0-9]+")
# Hosts whose modules have two elements: no owner stands between host and name.
_SHORT_HOSTS_TEXT = """
    cloud.google.com cuelang.org dmitri.shuralyov.com filippo.io go.etcd.io go.mongodb.org go.opencensus.io
    go.opentelemetry.io go.starlark.net go.uber.org go.yaml.in google.golang.org gopkg.in gotest.tools honnef.co
    istio.io k8s.io knative.dev modernc.org rsc.io sigs.k8s.io
"""
_SHORT_HOSTS = frozenset(_SHORT_HOSTS_TEXT.split())


class GoModules:
    """Folders with a ``go.mod``."""

    def __init__(self, universe: Universe) -> None:
        self.by_folder: dict[str, ManifestFacts] = {
            parent(path): facts
            for path, facts in universe.manifests.items()
            if path.rpartition("/")[2] == "go.mod" and facts.name
        }
        self._folders: dict[str, list[str]] = {}
        for folder in sorted(self.by_folder, key=lambda folder: (folder.count("/") if folder else -1, folder)):
            self._folders.setdefault(self.by_folder[folder].name, []).append(folder)

    def around(self, path: str) -> str | None:
        """The folder of the nearest ``go.mod`` above ``path``."""
        return next((folder for folder in ancestors(parent(path)) if folder in self.by_folder), None)

    def import_path(self, folder: str) -> str | None:
        """The path by which the package in ``folder`` is imported, None when it stands in no module."""
        root = next((above for above in ancestors(folder) if above in self.by_folder), None)
        if root is None:
            return None
        inner = folder[len(root) + 1 :] if root else folder
        return join(self.by_folder[root].name, inner) if inner else self.by_folder[root].name

    def folder_of(self, path: str, specifier: str) -> str | None:
        """The folder that ``specifier`` means in the file at ``path``: in the module with the longest path that it
        starts with, the file's own before others; None when no module of the repository is meant.

        A module below ``testdata`` or ``vendor`` is only seen from there.
        """
        own = self.around(path)
        replaced = dict(self.by_folder[own].aliases) if own is not None else {}
        parts = specifier.split("/")
        for length in range(len(parts), 0, -1):
            name, rest = "/".join(parts[:length]), "/".join(parts[length:])
            if own is not None and self.by_folder[own].name == name:
                return join(own, rest) if rest else own
            target = normalize(own or "", replaced[name][0]) if name in replaced else None
            if target is not None:
                return join(target, rest) if rest else target
            seen = next((folder for folder in self._folders.get(name, ()) if is_seen(folder, path, _SECLUDED)), None)
            if seen is not None:
                return join(seen, rest) if rest else seen
        return None

    def external(self, path: str, specifier: str) -> str:
        """The module outside the repository that a package comes from: the longest that the ``go.mod`` around
        ``path`` requires, else by the usual form of its host (``github.com/owner/name``)."""
        own = self.around(path)
        required = {item.name for item in self.by_folder[own].dependencies} if own is not None else set()
        parts = specifier.split("/")
        for length in range(len(parts), 0, -1):
            name = "/".join(parts[:length])
            if name in required:
                return name
        length = 2 if parts[0] in _SHORT_HOSTS else 3
        if len(parts) > length and _MAJOR.fullmatch(parts[length]):
            length += 1
        return "/".join(parts[:length])
