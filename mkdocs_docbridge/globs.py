"""Patterns as in a ``.gitignore``, which files they are about, and what is wrong with one."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# pathspec is imported late: most repositories need git alone, and a warm scan takes little longer than that import


def path_spec(patterns: Iterable[str]) -> GitIgnoreSpec:
    """The patterns that are any; the others are passed over, as git does it."""
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([pattern for pattern in patterns if glob_fault(pattern) is None])


def glob_fault(pattern: str) -> str | None:
    """Why ``pattern`` is no gitignore-style pattern, None for one that is."""
    from pathspec import GitIgnoreSpec

    with warnings.catch_warnings(action="ignore", category=FutureWarning):
        try:
            GitIgnoreSpec.from_lines([pattern])
        except (ValueError, re.error) as error:
            return str(error)
    return None
