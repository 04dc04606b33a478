"""One build of a site: which pages and assets it adds, and what is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import msgspec

from mkdocs_docbridge.artifacts import encode, read
from mkdocs_docbridge.audit.doctor_model import DoctorReport
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding, in_order
from mkdocs_docbridge.parity import Pages, ParityFinding, PublicParityReport, is_not_built
from mkdocs_docbridge.render.area_map import AreaMap
from mkdocs_docbridge.render.area_view import module_anchor
from mkdocs_docbridge.render.handoff_view import by_owner
from mkdocs_docbridge.retrieval import Entry
from mkdocs_docbridge.retrieval.lunr_index import search_assets
from mkdocs_docbridge.settings import PageKind, SearchKind
from mkdocs_docbridge.snapshot import front_matter
from mkdocs_docbridge.snapshot.collector import uncollected
from mkdocs_docbridge.snapshot.model import Document, Module
from mkdocs_docbridge.text.escape import page_names

from .changes import Changes, NoChanges
from .faults import WITHHELD, audit_notes
from .links import PageLinks
from .llms import LlmsSite, NavSection
from .llms_files import INDEX, LlmsFiles, RenderedPage
from .pages import OWNERS, PageMaker
from .parity_badge import badge
from .plan import Asset, Page, SitePlan
from .sources import SiteFacts, Sources
from .studies import study_of

_SEARCH_NAME = "search"
SEARCH_INDEX = f"{_SEARCH_NAME}.json"
LUNR = "assets/lunr.js"
MAX_WATCHED = 100
_SINGLE: dict[PageKind, str] = {
    "audit": "audit.md",
    "changes": "changes.md",
    "doctor": "doctor.md",
    "overview": "index.md",
    "parity": "parity.md",
    "search": "search.md",
}
_FOR_PEOPLE: tuple[PageKind, ...] = ("audit", "doctor", "search")
_CODE_PAGES: frozenset[PageKind] = frozenset({"areas", "audit", "changes", "doctor", "ownership"})


class SiteBuild:
    """The pages, assets and faults of one build."""

    def __init__(self, sources: Sources, facts: SiteFacts) -> None:
        self._every_area = sources.areas
        self._sources = replace(sources, areas=lambda: self._areas)
        self._facts = facts
        self._settings = sources.settings
        base = self._settings.site.path.strip("/")
        self._base = f"{base}/" if base not in {"", "."} else ""
        self._notes: list[str] = []
        self._rendered: Mapping[str, RenderedPage] = {}
        self._llms_files: LlmsFiles | None = None
        self._on_pages: list[ParityFinding] = []

    @property
    def notes(self) -> tuple[str, ...]:
        """What a maintainer should know and that fails nothing."""
        return tuple(self._notes)

    @cached_property
    def documents(self) -> dict[str, str]:
        """Pages of the site → their documents' repository paths."""
        return {uri: document.path for uri, document in self._page_documents.items()}

    @cached_property
    def _page_documents(self) -> dict[str, Document]:
        found: dict[str, Document] = {}
        for entity in self._sources.snapshot.entities:
            uri = self._sources.layout.below(entity.path) if isinstance(entity, Document) else None
            if isinstance(entity, Document) and uri is not None and uri in self._facts.pages:
                found[uri] = entity
        return found

    @cached_property
    def _areas(self) -> AreaMap:
        """The areas without the documents that the site leaves out: drafts and what is excluded are told of nowhere."""
        return AreaMap(self._sources.snapshot, self._hidden) if self._hidden else self._every_area()

    def _is_hidden(self, path: str) -> bool:
        """Whether the site leaves out a document, or would leave it out if it were still there."""
        return path in self._hidden or self._facts.is_excluded(self._sources.layout.below(path) or "")

    @cached_property
    def _changes(self) -> Changes | NoChanges | None:
        """What the page of the changes tells. Raises :class:`InputError` where pages are kept as files, since a file
        that says that nothing could be compared would replace one that told something."""
        if not self._makes("changes"):
            return None
        found = self._sources.changes()
        if isinstance(found, NoChanges) and self._facts.on_disk:
            raise found.error
        return found

    @cached_property
    def _area_pages(self) -> dict[str, str]:
        """Area path → its page, where area pages are made."""
        if not self._makes("areas"):
            return {}
        names = page_names(area.path for area in self._sources.areas().areas)
        pages = {path: f"{self._base}areas/{name}.md" for path, name in names.items()}
        return {path: uri for path, uri in pages.items() if not self._facts.is_excluded(uri)}

    @cached_property
    def _owner_pages(self) -> dict[str, str]:
        """Id of an owner → the page, where ownership pages are made."""
        if not self._makes("ownership"):
            return {}
        names = page_names(by_owner(self._sources.snapshot.ownership))
        pages = {owner: f"{self._base}ownership/{name}.md" for owner, name in names.items()}
        return {owner: uri for owner, uri in pages.items() if not self._facts.is_excluded(uri)}

    def _makes(self, kind: PageKind) -> bool:
        site = self._settings.site
        hidden = kind in _CODE_PAGES and not site.publish_code
        page = _SINGLE.get(kind)
        excluded = page is not None and self._facts.is_excluded(f"{self._base}{page}")
        return self._facts.in_memory and kind in site.pages and not hidden and not excluded

    @cached_property
    def plan(self) -> SitePlan:
        """Pages, the overview among them, and every finding."""
        overview = f"{self._base}index.md"
        pages = [page for page in self._pages() if self._may_add(page.uri)]
        if not self._facts.in_memory:
            self._notes.append(
                "static-i18n cannot build pages that exist in memory only: the generated pages are left out (docbridge "
                "sync --pages writes them as files), regions and claims are checked"
            )
        for name in self._facts.too_early:
            self._notes.append(
                f"{name} is listed before docbridge and will not find the generated pages: list it after docbridge"
            )
        modules = sum(isinstance(entity, Module) for entity in self._sources.snapshot.entities)
        if self._area_pages and modules:
            self._notes.append(f"publishes the names of {modules} modules; site.publish_code: false keeps code out")
        self._notes += audit_notes(self._sources.audit)
        return SitePlan(
            pages=tuple(pages),
            assets=tuple(self._published()),
            withheld=tuple(self._withheld()),
            overview=overview if any(page.uri == overview for page in pages) else None,
            findings=self._findings(),
        )

    def _findings(self) -> tuple[Finding, ...]:
        # of pages that are not built yet nothing is said: once they are, they are looked at
        found = [finding for finding in self._sources.findings if not is_not_built(finding)]
        if isinstance(self._changes, NoChanges):
            found.append(self._changes.finding(self._sources.settings_file))
        return tuple(in_order(found))

    def _withheld(self) -> Iterator[str]:
        for entry in self._sources.snapshot.coverage:
            uri = self._sources.layout.below(entry.path)
            if entry.code in WITHHELD and uri is not None:
                yield uri

    def _may_add(self, uri: str) -> bool:
        if self._facts.is_excluded(uri):
            return False
        if uri in self._facts.taken:
            self._notes.append(f"{uri} exists already; the generated page of that name is left out")
            return False
        return True

    @cached_property
    def _maker(self) -> PageMaker:
        return PageMaker(
            self._sources, self._base, self._links, self._json_href, self._hidden, on_disk=self._facts.on_disk
        )

    @cached_property
    def _hidden(self) -> frozenset[str]:
        """Documents below the docs folder that are no page of this site."""
        found = (entity.path for entity in self._sources.snapshot.entities if isinstance(entity, Document))
        below = {path: self._sources.layout.below(path) for path in found}
        pages = self._facts.pages
        return frozenset(path for path, uri in below.items() if uri and uri not in pages and _is_markdown(uri))

    def _is_shown(self, path: str) -> bool:
        return path not in self._hidden

    @cached_property
    def _doctor(self) -> DoctorReport | None:
        """The doctor's report, where it has a page; a suite that cannot be used takes the page away, and no more."""
        if not (self._makes("doctor") and self._settings.doctor.enabled):
            return None
        try:
            return self._sources.doctor()
        except InputError as error:
            self._notes.append(f"the page of the doctor is left out: {error}")
            return None

    def _pages(self) -> list[Page]:
        maker = self._maker
        pages: list[Page] = []
        if self._makes("overview"):
            pages.append(maker.overview(self._health_pages(), self._doctor))
        if self._area_pages:
            pages += maker.areas(self._area_pages)
        if self._owner_pages:
            pages += [maker.owners(self._owner_pages), *maker.ownership(self._owner_pages)]
        if self._changes is not None:
            pages.append(self.change_page(self._changes))
        if self._makes("parity") and self._sources.parity is not None:
            pages.append(maker.parity(self._sources.parity))
        if self._makes("audit"):
            pages.append(maker.audit(self._is_shown))
        if self._doctor is not None:
            pages.append(maker.doctor(self._doctor, self._is_shown))
        if self._makes("studies"):
            pages += [maker.study(study) for study in self._sources.studies]
        if self._makes("search"):
            pages.append(maker.search(SEARCH_INDEX, LUNR))
        return pages

    def change_page(self, changes: Changes | NoChanges) -> Page:
        """The page of these changes."""
        return self._maker.changes(changes, self._is_hidden)

    def rendered(self, template: str, data: Path | None) -> list[Page]:
        """The pages of one template, whatever the settings publish. ``data`` replaces the report or study."""
        maker = self._maker
        if data is not None and template not in {"parity", "study"}:
            raise InputError(f"the template {template} is rendered from the tree, not from a file", place=str(data))
        if template == "llms.txt":
            return [Page(INDEX, self._llms((), self._expected()).index)]
        if template == "overview":
            return [maker.overview(self._health_pages(), self._doctor)]
        if template == "area":
            return maker.areas(self._area_pages)
        if template == "ownership":
            return maker.ownership(self._owner_pages)
        if template == "owners":
            return [maker.owners(self._owner_pages)]
        if template == "overlay-review":
            return [maker.overlay_review()]
        if template == "audit":
            return [maker.audit(self._is_shown)]
        if template == "doctor":
            return [maker.doctor(self._sources.doctor(), self._is_shown)]
        if template == "search":
            return [maker.search(SEARCH_INDEX, LUNR)]
        if template == "parity":
            report = read(PublicParityReport, data, place=str(data)) if data is not None else self._sources.parity
            return [maker.parity(report)] if report is not None else []
        studies = (study_of(data),) if data is not None else self._sources.studies
        return [maker.study(study) for study in studies]

    def _health_pages(self) -> Mapping[str, str]:
        """Page kind → page, for those that the overview links to."""
        found: dict[str, str] = {}
        if self._changes is not None:
            found["changes"] = f"{self._base}{_SINGLE['changes']}"
        if self._makes("parity") and self._sources.parity is not None:
            found["parity"] = f"{self._base}parity.md"
        if self._owner_pages:
            found["ownership"] = f"{self._base}{OWNERS}"
        if self._makes("audit"):
            found["audit"] = f"{self._base}audit.md"
        if self._doctor is not None:
            found["doctor"] = f"{self._base}doctor.md"
        if self._makes("search"):
            found["search"] = f"{self._base}search.md"
        if self._makes("studies"):
            found |= {f"study:{study.id}": f"{self._base}studies/{study.id}.md" for study in self._sources.studies}
        return found

    @cached_property
    def _linked_documents(self) -> frozenset[str]:
        return frozenset(self.documents.values())

    def _links(self, uri: str) -> PageLinks:
        return PageLinks(
            uri,
            self._sources.layout,
            self._sources.web,
            self._area_pages,
            self._linked_documents,
            addressed=self._facts.addressed,
        )

    def _json_href(self, uri: str, name: str) -> str | None:
        """The link from a page to a published artifact."""
        if not self._settings.site.publish.reports:
            return None
        return self._links(uri).to(f"{self._base}data/{name}.json")

    def assets(self, nav: tuple[NavSection, ...], rendered: Mapping[str, RenderedPage], *, lunr: bytes) -> list[Asset]:
        """llms.txt and its companions, the search index and ``lunr``, its script.

        ``nav`` gives the reading order, ``rendered`` what pages are in the site at last.
        """
        self._rendered = rendered
        made: list[Asset] = []
        if self._settings.llms.enabled:
            self._llms_files = self._llms(nav, rendered)
            made += self._llms_files.assets()
            made = [asset for asset in made if not self._is_others(asset)]
        if self._makes("search"):
            made.append(Asset(f"{self._base}{LUNR}", lunr))
            for name, data in self._search_files().items():
                made.append(Asset(f"{self._base}{name}", data))
                twin = b"var __docbridge_search = " + data + b";\n"
                made.append(Asset(f"{self._base}{name.removesuffix('.json')}.js", twin))
        return made

    def _is_others(self, asset: Asset) -> bool:
        """Whether somebody else has a file of this name; a note tells who."""
        other = self._facts.other_llms if asset.uri == INDEX else None
        if other is None and asset.uri not in self._static:
            return False
        owner = f"{other} writes {asset.uri}" if other is not None else f"{asset.uri} exists already"
        self._notes.append(f"{owner}; it stays, and docbridge writes none")
        return True

    @cached_property
    def _static(self) -> frozenset[str]:
        """Files that others put into the site as they are; a Markdown file is there as a page, or not at all."""
        return frozenset(uri for uri in self._facts.taken if not _is_markdown(uri))

    @property
    def late_findings(self) -> list[Finding]:
        """What is only known once :meth:`assets` has seen every page."""
        found = self._llms_files.findings(self._sources.settings_file) if self._llms_files is not None else []
        return [*self._on_pages, *found]

    def look_at_pages(self, pages: Pages) -> None:
        """Checks the claims that stand on built pages; :attr:`late_findings` then has what else is wrong with them."""
        report = self._sources.parity_of(pages)
        known = {item.id for item in self._sources.parity.findings} if self._sources.parity is not None else set()
        self._on_pages = [item for item in report.findings if item.id not in known] if report is not None else []

    def head_links(self, uri: str) -> str:
        """HTML for the head of a page: where its Markdown and its llms.txt are."""
        return self._llms_files.head_links(uri) if self._llms_files is not None else ""

    def _llms(self, nav: tuple[NavSection, ...], pages: Mapping[str, RenderedPage]) -> LlmsFiles:
        sources, added = self._sources, [page.uri for page in self.plan.pages]
        return LlmsFiles(
            pages,
            self._page_documents,
            nav,
            self._settings.llms,
            LlmsSite(
                name=sources.layout.site_name or sources.snapshot.project,
                description=self._facts.site_description,
                url=sources.site_url,
            ),
            sources.areas,
            {path: uri for path, uri in self._area_pages.items() if uri in added},
            added,
            # nothing to read: a form, and what tells maintainers about the other pages
            {f"{self._base}{_SINGLE[kind]}" for kind in _FOR_PEOPLE} & set(added),
            self._static | {asset.uri for asset in self.plan.assets},
            sources.templates,
        )

    def _expected(self) -> dict[str, RenderedPage]:
        """The pages as a site generator would name and place them, without their text."""
        layout = self._sources.layout
        pages = {
            uri: RenderedPage(document.title, quote(document.site_url or ""))
            for uri, document in self._page_documents.items()
        }
        for page in self.plan.pages:
            matter = front_matter.read(page.content).values
            url = quote(layout.page_url(page.uri) or "")
            pages[page.uri] = RenderedPage(matter.title, url, matter.description)
        return pages

    def _search_files(self) -> dict[str, bytes]:
        """The search index in its parts, by file name."""
        index = self._sources.index()
        site = self._settings.site
        kinds: tuple[SearchKind, ...] = site.search.kinds if site.publish_code else ("document",)
        urls = sorted((uri, page.url) for uri, page in self._rendered.items())
        shown = json.dumps(
            [
                sorted(self.documents),
                sorted(self._area_pages.items()),
                kinds,
                site.search.shard_kb,
                self._sources.web.url,
                self._sources.web.revision,
                sorted(self._hidden),
                urls,
            ]
        )
        key = hashlib.sha256(f"{index.content_hash} {self._base} {shown}".encode()).hexdigest()

        def make() -> bytes:
            with uncollected():
                made = search_assets(
                    index, kinds=kinds, link=self._address, name=_SEARCH_NAME, shard_kb=site.search.shard_kb
                )
                return msgspec.msgpack.encode({name: payload.to_json() for name, payload in made.items()})

        return msgspec.msgpack.decode(self._sources.memo("search", key, make), type=dict[str, bytes])

    def _address(self, entry: Entry) -> str | None:
        """An entry's page below the site root; a module is shown by its area's page, else by the web repository."""
        layout = self._sources.layout
        if entry.kind == "document":
            uri = layout.below(entry.path) or ""
            if entry.path in self._hidden:
                return None
            if uri not in self._facts.pages:
                return self._sources.web.file(entry.path)
            return self._rendered[uri].url if uri in self._rendered else entry.site_url
        if entry.kind == "area":
            page = self._area_pages.get(entry.path)
        elif entry.kind == "package":
            page = f"{self._base}index.md" if self._makes("overview") else None
        else:
            page = self._area_pages.get((entry.graph.area_id or "").removeprefix("area:"))
        if page is None:
            return self._sources.web.file(entry.path)
        url = layout.page_url(page) or ""
        return f"{url}#{module_anchor(entry.path)}" if entry.kind == "module" else url

    def _published(self) -> list[Asset]:
        publish, base = self._settings.site.publish, f"{self._base}data/"
        made: list[Asset] = []
        if publish.reports:
            if self._sources.parity is not None:
                made.append(Asset(f"{base}parity.json", encode(self._sources.parity)))
                made.append(Asset(f"{base}parity-badge.json", badge(self._sources.parity)))
            made += [Asset(f"{base}{study.id}.json", study.data) for study in self._sources.studies]
        if publish.snapshot and self._settings.site.publish_code:
            made.append(Asset(f"{base}snapshot.json", encode(self._sources.snapshot)))
        if publish.index and self._settings.site.publish_code:
            made.append(Asset(f"{base}index.json", encode(self._sources.index())))
        return made

    def watched(self, docs_dir: Path) -> tuple[Path, ...]:
        """Folders, none of them the root or below the docs folder, that hold files which decide the result.

        At most 100, since each is polled twice a second: those of registry, studies and templates, then the
        shallowest. A note tells when some are left out.
        """
        root = self._sources.root

        def outside_docs(paths: Iterable[str]) -> set[Path]:
            folders = {(root / path).parent for path in paths}
            return {folder for folder in folders if folder != root and not folder.is_relative_to(docs_dir)}

        entities = self._sources.snapshot.entities
        first = outside_docs(self._sources.watched)
        rest = outside_docs(e.path for e in entities if isinstance(e, Module | Document)) - first
        ordered = [*sorted(first), *sorted(rest, key=lambda folder: (len(folder.parts), folder))]
        if len(ordered) > MAX_WATCHED:
            self._notes.append(f"serve watches {MAX_WATCHED} of the {len(ordered)} folders that decide the result")
        return tuple(ordered[:MAX_WATCHED])


def _is_markdown(uri: str) -> bool:
    return uri.endswith((".md", ".markdown"))
