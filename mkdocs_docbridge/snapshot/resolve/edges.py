"""Where an import leads: to a module, file, package or external, or the reason it leads nowhere."""

from __future__ import annotations

from typing import Literal

import msgspec

from mkdocs_docbridge.snapshot.facts import ImportedName

TargetKind = Literal["module", "file", "package", "external", "unresolved"]


class Target(msgspec.Struct, frozen=True):
    """The end of an edge.

    ``key`` is a repository path (``module``; ``file`` for one that is no source, like JSON or CSS), a package name,
    an external's name in its ``ecosystem``, or, when ``unresolved``, the reason.
    """

    kind: TargetKind
    key: str
    ecosystem: str = ""


class Edge(msgspec.Struct, frozen=True):
    """One import statement's tie to one target, with the names that come from there."""

    kind: Literal["imports", "re-exports"]
    target: Target
    specifier: str
    line: int
    names: tuple[ImportedName, ...] = ()


def unresolved(reason: str) -> Target:
    """The target of an import that leads nowhere, and why."""
    return Target("unresolved", reason)


def external(ecosystem: str, name: str) -> Target:
    """A package outside the repository."""
    return Target("external", name, ecosystem)
