"""What a document is about: its links, mentions, declared covers and includes, as relations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .edges import Edges
from .facts import Declared, DocumentFacts, Mention, RawLink
from .includes import Includes, is_file_name
from .link_declared import covered
from .links import DocsLayout, LinkTargets
from .model import Coverage, Document, RelationKind
from .names import Ambiguous, Hit, Names
from .near_miss import near_misses, written_path

_AMBIGUITY = {
    "SYMBOL_AMBIGUOUS": "is exported by several modules",
    "PATH_AMBIGUOUS": "is no path, and nearly the path of several files",
}


class DocumentLinker:
    """Adds the relations of documents to ``edges``; what could not be decided stands in ``coverage``."""

    def __init__(self, edges: Edges, names: Names, targets: LinkTargets, layout: DocsLayout) -> None:
        self._edges = edges
        self._names = names
        self._targets = targets
        self._includes = Includes(targets, layout, [path for path, _ in names.paths()])
        self.coverage: list[Coverage] = []
        self._named: dict[str, Hit | Ambiguous] = {}
        """What code tokens name."""

    def link(self, document: Document, facts: DocumentFacts) -> None:
        """Reads one document's facts. Generated text is not in them, so it is no evidence of anything."""
        for raw in facts.links:
            self._link(document, raw)
        for token in facts.code:
            self._name(document, token.text, token.line)
        for mention in facts.mentions:
            self._mention(document, mention)
        for declared in facts.front_matter.covers:
            self._declared(document, declared)

    def look_up(self, documents: Iterable[DocumentFacts]) -> None:
        """Finds what the code tokens of all documents name, before any is linked: each distinct token once, and the
        near misses among those that name nothing together."""
        texts = {token.text for facts in documents for token in facts.code}
        unmatched: dict[str, list[str]] = defaultdict(list)
        for text in sorted(texts):
            hit = self._names.token(text)
            if hit is not None:
                self._named[text] = hit
            elif (written := written_path(text)) is not None:
                unmatched[written].append(text)
        for written, paths in near_misses(unmatched, self._targets.everything()).items() if unmatched else ():
            targets = tuple(target for path in paths if (target := self._at(path)) is not None)
            if targets:
                found = Hit(targets[0], confidence="fuzzy") if len(paths) == 1 else Ambiguous(targets, "PATH_AMBIGUOUS")
                self._named.update(dict.fromkeys(unmatched[written], found))

    def _at(self, path: str) -> str | None:
        return self._names.by_path(path) or self._names.package_at(path)

    def _link(self, document: Document, raw: RawLink) -> None:
        context = f"[{raw.text}]({raw.target})"
        place = (document.path, raw.line, context)
        found = self._targets.resolve(document.path, raw)
        if found is None:
            if self._targets.is_ours(document.path, raw):
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

    def _name(self, document: Document, text: str, line: int) -> None:
        hit = self._named.get(text)
        if isinstance(hit, Ambiguous):
            self._uncovered(document, hit.code, line, f"{text} {_AMBIGUITY[hit.code]}", hit)
        elif hit is not None:
            self._mention_of(document, hit, line, f"`{text}`")

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
        if hit is None and mention.kind == "directive":
            hit = self._offering(document, mention)
        if hit is None:
            return
        if mention.kind == "directive":
            place = (document.path, mention.line, f"::: {mention.target}")
            self._edges.add("covers", document.id, hit.target, place=place, provenance="declared", symbol=hit.symbol)
        else:
            self._mention_of(document, hit, mention.line, f"[{mention.target}]")

    def _offering(self, document: Document, mention: Mention) -> Hit | None:
        """The module that offers a documented name which comes from outside of the repository."""
        module, _, _ = mention.target.rpartition(".")
        hit = self._names.by_dotted(module) if module else None
        if hit is not None and not hit.symbol:
            return hit
        if hit is None and module and self._names.by_dotted(module.partition(".")[0]):
            reason = f"::: {mention.target} names nothing in {module.partition('.')[0]}"
            self._uncovered(document, "DIRECTIVE_UNRESOLVED", mention.line, reason)
        return None

    def _include(self, document: Document, mention: Mention) -> None:
        found = self._includes.find(document.path, mention.target)
        place = (document.path, mention.line, f"includes {mention.target}")
        for path in found:
            target = self._names.by_path(path)
            if target is not None:
                self._edges.add("includes", document.id, target, place=place)
        if not found and not mention.in_code and is_file_name(mention.target):
            reason = f"{mention.target} is included and is no file of the repository"
            self._uncovered(document, "INCLUDE_UNRESOLVED", mention.line, reason)

    def _declared(self, document: Document, declared: Declared) -> None:
        targets = covered(declared.text, self._names)
        for target, symbol in targets if not isinstance(targets, Ambiguous) else ():
            place = (document.path, declared.line, f"covers {declared.text}")
            self._edges.add("covers", document.id, target, place=place, provenance="declared", symbol=symbol)
        if isinstance(targets, Ambiguous):
            reason = f"covers {declared.text}, which several modules export"
            self._uncovered(document, "DECLARATION_UNRESOLVED", declared.line, reason, targets)
        elif not targets:
            reason = f"covers {declared.text}, which names nothing in the repository"
            self._uncovered(document, "DECLARATION_UNRESOLVED", declared.line, reason)

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
