"""What ``docbridge sync`` would write into one file."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from mkdocs_docbridge.artifacts import Replacement
from mkdocs_docbridge.text.lines import split_lines


@dataclass(frozen=True)
class Change(Replacement):
    """New bytes of one file, a new file, or one that goes."""

    def diff(self) -> str:
        """A unified diff; line ends are shown as LF."""
        sides = (("a", self.before), ("b", self.after))
        old, new = (_lines(data) for _, data in sides)
        a, b = ("/dev/null" if data is None else f"{side}/{self.place}" for side, data in sides)
        return "\n".join((*difflib.unified_diff(old, new, a, b, lineterm=""), ""))


def _lines(data: bytes | None) -> list[str]:
    return [line for line, _ in split_lines((data or b"").decode("utf-8", "replace"))]
