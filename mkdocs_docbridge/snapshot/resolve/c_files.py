"""The files of a repository that an include may mean, found by the end of their path, and the one that it does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.snapshot.tags import path_tags

from .universe import Universe

_ROOT_FOLDERS = frozenset({"include", "includes", "inc", "public"})
_SOURCE_FOLDERS = _ROOT_FOLDERS | {"", "lib", "source", "sources", "src"}
_ASIDE = frozenset({"example", "fixture", "test"})
_VENDORED = frozenset({"vendored"})
# What a configured or generated header is made from: the end of its name, and the ends of its source's.
_TEMPLATES = (
    ("", (".in", ".cmake", ".cmake.in", ".meson", ".meson.in", ".template", ".tmpl", ".m4", ".erb", ".py")),
    (".h", ("-cmake.h.in", "_cmake.h.in", ".in.h", ".h-cmake.in", ".y", ".yy", ".l", ".ll", ".gperf", ".idl", ".asn1")),
    (".tab.h", (".y",)),
    (".tab.hh", (".yy",)),
    (".hpp", (".in.hpp", ".hpp.in", ".yy")),
    (".hh", (".yy",)),
    (".pb.h", (".proto",)),
    (".grpc.pb.h", (".proto",)),
    (".pb-c.h", (".proto",)),
    (".capnp.h", (".capnp",)),
    ("_generated.h", (".fbs",)),
    (".moc", (".cpp", ".cc", ".cxx")),
)


class CFiles:
    """The paths of a universe by the name of their file."""

    def __init__(self, universe: Universe) -> None:
        self._paths = universe.paths
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(universe.paths):
            self._by_name[path.rpartition("/")[2]].append(path)
        self._aside: dict[str, frozenset[str]] = {}

    def ending_in(self, name: str) -> list[str]:
        """The paths that are ``name`` or end in ``/name``."""
        ending = f"/{name}"
        known = self._by_name.get(name.rpartition("/")[2], ())
        return [path for path in known if path == name or path.endswith(ending)]

    def is_on_path(self, candidate: str, name: str, path: str) -> bool:
        """Whether ``#include <name>`` in ``path`` may mean ``candidate``, which takes the ``-I`` of a build: none of
        tests and examples for what is none, and without a folder only from where headers are commonly looked for."""
        if self.aside(candidate, path) - _VENDORED:
            return False
        folder = parent(candidate).rpartition("/")[2]
        return "/" in name or folder in _SOURCE_FOLDERS or bool(_VENDORED & self._tags(candidate))

    def best(self, path: str, name: str, candidates: Iterable[str]) -> list[str]:
        """Those of ``candidates`` that ``path`` most likely means by ``name``: one, unless several are as near.

        Tests, examples and copies of other projects come last for what is none itself; then the nearest by common
        folders is first, then one below ``include``, then the one that is least deep.
        """
        scored = [(self._score(path, name, candidate), candidate) for candidate in candidates]
        least = min((score for score, _ in scored), default=None)
        return [candidate for score, candidate in scored if score == least]

    def _score(self, path: str, name: str, candidate: str) -> tuple[bool, int, bool, int]:
        root = candidate[: len(candidate) - len(name)].rstrip("/")
        return (
            bool(self.aside(candidate, path)),
            -_shared(parent(path), parent(candidate)),
            root.rpartition("/")[2] not in _ROOT_FOLDERS,
            candidate.count("/"),
        )

    def aside(self, candidate: str, path: str) -> frozenset[str]:
        """The tags that make ``candidate`` a file of something else than ``path`` belongs to."""
        tags = self._tags(candidate)
        if _VENDORED & tags and _shared(parent(path), parent(candidate)) > 1:
            tags -= _VENDORED
        return tags - self._tags(path)

    def _tags(self, path: str) -> frozenset[str]:
        if path not in self._aside:
            self._aside[path] = frozenset(path_tags(path)) & (_ASIDE | _VENDORED)
        return self._aside[path]

    def templates(self, name: str) -> Iterator[str]:
        """The files that a header called ``name``, which is in no repository, is made from."""
        for end, sources in _TEMPLATES:
            if name.endswith(end):
                stem = name.removesuffix(end) if end else name
                for source in sources:
                    yield from self.ending_in(stem + source)
        folder, _, file = name.rpartition("/")
        if file.startswith("ui_") and file.endswith(".h"):
            yield from self.ending_in(f"{folder}/{file[3:-2]}.ui".removeprefix("/"))


def _shared(left: str, right: str) -> int:
    """How many leading folders two folders share."""
    count = 0
    for one, other in zip(left.split("/"), right.split("/"), strict=False):
        if one != other or not one:
            break
        count += 1
    return count
