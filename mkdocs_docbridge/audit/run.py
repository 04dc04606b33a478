"""The audit: everything its checks find, with severities and identities, as one sealed report."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET

from mkdocs_docbridge.artifacts import seal
from mkdocs_docbridge.findings import Severity
from mkdocs_docbridge.render.area_map import UNLISTED, AreaMap
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.site_shape import SiteShape
from mkdocs_docbridge.snapshot import DocsLayout
from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.links import LinkTargets
from mkdocs_docbridge.snapshot.model import Coverage, Document, Relation, Snapshot
from mkdocs_docbridge.text.phrases import counted

from .baseline import accepted, gone
from .duplicates import exact_duplicates, near_duplicates
from .found import Found, findings_of
from .ignored import Ignored
from .link_sources import LinkSources
from .links import LinkCheck, unresolved
from .model import AuditBaseline, AuditFinding, AuditMetrics, DocumentationAuditReport
from .navigation import broken_entries, orphans
from .pages import Pages
from .quality import quality
from .structure import Documented, import_cycles, missing_owner_documents, stale_declarations

_NOT_READ = UNLISTED | {"example"}
_FORMS = (".github/ISSUE_TEMPLATE", ".github/PULL_REQUEST_TEMPLATE", ".gitlab/")
"""Texts that are copied elsewhere before anybody reads them, so their links start elsewhere."""


@dataclass(frozen=True)
class AuditSources:
    """Everything an audit looks at. ``exists`` tells of a path below the root whether a file stands there now;
    ``read`` gives the text of a document, or None; ``alike`` the pairs of nearly equal pages among those given."""

    snapshot: Snapshot
    areas: AreaMap
    documents: Mapping[str, DocumentFacts]
    paths: tuple[str, ...]
    layout: DocsLayout
    shape: SiteShape
    settings: Settings
    settings_file: str
    """What findings about options name as their place."""
    site_file: str
    """The site's configuration; empty when there is none."""
    exists: Callable[[str], bool]
    is_link: Callable[[str], bool]
    read: Callable[[str], str | None]
    alike: Callable[[tuple[str, ...]], list[tuple[str, str, int]]]
    baseline: AuditBaseline | None = None


def audit(sources: AuditSources) -> DocumentationAuditReport:
    """The sealed report of one run; a pure function of its sources."""
    return _Audit(sources).report()


class _Audit:
    def __init__(self, sources: AuditSources) -> None:
        self._sources = sources
        self._pages = Pages(sources.paths, sources.layout, sources.shape)
        self._documents = {item.path: item for item in sources.snapshot.entities if isinstance(item, Document)}
        in_site = set(self._pages.pages.values()) if sources.layout.docs_dir is not None else set()
        self._audited = {path: item for path, item in self._documents.items() if path in in_site}
        self._documented = Documented(sources.areas)
        self._is_ignored = Ignored(sources.read)
        self._links = self._link_check()

    def report(self) -> DocumentationAuditReport:
        sources = self._sources
        found = findings_of(self._found(), sources.settings.audit)
        baseline = sources.baseline
        findings = tuple(accepted(found, baseline)) if baseline is not None else tuple(found)
        blocking = any(item.blocking for item in findings)
        warned = any(item.severity is not Severity.INFO for item in findings)
        status: Literal["pass", "needs-review", "blocked"] = (
            "blocked" if blocking else "needs-review" if warned else "pass"
        )
        snapshot = sources.snapshot
        return seal(
            DocumentationAuditReport(
                project=snapshot.project,
                snapshot_hash=snapshot.sealed_hash,
                baseline_hash=baseline.sealed_hash if baseline is not None else None,
                status=status,
                metrics=self._metrics(findings),
                findings=findings,
                gone=tuple(gone(found, baseline)) if baseline is not None else (),
                limitations=tuple(self._limitations()),
                provenance=snapshot.provenance if snapshot.provenance is not UNSET else UNSET,
            )
        )

    def _found(self) -> Iterator[Found]:
        sources, snapshot = self._sources, self._sources.snapshot
        yield from self._links.run()
        yield from unresolved(self._links_elsewhere())
        text = sources.read(sources.site_file) if sources.site_file else None
        yield from broken_entries(
            sources.shape, self._pages, self._is_ignored_page, file=sources.site_file, text=text or ""
        )
        yield from orphans(self._pages, _by_source(snapshot.relations))
        read_alone = {path: item for path, item in self._audited.items() if path not in self._links.taken_in}
        yield from quality(read_alone, sources.documents, self._titled(), sources.settings.audit)
        yield from self._duplicates()
        yield from self._documented.missing()
        skipped = {path for path, item in self._documents.items() if _NOT_READ & set(item.tags)}
        paths = frozenset(sources.paths)
        yield from stale_declarations(self._coverage(skipped), paths, sources.settings_file)
        yield from missing_owner_documents(snapshot, paths, sources.settings_file)
        yield from import_cycles(self._sources.areas)

    def _coverage(self, skipped: Collection[str]) -> list[Coverage]:
        """What may be told of: nothing of ``skipped`` documents, and of includes and directives only where the site has
        what acts on them; elsewhere they are shown, not meant."""
        shape = self._sources.shape
        off = {"INCLUDE_UNRESOLVED"} if not shape.includes_files else set()
        off |= {"DIRECTIVE_UNRESOLVED"} if not shape.has_api else set()
        return [item for item in self._sources.snapshot.coverage if item.path not in skipped and item.code not in off]

    def _link_check(self) -> LinkCheck:
        sources = self._sources
        return LinkCheck(
            LinkSources(
                documents=sources.documents,
                layout=sources.layout,
                pages=self._pages,
                targets=LinkTargets(sources.paths, sources.layout, made=sources.settings.site.path),
                exists=sources.exists,
                read=sources.read,
                includes=_includes(sources.snapshot.relations),
                shape=sources.shape,
                is_ignored=self._is_ignored,
            )
        )

    def _links_elsewhere(self) -> Iterable[tuple[str, int | None, str]]:
        """Links that lead nowhere, of documents that are no page: a README, a guide that another site renders. Text
        that pages take in is read where they are."""
        taken_in = self._links.taken_in
        for entry in self._sources.snapshot.coverage:
            document = self._documents.get(entry.path)
            if entry.code != "LINK_UNRESOLVED" or document is None or entry.path in self._audited:
                continue
            if _NOT_READ & set(document.tags) or entry.path in taken_in or entry.path.startswith(_FORMS):
                continue
            if self._sources.layout.below(entry.path) is None:
                yield entry.path, entry.line, entry.reason

    def _is_ignored_page(self, uri: str) -> bool:
        docs = self._sources.layout.docs_dir
        return self._is_ignored(uri if docs in {None, "."} else f"{docs}/{uri}")

    def _titled(self) -> frozenset[str]:
        titled = {entry for title, entry in self._sources.shape.nav_entries if title}
        return frozenset(path for uri, path in self._pages.pages.items() if uri in titled)

    def _duplicates(self) -> Iterator[Found]:
        own = [item for path, item in self._audited.items() if not self._sources.is_link(path)]
        exact = list(exact_duplicates(own))
        yield from exact
        same = defaultdict(list)
        for item in own:
            same[item.authored_hash].append(item.path)
        pairs = frozenset((a, b) for group in same.values() for a in group for b in group)
        yield from near_duplicates(self._sources.alike(tuple(sorted(item.path for item in own))), pairs)

    def _metrics(self, findings: tuple[AuditFinding, ...]) -> AuditMetrics:
        counts, documented = self._links.counts, self._documented
        severities = [item.severity for item in findings if item.accepted_by is None]
        return AuditMetrics(
            documents=len(self._documents),
            pages=len(self._audited),
            links=counts.links,
            anchors=counts.anchors,
            anchors_not_analyzed=counts.anchors_not_analyzed,
            areas=len(documented.areas),
            areas_documented=len(documented.described_areas),
            packages=len(documented.packages),
            packages_documented=len(documented.described_packages),
            errors=severities.count(Severity.ERROR),
            warnings=severities.count(Severity.WARN),
            notes=severities.count(Severity.INFO),
            accepted=len(findings) - len(severities),
            blocking=sum(item.blocking for item in findings),
        )

    def _limitations(self) -> Iterator[str]:
        """Sorted sentences about what this audit could not see."""
        shape, layout = self._sources.shape, self._sources.layout
        told = []
        if layout.docs_dir is None:
            told.append("no site configuration was found: links, anchors and titles of pages were not checked")
        else:
            if self._pages.in_nav is None:
                told.append("a plugin or hook makes the navigation or pages: orphaned pages were not looked for")
            if shape.makers:
                told.append(
                    f"pages may be made in the build ({', '.join(shape.makers)}): a link to no file is a warning"
                )
            if layout.toc.unknown:
                told.append(f"anchors are made by {layout.toc.unknown}, which is not known here: missing ones not told")
        count = self._links.counts.anchors_not_analyzed
        if count:
            told.append(
                f"{counted(count, 'link')} with an anchor to pages whose anchors only a build knows: not analyzed"
            )
        yield from sorted(told)


def _by_source(relations: Iterable[Relation]) -> dict[str, list[Relation]]:
    found: dict[str, list[Relation]] = defaultdict(list)
    for relation in relations:
        if relation.source.startswith("document:"):
            found[relation.source].append(relation)
    return found


def _includes(relations: Iterable[Relation]) -> dict[str, tuple[str, ...]]:
    """Document → the documents that it takes in, by path."""
    found: dict[str, list[str]] = defaultdict(list)
    for relation in relations:
        if relation.kind == "includes" and relation.target.startswith("document:"):
            found[relation.source.removeprefix("document:")].append(relation.target.removeprefix("document:"))
    return {path: tuple(targets) for path, targets in found.items()}
