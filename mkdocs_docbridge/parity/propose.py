"""Claims that a project states already and that its repository proves: versions and counts, for a person to read and
seal.

Nothing is proposed on a guess: each claim was looked for with the wording that it proposes, held, and was made wrong
in memory to see that it would be noticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import msgspec

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.model import Document, Module, Package, Snapshot
from mkdocs_docbridge.text.projection import project

from .check import Gate, Sources
from .model import Claim, Evidence, PackageField, PublicClaims, SnapshotCount
from .prove import prove
from .repository import Repository
from .resolve import Resolver
from .values import NumberFormat, ValueType, canonical_value
from .wordings_found import Search, field_wording, line_wording, prose_wording

MAX_SURFACES = 32
_MAX_DOCUMENTS = 1500
_MAX_PACKAGES = 40
_MAX_TEXT = 400_000
_LEAST_COUNT = 3
"""Smaller counts stand in prose by chance."""
_HISTORY = re.compile(
    r"(?i)change|histor|news|release|whats.?new|blog|migrat|upgrad|roadmap|archive|vendor|third.?party"
)
_VERSION_MODULE = re.compile(r"(?i)(?:^|/)(?:_*version_*|__init__|__about__|about|meta(?:data)?|main|index|cli)\.\w+$")
_WITH_VERSION = frozenset({"Cargo.toml", "package.json", "pyproject.toml"})
_FIELDS = (
    "CITATION.cff#version",
    "Chart.yaml#appVersion",
    "docs/package.json#version",
    "galaxy.yml#version",
    "manifest.json#version",
    "mcp.json#version",
    "package-lock.json#version",
    "package.json#version",
    "plugin.json#version",
    "pyproject.toml#project.version",
    "server.json#version",
)
_NOUNS = {
    "document": "page document doc guide article",
    "module": "module file component class",
    "package": "package crate plugin workspace library libraries",
}


@dataclass(frozen=True)
class _Fact:
    claim_id: str
    statement: str
    evidence: Evidence
    kind: ValueType
    text: str
    search: Search
    is_root: bool = False
    sources: frozenset[str] = frozenset()
    """Files that the fact was read from: what stands there proves nothing about itself."""


def propose(repository: Repository, snapshot: Snapshot, form: NumberFormat) -> tuple[Claim, ...]:
    """The claims, by id; none where nothing that is known is stated."""
    proposer = _Proposer(repository, snapshot, form)
    return tuple(claim for claim in proposer.claims() if proposer.is_guarded(claim))


def proposal_file(claims: Iterable[Claim]) -> bytes:
    """A registry that is not sealed, so that nothing takes it for one before somebody has read it."""
    registry = PublicClaims(registry_version="v1", claims=tuple(claims))
    value = msgspec.to_builtins(registry)
    value.pop("contentHash", None)
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()


class _Recording:
    """A repository that remembers which files were read."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.read_files: set[str] = set()

    def read(self, path: str) -> bytes | None:
        self.read_files.add(path)
        return self._repository.read(path)


@dataclass
class _Proposer:
    repository: Repository
    snapshot: Snapshot
    form: NumberFormat
    _texts: dict[str, str | None] = field(default_factory=dict)

    def claims(self) -> Iterator[Claim]:
        for fact in sorted([*self._versions(), *self._counts()], key=lambda fact: fact.claim_id):
            wordings = dict(list(self._wordings(fact))[:MAX_SURFACES])
            if wordings:
                yield _claim(fact, wordings)

    def is_guarded(self, claim: Claim) -> bool:
        """Whether a claim holds where it was found, and would be noticed were it wrong."""
        registry = PublicClaims(registry_version="v1", claims=(claim,))
        gate = Gate(registry, Sources(self.repository, self.snapshot), registry_path="", decimal=self.form.decimal)
        (outcome,) = gate.report().claims
        return outcome.holds and all(proof.caught for proof in prove(gate))

    def _versions(self) -> Iterator[_Fact]:
        packages = [entity for entity in self.snapshot.entities if isinstance(entity, Package)]
        seen: set[str] = set()
        if all(package.path != "." for package in packages):
            # the root of a workspace often has a version and no name, so it is no package
            root = next(
                (fact for name in sorted(_WITH_VERSION) if (fact := self._version(name, "", is_root=True))), None
            )
            if root is not None:
                seen.add(root.claim_id)
                yield root
        for package in sorted(packages, key=lambda item: (item.path != ".", item.path))[:_MAX_PACKAGES]:
            is_known = package.manifest.rsplit("/", 1)[-1] in _WITH_VERSION
            fact = self._version(package.manifest, package.name, is_root=package.path == ".") if is_known else None
            if fact is not None and fact.claim_id not in seen:
                seen.add(fact.claim_id)
                yield fact

    def _version(self, path: str, name: str, *, is_root: bool) -> _Fact | None:
        recording = _Recording(self.repository)
        evidence = PackageField(field="version", path=path)
        try:
            resolved = Resolver(recording, self.snapshot).resolve(_probe(evidence))
        except InputError:
            return None
        if resolved.value is None:
            return None
        text = resolved.text
        kind: ValueType = "semver" if canonical_value("semver", text) is not None else "text"
        if not re.search(r"[1-9]", text) or "." not in text:
            return None  # 0.0.0 stands for no version
        slug = "package-version" if is_root else f"version-of-{_slug(name)}"
        near = [re.escape(name)] if name else []
        near += [r"\bversions?\b", r"\brelease\b"] if is_root else []
        search = Search((text,), re.compile("|".join(near) or r"\bversion\b", re.IGNORECASE), is_count=False)
        statement = f"The version of {name or 'this project'} that is named is the one in {path}."
        return _Fact(slug, statement, evidence, kind, text, search, is_root, frozenset(recording.read_files))

    def _counts(self) -> Iterator[_Fact]:
        for kind, nouns in _NOUNS.items():
            evidence = SnapshotCount(entity_kind=kind)  # type: ignore[arg-type]
            text = Resolver(self.repository, self.snapshot).resolve(_probe(evidence)).text
            if int(text) < _LEAST_COUNT:
                continue
            spelled = (text, f"{int(text):,}") if int(text) > 999 else (text,)
            pattern = re.compile(rf"\b(?:{'|'.join(nouns.split())})s?\b", re.IGNORECASE)
            statement = f"The number of {kind}s that is named is the number that a scan finds."
            yield _Fact(f"{kind}-count", statement, evidence, "number", text, Search(spelled, pattern, is_count=True))

    def _wordings(self, fact: _Fact) -> Iterator[tuple[str, str]]:
        for path in self._documents():
            text = self._text(path)
            if path in fact.sources or text is None or not any(item in text for item in fact.search.spelled):
                continue
            template = prose_wording(project(text, path=path).prose, fact.search, fact.kind, fact.text, self.form, path)
            if template:
                yield path, template
        if not fact.is_root:
            return
        for surface in self._fields():
            if surface.partition("#")[0] not in fact.sources and field_wording(self._text, surface, fact.text):
                yield surface, "{value}"
        for entity in self.snapshot.entities:
            if isinstance(entity, Module) and entity.path not in fact.sources and _states_versions(entity):
                template = line_wording(self._text(entity.path) or "", fact.text, fact.kind, self.form, entity.path)
                if template:
                    yield entity.path, template

    def _documents(self) -> list[str]:
        paths = [item.path for item in self.snapshot.entities if isinstance(item, Document)]
        kept = [path for path in paths if not _HISTORY.search(path)]
        return sorted(kept, key=lambda path: (not path.lower().startswith("readme"), path.count("/"), path))[
            :_MAX_DOCUMENTS
        ]

    def _fields(self) -> list[str]:
        packages = {item.path for item in self.snapshot.entities if isinstance(item, Package)}
        nested = [f"{path}/package.json#version" for path in packages if path != "."]
        return sorted({*_FIELDS, *nested})

    def _text(self, path: str) -> str | None:
        if path not in self._texts:
            try:
                data = self.repository.read(path)
            except InputError:
                data = None
            readable = data is not None and len(data) <= _MAX_TEXT
            self._texts[path] = data.decode("utf-8", "replace") if data is not None and readable else None
        return self._texts[path]


def _states_versions(module: Module) -> bool:
    return _VERSION_MODULE.search(module.path) is not None or module.path.count("/") == 0


def _claim(fact: _Fact, wordings: dict[str, str]) -> Claim:
    surfaces = tuple(wordings)
    first = wordings[surfaces[0]]
    return Claim(
        claim_id=fact.claim_id,
        statement=fact.statement,
        owner="maintainers",
        evidence=fact.evidence,
        required=surfaces,
        remediation="Write the value that the repository proves; docbridge parity --diff prints the patch.",
        value_type=fact.kind,
        template=first,
        templates={surface: template for surface, template in wordings.items() if template != first},
    )


def _probe(evidence: Evidence) -> Claim:
    """A claim that only asks for its fact."""
    return Claim(
        claim_id="probe",
        statement="-",
        owner="-",
        evidence=evidence,
        required=("-",),
        remediation="-",
        template="{value}",
    )


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:48] or "package"
