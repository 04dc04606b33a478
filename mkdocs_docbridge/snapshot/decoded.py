"""Facts that are decoded when they are asked for: linking one changed file looks at few others."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import TypeVar

import msgspec

F = TypeVar("F", bound=msgspec.Struct)


class LostError(LookupError):
    """The cache has not got the facts of a file that did not change."""


class Decoded(Mapping[str, F]):
    """The facts of files by path, in the order of ``paths``. ``load`` gives the stored facts of some of them.

    Any access raises :class:`LostError` when it does not."""

    def __init__(
        self, paths: Iterable[str], cls: type[F], load: Callable[[Sequence[str]], Mapping[str, bytes]]
    ) -> None:
        self._paths = dict.fromkeys(paths)
        self._load = load
        self._decode = msgspec.msgpack.Decoder(cls).decode
        self._known: dict[str, F] = {}

    def __getitem__(self, path: str) -> F:
        found = self._known.get(path)
        if found is None:
            if path not in self._paths:
                raise KeyError(path)
            self.take((path,))
            found = self._known[path]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def items(self) -> ItemsView[str, F]:
        """All, decoded together."""
        return self._all().items()

    def values(self) -> ValuesView[F]:
        """All, decoded together."""
        return self._all().values()

    def take(self, paths: Iterable[str]) -> None:
        """Decodes the facts of ``paths`` together, which is quicker than one by one."""
        wanted = [path for path in paths if path not in self._known]
        found = self._load(wanted) if wanted else {}
        for path in wanted:
            data = found.get(path)
            if data is None:
                raise LostError(path)
            self._known[path] = self._decode(data)

    def _all(self) -> dict[str, F]:
        if len(self._known) < len(self._paths):
            self.take(self._paths)
            self._known = {path: self._known[path] for path in self._paths}
        return self._known
