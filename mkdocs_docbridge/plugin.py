"""The MkDocs plugin: turns the records of a build into MkDocs files, and its faults into one error."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from mkdocs.config import base
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from . import mkdocs_files as mk
from .errors import InputError
from .findings import Finding
from .project import Project
from .settings import Settings
from .settings_file import KEY, parse_settings
from .site.faults import is_unreadable
from .site.page_regions import PageRegions
from .text.phrases import counted

log = get_plugin_logger(__name__)


class _NoOptions(base.Config):  # type: ignore[no-untyped-call]  # MkDocs leaves __init_subclass__ untyped
    """MkDocs checks nothing: the one schema of the settings does, and tells every fault at once."""


class DocbridgePlugin(BasePlugin[_NoOptions]):  # type: ignore[no-untyped-call]
    """Makes a site know its repository. The object survives rebuilds; each build starts anew in ``on_config``."""

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[base.ConfigErrors, base.ConfigWarnings]:
        """Delegates to the settings schema, so that plugin and command line read options alike."""
        super().load_config({}, config_file_path)
        self.settings = Settings()
        try:
            self.settings = parse_settings(dict(options), place=Path(config_file_path or "mkdocs.yml").name, key=KEY)
        except InputError as error:
            return [("docbridge", base.ValidationError(line)) for line in str(error).splitlines()], []
        return [], []

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """No priority: its presence keeps the object alive over the rebuilds of ``serve``."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Priority 0: opens the project, joins the theme's assets. Other plugins have set their options before."""
        self.serving = getattr(self, "serving", False)
        self.pages: PageRegions | None = None
        with mk.plugin_errors():
            self.project = Project(mk.loaded_settings(self.settings, config))
            for note in self.project.notes:
                log.info(note)
        mk.join_assets(config)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Priority 0: verifies the files on disk and adds the generated pages, before anything is rendered."""
        with mk.plugin_errors():
            self.build = self.project.site_build(mk.site_facts(files, config))
            plan = self.build.plan
            self.pages = PageRegions(self.project.regions, self.build.documents)
            self.watched = self.build.watched(Path(config.docs_dir).resolve())
        if any(map(is_unreadable, plan.blocking)):
            # MkDocs would end with a traceback at such a page, in serve too
            self._report(plan.findings, fails=True)
        mk.withhold(files, plan)
        self.overview = mk.add_pages(files, plan, config, self.project.root if self.project.is_checkout else None)
        return files

    def _report(self, findings: Sequence[Finding], *, fails: bool) -> None:
        """Logs every finding once; then one error, if a finding blocks and the build is to fail."""
        for finding in findings:
            (log.error if fails and finding.blocking else log.info)(finding.log_line())
        blocking = sum(finding.blocking for finding in findings)
        if fails and blocking:
            self.project.close()
            raise PluginError(f"docbridge: {counted(blocking, 'blocking finding')}, see above")

    @event_priority(-100)
    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG002
        """Priority −100 (last): puts the overview behind what others made of the navigation, unless they placed it."""
        mk.append_to_nav(nav, self.overview, self.settings.site.nav, config)
        self.nav = mk.nav_sections(nav)
        return nav

    @event_priority(110)
    def _take_out(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        return self.pages.take_out(page.file.src_uri, markdown) if self.pages else markdown

    @event_priority(-40)
    def _put_back(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        return self.pages.put_back(page.file.src_uri, markdown) if self.pages else markdown

    # include-markdown runs at +100 and macros at 0: text that came from the repository is out of their way, so it is
    # never evaluated as a template; −40 is after them and before tags (−50) and social (−100).
    on_page_markdown = CombinedEvent(_take_out, _put_back)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Priority 0: in ``serve`` a page shows its faults, since there they end nothing."""
        return mk.banner(self.build.plan, page, self.build.documents) + html if self.serving else html

    @event_priority(-90)
    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> Any:
        """Priority −90 (late): the whole site is known. Reports every fault once, then fails the build if one blocks,
        before a page is written; adds llms.txt, the twins and the search index."""
        self._report([*self.build.plan.findings, *self.pages.lost] if self.pages else [], fails=not self.serving)
        with mk.plugin_errors():
            made = self.build.assets(self.nav, mk.rendered_pages(files, config), lunr=mk.lunr_script())
            mk.add_assets(files, made, config)
            self.build.look_at_pages(mk.built_pages(files))
        self._report(self.build.late_findings, fails=not self.serving)
        for note in self.build.notes:
            log.info(note)
        self.project.close()
        return env

    @event_priority(50)
    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Priority 50: before those that make the page smaller, since they may take the end of the head away."""
        return mk.with_head_links(output, self.build.head_links(page.file.src_uri))

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:  # noqa: ARG002
        """Priority 0: watches the folders of scanned files outside the docs folder, never the root."""
        for folder in self.watched:
            server.watch(str(folder), recursive=False)
        return server
