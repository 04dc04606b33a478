"""The generated pages of a site, each from its view and its template."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mkdocs_docbridge.audit.doctor_model import DoctorReport
from mkdocs_docbridge.parity import PublicParityReport
from mkdocs_docbridge.render.area_view import area_views
from mkdocs_docbridge.render.handoff_view import by_owner, owners_view, ownership_view
from mkdocs_docbridge.render.overlay_view import overlay_review_view
from mkdocs_docbridge.render.overview_view import overview_view
from mkdocs_docbridge.render.views import FooterView, HealthRow, LinkView, SearchPageView
from mkdocs_docbridge.text.phrases import counted

from .changes import Changes, NoChanges
from .changes_page import changes_page_view, no_changes_view
from .health_pages import IsShown, audit_page_view, doctor_page_view
from .links import PageLinks
from .parity_page import parity_page_view
from .plan import Page
from .sources import Sources
from .studies import Study
from .study_page import study_page_view

OWNERS = "ownership/index.md"
"""The page that lists who answers for what, below the folder of the generated pages."""


class PageMaker:
    """Makes pages. ``base`` is their folder below the docs folder, with its slash; ``links`` gives the links of a
    page, ``json_href`` the link from a page to a published artifact; ``hidden`` documents are told of nowhere. Pages
    ``on_disk`` bear no hash and no lines of documents."""

    def __init__(
        self,
        sources: Sources,
        base: str,
        links: Callable[[str], PageLinks],
        json_href: Callable[[str, str], str | None],
        hidden: frozenset[str],
        *,
        on_disk: bool,
    ) -> None:
        self._sources = sources
        self._base = base
        self._links = links
        self._json_href = json_href
        self._hidden = hidden
        self._on_disk = on_disk

    def _footer(self, artifact: str, content_hash: object, json_href: str | None = None) -> FooterView | None:
        return None if self._on_disk else FooterView(artifact=artifact, hash=str(content_hash), json_href=json_href)

    def _snapshot_footer(self) -> FooterView | None:
        return self._footer("snapshot", self._sources.snapshot.content_hash)

    def overview(self, pages: Mapping[str, str], doctor: DoctorReport | None) -> Page:
        """The overview. ``pages`` are the pages that its health rows lead to, by kind; ``doctor`` is what its page
        tells, if there is one."""
        uri = f"{self._base}index.md"
        links = self._links(uri)
        view = overview_view(
            self._sources.areas(),
            links=links,
            findings=self._sources.findings,
            health=[*_doctor_rows(doctor, pages, links), *self._health(pages, links)],
            footer=self._snapshot_footer(),
            code=self._sources.settings.site.publish_code,
        )
        return Page(uri, self._sources.templates.render("overview", view))

    def _health(self, pages: Mapping[str, str], links: PageLinks) -> list[HealthRow]:
        rows = []
        report = self._sources.parity
        if report is not None and "parity" in pages:
            metrics = report.metrics
            value = f"{metrics.claims} registered, {metrics.blocking} out of date" if metrics.blocking else ""
            link = LinkView(text="parity", href=links.to(pages["parity"]))
            rows.append(
                HealthRow(label="Claims", value=value or f"{metrics.claims} registered, none out of date", link=link)
            )
        for study in self._sources.studies:
            page = pages.get(f"study:{study.id}")
            if page is not None:
                figure = f"hit@3 {study.result.figures.hit_at3:.0%} of {study.result.figures.cases} questions"
                rows.append(HealthRow(label="Search", value=figure, link=LinkView(text="study", href=links.to(page))))
        if "changes" in pages:
            rows.append(self._changes_row(links.to(pages["changes"])))
        if "ownership" in pages:
            owned = by_owner(self._sources.snapshot.ownership)
            link = LinkView(text="ownership", href=links.to(pages["ownership"]))
            rows.append(HealthRow(label="Owners", value=counted(len(owned), "owner"), link=link))
        if "audit" in pages:
            found = self._sources.audit.metrics
            value = f"{counted(found.errors, 'error')}, {counted(found.warnings, 'warning')}"
            rows.append(
                HealthRow(label="Documents", value=value, link=LinkView(text="audit", href=links.to(pages["audit"])))
            )
        if "search" in pages:
            link = LinkView(text="search pages and code", href=links.to(pages["search"]))
            rows.append(HealthRow(label="Find", value="in your own words", link=link))
        return rows

    def _changes_row(self, page: str) -> HealthRow:
        found = self._sources.changes()
        if isinstance(found, Changes):
            needed = sum(document.need != "possible" for document in found.digest.review)
            value = f"{counted(needed, 'document')} to review since {found.since}"
        else:
            value = "not known"
        return HealthRow(label="Changes", value=value, link=LinkView(text="changes", href=page))

    def areas(self, pages: Mapping[str, str]) -> list[Page]:
        """A page for each area of ``pages`` (area path → page)."""
        made = []
        for path, uri in pages.items():
            views = area_views(
                self._sources.areas(),
                links=self._links(uri),
                findings=self._sources.findings,
                footer=self._snapshot_footer(),
                only=path,
            )
            made += [Page(uri, self._sources.templates.render("area", view), origin=path) for view in views]
        return made

    def changes(self, changes: Changes | NoChanges, is_hidden: Callable[[str], bool]) -> Page:
        """The page of the changes since a baseline. Documents that ``is_hidden`` are told of nowhere."""
        uri = f"{self._base}changes.md"
        if isinstance(changes, NoChanges):
            view = no_changes_view(changes)
        else:
            footer = self._footer("change digest", changes.digest.content_hash)
            links = self._links(uri)
            view = changes_page_view(changes, links=links, footer=footer, lines=not self._on_disk, is_hidden=is_hidden)
        return Page(uri, self._sources.templates.render("change-digest", view))

    def owners(self, pages: Mapping[str, str]) -> Page:
        """The page that lists who answers for what; ``pages`` are those of the owners, by id."""
        uri = f"{self._base}{OWNERS}"
        links = self._links(uri)
        view = owners_view(
            self._sources.snapshot.ownership,
            lambda owner: links.to(pages[owner]) if owner in pages else None,
            links,
            footer=self._snapshot_footer(),
        )
        return Page(uri, self._sources.templates.render("owners", view))

    def ownership(self, pages: Mapping[str, str]) -> list[Page]:
        """A page for each owner of ``pages`` (id → page)."""
        records = by_owner(self._sources.snapshot.ownership)
        made = []
        for owner, uri in pages.items():
            view = ownership_view(
                owner, records[owner], self._sources.handoff, self._links(uri), self._hidden, self._snapshot_footer()
            )
            made.append(Page(uri, self._sources.templates.render("ownership", view)))
        return made

    def overlay_review(self) -> Page:
        """What of the overlay waits for a person."""
        view = overlay_review_view(self._sources.settings.overlay, self._snapshot_footer())
        return Page(f"{self._base}overlay-review.md", self._sources.templates.render("overlay-review", view))

    def parity(self, report: PublicParityReport) -> Page:
        """The page of the public claims."""
        uri = f"{self._base}parity.md"
        footer = self._footer("parity report", report.content_hash, self._json_href(uri, "parity"))
        view = parity_page_view(report, links=self._links(uri), footer=footer, lines=not self._on_disk)
        page = self._sources.templates.render("parity", view)
        return Page(uri, page, origin=self._sources.registry_path)

    def audit(self, is_shown: IsShown) -> Page:
        """The page of the audit."""
        uri = f"{self._base}audit.md"
        report = self._sources.audit
        footer = self._footer("audit report", report.content_hash)
        view = audit_page_view(report, links=self._links(uri), is_shown=is_shown, footer=footer)
        return Page(uri, self._sources.templates.render("audit", view))

    def doctor(self, report: DoctorReport, is_shown: IsShown) -> Page:
        """The page of the doctor."""
        uri = f"{self._base}doctor.md"
        footer = self._footer("doctor report", report.content_hash)
        view = doctor_page_view(report, links=self._links(uri), is_shown=is_shown, footer=footer)
        return Page(uri, self._sources.templates.render("doctor", view))

    def study(self, study: Study) -> Page:
        """The page of a study report."""
        uri = f"{self._base}studies/{study.id}.md"
        footer = self._footer("retrieval benchmark", study.result.content_hash, self._json_href(uri, study.id))
        view = study_page_view(study, links=self._links(uri), footer=footer)
        return Page(uri, self._sources.templates.render("study", view), origin=study.path)

    def search(self, index: str, lunr: str) -> Page:
        """The search page. ``index`` and ``lunr`` stand beside it."""
        uri = f"{self._base}search.md"
        links = self._links(uri)
        code = self._sources.settings.site.publish_code
        view = SearchPageView(
            title="Search pages and code" if code else "Search",
            description="One question: the page to read and the file to change, and why each was found.",
            index_href=links.address(f"{self._base}{index}"),
            lunr_href=links.address(f"{self._base}{lunr}"),
            base_href=f"{links.address('')}/",
            overview_href=links.address(f"{self._base}index.md".removesuffix("index.md")) or None,
        )
        return Page(uri, self._sources.templates.render("search", view))


def _doctor_rows(report: DoctorReport | None, pages: Mapping[str, str], links: PageLinks) -> list[HealthRow]:
    if report is None or "doctor" not in pages:
        return []
    link = LinkView(text="doctor", href=links.to(pages["doctor"]))
    return [HealthRow(label="Health", value=f"{report.grade} · {report.score}/100", link=link)]
