"""The composition root: opens a repository and makes each artifact once, when it is first asked for."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_docbridge import git
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.model import Document, Module, SourceRevision

from .observed import ObservedProject

if TYPE_CHECKING:
    from mkdocs_docbridge.adopt.plan import Adoption
    from mkdocs_docbridge.audit.doctor_model import DoctorReport
    from mkdocs_docbridge.audit.model import AuditBaseline, DocumentationAuditReport
    from mkdocs_docbridge.findings import Finding
    from mkdocs_docbridge.parity import DoctorMetric, Gate, Pages, PublicParityReport
    from mkdocs_docbridge.render.area_map import AreaMap
    from mkdocs_docbridge.render.catalogue import Templates
    from mkdocs_docbridge.retrieval.bench import RetrievalBenchmarkResult
    from mkdocs_docbridge.site.build import SiteBuild
    from mkdocs_docbridge.site.changes import Changes, NoChanges
    from mkdocs_docbridge.site.claims import Claims
    from mkdocs_docbridge.site.page_folder import PageFolder
    from mkdocs_docbridge.site.regions import RegionDesk
    from mkdocs_docbridge.site.renderings import Rendering
    from mkdocs_docbridge.site.sources import SiteFacts, Sources
    from mkdocs_docbridge.site.studies import Study

# The rooms above the snapshot are imported by the members that need them: a scan, which runs on every key stroke of
# a preview, needs none, and importing them takes longer than it.


class Place(NamedTuple):
    """Where a project is opened, as :meth:`Project.open` takes it."""

    folder: Path
    file: Path | None = None
    root: Path | None = None
    cache: Path | None = None

    def open(self) -> Project:
        """The project as it is now. Raises :class:`InputError` that lists every fault of its settings."""
        return Project.open(self.folder, file=self.file, root=self.root, cache=self.cache)


class Project(ObservedProject):
    """The results of one repository: checks, pages, and what a site is made of."""

    @cached_property
    def areas(self) -> AreaMap:
        """The snapshot by area."""
        from mkdocs_docbridge.render.area_map import AreaMap

        return AreaMap(self.snapshot)

    def text_of(self, name: str) -> tuple[str, bytes]:
        """Path and content of the document or module called ``name``, as its file is now.

        Raises :class:`InputError` for a name that is not indexed, for what is no file, and for a file that may not or
        cannot be read.
        """
        from mkdocs_docbridge.parity import FolderRepository

        entity = self.lookup.find(name)
        if not isinstance(entity, Document | Module):
            raise InputError(
                f"{entity.id} is neither a document nor a module",
                code="NOT_A_FILE",
                hint="look it up to see what it holds",
            )
        data = FolderRepository(self.root).read(entity.path)
        if data is None:
            raise InputError("is gone since the tree was read", place=entity.path, code="NOT_FOUND", hint="ask again")
        return entity.path, data

    @cached_property
    def claims(self) -> Claims | None:
        """The registry of public claims, or None when the repository has none."""
        from mkdocs_docbridge.site.claims import Claims

        return Claims.open(self.root, self._folder, self.settings.parity.registry)

    @cached_property
    def parity(self) -> PublicParityReport | None:
        """The parity report of the registry."""
        if self.claims is None:
            return None
        return self.gate(self.claims).report()

    def gate(self, claims: Claims, pages: Pages | None = None) -> Gate:
        """The claims of a registry against the repository as it is now; ``pages`` are those of the built site."""

        def figure(metric: DoctorMetric) -> str | None:
            # asked for only by a claim that states one: measuring takes the index
            return self.doctor.figure(metric)

        return claims.gate(self.snapshot, self.settings.parity, pages, figure)

    def parity_of(self, pages: Pages) -> PublicParityReport | None:
        """As :attr:`parity`, with the pages of the built site; None when no claim stands on one."""
        if self.claims is None or not self.claims.needs_pages:
            return None
        return self.gate(self.claims, pages).report()

    @cached_property
    def templates(self) -> Templates:
        """The templates, the project's own compiled. Raises :class:`InputError` for one that is missing or broken."""
        from mkdocs_docbridge.render.catalogue import Override, Templates

        overrides = {}
        for name, path in self.settings.render.templates.items():
            file = self._folder / path
            try:
                overrides[name] = Override(path=path, source=file.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                reason = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
                raise InputError(f"cannot be read: {reason}", place=f"render.templates.{name}: {path}") from None
        return Templates(overrides)

    def changes(self, data: Path | None = None, since: str | None = None) -> Changes:
        """What changed since the sealed snapshot in ``data``, else since a revision, else since the last
        ``docbridge scan``. Raises :class:`InputError` when that cannot be read (``NO_BASELINE``, ``SHALLOW_CLONE``,
        ``UNKNOWN_REVISION``, those of :func:`mkdocs_docbridge.artifacts.read`)."""
        from mkdocs_docbridge.site.changes import changes_since_scan, changes_since_snapshot

        if data is not None:
            return changes_since_snapshot(data, self.snapshot)
        if since is not None:
            return self._changes_since(since, "--since")
        return changes_since_scan(self.state, self.snapshot)

    @cached_property
    def site_changes(self) -> Changes | NoChanges | None:
        """The changes since the revision that the site's page of changes starts from, None when there is none."""
        from mkdocs_docbridge.site.changes import SETTING, NoChanges

        revision = self.settings.site.changes_since
        try:
            return self._changes_since(revision, SETTING) if revision is not None else None
        except InputError as error:
            return NoChanges(revision or "", error)

    def _changes_since(self, revision: str, key: str) -> Changes:
        from mkdocs_docbridge.artifacts import decode, encode
        from mkdocs_docbridge.digest import DIGEST_VERSION, ChangeDigest, change_digest, unknown_revision
        from mkdocs_docbridge.site.changes import Changes

        if git.resolve_commit(self.root, revision) is None:
            raise unknown_revision(revision, shallow=git.is_shallow(self.root), key=key)
        before = self.scanned(revision)
        parts = (DIGEST_VERSION, before.summary.content_hash, self.scan.summary.content_hash)
        data = self.memo("digest", " ".join(parts), lambda: encode(change_digest(before.snapshot, self.snapshot)))
        return Changes(revision, decode(ChangeDigest, data, place=revision))

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """The study artifacts that become pages."""
        from mkdocs_docbridge.site.studies import read_studies

        return read_studies(self._folder, self.root, self.settings.studies)

    @cached_property
    def regions(self) -> RegionDesk:
        """The generated regions of the documents: their faults, and what their bodies should be."""
        from mkdocs_docbridge.parity import FolderRepository
        from mkdocs_docbridge.site.bodies import Bodies
        from mkdocs_docbridge.site.regions import RegionDesk

        bodies = Bodies(
            self.snapshot,
            lambda: self.areas,
            self.layout,
            self._loaded.site.repo_url,
            self.templates,
            lambda: self.parity,
            self.studies,
            lambda: self.site_changes,
            self.handoff,
            lambda: self.doctor,
            self.settings,
        )
        surfaces = self.claims.surfaces if self.claims is not None else ()
        return RegionDesk(self.snapshot, self.scan.documents, surfaces, bodies, FolderRepository(self.root).read)

    @cached_property
    def baseline(self) -> AuditBaseline | None:
        """The findings that the project accepts. Raises :class:`InputError` for a file that is missing or broken."""
        from mkdocs_docbridge.artifacts import read
        from mkdocs_docbridge.audit.model import AuditBaseline

        path = self.settings.audit.baseline
        return read(AuditBaseline, self._folder / path, place=path) if path is not None else None

    @cached_property
    def audit(self) -> DocumentationAuditReport:
        """The audit of the documents."""
        from mkdocs_docbridge.audit.run import AuditSources, audit

        site = self._loaded.site
        return audit(
            AuditSources(
                snapshot=self.snapshot,
                areas=self.areas,
                documents=self.scan.documents,
                paths=self.scan.paths,
                layout=self.layout,
                shape=site.shape,
                settings=self.settings,
                settings_file=self._settings_file,
                site_file=self.relative(site.file.resolve()) or "" if site.file is not None else "",
                # unlike those of pathlib, these bear names that no file system takes
                exists=lambda path: os.path.isfile(self.root / path),  # noqa: PTH113
                is_link=lambda path: os.path.islink(self.root / path),  # noqa: PTH114
                read=self._text_at,
                alike=self._alike,
                baseline=self.baseline,
            )
        )

    def _text_at(self, path: str) -> str | None:
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def _alike(self, paths: tuple[str, ...]) -> list[tuple[str, str, int]]:
        """The pairs of nearly equal documents among ``paths``; they follow from the tree, so they are kept."""
        import msgspec

        from mkdocs_docbridge.artifacts import content_hash
        from mkdocs_docbridge.audit.duplicates import near_pairs

        def make() -> bytes:
            words = self.scan.words
            return msgspec.json.encode(near_pairs({path: words[path].terms for path in paths if path in words}))

        key = content_hash({"tree": self.scan.key, "paths": list(paths)})
        return msgspec.json.decode(self.memo("alike", key, make), type=list[tuple[str, str, int]])

    @cached_property
    def doctor(self) -> DoctorReport:
        """What the doctor measures. Raises :class:`InputError` for a suite that is named and cannot be read."""
        from mkdocs_docbridge.audit.doctor import doctor
        from mkdocs_docbridge.audit.doctor_parts import DoctorSources
        from mkdocs_docbridge.audit.severity import reclassified

        return doctor(
            DoctorSources(
                snapshot=self.snapshot,
                areas=self.areas,
                documents=self.scan.documents,
                paths=self.scan.paths,
                files_read=self.scan.counts.files,
                entries=self.index.entries,
                audit=self.audit,
                # a region may show claims, and a claim state a figure of the doctor: bodies are not looked at
                gates=tuple(reclassified(self.regions.marker_faults, self.settings.audit.severity)),
                region_documents=self.regions.documents,
                benchmark=self._benchmark(),
                has_site=self.layout.docs_dir is not None,
            )
        )

    def _benchmark(self) -> RetrievalBenchmarkResult | None:
        """The result of the project's suite. It follows from the index and the questions, so it is kept."""
        path = self.suite_path
        if path is None:
            return None
        from mkdocs_docbridge.artifacts import decode, encode, read_file
        from mkdocs_docbridge.retrieval.bench import RetrievalBenchmarkResult, run_benchmark
        from mkdocs_docbridge.retrieval.suite import read_suite

        place = self.relative(path.resolve()) or path.name
        suite = read_suite(read_file(path, place=place), place=place)
        key = f"{self._index_key} {suite.hash}"
        data = self.memo("doctor-benchmark", key, lambda: encode(run_benchmark(self.engine, suite, baselines=())))
        return decode(RetrievalBenchmarkResult, data, place=place)

    @cached_property
    def everything(self) -> tuple[Finding, ...]:
        """What ``docbridge check`` reports: the findings of the gates and of the audit, and what keeps a page of the
        site from being made. In order. Raises :class:`InputError` for a suite that is named and not there."""
        from mkdocs_docbridge.findings import in_order
        from mkdocs_docbridge.site.changes import NoChanges

        suite, site = self.suite_path, self.settings.site
        if suite is not None and not suite.is_file():
            place = f"{self._settings_file}: retrieval.suite: {self.settings.retrieval.suite}"
            raise InputError("no such file", place=place, code="NOT_FOUND")
        found: list[Finding] = [*self.findings, *self.audit.findings]
        if site.publish_code and "changes" in site.pages and isinstance(changes := self.site_changes, NoChanges):
            found.append(changes.finding(self._settings_file))
        return tuple(in_order(found))

    @cached_property
    def build_findings(self) -> tuple[Finding, ...]:
        """What a build of the site reports: the findings of the gates, and what the settings make an error of the
        audit's. In order."""
        from mkdocs_docbridge.audit.severity import chosen_errors
        from mkdocs_docbridge.findings import in_order

        found: list[Finding] = [*self.findings, *chosen_errors(self.audit.findings, self.settings.audit)]
        return tuple(in_order(found))

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the gates of a build find: regions, claims, files. In order."""
        from mkdocs_docbridge.audit.severity import reclassified
        from mkdocs_docbridge.findings import in_order
        from mkdocs_docbridge.site.faults import unreadable_pages, withheld_links

        claims: tuple[Finding, ...] = self.parity.findings if self.parity is not None else ()
        known = {(finding.code, finding.path) for finding in self.regions.faults}
        pages = [item for item in unreadable_pages(self.snapshot) if (item.code, item.path) not in known]
        links = withheld_links(self.snapshot)
        found = [*self.regions.faults, *self.regions.stale, *claims, *pages, *links]
        return tuple(in_order(reclassified(found, self.settings.audit.severity)))

    def site_build(self, facts: SiteFacts) -> SiteBuild:
        """The pages, assets and faults of a site of this repository."""
        from mkdocs_docbridge.site.build import SiteBuild

        return SiteBuild(self._sources, facts)

    @cached_property
    def _sources(self) -> Sources:
        from mkdocs_docbridge.site.links import WebRepository
        from mkdocs_docbridge.site.sources import Sources

        source = self.snapshot.provenance
        commit = source.commit if isinstance(source, SourceRevision) and not source.dirty else None
        watched = [study.path for study in self.studies]
        watched += [self.claims.path] if self.claims is not None else []
        watched += [
            path
            for template in self.settings.render.templates.values()
            if (path := self.relative((self._folder / template).resolve())) is not None
        ]
        return Sources(
            root=self.root,
            settings=self.settings,
            layout=self.layout,
            web=WebRepository(self._loaded.site.repo_url, commit or "HEAD"),
            site_url=self._loaded.site.url,
            snapshot=self.snapshot,
            areas=lambda: self.areas,
            handoff=self.handoff,
            findings=self.build_findings,
            audit=self.audit,
            doctor=lambda: self.doctor,
            changes=lambda: self.site_changes,
            parity=self.parity,
            parity_of=self.parity_of,
            registry_path=self.claims.path if self.claims is not None else None,
            settings_file=self._settings_file,
            studies=self.studies,
            templates=self.templates,
            index=lambda: self.index,
            memo=self.memo,
            watched=tuple(watched),
        )

    def adoption(self) -> Adoption:
        """What taking this repository on would add to it."""
        from mkdocs_docbridge.adopt.plan import adoption
        from mkdocs_docbridge.parity import FolderRepository, NumberFormat
        from mkdocs_docbridge.parity.propose import propose

        claims = None
        if self.claims is None:
            form = NumberFormat(self.settings.parity.decimal)
            claims = len(propose(FolderRepository(self.root), self.snapshot, form))
        return adoption(self._folder, self.snapshot, claims)

    def page_folder(self, folder: Path) -> PageFolder:
        """The generated pages as files below ``folder``."""
        from mkdocs_docbridge.site.page_folder import PageFolder, file_pages

        real = folder.resolve()
        return PageFolder(real, self.relative(real) or folder.as_posix(), file_pages(self._sources, real))

    def render(self, template: str, data: Path | None) -> Rendering:
        """The pages of a template, from the tree as it is now or from the sealed artifact in ``data``."""
        from mkdocs_docbridge.site.renderings import rendering

        return rendering(template, self._render_build, data)

    def render_changes(self, changes: Changes) -> Rendering:
        """The page of a change digest."""
        from mkdocs_docbridge.site.renderings import digest_rendering

        return digest_rendering(changes, self._render_build)

    @property
    def _render_build(self) -> SiteBuild:
        """The build of a site whose pages are all documents of the docs folder."""
        from mkdocs_docbridge.site.sources import SiteFacts

        pages = frozenset(
            inside
            for entity in self.snapshot.entities
            if isinstance(entity, Document) and (inside := self.layout.below(entity.path)) is not None
        )
        return self.site_build(SiteFacts(pages=pages))
