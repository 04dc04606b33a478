"""The patch that repairs surfaces: true values where wrong ones stand, nothing else, and nothing written."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from mkdocs_docbridge.text.redaction import PublicText, joined

from .check import Gate
from .examine import wording_on
from .match import Occurrence, Verdict
from .model import Claim
from .rewrite import spot
from .styles import spellings
from .surface import Surface


@dataclass(frozen=True)
class Repair:
    """New text of the files that can be repaired, and ``claim on surface:line: why not`` for the rest."""

    files: dict[str, tuple[str, str]]
    """Path → (text now, text repaired), only where they differ."""
    left: tuple[PublicText, ...]

    def patch(self) -> bytes:
        """A unified diff for ``git apply`` or ``patch -p1``; it keeps every line end."""
        return "".join(
            line for path, (old, new) in sorted(self.files.items()) for line in _hunks(path, old, new)
        ).encode("utf-8", "surrogatepass")


def repair(gate: Gate) -> Repair:
    """What has to change for every statement to be true. Accepted findings stay, and pages of a built site are repaired
    where they are written."""
    return _Repairer(gate).repair()


class _Repairer:
    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._ground = gate.ground
        self._texts: dict[str, str] = {}
        self._left: list[PublicText] = []

    def repair(self) -> Repair:
        now: dict[str, str] = {}
        for surface in self._ground.surfaces.found.values():
            now[surface.address.file] = surface.raw
        for claim in self._gate.claims:
            for path in claim.surfaces:
                self._repair(claim, path)
        changed = {path: (now[path], text) for path, text in self._texts.items() if text != now[path]}
        return Repair(changed, tuple(sorted(self._left)))

    def _repair(self, claim: Claim, path: str) -> None:
        truth = self._gate.truth(claim)
        original = self._ground.surfaces.found.get(path)
        if truth.value is None or self._ground.claims.exception(claim.claim_id, path) is not None:
            return
        if original is None:
            if path in claim.required and path in self._ground.surfaces.absent:
                self._leave(claim, path, "it does not exist")
            return
        surface: Surface | None = original.with_raw(self._texts.get(original.address.file, original.raw))
        found = self._read(claim, surface) if surface is not None else []
        if not found and path in claim.required:
            self._leave(claim, path, "the claim is not stated, and where it belongs nobody can tell")
        for index, one in enumerate(found):
            if one.verdict is Verdict.OK or surface is None:
                continue
            if original.address.kind == "rendered":
                self._leave(claim, path, "it is made from another file")
                return
            repaired = self._repaired(claim, surface, index, found)
            if repaired is None:
                self._leave(claim, f"{path}:{one.line}", "no way of writing the value there is read as true")
                continue
            surface, found = repaired, self._read(claim, repaired)
            self._texts[original.address.file] = repaired.raw

    def _repaired(self, claim: Claim, surface: Surface, index: int, found: list[Occurrence]) -> Surface | None:
        truth = self._gate.truth(claim)
        place = spot(surface, found, index, lambda changed: self._read(claim, changed))
        if place is None or truth.value is None:
            return None
        signed = wording_on(claim, surface.path).signed  # the words behind it say percent
        for text in self._spellings(claim, place.raw):
            text = text.replace("%", "").rstrip() if signed or place.inner else text
            after = place.with_value(text, lambda changed: self._read(claim, changed))
            if after is not None and after[1] is not None and after[1].verdict is Verdict.OK:
                return after[0]
        return None

    def _spellings(self, claim: Claim, stated: str) -> Iterator[str]:
        value = self._gate.truth(claim).value
        return iter(()) if value is None else spellings(value, claim.value_type, stated, self._ground.form)

    def _read(self, claim: Claim, surface: Surface) -> list[Occurrence]:
        return self._ground.statements(claim, surface, self._gate.truth(claim))

    def _leave(self, claim: Claim, place: str, why: str) -> None:
        public = self._ground.public
        line = joined(
            public.message(claim.claim_id), PublicText(" on "), public.path(place), PublicText(": "), PublicText(why)
        )
        self._left.append(line)


def _hunks(path: str, old: str, new: str) -> Iterator[str]:
    a, b = f"a/{path}", f"b/{path}"
    tail = "\t" if " " in path else ""  # as git: else a blank would end the name
    yield f"diff --git {a} {b}\n"
    for line in difflib.unified_diff(_lines(old), _lines(new), f"{a}{tail}", f"{b}{tail}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    """Lines as patch tools see them: only LF ends one."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
