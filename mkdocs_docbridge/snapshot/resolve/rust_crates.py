"""The crates of a repository: each package's library, programs, tests, examples, and what each may call by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from mkdocs_docbridge.paths import ancestors, join, normalize, parent
from mkdocs_docbridge.snapshot.facts import ManifestFacts

from .universe import Universe, is_seen

STANDARD = frozenset({"alloc", "core", "proc_macro", "std"})
"""The crates that come with the compiler. ``test`` only does for those who ask for it by ``extern crate``."""
_SECLUDED = frozenset({"fixtures", "testdata", "third_party", "vendor"})
_FOLDERS = ("tests", "examples", "benches", "src/bin")


class Crate(NamedTuple):
    """One unit of compilation; ``root`` is the file it starts from, ``folder`` that of its package."""

    root: str
    name: str
    folder: str | None
    is_library: bool


def crate_name(package: str) -> str:
    """The name a package has in code."""
    return package.replace("-", "_")


class RustCrates:
    """The packages with a ``Cargo.toml`` and their crates."""

    def __init__(self, universe: Universe) -> None:
        self.files = set(universe.paths_of("rust"))
        self.packages: dict[str, ManifestFacts] = {
            parent(path): facts
            for path, facts in universe.manifests.items()
            if path.rpartition("/")[2] == "Cargo.toml" and facts.name
        }
        self._by_folder: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.files):
            folder, _, name = path.rpartition("/")
            self._by_folder[folder].append(path)
            if name == "main.rs" and "/" in folder:
                self._by_folder[parent(folder)].append(path)
        by_depth = sorted(self.packages, key=lambda folder: (folder.count("/") if folder else -1, folder))
        self.libraries = {folder: found for folder in by_depth if (found := self._library(folder)) is not None}
        self._declared: dict[str, dict[str, str]] = {}
        self._called: dict[str, list[str]] = defaultdict(list)
        for folder in by_depth:
            self._called[self.packages[folder].name].append(folder)
        others = (crate for folder in by_depth for crate in self._others(folder))
        self.crates = list(dict.fromkeys([*self.libraries.values(), *others]))

    def around(self, path: str) -> str | None:
        """The folder of the nearest package above ``path``."""
        return next((folder for folder in ancestors(parent(path)) if folder in self.packages), None)

    def _library(self, folder: str) -> Crate | None:
        facts = self.packages[folder]
        name, root = crate_name(facts.name), join(folder, "src/lib.rs")
        for subpath, file in facts.entries:
            kind, _, called = subpath.partition(":")
            if kind == "lib":
                name = crate_name(called) if called else name
                root = normalize(folder, file) or root if file else root
        return Crate(root, name, folder, is_library=True) if root in self.files else None

    def _others(self, folder: str) -> Iterator[Crate]:
        facts = self.packages[folder]
        written = [normalize(folder, file) for subpath, file in facts.entries if subpath.partition(":")[0] != "lib"]
        usual = [join(folder, "src/main.rs"), join(folder, "build.rs")]
        # the files in each of these folders, and the main.rs of each folder in it
        found = [path for name in _FOLDERS for path in self._by_folder.get(join(folder, name), ())]
        for root in [*usual, *(path for path in written if path), *found]:
            if root in self.files:
                name = facts.name if root == usual[0] else stem_of(root)
                yield Crate(root, crate_name(name), folder, is_library=False)

    def named(self, crate: Crate, name: str) -> Crate | str | None:
        """What a crate calls ``name`` from outside: a library here, the name of a package elsewhere, or None."""
        if crate.folder is None:
            return next((library for _, library in self._libraries_named.get(name, ())), name)
        own = self.libraries.get(crate.folder)
        if own is not None and own.name == name:
            return own
        packages = self._dependencies(crate.folder)
        if name in packages:
            folders = self._called.get(packages[name], ())
            folder = next((here for here in folders if is_seen(here, crate.root, _SECLUDED)), None)
            return packages[name] if folder is None else self.libraries.get(folder) or packages[name]
        declared = set(packages.values())
        named = self._libraries_named.get(name, [])
        here = next((library for folder, library in named if self.packages[folder].name in declared), None)
        # A library may be called otherwise than its package: md-5 is md5, libcst is libcst_native.
        return here or next((packages[key] for key in sorted(packages) if _is_akin(key, name)), None)

    @cached_property
    def _libraries_named(self) -> dict[str, list[tuple[str, Crate]]]:
        found: dict[str, list[tuple[str, Crate]]] = defaultdict(list)
        for folder, library in self.libraries.items():
            found[library.name].append((folder, library))
        return found

    def _dependencies(self, folder: str) -> dict[str, str]:
        """Name in code → package, of what the package in ``folder`` depends on."""
        if folder not in self._declared:
            facts = self.packages[folder]
            packages = {crate_name(item.name): item.name for item in facts.dependencies}
            self._declared[folder] = packages | {crate_name(alias): real[0] for alias, real in facts.aliases}
        return self._declared[folder]


def _is_akin(package: str, library: str) -> bool:
    return package.replace("_", "") == library.replace("_", "") or library.startswith(f"{package}_")


def stem_of(path: str) -> str:
    """The name of a crate whose root is ``path``."""
    name = path.rpartition("/")[2].removesuffix(".rs")
    return parent(path).rpartition("/")[2] if name == "main" else name
