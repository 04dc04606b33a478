"""Where to start: what a maintainer would open to change a thing, best first, each with its reason."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from mkdocs_docbridge.paths import parent
from mkdocs_docbridge.retrieval.model import Entry
from mkdocs_docbridge.retrieval.neighbours import WEAKNESS
from mkdocs_docbridge.retrieval.priors import SUPPORT_TAGS
from mkdocs_docbridge.snapshot.model import Confidence, Package, Relation
from mkdocs_docbridge.snapshot.tags import is_history

from .atlas import ROOT, Atlas, below, is_within
from .entrance import entrances, index_of
from .model import By
from .target import Target, members_of
from .tests_of import tested_by, tests_of

READMES = ("README.md", "README.rst", "readme.md", "Readme.md", "README.markdown", "README.mdx", "README", "README.txt")
_AGENTS = "AGENTS.md"
_GUIDES = ("architecture", "design", "development", "developing", "hacking")
"""Texts on how a thing is made, by the stems of their names; the first is the most telling."""
_RULES = ("contributing",)
"""Texts on how to take part: they come after the introduction, for many tell of votes and permissions alone."""
_GUIDE_FOLDERS = ("", "docs/", ".github/")
_USUAL = {"cargo": ("src/lib.rs", "src/main.rs"), "npm": ("index.js",)}
"""Entry points that a manifest need not name."""
_SUPPORT = ("bench:", "build", "example:", "test:")
"""Targets of a Cargo manifest that are not what the package is for."""
_TEXTS = (".md", ".rst", ".markdown", ".mdx")
_NO_GUIDANCE = re.compile(
    r"(^|/)(license|licence|code[-_]of[-_]conduct|security|pull_request_template)|issue_template/"
)
_NEXT = 2
_SOURCES = ((re.compile(r"_pb2(_grpc)?\.pyi?$|\.pb(\.\w+)?\.go$|\.pb\.(h|cc)$|_pb\.rb$"), ".proto"),)
"""Generated files by their names, and the suffix of what they are made from."""


class Candidate(NamedTuple):
    """A file worth opening. ``why`` completes "opened because …"; ``by`` is what the reason rests on."""

    path: str
    why: str
    by: By
    confidence: Confidence = "observed"


class Reads(NamedTuple):
    """The first is where to start; ``then`` are read before editing."""

    first: Candidate
    then: tuple[Candidate, ...]


def reads(atlas: Atlas, target: Target) -> Reads:
    """What to open. Every path is a file of the tree, each once.

    A module and a document are opened themselves: what is written about them comes next. An area and a package are
    folders, so a text made for the reader comes first, then the module that most hangs on.
    """
    found: dict[str, Candidate] = {}
    for candidate in _candidates(atlas, target):
        if candidate.path in atlas.files:
            found.setdefault(candidate.path, candidate)
        if len(found) > _NEXT:
            break
    if not found:
        inside = min(path for path in atlas.files if is_within(path, target.path))
        found[inside] = Candidate(inside, "it is the first file there", "rule")
    first, *then = found.values()
    agents = atlas.nearest(target.path, _AGENTS)
    if agents is not None and agents not in found:
        then.append(Candidate(agents, "it instructs whoever edits here", "file"))
    return Reads(first, tuple(then))


def _candidates(atlas: Atlas, target: Target) -> Iterator[Candidate]:
    yield from _agent_documents(atlas, target)
    match target.kind:
        case "module" | "document":
            yield from _of_file(atlas, target)
        case "package" | "area":
            yield from _of_folder(atlas, target)
        case "path" if target.path in atlas.files:
            yield Candidate(target.path, "it is the file itself", "file")
        case "path":
            yield from _of_folder(atlas, target)
    for folder in atlas.above(target.path):
        around = [*_guides(atlas, folder, (*_GUIDES, *_RULES)), *_readme_in(atlas, folder)]
        # what stands further up says little about the target
        if around:
            yield around[0]
            break


def _agent_documents(atlas: Atlas, target: Target) -> Iterator[Candidate]:
    for record in atlas.owners(target.path):
        # what is declared for the whole repository does not tell where to start in a part of it
        if record.path == ROOT and target.path != ROOT:
            continue
        for page in (record.agent_doc, record.human_doc):
            if page is not None:
                yield Candidate(page, f"the ownership record {record.id} names it", "record", "declared")


def _of_file(atlas: Atlas, target: Target) -> Iterator[Candidate]:
    entry = target.entry
    source = _made_from(atlas, target.path)
    if source is not None:
        yield Candidate(source, f"{target.path} is generated from it", "rule", "fuzzy")
    yield Candidate(target.path, "it is the file itself", "file")
    if entry is None:
        return
    if entry.kind == "document":
        yield from _subjects(atlas, entry)
        return
    yield from _pages(atlas, entry.id)
    yield from _counterparts(atlas, entry)
    area = atlas.entries.get(entry.graph.area_id or "")
    if area is not None:
        yield from _readme_in(atlas, area.path)
        yield from _pages(atlas, area.id)
    index = index_of(atlas, entry.path)
    if index is not None and index.summary:
        yield Candidate(index.path, "it is the index module of its folder", "rule")


def _made_from(atlas: Atlas, path: str) -> str | None:
    for pattern, suffix in _SOURCES:
        match = pattern.search(path)
        if match is not None and f"{path[: match.start()]}{suffix}" in atlas.files:
            return f"{path[: match.start()]}{suffix}"
    return None


def _of_folder(atlas: Atlas, target: Target) -> Iterator[Candidate]:
    entry = target.entry
    yield from _guides(atlas, target.path, _GUIDES)
    yield from _readme_in(atlas, target.path)
    if entry is not None:
        yield from (page for page in _pages(atlas, entry.id) if page.confidence == "declared")
    if target.kind == "package":
        yield from _guides(atlas, target.path, _RULES)
    for module, reason in _entrances(atlas, target):
        yield Candidate(module.path, reason, "rule")
    if entry is not None:
        yield from _pages(atlas, entry.id)
    package = atlas.entities.get(target.id)
    if isinstance(package, Package):
        yield Candidate(package.manifest, "it declares the package", "file")
    yield from (Candidate(page, "it stands there", "file") for page in _documents_in(atlas, target.path))


def _entrances(atlas: Atlas, target: Target) -> Iterator[tuple[Entry, str]]:
    return entrances(atlas, target.path, members_of(atlas, target), _entry_points(atlas, target))


def _entry_points(atlas: Atlas, target: Target) -> list[str]:
    """What the manifests in the folder name as entry points, in their order, then what a build tool takes for one."""
    found: list[str] = []
    for _, facts in atlas.manifests_in(target.path):
        found += [file.removeprefix("./") for kind, file in facts.entries if not kind.startswith(_SUPPORT)]
        found += _USUAL.get(facts.ecosystem, ())
    return [below(target.path, file) for file in found]


def _guides(atlas: Atlas, folder: str, stems: tuple[str, ...]) -> Iterator[Candidate]:
    for stem in stems:
        forms = (stem.upper(), stem, stem.title())
        names = (below(folder, f"{place}{form}{text}") for place in _GUIDE_FOLDERS for form in forms for text in _TEXTS)
        found = next((path for path in names if path in atlas.files), None)
        if found is not None:
            yield Candidate(found, "it is for those who change things here", "file")


def _readme_in(atlas: Atlas, folder: str) -> Iterator[Candidate]:
    for path in atlas.files_in(folder, READMES):
        yield Candidate(path, "it introduces its folder", "file")


def _documents_in(atlas: Atlas, folder: str) -> list[str]:
    inside = [e for e in atlas.entries.values() if e.kind == "document" and (parent(e.path) or ROOT) == folder]
    inside.sort(key=lambda entry: (not entry.path.rpartition("/")[2].startswith("index."), entry.path))
    return [entry.path for entry in inside if _is_guidance(entry)]


# -- pages -------------------------------------------------------------------------------------------------------------


def _pages(atlas: Atlas, key: str) -> Iterator[Candidate]:
    """The documents that cover a thing, then those that mention it: surest, most often, most central first."""
    stated: defaultdict[tuple[str, bool], list[Relation]] = defaultdict(list)
    for relation in atlas.inbound.get(key, ()):
        if relation.kind in {"covers", "mentions", "mentions-symbol"} and relation.confidence != "proposed":
            stated[relation.source, relation.kind != "covers"].append(relation)

    def order(item: tuple[tuple[str, bool], list[Relation]]) -> tuple[object, ...]:
        (page, mentions), found = item
        return (
            mentions,
            min(WEAKNESS[relation.confidence] for relation in found),
            -sum(relation.evidence_count for relation in found),
            -atlas.entries[page].graph.pagerank,
            page,
        )

    known = {key: found for key, found in stated.items() if key[0] in atlas.entries}
    for (page, mentions), found in sorted(known.items(), key=order):
        entry = atlas.entries[page]
        if _is_guidance(entry):
            yield Candidate(entry.path, _stated(found, mentions), "relation", _surest(found))


def _surest(found: list[Relation]) -> Confidence:
    return min((relation.confidence for relation in found), key=WEAKNESS.__getitem__)


def _stated(found: list[Relation], mentions: bool) -> str:
    times = sum(relation.evidence_count for relation in found)
    places = sorted((place.path, place.line) for relation in found for place in relation.evidence)
    where = f" ({places[0][0]}:{places[0][1]})" if places else ""
    if not mentions:
        return f"it is declared to cover it{where}"
    return f"it mentions it {times} times{where}" if times > 1 else f"it mentions it{where}"


def _is_guidance(entry: Entry) -> bool:
    """Whether a page explains: no changelog, licence, template or page of a test."""
    lowered = entry.path.lower()
    support = {*SUPPORT_TAGS, "fixture"}.intersection(entry.tags)
    return entry.kind == "document" and not (support or is_history(entry.path) or _NO_GUIDANCE.search(lowered))


def _subjects(atlas: Atlas, page: Entry) -> Iterator[Candidate]:
    """What a page is about: what it covers, pages it links to, what it mentions most. Of an area or a package that
    is the module that one would open."""
    order = {"covers": 0, "includes": 1, "links-to": 2, "mentions": 3, "mentions-symbol": 4}
    stated = [relation for relation in atlas.outbound.get(page.id, ()) if relation.kind in order]
    stated.sort(key=lambda relation: (order[relation.kind], -relation.evidence_count, relation.target))
    for relation in stated:
        entry = atlas.entries.get(relation.target)
        if entry is not None and relation.confidence in {"observed", "declared"}:
            path, what = entry.path, "it"
            if entry.kind in {"area", "package"}:
                module = next((found for found, _ in _entrances(atlas, Target(entry.path, entry))), None)
                path, what = (module.path, f"{entry.path}, which starts here") if module is not None else (path, what)
            yield Candidate(path, f"the page {relation.kind} {what}", "relation", relation.confidence)


def _counterparts(atlas: Atlas, module: Entry) -> Iterator[Candidate]:
    """The test of a module, and what a test tests."""
    if "test" in module.tags:
        yield from (Candidate(entry.path, "the test imports it", "relation") for entry in tested_by(atlas, module))
        return
    for test in tests_of(atlas, [module]).own[:1]:
        yield Candidate(test.path, "it tests the module", "relation")
