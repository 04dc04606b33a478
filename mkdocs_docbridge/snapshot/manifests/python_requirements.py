"""Requirement texts of Python packages (PEP 508) as names."""

from __future__ import annotations

import re
from collections.abc import Iterable

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")
_SEPARATORS = re.compile(r"[-_.]+")


def required_names(requirements: Iterable[str]) -> set[str]:
    """The names at the start of ``requirements``, as written."""
    matches = (_REQUIREMENT.match(requirement) for requirement in requirements)
    return {match[1] for match in matches if match}


def comparable(name: str) -> str:
    """A name in the form that compares equal (PEP 503)."""
    return _SEPARATORS.sub("-", name).lower()


def by_comparable(names: Iterable[str], own: str) -> dict[str, str]:
    """The names by their comparable form, sorted; extras that refer to the package itself (``own``) are left out."""
    found = {comparable(name): name for name in sorted(names, reverse=True)}
    found.pop(comparable(own), None)
    return dict(sorted(found.items()))
