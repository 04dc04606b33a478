"""What the doctor counts: each part with what it has, of how many, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from mkdocs_docbridge.findings import Finding
from mkdocs_docbridge.paths import ancestors
from mkdocs_docbridge.render.area_map import UNLISTED, AreaMap
from mkdocs_docbridge.retrieval.bench import TOP, RetrievalBenchmarkResult
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.model import Document, Snapshot
from mkdocs_docbridge.snapshot.tags import path_tags

from .doctor_model import DoctorGate, PartId
from .model import DocumentationAuditReport
from .structure import Documented

_LINKS = frozenset({"LINK_BROKEN", "NAV_BROKEN"})
_AGENT_FILES = ("AGENTS.md", "CLAUDE.md", "GEMINI.md")
_UNREAD = frozenset({"FILE_TOO_LARGE", "NAME_NOT_UTF8", "NOT_UTF8", "NUL_BYTE", "UNREADABLE"})
_ABOUT_CODE = frozenset({"covers", "links-to", "mentions", "mentions-symbol", "includes"})
_CODE = ("module:", "area:", "package:")


@dataclass(frozen=True)
class DoctorSources:
    """Everything the doctor looks at. ``entries`` are those of the search index; ``benchmark`` is the result of the
    project's suite, None when it has none; ``gates`` the findings of regions, claims and files."""

    snapshot: Snapshot
    areas: AreaMap
    documents: Mapping[str, DocumentFacts]
    paths: tuple[str, ...]
    files_read: int
    entries: Sequence[Entry]
    audit: DocumentationAuditReport
    gates: Sequence[Finding]
    region_documents: tuple[str, ...]
    """The documents whose generated regions are looked after."""
    benchmark: RetrievalBenchmarkResult | None
    has_site: bool


@dataclass(frozen=True)
class Measured:
    """A part before it is written down. ``have`` and ``total`` are None unless it was measured."""

    id: PartId
    title: str
    worth: Fraction
    have: int | None
    total: int | None
    advice: str
    state: Literal["measured", "not-measured", "not-applicable"] = "measured"
    note: str = ""
    missing: tuple[str, ...] = field(default=())

    @property
    def is_applicable(self) -> bool:
        """Whether there are points to win."""
        return self.state != "not-applicable"

    @property
    def share(self) -> Fraction | None:
        """What of it is there; None when it was not measured."""
        if self.have is None or not self.total:
            return None
        return Fraction(self.have, self.total)

    @property
    def points(self) -> Fraction:
        """The points won."""
        if self.share is None:
            return Fraction(0)
        if self.id == "gates" and self.share < 1:
            return Fraction(7, 10) * self.worth * self.share
        return self.worth * self.share


def measured_parts(sources: DoctorSources, gates: Sequence[DoctorGate]) -> list[Measured]:
    """Every part, in the order of the report."""
    return [
        _index(sources),
        _reachability(sources),
        *_connectivity(sources),
        *_units(sources),
        _gates(gates),
        _benchmark(sources.benchmark),
    ]


def _counted(
    part: PartId, title: str, worth: Fraction, all_: Sequence[str], missing: Sequence[str], advice: str, none: str
) -> Measured:
    """A part that counts things; not applicable, with the reason ``none``, where there are none."""
    if not all_:
        return Measured(part, title, worth, None, None, advice, state="not-applicable", note=none)
    return Measured(part, title, worth, len(all_) - len(missing), len(all_), advice, missing=tuple(missing))


def _index(sources: DoctorSources) -> Measured:
    coverage = sources.snapshot.coverage
    unread = sorted(
        {item.path for item in coverage if item.code in _UNREAD and not UNLISTED & set(path_tags(item.path))}
    )
    total = max(sources.files_read, len(unread))
    advice = "Make the files readable that the index had to leave out, or exclude them with scan.exclude."
    note = "made from the tree as it is; counted are the files that could be read whole"
    if not total:
        return Measured("index", "Files in the index", Fraction(20), 0, 1, advice, note="there is nothing to index")
    have = total - len(unread)
    return Measured("index", "Files in the index", Fraction(20), have, total, advice, note=note, missing=tuple(unread))


def _documents(sources: DoctorSources) -> list[Document]:
    found = (item for item in sources.snapshot.entities if isinstance(item, Document))
    return [item for item in found if not UNLISTED & set(item.tags)]


def _reachability(sources: DoctorSources) -> Measured:
    found = {entry.path for entry in sources.entries if entry.kind == "document" and (entry.text or entry.headings)}
    paths = [item.path for item in _documents(sources)]
    return _counted(
        "reachability",
        "Documents that search can find",
        Fraction(15),
        paths,
        [path for path in paths if path not in found],
        "Give these documents words: a heading or a paragraph that search can match.",
        "there is no document",
    )


def _connectivity(sources: DoctorSources) -> list[Measured]:
    documented = Documented(sources.areas)
    areas = [area.path for area in documented.areas]
    none = "there is no code area"
    told = {
        relation.source
        for relation in sources.snapshot.relations
        if relation.kind in _ABOUT_CODE and relation.target.startswith(_CODE) and relation.confidence != "fuzzy"
    }
    documents = _documents(sources) if areas else []
    return [
        _counted(
            "areas",
            "Code areas that a document is about",
            Fraction(15, 2),
            areas,
            [path for path in areas if path not in documented.described_areas],
            "Write about these areas, or declare which page covers them in its front matter.",
            none,
        ),
        _counted(
            "documents",
            "Documents that name code",
            Fraction(15, 2),
            [item.path for item in documents],
            [item.path for item in documents if item.id not in told],
            "Name in these documents, in code spans or links, the code that they are about.",
            none,
        ),
    ]


def _units(sources: DoctorSources) -> list[Measured]:
    """Agent and human documents of each owned unit: of ownership records, else of packages."""
    records = [item for item in sources.snapshot.ownership if item.source != "codeowners"]
    paths = set(sources.paths)
    documented = Documented(sources.areas)
    described = set(documented.described_packages) | set(documented.described_areas)
    if records:
        units = sorted({item.path for item in records})
        agent = {item.path for item in records if item.agent_doc in paths}
        human = {item.path for item in records if item.human_doc in paths}
    else:
        units, agent, human = sorted({item.path for item in documented.packages}), set(), set()
    agent |= {unit for unit in units if any(_at(unit, name) in paths for name in _AGENT_FILES)}
    for document in _documents(sources):
        if document.audience == "agent":
            agent |= {folder or "." for folder in ancestors(document.path.rpartition("/")[0])[:1]}
    human |= {unit for unit in units if unit in described}
    none = "no unit is owned and there is no package"
    return [
        _counted(
            "agent-docs",
            "Owned units with a document for agents",
            Fraction(20),
            units,
            [unit for unit in units if unit not in agent],
            "Put an AGENTS.md into these units, or name an agent_doc in their ownership.",
            none,
        ),
        _counted(
            "human-docs",
            "Owned units with a document for people",
            Fraction(10),
            units,
            [unit for unit in units if unit not in human],
            "Write a page or README about these units, or name a human_doc in their ownership.",
            none,
        ),
    ]


def _at(folder: str, name: str) -> str:
    return name if folder in {".", ""} else f"{folder}/{name}"


def _gates(gates: Sequence[DoctorGate]) -> Measured:
    analysed = [gate for gate in gates if gate.state != "not-analyzed"]
    failed = tuple(gate.id for gate in analysed if gate.state == "fail")
    return Measured(
        "gates",
        "Gates that pass",
        Fraction(10),
        len(analysed) - len(failed),
        len(analysed),
        "Mend what docbridge check reports.",
        missing=failed,
    )


def measured_gates(sources: DoctorSources) -> Iterator[DoctorGate]:
    """The gates. Claims are none of them, since a claim may state a figure of the doctor."""
    with_regions = [path for path in sources.region_documents if sources.documents[path].has_marker]
    faults = [item for item in sources.gates if item.blocking and item.code.startswith(_REGION_CODES)]
    if with_regions or faults:
        yield DoctorGate(id="regions", state="fail" if faults else "pass", note=f"{len(faults)} faults of regions")
    else:
        yield DoctorGate(id="regions", state="not-analyzed", note="no document has a generated region")
    broken = [item for item in sources.audit.findings if item.code in _LINKS and item.accepted_by is None]
    if sources.has_site:
        yield DoctorGate(id="links", state="fail" if broken else "pass", note=f"{len(broken)} broken links")
    else:
        yield DoctorGate(id="links", state="not-analyzed", note="no site configuration was found")
    errors = sources.audit.metrics.errors
    yield DoctorGate(id="audit", state="fail" if errors else "pass", note=f"{errors} errors of the audit")
    yield DoctorGate(
        id="llms", state="not-analyzed", note="every build writes llms.txt anew; without one there is none to compare"
    )


_REGION_CODES = ("GENERATED_REGION_", "MARKER_", "REGION_", "MERGE_CONFLICT", "FRONT_MATTER_NOT_FIRST")


def _benchmark(result: RetrievalBenchmarkResult | None) -> Measured:
    title, worth = "Questions of the project that search answers among its first three", Fraction(10)
    if result is None:
        advice = "Write a suite of questions and name it in retrieval.suite."
        note = "the project has no suite of questions"
        return Measured("benchmark", title, worth, None, None, advice, state="not-measured", note=note)
    missed = tuple(case.id for case in result.cases if case.rank is None or case.rank > TOP)
    advice = "Improve the pages that these questions should lead to."
    total = len(result.cases)
    return Measured("benchmark", title, worth, total - len(missed), total, advice, missing=missed)
