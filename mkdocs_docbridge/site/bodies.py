"""Bodies of generated regions: what each source gives, written for the document that holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property

from mkdocs_docbridge.audit.doctor_model import DoctorReport
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import PublicParityReport
from mkdocs_docbridge.regions import RegionSource
from mkdocs_docbridge.render.area_map import AreaMap
from mkdocs_docbridge.render.area_view import area_views
from mkdocs_docbridge.render.catalogue import Templates, region_body
from mkdocs_docbridge.render.handoff_view import by_owner, handoff_view, ownership_view
from mkdocs_docbridge.render.overlay_view import overlay_review_view
from mkdocs_docbridge.render.overview_view import overview_view
from mkdocs_docbridge.render.views import CoverageRow, CoverageView
from mkdocs_docbridge.retrieval.handoff import Handoff
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot import DocsLayout
from mkdocs_docbridge.snapshot.model import Document, Snapshot

from .changes import SETTING, Changes, NoChanges
from .changes_page import changes_page_view
from .health_pages import doctor_page_view
from .links import PageLinks, WebRepository
from .parity_page import parity_page_view
from .studies import Study
from .study_page import study_page_view

_CODE = frozenset({"area", "change-digest", "coverage", "doctor", "handoff", "ownership", "template"})


class Bodies:
    """Makes region bodies. None of them holds a snapshot hash, a line of the document itself or a commit, so that
    writing one changes no other."""

    def __init__(
        self,
        snapshot: Snapshot,
        areas: Callable[[], AreaMap],
        layout: DocsLayout,
        repo_url: str | None,
        templates: Templates,
        parity: Callable[[], PublicParityReport | None],
        studies: tuple[Study, ...],
        changes: Callable[[], Changes | NoChanges | None],
        handoffs: Callable[[str], Handoff],
        doctor: Callable[[], DoctorReport],
        settings: Settings,
    ) -> None:
        self._snapshot = snapshot
        self._areas = areas
        self._layout = layout
        self._web = WebRepository(repo_url)
        self._templates = templates
        self._parity = parity
        self._studies = studies
        self._handoffs = handoffs
        self._doctor = doctor
        self._settings = settings
        self._changes = changes
        self._makers: Mapping[str, Callable[[str | None, PageLinks], str]] = {
            "area": self._area,
            "change-digest": self._digest,
            "parity": self._claims,
            "coverage": self._coverage,
            "doctor": self._health,
            "handoff": self._handoff,
            "overlay-review": self._overlay_review,
            "ownership": self._ownership,
            "study": self._study,
            "template": self._template,
        }

    def __call__(self, source: RegionSource, path: str) -> str:
        """The body of ``source`` in the document at ``path``. Raises :class:`InputError` (``REGION_SOURCE_UNKNOWN``)
        when the source names nothing here."""
        maker = self._makers.get(source.kind)
        if maker is None:
            raise _unknown(f"{source.kind} is not a kind of source", f"Known: {', '.join(sorted(self._makers))}.")
        if source.kind in _CODE and not self._settings.site.publish_code:
            raise InputError(
                f"a region of source {source.kind} shows code, and site.publish_code is false",
                code="REGION_SHOWS_CODE",
                hint="Remove the region, or publish code.",
            )
        body = maker(source.target, self._links(path))
        return region_body(body, place=str(source))

    def _links(self, path: str) -> PageLinks:
        # seen from a document outside the docs folder, its own folder is where relative links start
        page = self._layout.below(path)
        layout = self._layout if page is not None else DocsLayout(docs_dir=".", repo_url=self._layout.repo_url)
        return PageLinks(page or path, layout, self._web, {}, self._documents if page is not None else frozenset())

    @cached_property
    def _documents(self) -> frozenset[str]:
        pages = (entity for entity in self._snapshot.entities if isinstance(entity, Document))
        return frozenset(entity.path for entity in pages if "page" in entity.tags)

    def _area(self, target: str | None, links: PageLinks) -> str:
        views = area_views(self._areas(), links=links, only=target)
        if target is None or not views:
            known = ", ".join(area.path for area in self._areas().areas[:12])
            raise _unknown(f"there is no area {target}", f"Areas here: {known}.")
        return self._templates.render_area_body(views[0])

    def _claims(self, _target: str | None, links: PageLinks) -> str:
        report = self._parity()
        if report is None:
            raise _unknown("this repository registers no public claims", "Write a registry, or remove the region.")
        view = parity_page_view(report, links=links, footer=None, lines=False)
        return self._templates.render("parity-region", view)

    def _digest(self, _target: str | None, links: PageLinks) -> str:
        changes = self._changes()
        if isinstance(changes, NoChanges):
            raise changes.error
        if changes is None:
            raise _unknown(f"{SETTING} names no revision to compare with", f"Set {SETTING}, or remove the region.")
        view = changes_page_view(changes, links=links, footer=None, lines=False)
        return self._templates.render("change-digest-region", view)

    def _coverage(self, _target: str | None, _links: PageLinks) -> str:
        counts = Counter(entry.code for entry in self._snapshot.coverage)
        examples = {entry.code: entry for entry in reversed(self._snapshot.coverage)}
        rows = tuple(
            CoverageRow(code=code, count=count, example=examples[code].path, reason=examples[code].reason)
            for code, count in sorted(counts.items())
        )
        return self._templates.render("coverage-region", CoverageView(rows=rows))

    def _health(self, _target: str | None, links: PageLinks) -> str:
        report = self._doctor()
        view = doctor_page_view(report, links=links, is_shown=lambda _path: True, footer=None)
        return self._templates.render("doctor-region", view)

    def _handoff(self, target: str | None, links: PageLinks) -> str:
        try:
            found = self._handoffs(target or "")
        except InputError as error:
            raise _unknown(f"there is nothing to hand over: {error.message}", error.hint) from None
        return self._templates.render("handoff-region", handoff_view(found, links))

    def _ownership(self, target: str | None, links: PageLinks) -> str:
        owners = by_owner(self._snapshot.ownership)
        if target is None or target not in owners:
            known = ", ".join(list(owners)[:12]) or "none"
            raise _unknown(f"there is no ownership record {target}", f"Owners here: {known}.")
        return self._templates.render("ownership-region", ownership_view(target, owners[target], self._handoffs, links))

    def _overlay_review(self, _target: str | None, _links: PageLinks) -> str:
        return self._templates.render("overlay-review-region", overlay_review_view(self._settings.overlay))

    def _study(self, target: str | None, links: PageLinks) -> str:
        study = next((study for study in self._studies if study.id == target), None)
        if study is None:
            known = ", ".join(study.id for study in self._studies) or "none"
            raise _unknown(f"there is no study {target}", f"Studies here: {known}.")
        return self._templates.render("study-region", study_page_view(study, links=links, footer=None))

    def _template(self, target: str | None, links: PageLinks) -> str:
        own = self._templates.own_names
        if target is None or target not in own:
            known = ", ".join(own) or "none"
            raise _unknown(f"render.templates names no template {target}", f"Own templates: {known}.")
        return self._templates.render(target, overview_view(self._areas(), links=links))


def _unknown(message: str, hint: str) -> InputError:
    return InputError(message, code="REGION_SOURCE_UNKNOWN", hint=hint)
