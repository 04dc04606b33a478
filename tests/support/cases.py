"""The fault cases: from the shared folder beside the checkout when it is there, else our own copies."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
_SHARED = TESTS.parents[1] / "shared"
CASES = _SHARED / "cases" if (_SHARED / "cases" / "index.json").is_file() else TESTS / "cases"
VECTORS = _SHARED / "vectors" if (_SHARED / "vectors" / "json.json").is_file() else TESTS / "vectors"


@dataclass(frozen=True)
class Case:
    """One folder: its input, and what is expected of it."""

    folder: Path
    expected: dict[str, Any]

    @property
    def id(self) -> str:
        return self.folder.name

    def files(self) -> list[Path]:
        """The input files, without the two that describe the case."""
        return sorted(p for p in self.folder.rglob("*") if p.is_file() and p.name not in {"README", "expected.json"})


def cases(kind: str) -> list[Case]:
    """Every case of ``kind``, in the order of their numbers."""
    found = []
    for path in sorted(CASES.glob("*/expected.json")):
        expected = json.loads(path.read_text(encoding="utf-8"))
        if expected["kind"] == kind:
            found.append(Case(path.parent, expected))
    return found
