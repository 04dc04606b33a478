"""Claims rendered in many wordings, formats and values, each with the verdict that it has by construction."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from mkdocs_docbridge.parity.values import ValueType

TEMPLATES: dict[ValueType, tuple[str, ...]] = {
    "number": ("runs {value} tests", "{value} users trust it", "The total is {value}", "across {value} of our sites"),
    "percent": (
        "completes {value} of tasks",
        "a rate of {value} in all",
        "Coverage: {value}",
        "saves {value} a day",
    ),
    "semver": (
        "Version {value} is out",
        "get tool=={value} now",
        "Release: {value}",
        "now at {value} it runs",
    ),
    "text": ("made by {value}, since", "runs on {value} only", "is called {value} here", "written by {value} in all"),
    "at-least": (
        "{value} stars so far",
        "has {value} plugins today",
        "used by {value} teams",
        "read {value} pages",
    ),
    "about": (
        "takes {value} steps in all",
        "near {value} users",
        "reads {value} files a day",
        "with {value} lines",
    ),
    "duration": (
        "lives {value} at most",
        "ends {value} later",
        "waits {value} between",
        "at {value} it stops",
    ),
    "bytes": ("takes {value} of memory", "loads {value} at once", "files of {value} at most", "writes {value} a day"),
}
"""Wordings without a word that a value of the type could begin or end with."""

FORMATS: dict[str, str] = {
    "plain": "{before}{value}{after}.",
    "bold": "{before}**{value}**{after}.",
    "emphasis": "{before}_{value}_{after}.",
    "code": "{before}`{value}`{after}.",
    "link": "{before}[{value}](https://example.org/a){after}.",
    "html": "{before}<b class='n'>{value}</b>{after}.",
    "html block": "<div>\n<p>{before}{value}{after}.</p>\n</div>",
    "heading": "## {before}{value}{after}",
    "list": "- one\n- {before}{value}{after}.\n- three",
    "ordered": "1. one\n\n    {before}{value}{after}.",
    "quote": "> quoted\n> {before}{value}{after}.",
    "table": "| a | b |\n|---|---|\n| x | {before}{value}{after} |",
    "admonition": '!!! note "Title"\n\n    {before}{value}{after}.',
    "collapsed": '??? note "Title"\n\n    {before}{value}{after}.',
    "tab": '=== "One"\n\n    {before}{value}{after}.',
    "definition": "Term\n:   {before}{value}{after}.",
    "footnote": "Text.[^1]\n\n[^1]: {before}{value}{after}.",
    "bold around": "**{before}{value}{after}**.",
    "highlight": "{before}=={value}=={after}.",
    "attributes": "{before}**{value}**{{ .n }}{after}.",
}


@dataclass(frozen=True)
class Rendering:
    """A page, the claim on it, and what the statement is worth."""

    page: str
    template: str
    kind: ValueType
    fact: str
    expected: str
    """``OK``, ``STALE`` or ``UNREADABLE``."""


def renderings(count: int, seed: int) -> Iterator[Rendering]:
    """``count`` renderings, as many true as not, over all wordings, formats, types and ways to write a value."""
    chance = random.Random(seed)
    kinds = sorted(TEMPLATES)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        template = chance.choice(TEMPLATES[kind])
        form = chance.choice(sorted(FORMATS))
        fact, written, expected = _VALUES[kind](chance, chance.choice(("OK", "STALE", "UNREADABLE")))
        yield Rendering(_page(template, form, written, chance), template, kind, fact, expected)


def _page(template: str, form: str, written: str, chance: random.Random) -> str:
    before, _, after = template.partition("{value}")
    # blanks move out of the marks, which would not be marks otherwise
    body = FORMATS[form].format(before=before, value=written, after=after)
    if form in {"plain", "bold", "code", "link"} and chance.random() < 0.3:
        words = body.split(" ")
        at = chance.randrange(len(words))
        body = " ".join(words[:at]) + ("\n" if at else "") + " ".join(words[at:])
    if form == "plain" and chance.random() < 0.2:
        body = body.replace(" ", "&nbsp;", 1)
    return f"# A page\n\nSome words before it.\n\n{body}\n\nAnd more words.\n"


def _group(number: int, chance: random.Random) -> str:
    return f"{number:,}".replace(",", chance.choice([",", "", "\u00a0", "\u2009", "'", "_"]))


def _number(chance: random.Random, verdict: str) -> tuple[str, str, str]:
    value = chance.randrange(0, 10 ** chance.randrange(1, 8))
    if verdict == "UNREADABLE":
        return str(value), chance.choice(["fifteen", "~840", "700+", "840-860", "1e3", "1k", "several", "½"]), verdict
    other = value + chance.choice([1, 10, 100, 7]) if verdict == "STALE" else value
    text = _group(other, chance)
    return str(value), text + (chance.choice(["", ".0", ".00"]) if verdict == "OK" else ""), verdict


def _percent(chance: random.Random, verdict: str) -> tuple[str, str, str]:
    value = Decimal(chance.randrange(0, 10_000)) / 100
    if verdict == "UNREADABLE":
        return str(value), chance.choice(["half", "~80%", "80-90%", "two thirds"]), verdict
    other = value + chance.choice([Decimal("0.01"), Decimal(1), Decimal(10)]) if verdict == "STALE" else value
    blank = chance.choice(["", " ", "\u00a0", "\u202f"])
    return str(value), f"{other}{blank}%", verdict


def _semver(chance: random.Random, verdict: str) -> tuple[str, str, str]:
    parts = [chance.randrange(0, 40) for _ in range(3)]
    tail = chance.choice(["", "-rc.1", "-alpha", "+build.7"])
    value = ".".join(map(str, parts)) + tail
    if verdict == "UNREADABLE":
        return value, chance.choice([f"{parts[0]}.{parts[1]}", "1.x", "1.2.3.4", "01.2.3"]), verdict
    other = value
    if verdict == "STALE":
        parts[chance.randrange(3)] += 1
        other = ".".join(map(str, parts)) + tail
    return value, chance.choice(["", "v"]) + other, verdict


_NAMES = ("Ada", "Grace Hopper", "Linux", "node 20", "blue/green", "a-b", "x.y", "café", "R2-D2")


def _text(chance: random.Random, verdict: str) -> tuple[str, str, str]:
    fact = chance.choice(_NAMES)
    if verdict == "OK":
        return fact, fact, verdict
    # a text is of its type whatever it says
    return fact, chance.choice([name for name in _NAMES if name != fact]), "STALE"


def _at_least(chance: random.Random, verdict: str) -> tuple[str, str, str]:
    value = chance.randrange(10, 100_000)
    if verdict == "UNREADABLE":
        return str(value), chance.choice(["~40", "dozens", "1k", "40-50"]), verdict
    bound = value - chance.randrange(0, 10) if verdict == "OK" else value + chance.randrange(1, 50)
    return str(value), f"{_group(bound, chance)}+", verdict


def _about(chance: random.Random, verdict: str) -> tuple[str, str, str]:
    value = chance.randrange(100, 100_000)
    if verdict == "UNREADABLE":
        return str(value), chance.choice(["700+", "dozens", "1k", "40-50"]), verdict
    near = value + value * chance.randrange(-4, 5) // 100
    other = near if verdict == "OK" else value * 2 + chance.randrange(10)
    return str(value), f"{chance.choice(['~', 'about ', 'roughly '])}{_group(other, chance)}", verdict


def _measured(units: tuple[tuple[str, int], ...]) -> Callable[[random.Random, str], tuple[str, str, str]]:
    def make(chance: random.Random, verdict: str) -> tuple[str, str, str]:
        amount = chance.randrange(1, 5000)
        unit, factor = chance.choice(units)
        if verdict == "UNREADABLE":
            return str(amount * factor), chance.choice(["a while, 2 or 3", "~40 xyz", "some 5", "three"]), verdict
        stated = amount + 1 if verdict == "STALE" else amount
        return str(amount * factor), f"{stated}{chance.choice(['', ' ', chr(160)])}{unit}", verdict

    return make


_VALUES: dict[str, Callable[[random.Random, str], tuple[str, str, str]]] = {
    "number": _number,
    "percent": _percent,
    "semver": _semver,
    "text": _text,
    "at-least": _at_least,
    "about": _about,
    "duration": _measured((("s", 1), ("seconds", 1), ("min", 60), ("hours", 3600), ("days", 86400))),
    "bytes": _measured((("B", 1), ("KB", 1000), ("KiB", 1024), ("MB", 1000**2), ("GiB", 1024**3))),
}
