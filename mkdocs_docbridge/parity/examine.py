"""One claim looked at: what its surfaces state against what is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mkdocs_docbridge.text.redaction import Redactor

from .address import parse_address
from .copies import unguarded_copies
from .faults import Reporter
from .match import Fact, Occurrence, Verdict, occurrences
from .model import Claim, ClaimOutcome, CliCommand, ParityFinding, PublicClaims, Statement
from .resolve import Resolution
from .surface import Stated, Surface, Surfaces
from .values import NumberFormat, Tolerance
from .wording import Wording


@dataclass(frozen=True)
class Ground:
    """What claims are looked at on. ``registry_path`` is the place of findings about a claim as a whole."""

    claims: PublicClaims
    surfaces: Surfaces
    registry_path: str
    form: NumberFormat
    public: Redactor

    def statements(self, claim: Claim, surface: Surface, resolution: Resolution) -> list[Occurrence]:
        """Every place of a surface that states the claim, in order."""
        wording = wording_on(claim, surface.path)
        fact = Fact(resolution.value, Tolerance.parse(claim.tolerance) if claim.tolerance else None)
        return occurrences(surface.text_for(wording), wording, fact, self.form)


@dataclass(frozen=True)
class Examined:
    """What became of one claim; ``matched`` counts the statements that are true."""

    outcome: ClaimOutcome
    findings: tuple[ParityFinding, ...]
    matched: int


def wording_on(claim: Claim, path: str) -> Wording:
    """The claim's wording on a surface."""
    return Wording.of(claim.wording(path) or "", claim.value_type, parse_address(path).reading)


def examine(claim: Claim, ground: Ground, resolution: Resolution) -> Examined:
    """What the surfaces state of a claim, where ``resolution`` is its truth."""
    return _Examination(claim, ground, resolution).result()


class _Examination:
    def __init__(self, claim: Claim, ground: Ground, resolution: Resolution) -> None:
        self._claim = claim
        self._ground = ground
        self._resolution = resolution
        self._report = Reporter(claim, ground.claims, ground.registry_path, ground.public)
        self._matched = 0

    def result(self) -> Examined:
        findings: list[ParityFinding] = []
        stated: list[Stated] = []
        if self._resolution.value is None and not self._resolution.is_absent:
            findings.append(self._report.not_analyzed(self._resolution.reason))
        if isinstance(self._claim.evidence, CliCommand):
            findings += self._presence()
        else:
            for path in self._claim.surfaces:
                findings += self._on(path, stated)
            contradiction = self._report.contradiction(stated, self._resolution)
            findings += [contradiction] if contradiction is not None else []
        return Examined(self._outcome(stated, findings), tuple(findings), self._matched)

    def _presence(self) -> Iterator[ParityFinding]:
        """Of a claim that a command exists: nothing has to be read, but surfaces have to be there."""
        surfaces = self._ground.surfaces
        for path in self._claim.required:
            if path in surfaces.pending:
                yield self._report.not_built(path)
            elif path in surfaces.absent:
                yield self._report.missing(path, None, self._resolution, "surface-missing")
            elif self._resolution.is_absent:
                surface = surfaces.found[path]
                yield self._report.absent_command(path, _first_line(surface, self._resolution.text), self._resolution)

    def _on(self, path: str, stated: list[Stated]) -> Iterator[ParityFinding]:
        claim, surfaces, resolved = self._claim, self._ground.surfaces, self._resolution.value is not None
        wording = wording_on(claim, path)
        if path in surfaces.pending:
            yield self._report.not_built(path)
            return
        if path in surfaces.absent:
            if resolved and path in claim.required:
                yield self._report.missing(path, wording, self._resolution, "surface-missing")
            return
        surface = surfaces.found[path]
        found = self._ground.statements(claim, surface, self._resolution)
        text = surface.text_for(wording)
        places = [Stated(surface, text, one) for one in found]
        stated += places
        if not resolved:
            return
        for place in places:
            if place.one.verdict is Verdict.OK:
                self._matched += 1
            else:
                yield self._report.statement(place, self._resolution)
        if not found and path in claim.required:
            yield self._report.missing(path, wording, self._resolution, "not-stated")
        yield from self._copies(surface, wording, found)

    def _copies(self, surface: Surface, wording: Wording, found: list[Occurrence]) -> Iterator[ParityFinding]:
        value = self._resolution.value
        if value is None:
            return
        for text, guarded in ((surface.text_for(wording), found), (surface.badges, [])):
            for copy in unguarded_copies(text, wording, value, guarded, self._ground.form):
                yield self._report.unguarded(surface, text, copy, self._resolution)

    def _outcome(self, stated: list[Stated], findings: list[ParityFinding]) -> ClaimOutcome:
        public, resolution = self._ground.public, self._resolution
        return ClaimOutcome(
            claim_id=public.message(self._claim.claim_id),
            owner=public.message(self._claim.owner),
            canonical=public.message(resolution.text) if resolution.value is not None else None,
            holds=resolution.value is not None and all(item.code == "POSSIBLE_UNGUARDED_CLAIM" for item in findings),
            statements=tuple(
                Statement(
                    surface=public.path(place.surface.path),
                    line=place.one.line if place.surface.has_lines else None,
                    stated=place.shown(public),
                )
                for place in stated
            ),
        )


def _first_line(surface: Surface, words: str) -> int | None:
    """The first raw line of a file that has the words; code counts too, since commands stand in code."""
    if not surface.has_lines:
        return None
    return next((number for number, line in enumerate(surface.raw.split("\n"), start=1) if words in line), None)
