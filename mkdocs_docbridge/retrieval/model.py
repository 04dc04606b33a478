"""The retrieval index as an artifact, and what a search answers."""

from __future__ import annotations

from typing import ClassVar, Literal

from mkdocs_docbridge.artifacts.canonical import content_hash
from mkdocs_docbridge.artifacts.record import Artifact, Record
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.settings import Settings
from mkdocs_docbridge.snapshot.model import Confidence, Provenance, RelationKind, Snapshot

from .lexicon import LEXICON_VERSION
from .presets import SIDES, Side, decimal_text, preset_of

GRAPH_METRICS_VERSION = "1.0.0"

EntryKind = Literal["document", "module", "area", "package", "intent", "change"]
ENTRY_KINDS: tuple[EntryKind, ...] = ("document", "module", "area", "package", "intent", "change")
SIDE_OF: dict[EntryKind, Side] = {
    "document": "pages",
    "intent": "pages",
    "change": "pages",
    "module": "code",
    "area": "code",
    "package": "code",
}


class Fields(Record, frozen=True):
    """What is searched, before the lexicon. ``body`` holds word counts: ``word`` or ``word:3``, by blanks."""

    title: str = ""
    headings: str = ""
    path: str = ""
    symbols: str = ""
    summary: str = ""
    body: str = ""
    aliases: str = ""


class Edge(Record, frozen=True):
    """A relation to or from another entry, without its direction."""

    kind: RelationKind
    id: str
    confidence: Confidence


class GraphFacts(Record, frozen=True):
    """Where an entry stands. ``pagerank`` is in billionths; lists are cut at 64, ``inbound_links`` is the count."""

    pagerank: int = 0
    inbound_links: int = 0
    covered_by: tuple[str, ...] = ()
    mentioned_by: tuple[str, ...] = ()
    area_id: str | None = None
    package_id: str | None = None
    inbound: tuple[Edge, ...] = ()
    outbound: tuple[Edge, ...] = ()


class Entry(Record, frozen=True):
    """Something that can be found. ``id`` is the entity's own, or ``intent:…`` and ``change:…``."""

    id: str
    kind: EntryKind
    path: str
    title: str
    fields: Fields
    graph: GraphFacts
    provenance: Provenance
    confidence: Confidence
    content_hash: str | None = None
    """The hash of the file behind it; ``null`` for what has no file of its own."""
    summary: str = ""
    text: str = ""
    """Flattened text for what is shown, at most 4,000 characters."""
    audience: str = ""
    site_url: str | None = None
    aliases: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    """Names it defines; the first ``exported`` of them are its interface."""
    exported: int = 0
    headings: tuple[tuple[str, str], ...] = ()
    """(text, anchor) of each heading."""
    tags: tuple[str, ...] = ()
    ownership_id: str | None = None
    agent_signal: int = 0
    """What accepted enrichment says for it, in thousandths."""


class Weights(Record, frozen=True):
    """Field weights as decimal text, so that the artifact holds no float."""

    title: str
    headings: str
    symbols: str
    path: str
    aliases: str
    summary: str
    body: str


class SideWeights(Record, frozen=True):
    """Pages: documents, intents and changes. Code: modules, areas and packages."""

    pages: Weights
    code: Weights


class Params(Record, frozen=True):
    """BM25 parameters as decimal text."""

    k1: str
    b: str


class Lexical(Record, frozen=True):
    """The shape of the collection; a reader that rebuilds the postings checks that it got the same one."""

    version: int
    languages: tuple[str, ...]
    document_count: int
    total_terms: int
    """Terms in all fields of all entries, each as often as it stands there."""


class RetrievalIndex(Artifact, frozen=True, tag="retrieval-index"):
    """What search ranks: a pure function of snapshot, accepted overlay and settings. Entries are sorted by id."""

    snapshot_hash: str
    overlay_hash: str | None
    configuration_hash: str
    lexicon_version: int
    graph_metrics_version: str
    weights: SideWeights
    params: Params
    lexical: Lexical
    entries: tuple[Entry, ...]

    max_bytes: ClassVar[int] = 512 * 1024 * 1024
    floatless: ClassVar[bool] = True


class IndexStale(InputError):  # noqa: N818 — the name that users of the index read in the message
    """The index was made of other inputs than there are now."""


def configuration_hash(settings: Settings) -> str:
    """A hash of every setting that decides what is in an index."""
    preset = preset_of(settings.retrieval)
    return content_hash(
        {
            "weights": {side: [decimal_text(weight) for weight in preset.weights(side)] for side in SIDES},
            "k1": decimal_text(preset.k1),
            "b": decimal_text(preset.b),
            "languages": list(settings.retrieval.languages),
            "intents": [[i.id, i.title, list(i.paths)] for i in settings.intents],
            "changes": [[c.id, c.title, c.start_here, list(c.related)] for c in settings.changes],
        }
    )


def check_fresh(index: RetrievalIndex, snapshot: Snapshot, settings: Settings, *, place: str) -> None:
    """Raises :class:`IndexStale` (``INDEX_STALE``), naming each input that moved since ``index`` was built."""
    stated = {
        "the repository (snapshotHash)": (index.snapshot_hash, snapshot.content_hash),
        "the settings (configurationHash)": (index.configuration_hash, configuration_hash(settings)),
        "the lexicon (lexiconVersion)": (index.lexicon_version, LEXICON_VERSION),
        "the graph metrics (graphMetricsVersion)": (index.graph_metrics_version, GRAPH_METRICS_VERSION),
    }
    moved = [name for name, (then, now) in stated.items() if then != now]
    if moved:
        raise IndexStale(
            f"IndexStale: built before a change of {', '.join(moved)}",
            place=place,
            code="INDEX_STALE",
            hint="build it again with: docbridge index, or leave --index out to search the tree as it is now",
        )


class Components(Record, frozen=True):
    """The parts of a score, in the order of the formula; they sum to it to the sixth decimal."""

    lexical: float = 0.0
    """Already multiplied by the prior."""
    exact_id: float = 0.0
    exact_path: float = 0.0
    exact_symbol: float = 0.0
    graph_proximity: float = 0.0
    canonicality: float = 0.0
    audience_fit: float = 0.0
    accepted_signals: float = 0.0


class Match(Record, frozen=True):
    """A field and the words of the question that stand in it."""

    field: str
    words: tuple[str, ...]


class PriorFactor(Record, frozen=True):
    """A rule that multiplied the lexical part, and by how much."""

    rule: str
    factor: float


class SurfacedBy(Record, frozen=True):
    """The lexical hit that brought a result in, and the weakest relation on the way."""

    kind: str
    id: str
    confidence: Confidence
    hops: int


class Explanation(Record, frozen=True):
    """Why a result stands where it stands."""

    terms: tuple[str, ...]
    matched: tuple[Match, ...]
    components: Components
    priors: tuple[PriorFactor, ...]
    surfaced_by: SurfacedBy | None = None


class Result(Record, frozen=True):
    """One answer. ``why`` is a short reason for people; ``explain`` is there when it was asked for."""

    id: str
    kind: EntryKind
    path: str
    title: str
    summary: str
    score: float
    confidence: Confidence
    provenance: Provenance
    why: str
    explain: Explanation | None = None


class SearchResults(Record, frozen=True):
    """Answers by falling score, ties by id. ``matched`` counts what was above the floor before the limit; what is more
    than 100, and than the limit, is not counted on."""

    query: str
    kinds: tuple[EntryKind, ...]
    matched: int
    results: tuple[Result, ...]
