"""Linking after a few files changed: what they and the files that speak of them say is exchanged in the last snapshot.

The rule is one: linking a file looks at its own facts, and at other files only through names that it mentions. So the
change of a name in one file can concern only files in whose facts that name stands. Anything else that changes for
others (a manifest, ownership, paths, what a star passes on) links everything anew, as does a change of many files.
Tests compare with linking everything, after random edits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from .assembly import Linked, Parts, SnapshotIndex, array_of, sealed
from .catalogue import DOCUMENTS, LANGUAGES
from .cycles import import_cycles
from .edges import RELATION_KINDS
from .facts import DocumentFacts, ModuleFacts
from .groups import Exchanged, GroupedPieces, Text
from .link import Linking, told
from .model import External, ImportCycle, RelationKind
from .summary import Summary

MOST_CHANGED = 64
"""With more changed files everything is linked anew."""
MOST_CONCERNED = 0.1
"""The same, for the part of all files that a change may concern."""
_BINDING_LANGUAGES = frozenset({"bash", "c", "cpp", "go", "java", "javascript", "php", "python", "ruby", "typescript"})
"""Languages in which an import does not change what other files may import, save by the names that it binds."""
_WITH_WORDS = frozenset(language.name for language in LANGUAGES if language.links_words)
_OF_IMPORTS: tuple[RelationKind, ...] = ("imports", "re-exports")
_LINKERS = frozenset({DOCUMENTS, "source", "documents", *(language.name for language in LANGUAGES)})
"""Whose coverage is made when a file is linked."""


@dataclass(frozen=True)
class Before:
    """The last snapshot: its text, its places, what it counted, and the facts that the changed modules had then."""

    text: Text
    index: SnapshotIndex
    summary: Summary
    modules: Mapping[str, ModuleFacts]


@dataclass(frozen=True)
class Change:
    """Files that changed, the names through which that may concern others (in lower case), and the facts that the
    modules among the files had before."""

    paths: tuple[str, ...]
    names: frozenset[bytes]
    modules: Mapping[str, ModuleFacts]


def before_of(change: Change, text: Text, index: bytes, summary: Summary) -> Before:
    """What was before ``change``. ``text``, ``index`` and ``summary`` are of the last snapshot."""
    return Before(text, msgspec.msgpack.decode(index, type=SnapshotIndex), summary, change.modules)


def change_of(pairs: Iterable[tuple[str, str, bytes, bytes]]) -> Change | None:
    """The change in ``pairs``: (path, reader, facts before, facts now), both as they are stored. None when it may
    concern any file."""
    modules: dict[str, ModuleFacts] = {}
    names: set[bytes] = set()
    paths = []
    for path, reader, old, new in pairs:
        paths.append(path)
        if reader.startswith("module:"):
            modules[path] = msgspec.msgpack.decode(old, type=ModuleFacts)
            found = changed_names(modules[path], msgspec.msgpack.decode(new, type=ModuleFacts))
            if found is None:
                return None
            names |= found
        elif concerns_all(*(msgspec.msgpack.decode(facts, type=DocumentFacts) for facts in (old, new))):
            return None
    return Change(tuple(paths), frozenset(names), modules)


def changed_names(before: ModuleFacts, after: ModuleFacts) -> frozenset[bytes] | None:
    """The names, in lower case, by which the change of a module may concern other files; None when it may concern
    any."""
    if _rest(before) != _rest(after):
        return None
    symbols = _symbols(before) ^ _symbols(after)
    if symbols and after.language in _WITH_WORDS:
        return None
    names = {name for name, *_ in symbols} | (set(before.exports) ^ set(after.exports))
    if "__all__" in names:
        return None
    bound = _bound(before) ^ _bound(after)
    if bound:
        if after.language not in _BINDING_LANGUAGES or any(
            kind == "module" or name == "*" for _, name, _, kind, _ in bound
        ):
            return None
        names |= {alias for _, _, alias, _, _ in bound} | {name for _, name, _, _, _ in bound}
    return frozenset(name.rpartition(".")[2].lower().encode() for name in names if name)


def _rest(facts: ModuleFacts) -> object:
    return facts.language, facts.generated, facts.test, facts.namespaces


def _symbols(facts: ModuleFacts) -> set[tuple[str, str, bool, str]]:
    return {(symbol.name, symbol.kind, symbol.exported, symbol.signature) for symbol in facts.symbols}


def _bound(facts: ModuleFacts) -> set[tuple[str, str, str, str, bool]]:
    return {
        (raw.specifier, name.name, name.alias, raw.kind, raw.local)
        for raw in facts.imports
        for name in raw.names or (_WHOLE,)
    }


class _Whole:
    name = alias = ""


_WHOLE = _Whole()


def concerns_all(before: DocumentFacts, after: DocumentFacts) -> bool:
    """Whether the change of a document may concern any other file: when it says who owns what."""
    return _owned(before) != _owned(after)


def _owned(facts: DocumentFacts) -> object:
    matter = facts.front_matter
    if not (matter.ownership_id and matter.edit_root):
        return None
    return matter.ownership_id, matter.edit_root, matter.edit_root_line, matter.purpose, matter.checks


def relink(linking: Linking, before: Before, project: str, concerned: Iterable[str]) -> Linked:
    """The snapshot with the ``concerned`` files, the changed ones among them, linked anew."""
    paths = sorted(concerned)
    observed = linking.observed
    code = linking.code()
    modules = linking.link_modules(code, [path for path in paths if path in observed.modules])
    documents, unclear = linking.link_documents([path for path in paths if path in observed.documents])
    sources = [f"{'module' if path in observed.modules else 'document'}:{path}" for path in paths]
    fresh = {kind: linking.edges.written[kind].taken_apart() for kind in RELATION_KINDS}
    relations: dict[RelationKind, Exchanged] = {}
    for relation in RELATION_KINDS:
        section = before.index.relations[relation]
        # areas and packages contain what they did
        changes = {source: fresh[relation].get(source) for source in sources}
        relations[relation] = Exchanged(before.text, section.start, section.groups, changes)
    entities: dict[str, Exchanged | GroupedPieces] = {}
    made = {"document": documents.taken_apart(), "module": modules.taken_apart()}
    for kind, section in before.index.entities.items():
        entities[kind] = Exchanged(before.text, section.start, section.groups, made.get(kind, {}))
    inside = set(paths)
    coverage = [item for item in before.summary.coverage if item.path not in inside or item.analyzer not in _LINKERS]
    coverage += [note for path in paths for note in linking.notes(path)]
    cycles: tuple[ImportCycle, ...] = before.index.cycles
    if any(relations[kind].differs for kind in _OF_IMPORTS):
        ends = _ends(relations, _OF_IMPORTS)
        cycles = import_cycles([(e.source, e.target, e.line) for e in ends if e.target.startswith("module:")])
        outward = [*ends, *_ends(relations, ("depends-on",))]
        entities["external"] = array_of(_externals(outward, observed.nested))
    symbols = before.summary.symbols
    symbols += sum(len(observed.modules[path].symbols) - len(facts.symbols) for path, facts in before.modules.items())
    return sealed(
        Parts(
            project=project,
            entities=entities,
            relations=relations,
            coverage=told([*coverage, *code.coverage, *unclear]),
            ownership=before.index.ownership,
            cycles=cycles,
            languages=before.summary.languages,
            symbols=symbols,
        )
    )


class _Line(msgspec.Struct):
    line: int


class _End(msgspec.Struct):
    """What is read of a relation to know where it leads."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    evidence: tuple[_Line, ...]

    @property
    def line(self) -> int:
        return min((place.line for place in self.evidence), default=1)


def _ends(relations: Mapping[RelationKind, Exchanged], kinds: Iterable[RelationKind]) -> list[_End]:
    decoder = msgspec.json.Decoder(list[_End])
    return [end for kind in kinds for end in decoder.decode(b"".join([b"[", *relations[kind].items(), b"]"]))]


def _externals(ends: Iterable[_End], nested: Sequence[str]) -> dict[str, External]:
    found = {f"external:git:{path}" for path in nested}
    found |= {end.target for end in ends if end.target.startswith("external:")}
    made = {}
    for identifier in found:
        _, ecosystem, name = identifier.split(":", 2)
        made[identifier] = External(id=identifier, name=name, ecosystem=ecosystem)
    return made
