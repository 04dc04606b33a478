"""Would a wrong claim be noticed? Every claim is made wrong on every surface, in memory, and looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import msgspec

from mkdocs_docbridge.text.lines import split_lines
from mkdocs_docbridge.text.redaction import PublicText

from .check import Gate
from .examine import examine, wording_on
from .faults import NOT_BUILT
from .match import Occurrence, Verdict
from .model import Claim, CliCommand, ParityFinding
from .resolve import Resolution
from .rewrite import NUMBER, Spot, spot
from .selfcheck import mutants
from .surface import Surface, Surfaces
from .values import Value, canonical_value

_WRONG = frozenset({"PARITY_STALE", "PARITY_UNREADABLE", "PARITY_CONTRADICTION"})


class Proof(msgspec.Struct, frozen=True, rename="camel"):
    """One claim made wrong in one way on one surface. ``by`` is the finding that noticed it; empty, with a ``reason``,
    when nothing did or when it could not be tried."""

    claim_id: PublicText
    surface: PublicText
    mutation: str
    caught: bool
    by: str = ""
    reason: str = ""


def prove(gate: Gate) -> tuple[Proof, ...]:
    """Every mutation of every claim on every surface that states it, in the order of the registry's report."""
    return tuple(proof for claim in gate.claims for proof in _Prover(gate, claim).proofs())


class _Prover:
    def __init__(self, gate: Gate, claim: Claim) -> None:
        self._gate = gate
        self._ground = gate.ground
        self._claim = claim
        self._truth = gate.truth(claim)
        self._before = frozenset(item.id for item in examine(claim, gate.ground, self._truth).findings)

    def proofs(self) -> Iterator[Proof]:
        if isinstance(self._claim.evidence, CliCommand):
            yield self._without_command(self._claim.evidence)
            return
        if self._truth.value is None:
            yield self._proof("", "any", reason=f"its fact is not known: {self._truth.reason}")
            return
        for path in self._claim.surfaces:
            yield from self._on(path, self._truth.value)

    def _without_command(self, evidence: CliCommand) -> Proof:
        other = CliCommand(command=f"{evidence.command}-no-such-thing"[-128:])
        mutated = msgspec.structs.replace(self._claim, evidence=other)
        resolution = self._gate.resolve(mutated)
        surface = self._claim.required[0]
        if not resolution.is_absent:
            return self._proof(
                surface, "another command", reason=resolution.reason or "it is taken for one that exists"
            )
        return self._noticed(surface, "another command", examine(mutated, self._ground, resolution).findings, _WRONG)

    def _on(self, path: str, value: Value) -> Iterator[Proof]:
        surfaces = self._ground.surfaces
        if path in surfaces.pending:
            yield self._proof(path, "any", reason=NOT_BUILT)
            return
        surface = surfaces.found.get(path)
        found = self._ground.statements(self._claim, surface, self._truth) if surface is not None else []
        if surface is None or not found:
            if path in self._claim.required:
                # it is wrong as it is, and that is found
                yield self._proof(path, "as it is", by="PARITY_MISSING")
            return
        for index, one in enumerate(found):
            if one.verdict is Verdict.OK:
                yield from self._values(surface, found, index, value)
        if any(one.verdict is Verdict.OK for one in found):
            yield from self._facts(path, value)
        if path in self._claim.required:
            yield self._silence(surface, found)

    def _values(self, surface: Surface, found: list[Occurrence], index: int, value: Value) -> Iterator[Proof]:
        place = spot(surface, found, index, self._read)
        for mutant in mutants(value, self._claim.value_type):
            name = f"line {found[index].line}: {mutant.name}"
            if place is None:
                yield self._proof(surface.path, name, reason="its value could not be told from others in the file")
                continue
            yield self._with_value(place, mutant.text, name)

    def _with_value(self, place: Spot, text: str, name: str) -> Proof:
        raw = place.surface.raw
        number = NUMBER.search(text) if place.inner else None
        value = number.group() if number is not None else text
        changed = place.surface.with_raw(raw[: place.start] + value + raw[place.end :])
        findings = self._examined(place.surface.path, changed)
        return self._noticed(place.surface.path, name, findings, _WRONG | {"PARITY_MISSING"})

    def _facts(self, path: str, value: Value) -> Iterator[Proof]:
        for mutant in mutants(value, self._claim.value_type):
            text = mutant.text.strip("~+").removesuffix(" s").removesuffix(" B")
            other = canonical_value(self._claim.value_type, text)
            if other is None:
                continue
            if self._claim.value_type == "at-least" and isinstance(other, Decimal):
                other = -abs(other)  # a bound from below is only wrong of less
            findings = examine(self._claim, self._ground, Resolution(other, text)).findings
            yield self._noticed(path, f"the fact: {mutant.name}", findings, _WRONG)

    def _silence(self, surface: Surface, found: list[Occurrence]) -> Proof:
        text = surface.text_for(wording_on(self._claim, surface.path))
        lines = [line + end for line, end in split_lines(surface.raw)]
        for one in found:
            low, high = text.paragraph(one.start)
            first, last = text.line(low), text.line(max(high - 1, low))
            lines[first - 1 : last] = ["\n"] * (last - first + 1)
        changed = surface.with_raw("".join(lines)) if surface.address.kind in {"file", "rendered"} else None
        findings = self._examined(surface.path, changed)
        return self._noticed(surface.path, "not stated", findings, _WRONG | {"PARITY_MISSING"})

    def _read(self, surface: Surface) -> list[Occurrence]:
        return self._ground.statements(self._claim, surface, self._truth)

    def _examined(self, path: str, changed: Surface | None) -> tuple[ParityFinding, ...]:
        before = self._ground.surfaces
        found = {name: surface for name, surface in before.found.items() if name != path}
        absent = before.absent
        if changed is None:
            absent |= {path}
        else:
            found[path] = changed
        ground = replace(self._ground, surfaces=Surfaces(found, absent, before.pending))
        return examine(self._claim, ground, self._truth).findings

    def _noticed(self, path: str, name: str, findings: tuple[ParityFinding, ...], codes: frozenset[str]) -> Proof:
        shown = self._ground.public.path(path)
        new = [finding for finding in findings if finding.code in codes and finding.id not in self._before]
        by = [item for item in new if item.surface == shown or item.code == "PARITY_CONTRADICTION"]
        if not by:
            return self._proof(path, name, reason="nothing noticed it")
        accepted = ", accepted" if by[0].accepted_reason else ""
        return self._proof(path, name, by=f"{by[0].code}{accepted}")

    def _proof(self, path: str, name: str, *, by: str = "", reason: str = "") -> Proof:
        public = self._ground.public
        return Proof(
            claim_id=public.message(self._claim.claim_id),
            surface=public.path(path),
            mutation=name,
            caught=bool(by),
            by=by,
            reason=public.message(reason, limit=300),
        )
