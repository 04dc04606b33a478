"""Values as prose states them: read by type, compared as numbers or versions, never as strings."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Literal

from mkdocs_docbridge.text.plain import BLANKS, fold_blanks, visible

ValueType = Literal["number", "percent", "semver", "text", "at-least", "about", "duration", "bytes"]
Bound = Literal["exact", "at-least", "about"]

MAX_TEXT = 98
"""The longest text value, in code points (the reference tool's capture)."""


@dataclass(frozen=True, slots=True)
class SemVer:
    """A Semantic Version 2; equal only when pre-release and build metadata are equal too."""

    major: int
    minor: int
    patch: int
    prerelease: str = ""
    build: str = ""

    def __str__(self) -> str:
        tail = (f"-{self.prerelease}" if self.prerelease else "") + (f"+{self.build}" if self.build else "")
        return f"{self.major}.{self.minor}.{self.patch}{tail}"


Value = Decimal | SemVer | str


@dataclass(frozen=True, slots=True)
class Reading:
    """A value that was read. With a ``flaw`` it is of its type but not written properly, so it never holds; its
    ``value`` is None when it cannot be told which was meant. ``bound`` says how exactly it was stated."""

    value: Value | None
    flaw: str = ""
    bound: Bound = "exact"


_MINUS = "\u2212"
_PAIRS = {"(": ")", "[": "]", '"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“", "*": "*", "_": "_"}
_SPACES = " \u00a0\u2007\u2009\u202f"
_IDENTIFIERS = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_PRERELEASE = r"(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)"
_SEMVER = re.compile(
    rf"v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-({_PRERELEASE}(?:\.{_PRERELEASE})*))?(?:\+({_IDENTIFIERS}))?",
    re.ASCII,
)
_TEXT = re.compile(rf"[^\W_][\w{BLANKS}.,/@-]{{0,{MAX_TEXT - 1}}}")
_AT_LEAST = re.compile(
    rf"(?:(?:at least|more than|over|>=?|≥)[{BLANKS}]?)(?P<lead>.+)|(?P<tail>.+?)(?:\+|[{BLANKS}](?:or more|and more))",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT = re.compile(
    rf"(?:~|≈|c\.|(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.)(?=[{BLANKS}]))"
    rf"[{BLANKS}]?(?P<number>.+)",
    re.IGNORECASE | re.DOTALL,
)
_UNIT = re.compile(rf"(?P<number>.+?)[{BLANKS}]?(?P<unit>[A-Za-zµμ]+)")


@dataclass(frozen=True)
class NumberFormat:
    """How a surface writes numbers: its decimal sign, and so which characters may group digits."""

    decimal: Literal[".", ","] = "."

    def read(self, text: str) -> Reading | None:
        """A number with an optional sign, digits plain or in groups of three with one kind of separator, and
        optional decimals; digits with misplaced separators are flawed; anything else is None."""
        sign, digits = _split_sign(text)
        plain, grouped, misgrouped = _shapes(self.decimal)
        if plain.fullmatch(digits):
            return Reading(_decimal(sign, digits, self.decimal))
        match = grouped.fullmatch(digits)
        if match:
            return Reading(_decimal(sign, digits.replace(match[1], ""), self.decimal))
        if misgrouped.fullmatch(digits):
            return Reading(None, f"badly grouped digits (the decimal sign is {self.decimal!r})")
        return None


@cache
def _shapes(decimal: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    point = re.escape(decimal)
    grouping = f"[{'.' if decimal == ',' else ','}'’_{_SPACES}]"
    return (
        re.compile(rf"[0-9]+(?:{point}[0-9]+)?"),
        re.compile(rf"[1-9][0-9]{{0,2}}({grouping})[0-9]{{3}}(?:\1[0-9]{{3}})*(?:{point}[0-9]+)?"),
        re.compile(rf"[0-9]+(?:{grouping}[0-9]+)+(?:{point}[0-9]+)?"),
    )


def _split_sign(text: str) -> tuple[str, str]:
    if text[:1] in {"-", _MINUS}:
        return "-", text[1:]
    return "", text[1:] if text[:1] == "+" else text


def _decimal(sign: str, digits: str, point: str) -> Decimal:
    return Decimal(sign + digits.replace(point, "."))


def read_value(kind: ValueType, text: str, form: NumberFormat, *, signed: bool = False) -> Reading | None:
    """What ``text`` states as a value of ``kind``; None when it is not of that type.

    Brackets or quotation marks around the whole are no part of it. ``signed`` tells that the words behind a percent
    value say percent already.
    """
    stripped = text.strip(_SPACES)
    if len(stripped) > 2 and _PAIRS.get(stripped[0]) == stripped[-1]:
        stripped = stripped[1:-1].strip(_SPACES)
    return _READERS[kind](stripped, form, signed) if stripped else None


def _number(text: str, form: NumberFormat, _signed: bool) -> Reading | None:
    return form.read(text)


def _percent(text: str, form: NumberFormat, signed: bool) -> Reading | None:
    bare = text[:-1].rstrip(_SPACES) if text.endswith("%") else text
    reading = form.read(bare)
    if reading is None or reading.flaw or signed != (bare is not text):
        return reading
    return Reading(reading.value, "two percent signs" if signed else "no percent sign")


def _semver(text: str, _form: NumberFormat, _signed: bool) -> Reading | None:
    match = _SEMVER.fullmatch(text)
    if match is None:
        return None
    major, minor, patch, prerelease, build = match.groups()
    if max(map(len, (major, minor, patch))) > MAX_TEXT:
        return None
    return Reading(SemVer(int(major), int(minor), int(patch), prerelease or "", build or ""))


def _text(text: str, _form: NumberFormat, _signed: bool) -> Reading | None:
    return Reading(normal_text(text)) if _TEXT.fullmatch(text) else None


def _bounded(pattern: re.Pattern[str], bound: Bound) -> Callable[[str, NumberFormat, bool], Reading | None]:
    def read(text: str, form: NumberFormat, _signed: bool) -> Reading | None:
        match = pattern.fullmatch(text)
        if match is None:
            return form.read(text)  # stated exactly, so it must be exact
        reading = form.read(next(group for group in match.groups() if group))
        return Reading(reading.value, reading.flaw, bound) if reading is not None else None

    return read


_SECONDS = {
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds"), Decimal("1e-9")),
    **dict.fromkeys(("us", "µs", "μs", "microsecond", "microseconds"), Decimal("1e-6")),
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), Decimal("1e-3")),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), Decimal(1)),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), Decimal(60)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), Decimal(3600)),
    **dict.fromkeys(("d", "day", "days"), Decimal(86400)),
}
_BYTES = {
    **dict.fromkeys(("B", "byte", "bytes"), Decimal(1)),
    **{f"{prefix}B": Decimal(1000) ** power for power, prefix in enumerate("kMGTP", start=1)},
    **{f"{prefix}iB": Decimal(1024) ** power for power, prefix in enumerate("KMGTP", start=1)},
    "KB": Decimal(1000),
}


def _measured(units: dict[str, Decimal]) -> Callable[[str, NumberFormat, bool], Reading | None]:
    def read(text: str, form: NumberFormat, _signed: bool) -> Reading | None:
        match = _UNIT.fullmatch(text)
        factor = units.get(match["unit"]) if match else None
        if match is None or factor is None:
            return Reading(form.read(text).value, "no unit") if form.read(text) else None  # type: ignore[union-attr]
        reading = form.read(match["number"])
        if reading is None or not isinstance(reading.value, Decimal):
            return reading
        return Reading(reading.value * factor)

    return read


_READERS: dict[ValueType, Callable[[str, NumberFormat, bool], Reading | None]] = {
    "number": _number,
    "percent": _percent,
    "semver": _semver,
    "text": _text,
    "at-least": _bounded(_AT_LEAST, "at-least"),
    "about": _bounded(_ABOUT, "about"),
    "duration": _measured(_SECONDS),
    "bytes": _measured(_BYTES),
}


def normal_text(text: str) -> str:
    """Text as it is compared: NFC, blanks folded, case kept."""
    return " ".join(fold_blanks(visible(text)).split())


def canonical_value(kind: ValueType, text: str) -> Value | None:
    """The value of a resolved fact (decimal sign ``.``): a duration in seconds, a size in bytes unless it names its
    unit. None when the fact is not of the claim's type."""
    if kind == "text":
        return normal_text(text) or None
    form = NumberFormat()
    if kind == "semver":
        reading = read_value("semver", text, form)
    elif kind == "percent":
        reading = read_value("percent", text, form, signed=not text.endswith("%"))
    elif kind in {"duration", "bytes"} and not form.read(text):
        reading = read_value(kind, text, form)
    else:
        reading = form.read(text)
    return reading.value if reading is not None and not reading.flaw else None


@dataclass(frozen=True)
class Tolerance:
    """How far an ``about`` value may lie from the fact: ``5%`` of the fact, or an absolute number."""

    amount: Decimal
    relative: bool

    @classmethod
    def parse(cls, text: str) -> Tolerance | None:
        """From ``5%`` or ``20``; None when it is neither."""
        reading = NumberFormat().read(text.removesuffix("%"))
        if reading is None or not isinstance(reading.value, Decimal) or reading.value < 0:
            return None
        return cls(reading.value, text.endswith("%"))

    def covers(self, stated: Decimal, fact: Decimal) -> bool:
        """Whether ``stated`` is near enough."""
        return abs(stated - fact) <= (abs(fact) * self.amount / 100 if self.relative else self.amount)


def holds(reading: Reading, fact: Value, tolerance: Tolerance | None = None) -> bool:
    """Whether a statement is true of the fact: equal, or within the bound it was stated with."""
    stated = reading.value
    if reading.flaw or stated is None:
        return False
    if not isinstance(stated, Decimal) or not isinstance(fact, Decimal):
        return stated == fact
    if reading.bound == "at-least":
        return fact >= stated
    if reading.bound == "about" and tolerance is not None:
        return tolerance.covers(stated, fact)
    return stated == fact


def show(value: Value, kind: ValueType) -> str:
    """A value as a page would state it; durations and sizes in their base unit."""
    text = format(value, "f") if isinstance(value, Decimal) else str(value)
    mark = {"percent": "%", "at-least": "+", "duration": " s", "bytes": " B"}.get(kind, "")
    return ("~" if kind == "about" else "") + text + mark
