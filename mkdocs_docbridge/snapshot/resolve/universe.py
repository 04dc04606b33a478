"""Everything import resolution may look at: the repository's paths, its modules' facts and its manifests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeVar, cast

from mkdocs_docbridge.paths import folders_of
from mkdocs_docbridge.snapshot.catalogue import language_of
from mkdocs_docbridge.snapshot.decoded import Decoded
from mkdocs_docbridge.snapshot.facts import ManifestFacts, ModuleFacts

Index = TypeVar("Index")


class Universe:
    """Built once a scan. Paths are relative to the root with ``/``; the root folder is ``""``."""

    def __init__(
        self,
        modules: Mapping[str, ModuleFacts],
        manifests: Mapping[str, ManifestFacts],
        paths: Iterable[str],
    ) -> None:
        self.modules = modules
        self.manifests = manifests
        self.paths = frozenset(paths) | frozenset(modules) | frozenset(manifests)
        self._indexes: dict[object, object] = {}

    @cached_property
    def _by_language(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in self.modules:
            language = language_of(path)
            if language is not None:
                found[language.name].append(path)
        return found

    def paths_of(self, language: str) -> list[str]:
        """The modules of a language that is told by their suffixes alone (which that of C's headers is not)."""
        return self._by_language.get(language, [])

    def written_in(self, language: str) -> dict[str, ModuleFacts]:
        """The facts of the modules of such a language, by path."""
        paths = self.paths_of(language)
        if isinstance(self.modules, Decoded):
            self.modules.take(paths)
        return {path: self.modules[path] for path in paths}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of the modules, sorted."""
        return tuple(sorted({facts.language for facts in self.modules.values()}))

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file, at any depth; the root is ``""``."""
        return frozenset({"", *folders_of(self.paths)})

    def index(self, build: Callable[[Universe], Index]) -> Index:
        """What ``build`` makes of this universe, made once: a language's own look-up tables."""
        if build not in self._indexes:
            self._indexes[build] = build(self)
        return cast(Index, self._indexes[build])


def is_seen(folder: str, path: str, secluded: frozenset[str]) -> bool:
    """Whether what stands in ``folder`` is known to the file at ``path``: below a folder with a ``secluded`` name
    (test data, vendored code) things are only known to each other."""
    parts = folder.split("/")
    last = max((index for index, part in enumerate(parts) if part in secluded), default=-1)
    return last < 0 or path.startswith("/".join(parts[: last + 1]) + "/")
