"""Whole names of definitions in languages that nest them (``A.B.method``), and how prose shortens them."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

Found = tuple[str, str]
"""(module path, name in it)"""


class FullNames:
    """Definitions by their whole names, and by the ends of these."""

    def __init__(self) -> None:
        self._found: dict[str, list[Found]] = defaultdict(list)

    def add(self, whole: str, found: Found) -> None:
        """A definition; nothing is added after the first look-up."""
        self._found[whole].append(found)

    def get(self, dotted: str) -> list[Found]:
        """Every definition that ``dotted`` is the whole name of; when there is none and it starts with a capital,
        those whose name it is the end of, if that is one name only."""
        found = self._found.get(dotted)
        if found is None and "." in dotted and dotted[0].isupper():
            whole = self._endings.get(dotted, set())
            found = self._found[next(iter(whole))] if len(whole) == 1 else None
        return found or []

    @cached_property
    def _endings(self) -> dict[str, set[str]]:
        endings: dict[str, set[str]] = defaultdict(set)
        for whole in self._found:
            parts = whole.split(".")
            for start in range(1, len(parts) - 1):
                endings[".".join(parts[start:])].add(whole)
        return dict(endings)
