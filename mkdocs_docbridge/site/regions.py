"""The generated regions of a repository's documents: what is wrong with them, and what their bodies should be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

import msgspec

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding, Severity, in_order
from mkdocs_docbridge.regions import RegionFault, RegionSource, body_hash, scan
from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.model import Document, Package, RegionSpan, Snapshot

from .moved import moved

EDITED, STALE = "GENERATED_REGION_EDITED", "GENERATED_REGION_STALE"
_OUT_OF_SCOPE = frozenset({"test", "fixture", "generated", "vendored"})
BodyMaker = Callable[[RegionSource, str], str]
"""(source of a region, document that holds it) → body. Raises InputError when there is no such thing."""


class RegionDesk:
    """Regions of the documents in scope: pages of the site, README-like files at the roots, parity surfaces.

    ``faults`` block; ``stale`` are advisory. Bodies are made only for regions that name a source. ``read`` gives the
    bytes of a document.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        facts: Mapping[str, DocumentFacts],
        surfaces: tuple[str, ...],
        make_body: BodyMaker,
        read: Callable[[str], bytes | None],
    ) -> None:
        self._read = read
        self._facts = facts
        self._make_body = make_body
        self._bodies: dict[tuple[str, str], str] = {}
        packages = {entity.path for entity in snapshot.entities if isinstance(entity, Package)}
        self.documents: tuple[str, ...] = tuple(
            entity.path
            for entity in snapshot.entities
            if isinstance(entity, Document) and _in_scope(entity, packages, surfaces)
        )

    @cached_property
    def marker_faults(self) -> tuple[Finding, ...]:
        """The faults of markers and hashes, for which no body is made. In order."""
        return tuple(in_order(_at(fault, path) for path in self.documents for fault in self._facts[path].faults))

    @cached_property
    def faults(self) -> tuple[Finding, ...]:
        """Every fault of markers, regions and sources, in order."""
        found: list[Finding] = list(self.marker_faults)
        for path in self.documents:
            for span in self._facts[path].regions:
                try:
                    if span.source is not None:
                        self.body(path, span.source)
                except InputError as error:
                    found.append(_source_fault(path, span, error))
        return tuple(in_order(found))

    @cached_property
    def stale(self) -> tuple[Finding, ...]:
        """Regions whose hash is right and whose body is not what would be generated now."""
        return tuple(in_order(self._stale(path, span) for path, span in self.outdated() if span.hash is not None))

    def _stale(self, path: str, span: RegionSpan) -> Finding:
        """Says which input moved, as far as the two bodies show it."""
        region = scan(self._read(path) or b"", path).region_at(span.line)
        what = moved(region.body, self.body(path, span.source or "")) if region is not None else ""
        return Finding(
            code=STALE,
            severity=Severity.INFO,
            blocking=False,
            path=path,
            line=span.line,
            message=f"the region's source {span.source} would be written differently now{': ' if what else ''}{what}",
            remediation="Run docbridge sync.",
        )

    def outdated(self) -> list[tuple[str, RegionSpan]]:
        """Regions without a fault whose body would be another one now; unfilled ones are among them."""
        found = []
        for path in self.documents:
            facts = self._facts[path]
            edited = {fault.line for fault in facts.faults}
            for span in facts.regions:
                if span.source is None or span.line in edited:
                    continue
                try:
                    body = self.body(path, span.source)
                except InputError:
                    continue
                if body_hash(body) != span.hash:
                    found.append((path, span))
        return found

    def require_edited(self, path: str, line: int) -> None:
        """Raises :class:`InputError` unless a region opens on ``line`` that was edited by hand and can be written anew:
        ``REGION_NOT_FOUND``, ``REGION_WITHOUT_SOURCE``, ``NOT_EDITED``."""
        place = f"{path}:{line}"
        facts = self._facts[path] if path in self.documents else None
        spans = {span.line: span for span in facts.regions} if facts is not None else {}
        if facts is None or line not in spans:
            lines = ", ".join(map(str, sorted(spans))) or "none"
            hint = f"lines of this document where one opens: {lines}"
            raise InputError("no generated region opens on this line", place=place, code="REGION_NOT_FOUND", hint=hint)
        if spans[line].source is None:
            raise InputError(
                "the region names no source, so there is nothing to overwrite the edit with",
                place=place,
                code="REGION_WITHOUT_SOURCE",
                hint="undo the edit, or remove the markers to keep it",
            )
        if not any(fault.code == EDITED and fault.line == line for fault in facts.faults):
            raise InputError("the region was not edited by hand", place=place, code="NOT_EDITED")

    def body(self, path: str, source: str) -> str:
        """The body that ``source`` gives now in the document at ``path``.

        Raises :class:`InputError` for a source that names nothing here, or whose body cannot stand in a region.
        """
        key = (path, source)
        if key not in self._bodies:
            self._bodies[key] = self._make_body(_source(source), path)
        return self._bodies[key]


def _in_scope(document: Document, packages: set[str], surfaces: tuple[str, ...]) -> bool:
    if document.path in surfaces:
        return True
    if _OUT_OF_SCOPE & set(document.tags):
        return False
    folder, _, name = document.path.rpartition("/")
    at_root = not folder or folder in packages
    return "page" in document.tags or (at_root and name.split(".", 1)[0].isupper())


def _at(fault: RegionFault, path: str) -> RegionFault:
    """A cached fault, which knows no path, in its document; its remedy names the place too."""
    remedy = fault.remediation.replace(f"--accept-edited :{fault.line}", f"--accept-edited {path}:{fault.line}")
    return msgspec.structs.replace(fault, path=path, remediation=remedy)


def _source(text: str) -> RegionSource:
    kind, colon, target = text.partition(":")
    return RegionSource(kind, target if colon else None)


def _source_fault(path: str, span: RegionSpan, error: InputError) -> Finding:
    return Finding(
        code=error.code or "REGION_SOURCE_UNKNOWN",
        severity=Severity.ERROR,
        blocking=True,
        path=path,
        line=span.line,
        message=error.message,
        remediation=error.hint or "Name a source that this repository has, or remove the region.",
    )
