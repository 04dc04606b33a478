"""The tools: what each is called, when to use it, what it is asked, and the one function that answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from mkdocs_docbridge.artifacts.record import Record
from mkdocs_docbridge.audit.severity import without_remarks
from mkdocs_docbridge.current import CurrentProject
from mkdocs_docbridge.retrieval.excerpt import Excerpt, excerpt
from mkdocs_docbridge.retrieval.handoff import Handoff
from mkdocs_docbridge.retrieval.knowledge import KnowledgeAnswer, answer
from mkdocs_docbridge.retrieval.lookup import Found
from mkdocs_docbridge.retrieval.model import EntryKind

from .answers import Findings, Health, ParityStatus, findings_shown, health_shown, parity_shown

MAX_SHOWN = 50
"""Claims and findings that ``parity_status`` shows of each."""

Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=600,
        description="An id (module:src/a.py), a path relative to the root (src/a.py), a package or dotted module name.",
    ),
]
Limit = Annotated[int, Meta(ge=1, le=100, description="At most so many.")]
Budget = Annotated[
    int,
    Meta(
        ge=1,
        le=100_000,
        description="At most about so many tokens; gives up explanations, then summaries, then the last results.",
    ),
]


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The arguments of a tool. Their JSON Schema is made from the type."""


class SearchAsked(Asked, frozen=True):
    query: Annotated[
        str, Meta(min_length=1, max_length=1_000, description="A question in words, or the name of a symbol or file.")
    ]
    kinds: Annotated[tuple[EntryKind, ...], Meta(min_length=1, description="Only these. Default: all.")] | None = None
    limit: Limit = 10
    explain: Annotated[bool, Meta(description="Add every part of each score. Never changes the order.")] = False
    budget_tokens: Budget | None = None


class LookupAsked(Asked, frozen=True):
    id: Name
    depth: Annotated[int, Meta(ge=1, le=3, description="2 and 3 add what is so many relations away.")] = 1


class DocAsked(Asked, frozen=True):
    id: Name
    first_line: Annotated[
        int,
        Meta(ge=1, le=100_000_000, description="Where to begin: an earlier answer's nextLine, or a symbol's line."),
    ] = 1
    lines: Annotated[int, Meta(ge=1, description="At most so many lines. Default: all that fit.")] | None = None


class HandoffAsked(Asked, frozen=True):
    id: Name
    budget_tokens: (
        Annotated[int, Meta(ge=1, le=100_000, description="At most about so many tokens; gives up what is optional.")]
        | None
    ) = None


class ParityAsked(Asked, frozen=True):
    pass


class DoctorAsked(Asked, frozen=True):
    pass


class FindingsAsked(Asked, frozen=True):
    path: Annotated[str, Meta(max_length=512, description="Only in this file or folder. Default: everywhere.")] = ""
    limit: Limit = 30


Q = TypeVar("Q", bound=Asked)


@dataclass(frozen=True)
class Tool(Generic[Q]):
    """A tool that reads and changes nothing."""

    name: str
    title: str
    description: str
    asked: type[Q]
    answer: type[Record]
    run: Callable[[CurrentProject, Q], Record]


def _search(current: CurrentProject, asked: SearchAsked) -> KnowledgeAnswer:
    found = current.project.engine.search(
        asked.query, kinds=asked.kinds, limit=asked.limit, explain=asked.explain, audience="agent"
    )
    return answer(found, budget_tokens=asked.budget_tokens)


def _lookup(current: CurrentProject, asked: LookupAsked) -> Found:
    return current.project.lookup.look_up(asked.id, depth=asked.depth)


def _doc(current: CurrentProject, asked: DocAsked) -> Excerpt:
    path, data = current.project.text_of(asked.id)
    return excerpt(data, path, first_line=asked.first_line, most=asked.lines)


def _handoff(current: CurrentProject, asked: HandoffAsked) -> Handoff:
    return current.project.handoff(asked.id, asked.budget_tokens)


def _parity(current: CurrentProject, asked: ParityAsked) -> ParityStatus:  # noqa: ARG001
    return parity_shown(current.reread.parity, MAX_SHOWN)


def _doctor(current: CurrentProject, asked: DoctorAsked) -> Health:  # noqa: ARG001
    return health_shown(current.reread.doctor)


def _findings(current: CurrentProject, asked: FindingsAsked) -> Findings:
    place = asked.path.rstrip("/")
    found = [
        finding
        for finding in without_remarks(current.reread.everything)
        if not place or finding.path == place or finding.path.startswith(f"{place}/")
    ]
    return findings_shown(found, asked.limit)


TOOLS: tuple[Tool[Any], ...] = (
    Tool(
        name="handoff_resolve",
        title="Where to start a change",
        description="For a package, area, module, document or path that you are about to change: below which folders "
        "to edit, what to open first, what to read before, which checks to run and which areas depend on it. Use it "
        "once you know what to change.",
        asked=HandoffAsked,
        answer=Handoff,
        run=_handoff,
    ),
    Tool(
        name="knowledge_search",
        title="Search pages and code",
        description="Find the page to read and the file to change: ranked documents, modules, areas and packages for a "
        "question in words or a name, with why each was found. Use it first, before listing or grepping files.",
        asked=SearchAsked,
        answer=KnowledgeAnswer,
        run=_search,
    ),
    Tool(
        name="knowledge_lookup",
        title="Look a thing up",
        description="What one document, module, area or package is: its exported symbols with their lines or its "
        "headings, what imports it and what it imports, what contains it, and the documents that speak of it. Use it "
        "before changing a file, to see what else the change concerns.",
        asked=LookupAsked,
        answer=Found,
        run=_lookup,
    ),
    Tool(
        name="doc_get",
        title="Read an indexed file",
        description="The text of an indexed document or module as it is now, at most 24,000 characters from "
        "first_line on; nextLine says where to go on. Secrets are masked. Use it to read what a search or a lookup "
        "named.",
        asked=DocAsked,
        answer=Excerpt,
        run=_doc,
    ),
    Tool(
        name="parity_status",
        title="Do public claims hold?",
        description="Whether what the project states in public (versions, counts, benchmark figures) still equals its "
        "facts, with every claim that does not hold and where it is stated. Use it after changing a figure, a "
        "manifest or a page that states one.",
        asked=ParityAsked,
        answer=ParityStatus,
        run=_parity,
    ),
    Tool(
        name="audit_findings",
        title="What is wrong with the documentation",
        description="What docbridge check finds: broken links and anchors, lost pages, duplicates, stale declarations, "
        "edited or stale generated regions, claims that do not hold, with path, line and what to do. Use it before you "
        "call documentation work done.",
        asked=FindingsAsked,
        answer=Findings,
        run=_findings,
    ),
    Tool(
        name="doctor",
        title="What would help the documentation most",
        description="How well documents and code hang together: measured parts with their points, what is missing from "
        "each, and the steps that would bring most. Use it to choose what to document next.",
        asked=DoctorAsked,
        answer=Health,
        run=_doctor,
    ),
)
