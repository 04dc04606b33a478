"""From a claim's evidence to its canonical value. Local and deterministic; what cannot be found out says why."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from mkdocs_docbridge.globs import glob_fault, path_spec
from mkdocs_docbridge.snapshot.model import Document, Entity, Module, Package, Snapshot

from .manifests import package_field
from .model import (
    ArtifactField,
    ArtifactSum,
    Claim,
    CliCommand,
    DoctorFigure,
    DoctorMetric,
    Evidence,
    PackageField,
    SnapshotCount,
    Transform,
)
from .programs import Programs
from .repository import Repository
from .structured import Node, UnresolvedError, lookup, number, parse, scalar
from .transforms import transform
from .values import Value, canonical_value


@dataclass(frozen=True)
class Resolution:
    """``value`` is None when the fact could not be found out; ``reason`` then says why. ``text`` is how it reads.

    ``is_absent`` is a fact too: that a command does not exist, ``text`` its name.
    """

    value: Value | None
    text: str = ""
    reason: str = ""
    is_absent: bool = False


Figures = Callable[[DoctorMetric], str | None]
"""What the doctor measured, as a claim would state it; None for what there is nothing to measure of."""


class Resolver:
    """Resolves the claims of one run; a file that several claims name is read and parsed once."""

    def __init__(
        self,
        repository: Repository,
        snapshot: Snapshot | None,
        programs: Programs | None = None,
        figures: Figures | None = None,
    ) -> None:
        self._repository = repository
        self._snapshot = snapshot
        self._programs = programs
        self._figures = figures
        self._trees: dict[str, tuple[Node, str]] = {}

    def resolve(self, claim: Claim) -> Resolution:
        """The canonical value of a claim. Raises :class:`InputError` for a file that may not be read."""
        try:
            if isinstance(claim.evidence, CliCommand):
                return self._offered(claim.evidence.command)
            text = self._text(claim.evidence)
        except UnresolvedError as error:
            return Resolution(None, reason=str(error))
        value = canonical_value(claim.value_type, text)
        if value is None:
            return Resolution(None, text, f"the fact is {text[:128]!r}, which is no {claim.value_type} value")
        return Resolution(value, text)

    def _text(self, evidence: Evidence) -> str:
        if isinstance(evidence, PackageField):
            return package_field(self._repository, evidence)
        if isinstance(evidence, ArtifactField):
            tree = self._tree(evidence.path, evidence.sha256)
            node = scalar(lookup(tree, evidence.field, evidence.path), f"{evidence.path} field {evidence.field}")
            return _written(node, evidence.transform, evidence.path)
        if isinstance(evidence, ArtifactSum):
            return _written(self._sum(evidence), evidence.transform, evidence.path)
        if isinstance(evidence, SnapshotCount):
            return str(self._count(evidence))
        if isinstance(evidence, DoctorFigure):
            figure = self._figures(evidence.metric) if self._figures is not None else None
            if figure is None:
                raise UnresolvedError(f"the doctor has no figure for {evidence.metric}")
            return figure
        raise UnresolvedError(f"{evidence.command} is no figure")

    def _offered(self, command: str) -> Resolution:
        """Whether the command line offers a command. Raises :class:`UnresolvedError`."""
        if self._programs is None:
            raise UnresolvedError("no command line was asked in this run")
        lacking = self._programs.lacking(command)
        if lacking:
            return Resolution(None, " ".join(command.split()), lacking, is_absent=True)
        return Resolution("offered", "offered")

    def _tree(self, path: str, pinned: str | None) -> Node:
        if path not in self._trees:
            data = self._repository.read(path)
            if data is None:
                raise UnresolvedError(f"{path} does not exist")
            self._trees[path] = (parse(data, path), hashlib.sha256(data).hexdigest())
        tree, digest = self._trees[path]
        if pinned is not None and digest != pinned:
            raise UnresolvedError(f"{path} has the SHA-256 {digest[:12]}…, the claim pins {pinned[:12]}…")
        return tree

    def _sum(self, evidence: ArtifactSum) -> Decimal:
        items = lookup(self._tree(evidence.path, evidence.sha256), evidence.array_field, evidence.path)
        where = f"{evidence.path} field {evidence.array_field}"
        if not isinstance(items, list):
            raise UnresolvedError(f"{where} is no array")
        if not items:
            raise UnresolvedError(f"{where} is empty; the sum of nothing is not taken for 0")
        total = Decimal(0)
        for index, item in enumerate(items):
            value = number(lookup(item, evidence.field, f"{where}.{index}"))
            if value is None:
                raise UnresolvedError(f"{where}.{index}.{evidence.field} is no number")
            total += value
        return total

    def _count(self, evidence: SnapshotCount) -> int:
        if self._snapshot is None:
            raise UnresolvedError("no snapshot was taken in this run")
        entities = [entity for entity in self._snapshot.entities if _kind(entity) == evidence.entity_kind]
        return sum(1 for entity in entities if all(passes(entity) for passes in _filters(evidence)))


def _kind(entity: Entity) -> str:
    return str(entity.__struct_config__.tag)


def _filters(evidence: SnapshotCount) -> Iterable[Callable[[Entity], bool]]:
    if evidence.language is not None:
        yield lambda entity: isinstance(entity, Module) and entity.language == evidence.language
    if evidence.tag is not None:
        yield lambda entity: isinstance(entity, Document | Module | Package) and evidence.tag in entity.tags
    if evidence.path is not None:
        fault = glob_fault(evidence.path)
        if fault is not None:
            # counting nothing would be an answer
            raise UnresolvedError(f"{evidence.path!r} is no pattern: {fault}")
        spec = path_spec([evidence.path])
        yield lambda entity: spec.match_file(getattr(entity, "path", ""))


def _written(value: str | Decimal, how: Transform, path: str) -> str:
    if isinstance(value, str):
        if how != "identity":
            raise UnresolvedError(f"{path} holds the text {value[:64]!r}, which {how} cannot round")
        return value
    text, reason = transform(value, how)
    if reason:
        raise UnresolvedError(reason)
    return text
