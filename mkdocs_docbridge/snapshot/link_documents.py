"""What a document is about: its links, mentions, declared covers and includes, as relations."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from pathspec import GitIgnoreSpec

from .edges import Edges
from .facts import DocumentFacts, Mention, RawLink
from .links import DocsLayout, LinkTargets
from .model import Coverage, Document, Ownership, RelationKind
from .names import Ambiguous, Hit, Names

_GLOB = frozenset("*?[")
_PREFIXES = ("document:", "module:", "package:", "area:")


class DocumentLinker:
    """Adds the relations of documents to ``edges``; what could not be decided stands in ``coverage``."""

    def __init__(self, edges: Edges, names: Names, targets: LinkTargets, layout: DocsLayout) -> None:
        self._edges = edges
        self._names = names
        self._targets = targets
        self._layout = layout
        self.coverage: list[Coverage] = []

    def link(self, document: Document, facts: DocumentFacts) -> None:
        """Reads one document's facts. Generated text is not in them, so it is no evidence of anything."""
        for raw in facts.links:
            self._link(document, raw)
        for token in facts.code:
            self._name(document, token.text, token.line, f"`{token.text}`")
        for mention in facts.mentions:
            self._mention(document, mention)
        for declared in facts.front_matter.covers:
            self._declared(document, declared)

    def link_ownership(self, records: Iterable[Ownership]) -> None:
        """The documents that a record names cover the entity at its path."""
        for record in records:
            target = self._at(record.path)
            for path in (record.agent_doc, record.human_doc):
                source = self._names.by_path(path) if path else None
                if source is not None and target is not None and path is not None:
                    self._edges.add(
                        "covers", source, target, place=(path, 1, f"owner {record.id}"), provenance="declared"
                    )

    def _at(self, path: str) -> str | None:
        return self._names.by_path(path) or self._names.package_at(path)

    def _link(self, document: Document, raw: RawLink) -> None:
        context = f"[{raw.text}]({raw.target})"
        place = (document.path, raw.line, context)
        found = self._targets.resolve(document.path, raw)
        if found is None:
            if "://" not in raw.target and not raw.target.startswith("{"):
                self._uncovered(
                    document, "LINK_UNRESOLVED", raw.line, f"{raw.target} leads to no file of the repository"
                )
            return
        target = self._at(found)
        if target is not None:
            kind: RelationKind = "links-to" if target.startswith("document:") else "mentions"
            self._edges.add(kind, document.id, target, place=place)
        if raw.kind not in {"image", "autolink"}:
            named = self._names.place(raw.text)
            if named is not None:
                self._mention_of(document, named, raw.line, context)

    def _name(self, document: Document, text: str, line: int, context: str) -> None:
        hit = self._names.token(text)
        if isinstance(hit, Ambiguous):
            self._uncovered(document, "SYMBOL_AMBIGUOUS", line, f"{text} is exported by several modules", hit)
        elif hit is not None:
            self._mention_of(document, hit, line, context)

    def _mention_of(self, document: Document, hit: Hit, line: int, context: str) -> None:
        kind: RelationKind = "mentions-symbol" if hit.symbol else "mentions"
        self._edges.add(
            kind,
            document.id,
            hit.target,
            place=(document.path, line, context),
            confidence=hit.confidence,
            symbol=hit.symbol,
        )

    def _mention(self, document: Document, mention: Mention) -> None:
        if mention.kind == "include":
            self._include(document, mention)
            return
        hit = self._names.by_dotted(mention.target)
        if hit is None:
            return
        if mention.kind == "directive":
            place = (document.path, mention.line, f"::: {mention.target}")
            self._edges.add("covers", document.id, hit.target, place=place, provenance="declared", symbol=hit.symbol)
        else:
            self._mention_of(document, hit, mention.line, f"[{mention.target}]")

    def _include(self, document: Document, mention: Mention) -> None:
        name = mention.target.split(":", 1)[0] if "://" not in mention.target else ""
        folders = [posixpath.dirname(document.path), self._layout.docs_dir or "", ""]
        for folder in folders if name else []:
            path = self._targets.find(posixpath.normpath(posixpath.join(folder, name)))
            target = self._names.by_path(path) if path is not None else None
            if target is not None:
                place = (document.path, mention.line, f"includes {mention.target}")
                self._edges.add("includes", document.id, target, place=place)
                return

    def _declared(self, document: Document, declared: str) -> None:
        targets = list(self._resolve_declared(declared))
        for target, symbol in targets:
            place = (document.path, 1, f"covers {declared}")
            self._edges.add("covers", document.id, target, place=place, provenance="declared", symbol=symbol)
        if not targets:
            reason = f"covers {declared}, which names nothing in the repository"
            self._uncovered(document, "DECLARATION_UNRESOLVED", 1, reason)

    def _resolve_declared(self, declared: str) -> Iterable[tuple[str, str]]:
        name = declared.removeprefix("./").rstrip("/")
        for prefix in _PREFIXES:
            if declared.startswith(prefix):
                found = self._names.by_id(declared)
                return [(found, "")] if found else []
        if _GLOB & set(name):
            spec = GitIgnoreSpec.from_lines([name])
            return [(target, "") for path, target in self._names.paths() if spec.match_file(path)]
        exact = self._at(name)
        if exact is not None:
            return [(exact, "")]
        hit = self._names.token(declared)
        return [(hit.target, hit.symbol)] if isinstance(hit, Hit) else []

    def _uncovered(self, document: Document, code: str, line: int, reason: str, found: Ambiguous | None = None) -> None:
        self.coverage.append(
            Coverage(
                analyzer="documents",
                status="partial",
                code=code,
                path=document.path,
                line=line,
                reason=reason,
                candidates=found.candidates[:32] if found else (),
            )
        )
