"""Everything import resolution may look at: the repository's paths, its modules' facts and its manifests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeVar, cast

from mkdocs_docbridge.paths import folders_of
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
