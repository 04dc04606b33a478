"""What templates see: frozen structs with every list sorted and every link target written as it shall be printed."""

from __future__ import annotations

import msgspec

from mkdocs_docbridge.text.escape import Safe


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Base of views: templates read its fields by name."""


class LinkView(View, frozen=True):
    """A text that may be a link."""

    text: str
    href: str | None = None


class FooterView(View, frozen=True):
    """What a page was generated from."""

    artifact: str
    """The artifact's type in words: ``snapshot``, ``parity report``."""
    hash: str
    """Its content hash; templates show the first eight digits."""
    json_href: str | None = None


class FindingView(View, frozen=True):
    """A finding about an area."""

    code: str
    severity: str
    message: str
    place: LinkView
    remediation: str = ""


class ModuleRow(View, frozen=True):
    """A module of an area."""

    path: str
    name: str
    """The path below the area."""
    href: str | None
    anchor: str
    """Where a link to the module leads on its area's page."""
    symbols: tuple[str, ...]
    """The first 12 exported names: functions, classes and types in source order, then values."""
    more_symbols: int
    documented_by: tuple[LinkView, ...]
    more_documents: int
    summary: str = ""


class DocumentRow(View, frozen=True):
    """A document about an area and its strongest relation to it."""

    title: str
    path: str
    href: str | None
    relation: str
    """``covers-area``, ``covers-module``, ``mentions-area`` or ``mentions-module``."""
    summary: str = ""


class RelatedRow(View, frozen=True):
    """A neighbouring area."""

    path: str
    href: str | None
    direction: str
    """``uses`` or ``used by``."""
    strength: int
    """Import statements between the two."""
    evidence: LinkView
    """One import that proves it, as ``path:line``."""


class AreaView(View, frozen=True):
    """An area: what it is for, who owns it, what is in it, what is said about it."""

    id: str
    path: str
    name: str
    purpose: str
    purpose_source: str
    """Where the purpose comes from, in words; empty when there is none."""
    package: str
    owner: str
    owner_source: str
    edit_roots: tuple[LinkView, ...]
    checks: tuple[str, ...]
    checks_source: str
    start_here: LinkView | None
    then: tuple[LinkView, ...]
    modules: tuple[ModuleRow, ...]
    documents: tuple[DocumentRow, ...]
    related: tuple[RelatedRow, ...]
    findings: tuple[FindingView, ...]
    findings_known: bool
    """False when no audit ran: an empty list then says nothing."""
    graph: Safe | None = None
    """The neighbourhood as inline SVG; ``related`` carries its numbers."""


class AreaPageView(View, frozen=True):
    """The page of one area."""

    title: str
    description: str
    area: AreaView
    footer: FooterView | None = None


class ReadingRow(View, frozen=True):
    """A file to open, and why this one."""

    link: LinkView
    """Its title, with a link to its page or its source."""
    path: str
    why: str


class CheckRow(View, frozen=True):
    """A command that tells whether a change is good."""

    command: str
    folder: str
    """Where it is run; ``.`` for the root."""
    why: str
    source: LinkView
    """The file that says so, or ``ownership:<id>``."""


class HandoffView(View, frozen=True):
    """What one needs to start a change of something."""

    title: str
    kind: str
    """``package``, ``area``, ``module``, ``document`` or ``path``."""
    path: LinkView
    edit_roots: tuple[LinkView, ...]
    start_here: ReadingRow | None
    read: tuple[ReadingRow, ...]
    checks: tuple[CheckRow, ...]
    checks_note: str
    """Why there is no check, or what is ambiguous about those that there are."""
    related: tuple[RelatedRow, ...]


class OwnedPath(View, frozen=True):
    """A path that somebody answers for."""

    path: LinkView
    group: str
    """Teams and people, as the record names them."""
    purpose: str
    source: str
    """Where that is declared, in words."""
    human_doc: LinkView | None
    agent_doc: LinkView | None
    handoff: HandoffView | None
    """``None`` when nothing stands at the path."""


class OwnershipPageView(View, frozen=True):
    """The page of one owner."""

    title: str
    description: str
    id: str
    """The id of the ownership records."""
    group: str
    """Teams and people, where all the records name the same."""
    units: tuple[OwnedPath, ...]
    """Folders, packages, documents and modules, at most 20."""
    more_paths: tuple[OwnedPath, ...]
    """The others, without their handoffs."""
    footer: FooterView | None = None


class OwnerRow(View, frozen=True):
    """An owner in the list of all; a record's first owner gives the id, so several rows may lead to one page."""

    owner: LinkView
    """The id of the records."""
    group: str
    """Teams and people, as the records name them."""
    paths: tuple[LinkView, ...]
    more_paths: int
    purpose: str
    source: str
    """Where that is declared, in words."""


class OwnersPageView(View, frozen=True):
    """The page that lists who answers for what."""

    title: str
    description: str
    sentence: str
    owners: tuple[OwnerRow, ...]
    footer: FooterView | None = None


class ProposalRow(View, frozen=True):
    """Something that was proposed about an entity and that nobody has accepted or refused."""

    kind: str
    entity: LinkView
    reason: str
    confidence: str
    evidence: tuple[LinkView, ...]


class OverlayReviewView(View, frozen=True):
    """What of an enrichment overlay waits for a person."""

    title: str
    description: str
    present: bool
    """Whether there is an overlay at all."""
    sentence: str
    pending: tuple[ProposalRow, ...]
    footer: FooterView | None = None


class OverviewRow(View, frozen=True):
    """One area in the overview's table."""

    path: str
    href: str | None
    modules: int
    documents: int
    findings: int | None
    """``None`` when no audit ran."""


class HealthRow(View, frozen=True):
    """A figure of the health column, with the page that explains it."""

    label: str
    value: str
    link: LinkView | None = None


class CycleRow(View, frozen=True):
    """Modules that import each other, one way or another."""

    modules: int
    steps: tuple[LinkView, ...]
    """A shortest way around, at most 8: each imports the next, the last the first. The links lead to the import."""
    more_steps: int = 0


class OverviewView(View, frozen=True):
    """The overview page."""

    title: str
    description: str
    project: str
    sentence: str
    """The facts in one sentence."""
    modules: int
    documents: int
    documented: int
    """Areas with at least one document about them."""
    areas: tuple[OverviewRow, ...]
    health: tuple[HealthRow, ...]
    code: bool = True
    """False when the site tells nothing about code."""
    graph: Safe | None = None
    graph_note: str = ""
    """Says when the graph shows only the strongest areas."""
    cycles: tuple[CycleRow, ...] = ()
    """Import cycles, the largest first, at most 10; those that lead through tests or generated code are left out."""
    more_cycles: int = 0
    footer: FooterView | None = None


class ClaimRow(View, frozen=True):
    """A public claim and what the repository says."""

    id: str
    says: str
    repository_says: str | None
    """``None`` when it could not be determined."""
    places: tuple[LinkView, ...]
    owner: str
    state: str
    """In words: ``holds``, ``out of date``, ``accepted``, ``not analyzed`` …"""
    blocking: bool
    before: str = ""
    """The excerpt left of the value, as the surface has it; ``value`` and ``after`` complete it."""
    value: str = ""
    after: str = ""
    remediation: str = ""


class ParityPageView(View, frozen=True):
    """The page of the public claims. ``claims`` has the blocking ones first."""

    title: str
    description: str
    sentence: str
    """The answer: ``13 public claims, 12 hold, 1 accepted``."""
    blocking: int
    claims: tuple[ClaimRow, ...]
    footer: FooterView | None = None


class EffectRow(View, frozen=True):
    """One compared figure of a study with its interval. The primary one is first."""

    label: str
    estimate: str
    interval: str
    verdict: str
    """In words: ``better``, ``worse``, ``inconclusive``."""
    plot: Safe | None = None
    """The interval as inline SVG; the text beside it carries the numbers."""


class GateRow(View, frozen=True):
    """A gate of a study: ``pass``, ``fail`` or ``not analyzed``."""

    name: str
    status: str
    figure: str
    rule: str


class FigureRow(View, frozen=True):
    """A labelled row of figures, one for each arm or metric; ``None`` shows as a dash."""

    label: str
    count: int
    figures: tuple[str | None, ...]


class QuestionRow(View, frozen=True):
    """A question that two arms answered differently."""

    question: str
    kind: str
    expected: LinkView
    ranks: tuple[str | None, ...]
    """One an arm; ``None``: not found."""
    change: str
    """In words, towards the first arm: ``better`` or ``worse``."""


class MissingRow(View, frozen=True):
    """How many values an arm has for a metric, of how many."""

    arm: str
    metric: str
    present: int
    scheduled: int


class StudyPageView(View, frozen=True):
    """The page of a sealed retrieval benchmark."""

    title: str
    description: str
    publishable: bool
    verdict: str
    """``publishable``, or ``not publishable: 2 of 9 gates``."""
    headline: str
    """The primary effect in one sentence with its interval and n."""
    arms: tuple[str, ...]
    metrics: tuple[str, ...]
    effects: tuple[EffectRow, ...]
    gates: tuple[GateRow, ...]
    results: tuple[FigureRow, ...]
    """A row an arm, a figure a metric."""
    kinds: tuple[FigureRow, ...]
    """A row a kind of question, a figure an arm (the primary metric)."""
    questions: tuple[QuestionRow, ...]
    """Every question whose answer changed, none left out."""
    missing: tuple[MissingRow, ...]
    caveats: tuple[str, ...]
    """What the study does not prove."""
    reproduce: str
    sources: tuple[LinkView, ...]
    """Protocol, suite, ledger: each with its hash."""
    figure: Safe | None = None
    """The primary metric by arm as inline SVG; ``results`` carries its numbers."""
    footer: FooterView | None = None


class SearchPageView(View, frozen=True):
    """The search page: a container that the site's script fills. Addresses are relative to the page's own."""

    title: str
    description: str
    index_href: str
    """Where the script finds the index."""
    lunr_href: str
    """Where the script finds lunr.js."""
    base_href: str
    """The root of the site."""
    overview_href: str | None = None
    """Where a reader without script goes."""


class CoverageRow(View, frozen=True):
    """Files or lines that were not, or only partly, analysed for one reason."""

    code: str
    count: int
    example: str
    """The first path."""
    reason: str


class CoverageView(View, frozen=True):
    """What was not analysed."""

    rows: tuple[CoverageRow, ...]


class LlmsLink(View, frozen=True):
    """A page in llms.txt."""

    title: str
    url: str
    description: str = ""


class LlmsSection(View, frozen=True):
    """A section of llms.txt."""

    title: str
    links: tuple[LlmsLink, ...]


class LlmsTxtView(View, frozen=True):
    """llms.txt: project, one-line summary, details, sections. :func:`.llms.llms_txt` makes it conform."""

    project: str
    summary: str
    details: str
    sections: tuple[LlmsSection, ...]
