"""What handoffs look things up in: an index, its snapshot, and the files that say how the repository is built."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from mkdocs_docbridge.paths import ancestors, folders_of, join, parent
from mkdocs_docbridge.retrieval.model import Entry, RetrievalIndex
from mkdocs_docbridge.retrieval.priors import is_support
from mkdocs_docbridge.snapshot.facts import ManifestFacts
from mkdocs_docbridge.snapshot.model import Ownership, Relation, Snapshot

ROOT = "."
IMPORTS = frozenset({"imports", "re-exports"})


class Atlas:
    """Entries, relations and files of one repository, by id, path and folder.

    ``paths`` are all files of the scanned tree and ``manifests`` the facts of those among them that say how things are
    built and run: a lock file counts by being there, a Makefile by the targets in its facts.
    """

    def __init__(
        self,
        index: RetrievalIndex,
        snapshot: Snapshot,
        *,
        paths: Iterable[str],
        manifests: Mapping[str, ManifestFacts],
    ) -> None:
        self.entries = {entry.id: entry for entry in index.entries}
        self.entities = {entity.id: entity for entity in snapshot.entities}
        self.ownership = snapshot.ownership
        self.manifests = manifests
        self.files = frozenset(paths)
        self.folders = frozenset(folders_of(self.files)) | {ROOT}
        self.outbound: defaultdict[str, list[Relation]] = defaultdict(list)
        self.inbound: defaultdict[str, list[Relation]] = defaultdict(list)
        for relation in snapshot.relations:
            self.outbound[relation.source].append(relation)
            self.inbound[relation.target].append(relation)
        self.at: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in index.entries:
            if entry.id in self.entities:
                self.at[entry.path].append(entry)
        modules = sorted(
            (entry for entry in self.entries.values() if entry.kind == "module"), key=lambda item: item.path
        )
        self._modules, self._module_paths = modules, [entry.path for entry in modules]
        self._manifests_in: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(manifests):
            self._manifests_in[parent(path) or ROOT].append(path)

    def exists(self, path: str) -> bool:
        """Whether ``path`` is a file or folder of the tree."""
        return path in self.files or path in self.folders

    def file_entry(self, path: str) -> Entry | None:
        """The document or module at ``path``."""
        return next((entry for entry in self.at.get(path, ()) if entry.kind in {"document", "module"}), None)

    def modules_below(self, folder: str) -> list[Entry]:
        """Every module below a folder, by path."""
        if folder == ROOT:
            return self._modules
        first = bisect_left(self._module_paths, f"{folder}/")
        return self._modules[first : bisect_left(self._module_paths, f"{folder}0")]

    def members(self, entry: Entry) -> list[Entry]:
        """The modules that an entry stands for: its own, those of an area's folder, those of a package but not of
        packages inside it."""
        if entry.kind == "module":
            return [entry]
        inside = self.modules_below(entry.path) if entry.kind in {"area", "package"} else []
        return [item for item in inside if entry.kind == "area" or item.graph.package_id == entry.id]

    def owners(self, path: str) -> list[Ownership]:
        """The ownership records of ``path`` and the folders above it, nearest first."""
        held = [record for record in self.ownership if is_within(path, record.path)]
        return sorted(held, key=lambda record: (-depth(record.path), record.id))

    def files_in(self, folder: str, names: Iterable[str]) -> Iterator[str]:
        """Those of ``names`` that are files in ``folder``, in their order, as paths."""
        return (path for name in names if (path := below(folder, name)) in self.files)

    def nearest(self, path: str, *names: str) -> str | None:
        """The first file of one of these ``names`` in the folder of ``path`` or above it."""
        found = (file for folder in self.above(path) for file in self.files_in(folder, names))
        return next(found, None)

    def above(self, path: str) -> list[str]:
        """The folders from ``path`` (its folder, if it is a file) up to the root."""
        start = path if path in self.folders else parent(path)
        return [folder or ROOT for folder in ancestors("" if start == ROOT else start)]

    def manifests_in(self, folder: str) -> list[tuple[str, ManifestFacts]]:
        """The manifests in a folder with their facts, by path."""
        return [(path, self.manifests[path]) for path in self._manifests_in.get(folder, ())]

    def importers(self, module: str) -> list[Entry]:
        """The modules that import one, each once, by id."""
        found = {item.source for item in self.inbound.get(module, ()) if item.kind in IMPORTS and item.source != module}
        return [self.entries[key] for key in sorted(found) if key in self.entries]


def is_within(path: str, folder: str) -> bool:
    """True for ``folder`` itself and what lies below it; the root is ``.``."""
    return folder in (ROOT, path) or path.startswith(f"{folder}/")


def below(folder: str, name: str) -> str:
    """The path of ``name`` in a folder that may be the root."""
    return join("" if folder == ROOT else folder, name)


def depth(path: str) -> int:
    """Folder levels of a path; 0 for the root."""
    return 0 if path == ROOT else path.count("/") + 1


def is_code(entry: Entry) -> bool:
    """Whether a module is code that is shipped: no test, example, generated or vendored file."""
    return not is_support(entry)
