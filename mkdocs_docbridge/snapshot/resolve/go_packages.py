"""Go packages: the files of one folder that make it up, and which of them defines a name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cached_property

from mkdocs_docbridge.paths import join, parent
from mkdocs_docbridge.snapshot.facts import ModuleFacts


class GoPackage:
    """The package in one folder: its files but for tests and for programs that are built by themselves."""

    def __init__(self, folder: str, files: Mapping[str, ModuleFacts], tests: Mapping[str, ModuleFacts]) -> None:
        self.folder = folder
        names = Counter(facts.namespaces[0] for facts in files.values() if facts.namespaces)
        libraries = {name: count for name, count in names.items() if name not in {"main", "documentation"}}
        ranked = sorted((libraries or names).items(), key=lambda item: (-item[1], item[0]))
        self.name = ranked[0][0] if ranked else ""
        self.files = {path: facts for path, facts in sorted(files.items()) if facts.namespaces[:1] == (self.name,)}
        self.definers = _definers(self.files)
        self._tests = {path: facts for path, facts in tests.items() if facts.namespaces[:1] == (self.name,)}

    @cached_property
    def test_definers(self) -> dict[str, list[str]]:
        """By name, the tests that stand in the package itself: they lend their names to those beside it."""
        return _definers(self._tests)

    @property
    def face(self) -> str:
        """The file that stands for the package: ``doc.go``, else the one with the package comment, else the one
        called as the folder or the package, else the first."""
        documented = [path for path, facts in self.files.items() if facts.docstring]
        names = ("doc", parent(f"{self.folder}/x").rpartition("/")[2], self.name)
        usual = [path for name in names if (path := join(self.folder, f"{name}.go")) in self.files]
        if usual and usual[0].endswith("doc.go"):
            return usual[0]
        return [*documented, *usual, *self.files][0]


class GoPackages:
    """The packages of a repository by folder."""

    def __init__(self, modules: Mapping[str, ModuleFacts]) -> None:
        folders: dict[str, dict[str, ModuleFacts]] = defaultdict(dict)
        tests: dict[str, dict[str, ModuleFacts]] = defaultdict(dict)
        for path, facts in modules.items():
            if facts.language == "go":
                (tests if path.endswith("_test.go") else folders)[parent(path)][path] = facts
        made = (GoPackage(folder, files, tests[folder]) for folder, files in sorted(folders.items()))
        self.by_folder = {package.folder: package for package in made if package.files}
        self._named: dict[str, list[GoPackage]] = defaultdict(list)
        for package in self.by_folder.values():
            self._named[package.name].append(package)

    def named(self, name: str) -> list[GoPackage]:
        """The packages that call themselves ``name``."""
        return self._named.get(name, [])


def _definers(files: Mapping[str, ModuleFacts]) -> dict[str, list[str]]:
    """By name, the files that define it: several where each platform has its own."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, facts in sorted(files.items()):
        for symbol in facts.symbols:
            found[symbol.name].append(path)
    return found
