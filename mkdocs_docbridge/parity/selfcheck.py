"""Whether a wording can guard anything: it has to find its own sentence, and to see another value in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from mkdocs_docbridge.text.projection import is_plain, project

from .match import Fact, Verdict, occurrences
from .values import NumberFormat, SemVer, Tolerance, Value, ValueType, show
from .wording import PAGE, SLOT, Wording

_SAMPLES: dict[ValueType, Value] = {
    "number": Decimal(41),
    "percent": Decimal("41.5"),
    "semver": SemVer(4, 1, 2),
    "text": "Sample",
    "at-least": Decimal(41),
    "about": Decimal(41),
    "duration": Decimal(41),
    "bytes": Decimal(41),
}
_TOLERANCE = Tolerance(Decimal(10), relative=True)


@dataclass(frozen=True, slots=True)
class Mutant:
    """Another value than the true one, as a page would state it, and how it differs."""

    name: str
    text: str


def mutants(value: Value, kind: ValueType) -> Iterator[Mutant]:
    """Values that are not true where ``value`` is: nearest and farther ones, and one that cannot be read."""
    if isinstance(value, SemVer):
        for name, other in (
            ("next patch", SemVer(value.major, value.minor, value.patch + 1)),
            ("next major", SemVer(value.major + 1, value.minor, value.patch)),
            ("other pre-release", SemVer(value.major, value.minor, value.patch, f"{value.prerelease or 'rc'}.9")),
        ):
            yield Mutant(name, str(other))
        yield Mutant("no value of its type", f"{value.major}.{value.minor}")
    elif isinstance(value, Decimal):
        # beyond any bound: more than is there, and farther off than a tolerance may be
        far = abs(value) * 3 + 7
        steps = (far,) if kind == "about" else (Decimal(1), far)
        for step in steps:
            yield Mutant(f"plus {step.normalize():f}", show(value + step, kind))
    else:
        yield Mutant("other text", "Other" if value != "Other" else "Another")
    if isinstance(value, Decimal):
        yield Mutant("no value of its type", "several")


def self_fault(template: str, kind: ValueType, path: str = PAGE) -> str:
    """Why ``template`` guards nothing on a file; empty when it finds its own sentence and sees a wrong value in it."""
    wording = Wording.of(template, kind, path)
    sample = _SAMPLES[kind]
    if _verdicts(template, wording, show(sample, kind), sample, path) != [Verdict.OK]:
        return "does not find its own sentence on a page, so it can never hold"
    for mutant in mutants(sample, kind):
        found = _verdicts(template, wording, mutant.text, sample, path)
        if not found or Verdict.OK in found:
            return f"does not notice another value ({mutant.text}) in its own sentence"
    return ""


def _verdicts(template: str, wording: Wording, written: str, fact: Value, path: str) -> list[Verdict]:
    if wording.signed or (wording.kind == "percent" and "%" in template):
        written = written.removesuffix("%")
    if wording.kind == "at-least" and f"{SLOT}+" in template:
        written = written.removesuffix("+")
    page = f"It is said.\n\n{template.replace(SLOT, written)}\n\nSo it is.\n"
    if wording.in_row:
        cells = template.replace(SLOT, written).strip().strip("|").count("|") + 1
        row = template.replace(SLOT, written).strip().strip("|")
        head = "|" + "|".join(["h"] * cells) + "|\n|" + "|".join(["---"] * cells) + "|"
        page = f"It is said.\n\n{head}\n|{row}|\n"
    if not wording.left and not wording.right:
        page = template.replace(SLOT, written)  # a field that holds the value alone
    projection = project(page, path=path if is_plain(path) else PAGE)
    text = projection.rows if wording.in_row else projection.prose
    fact_and_bound = Fact(fact, _TOLERANCE if wording.kind == "about" else None)
    return [one.verdict for one in occurrences(text, wording, fact_and_bound, NumberFormat())]
