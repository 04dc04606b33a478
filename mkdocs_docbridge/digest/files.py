"""The files of a snapshot: those of its entities that have a content, each with the hash that says whether it moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mkdocs_docbridge.snapshot.model import Document, Entity, Module, Package

from .model import FileKind


class File(NamedTuple):
    """A document, a module, or a package by its manifest."""

    id: str
    kind: FileKind
    path: str
    hash: str
    """Of a document, that of what people wrote: filling a generated region moves nothing."""


def files_of(entities: Iterable[Entity]) -> Iterator[File]:
    """The files among ``entities``, in their order."""
    for entity in entities:
        if isinstance(entity, Document):
            yield File(entity.id, "document", entity.path, entity.authored_hash)
        elif isinstance(entity, Module):
            yield File(entity.id, "module", entity.path, entity.content_hash)
        elif isinstance(entity, Package):
            yield File(entity.id, "package", entity.manifest, entity.content_hash)
