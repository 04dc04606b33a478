"""Which tests test which modules, by imports and names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from mkdocs_docbridge.retrieval.model import Entry

from .atlas import IMPORTS, Atlas, is_code

_MARKS = re.compile(r"^tests?_|_(?:tests?|spec)$")
_COLLECTED = re.compile(r"(?:^|/)(?:test_[^/]*|[^/]*_test)\.py$")
_FEW = 2


class Tests(NamedTuple):
    """Tests that import something: those called after it, and the others; each by how much they import of it."""

    named: list[Entry]
    others: list[Entry]

    @property
    def own(self) -> list[Entry]:
        """Those that are for it: the ones called after it, else the others when they are one or two. What many tests
        import, none of them is for."""
        return self.named or (self.others if len(self.others) <= _FEW else [])


def tests_of(atlas: Atlas, members: Iterable[Entry]) -> Tests:
    """The tests that import ``members``; what pytest would not collect of Python's (a ``conftest.py``) is none."""
    counts: defaultdict[str, int] = defaultdict(int)
    named: set[str] = set()
    for member in members:
        for test in atlas.importers(member.id):
            if is_test(test):
                counts[test.id] += 1
                if _bare(member) and _bare(member) == _bare(test):
                    named.add(test.id)
    ranked = [atlas.entries[key] for key in sorted(counts, key=lambda key: (-counts[key], key))]
    return Tests([e for e in ranked if e.id in named], [e for e in ranked if e.id not in named])


def is_test(entry: Entry) -> bool:
    """Whether a module holds tests that a runner would find."""
    return (
        "test" in entry.tags
        and "fixture" not in entry.tags
        and (not entry.path.endswith(".py") or _COLLECTED.search(entry.path) is not None)
    )


def tested_by(atlas: Atlas, test: Entry) -> list[Entry]:
    """What a test is for: the modules it imports that are called like it, else all when they are one or two."""
    taken = {item.target for item in atlas.outbound.get(test.id, ()) if item.kind in IMPORTS}
    modules = [entry for key in sorted(taken) if (entry := atlas.entries.get(key)) is not None and is_code(entry)]
    named = [entry for entry in modules if _bare(entry) == _bare(test)]
    return named or (modules if len(modules) <= _FEW else [])


def _bare(entry: Entry) -> str:
    """A file's name without suffix and the marks of a test, so that a module and its test are called alike."""
    stem = entry.path.rpartition("/")[2].partition(".")[0].lower()
    return _MARKS.sub("", stem).strip("_")
