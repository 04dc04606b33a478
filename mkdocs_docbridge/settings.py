"""The one schema of the ``docbridge`` options, as every face reads them. Loading is in settings_file."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Positive = Annotated[int, Meta(ge=1)]
NonNegative = Annotated[int, Meta(ge=0)]
Slug = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/@:+-]*$", max_length=128)]
PageKind = Literal["overview", "areas", "ownership", "changes", "parity", "audit", "doctor", "studies", "search"]
SearchKind = Literal["document", "area", "package", "module"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of the option groups: keys are written in snake_case, as in the rest of ``mkdocs.yml``."""


class ScanOptions(Options, frozen=True):
    """What is read."""

    exclude: tuple[str, ...] = ()
    """Globs, relative to the root, of files that are not scanned."""
    cache: str | None = None
    """The fact cache, a path relative to the settings file. Default: ``.docbridge/facts.db`` below the root."""
    max_files: Positive = 200_000
    max_source_bytes: Positive = 2 * 1024 * 1024
    max_document_bytes: Positive = 4 * 1024 * 1024


class AreaOptions(Options, frozen=True):
    """How modules are grouped into areas."""

    depth: Positive | Literal["auto"] = "auto"
    """Folder levels below a root that make an area; ``auto`` splits areas that are too large."""
    roots: tuple[str, ...] = ("src", "lib", "app", "source", "server", "client", "packages", "apps")
    exclude: tuple[str, ...] = ()
    """Globs of folders that make no area."""


class OwnershipRecord(Options, frozen=True):
    """Who answers for a path."""

    id: Slug
    path: str
    purpose: str = ""
    group: str = ""
    checks: tuple[str, ...] = ()
    agent_doc: str | None = None
    human_doc: str | None = None


class IntentRecord(Options, frozen=True):
    """A thing people come for, and the paths to send them to."""

    id: Slug
    title: str
    paths: tuple[str, ...] = ()


class ChangeRecord(Options, frozen=True):
    """A change people make again and again, and where it starts."""

    id: Slug
    title: str
    start_here: str
    related: tuple[str, ...] = ()


class RetrievalOptions(Options, frozen=True):
    """How search ranks."""

    preset: Literal["default", "doc-bridge-v1"] = "default"
    weights: dict[str, float] = {}
    """Field weights that replace the preset's: title, headings, symbols, path, aliases, summary, body."""
    k1: float | None = None
    b: float | None = None
    languages: tuple[str, ...] = ("en",)
    suite: str | None = None
    """The retrieval suite that ``docbridge bench retrieval`` runs when none is named."""


class RenderOptions(Options, frozen=True):
    """Templates that replace bundled ones."""

    templates: dict[str, str] = {}


class LlmsOptions(Options, frozen=True):
    """llms.txt and its companions."""

    enabled: bool = True
    """False: none of what follows is made."""
    full: bool = False
    """``llms-full.txt``, every page in one file."""
    twins: bool = True
    """Each page as Markdown beside it, announced in its head."""
    nested: bool = True
    """An ``llms.txt`` for each code area, where area pages are made."""
    exclude: tuple[str, ...] = ()
    """Globs of pages, below the docs folder, that are left out of all of these."""
    sections: dict[str, tuple[str, ...]] | None = None
    """Title → globs of pages, in reading order; pages that none matches follow. Default: the navigation."""
    preamble: str | None = None
    """Title, quote and details that replace those made from the site's name and description."""


class ParityOptions(Options, frozen=True):
    """Where public claims are registered and how numbers are written."""

    registry: str | None = None
    """Default: ``claims/public-claims-v1.json``, else ``docs/parity/public-claims-v1.json``."""
    decimal: Literal[".", ","] = "."
    cli: dict[str, str] = {}
    """Program → where its commands are found: an entry point (``package.module:attribute``), which is imported in
    a process of its own, or a committed usage text, relative to the root."""


class AuditOptions(Options, frozen=True):
    """The documentation audit."""

    severity: dict[str, Literal["off", "info", "warn", "error"]] = {}
    """Code → how much it matters here. An ``error`` fails ``docbridge check``; one that is set here, a build, too."""
    baseline: str | None = None
    """The file that ``docbridge audit --write-baseline`` wrote, relative to the settings file. What it accepts is shown
    as a remark."""
    min_words: NonNegative = 0
    """Pages of fewer words are too short; 0: none is."""
    required_sections: tuple[str, ...] = ()
    """Headings that every page must have, in any case of letters."""
    critical: tuple[str, ...] = ()
    """Globs of paths, relative to the root, about which a warning is an error."""


class DoctorOptions(Options, frozen=True):
    """The measured doctor."""

    enabled: bool = True


class SiteSearchOptions(Options, frozen=True):
    """The search page."""

    kinds: tuple[SearchKind, ...] = ("document", "area", "package", "module")
    shard_kb: Positive = 300
    """About how many KiB one file of the search index may take, compressed. Pages come first, code after them."""


class PublishOptions(Options, frozen=True):
    """Which artifacts are copied into the site."""

    snapshot: bool = False
    index: bool = False
    reports: bool = True


class SiteOptions(Options, frozen=True):
    """The pages of the site."""

    path: str = "docbridge/"
    nav: str | None = "Repository"
    pages: tuple[PageKind, ...] = (
        "overview",
        "areas",
        "ownership",
        "changes",
        "parity",
        "audit",
        "doctor",
        "studies",
        "search",
    )
    publish_code: bool = True
    """False: nothing about modules, areas or symbols appears anywhere in the built site."""
    search: SiteSearchOptions = SiteSearchOptions()
    publish: PublishOptions = PublishOptions()
    changes_since: str | None = None


class Settings(Options, frozen=True):
    """All options, each with its default."""

    root: str | None = None
    """Default: the top level of the git repository that holds the settings file, else its folder."""
    scan: ScanOptions = ScanOptions()
    areas: AreaOptions = AreaOptions()
    ownership: tuple[OwnershipRecord, ...] = ()
    codeowners: bool = True
    intents: tuple[IntentRecord, ...] = ()
    changes: tuple[ChangeRecord, ...] = ()
    retrieval: RetrievalOptions = RetrievalOptions()
    render: RenderOptions = RenderOptions()
    llms: LlmsOptions = LlmsOptions()
    overlay: str | None = None
    parity: ParityOptions = ParityOptions()
    audit: AuditOptions = AuditOptions()
    doctor: DoctorOptions = DoctorOptions()
    studies: tuple[str, ...] = ()
    """Globs of sealed study artifacts that become pages."""
    site: SiteOptions = SiteOptions()
