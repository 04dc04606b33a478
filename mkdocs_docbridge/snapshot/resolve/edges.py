"""Where an import leads: to a module, file, package or external, or the reason it leads nowhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Literal

import msgspec

from mkdocs_docbridge.snapshot.facts import ImportedName, ModuleFacts, RawImport

EdgeKind = Literal["imports", "re-exports"]
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

    kind: EdgeKind
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


def edge_kind(raw: RawImport) -> EdgeKind:
    """Whether a statement takes a name for its file alone or passes it on."""
    return "re-exports" if raw.kind == "re-export" else "imports"


class ImportIndex(ABC):
    """What one language knows of a universe: made once a scan, from the universe alone."""

    @abstractmethod
    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """The edges of the module at ``path``, in the order of its imports; a statement may give several. An import
        that leads nowhere is an edge to an ``unresolved`` target."""

    def dotted(self, path: str) -> str | None:  # noqa: ARG002
        """The name under which other modules import the one at ``path``, None where the language has none."""
        return None

    def find(self, dotted: str) -> tuple[str, str] | None:  # noqa: ARG002
        """(module path, name in it) that a dotted name means, followed to the declaring module; the name is ``""``
        when a module is meant. None when there is no such thing."""
        return None


class StatementIndex(ImportIndex):
    """An index of a language in which every statement leads to one target."""

    @abstractmethod
    def target(self, path: str, raw: RawImport) -> Target:
        """Where one import of the module at ``path`` leads."""

    def edges(self, path: str, facts: ModuleFacts) -> list[Edge]:
        """See :meth:`ImportIndex.edges`."""
        return [
            Edge(edge_kind(raw), self.target(path, raw), raw.specifier, raw.line, raw.names) for raw in facts.imports
        ]
