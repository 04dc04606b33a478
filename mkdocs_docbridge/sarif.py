"""The part of SARIF 2.1.0 that findings are printed in: a log of one run, for code scanning and editors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"


class _Part(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A member of a log; what is not said is left out."""


class Message(_Part, frozen=True):
    """Plain text."""

    text: str


class ArtifactLocation(_Part, frozen=True):
    """A file, relative to the repository's root and percent-encoded."""

    uri: str
    uri_base_id: str


class Region(_Part, frozen=True):
    """Where in a file; lines count from 1."""

    start_line: int


class PhysicalLocation(_Part, frozen=True):
    """A place in a file; without a region the whole of it."""

    artifact_location: ArtifactLocation
    region: Region | None = None


class Location(_Part, frozen=True):
    """A place."""

    physical_location: PhysicalLocation


class Suppression(_Part, frozen=True):
    """That a result is accepted, and why; ``external``: the file that says so is another one."""

    kind: Literal["external", "inSource"]
    justification: str


class Result(_Part, frozen=True):
    """One finding."""

    rule_id: str
    level: str
    message: Message
    locations: tuple[Location, ...]
    partial_fingerprints: dict[str, str]
    suppressions: tuple[Suppression, ...] = ()


class Rule(_Part, frozen=True):
    """A code that results of this log bear."""

    id: str
    name: str


class Driver(_Part, frozen=True):
    """The program."""

    name: str
    version: str
    rules: tuple[Rule, ...] = ()


class Tool(_Part, frozen=True):
    """What found the results."""

    driver: Driver


class Run(_Part, frozen=True):
    """One run. ``results`` is written when it is empty, too: nothing was found, not: nothing was sought."""

    tool: Tool
    results: tuple[Result, ...]
    column_kind: Literal["unicodeCodePoints", "utf16CodeUnits"]


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A SARIF file."""

    runs: tuple[Run, ...]
    version: Literal["2.1.0"] = "2.1.0"
    schema: str = msgspec.field(default=SCHEMA, name="$schema")


def location(uri: str, line: int | None) -> Location:
    """The place ``line`` of the file at ``uri``, or the whole file."""
    return Location(
        physical_location=PhysicalLocation(
            artifact_location=ArtifactLocation(uri=uri, uri_base_id=_ROOT),
            region=Region(start_line=line) if line is not None else None,
        )
    )


def log(results: Iterable[Result], *, version: str) -> Log:
    """The log of one run of this program in ``version``. Rules are sorted; results stay in their order."""
    found = tuple(results)
    codes = sorted({result.rule_id for result in found})
    rules = tuple(Rule(id=code, name=code.title().replace("_", "")) for code in codes)
    driver = Driver(name="docbridge", version=version, rules=rules)
    return Log(runs=(Run(tool=Tool(driver=driver), results=found, column_kind="unicodeCodePoints"),))
