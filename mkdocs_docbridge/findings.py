"""What a check found: objects that know their place and can print themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar
from urllib.parse import quote

import msgspec

from .sarif import Location, Message, Result, Suppression, location


class Severity(StrEnum):
    """How much a finding matters. Only ``error`` may block."""

    INFO = "info"
    WARN = "warn"
    ERROR = "error"


_GITHUB_LEVEL = {Severity.INFO: "notice", Severity.WARN: "warning", Severity.ERROR: "error"}
_SARIF_LEVEL = {Severity.INFO: "note", Severity.WARN: "warning", Severity.ERROR: "error"}


class Finding(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One fault or remark about one place of the repository.

    ``path`` is relative to the root with ``/``; ``line`` counts from 1, ``None`` when the whole file is meant.
    ``blocking`` decides exit codes and whether a build fails. Rooms subclass it to add fields of their own.
    """

    code: str
    severity: Severity
    blocking: bool
    path: str
    line: int | None
    message: str
    remediation: str

    @property
    def place(self) -> str:
        """``path:line``, or the path alone."""
        return self.path if self.line is None else f"{self.path}:{self.line}"

    def log_line(self) -> str:
        """``path:line: [CODE] message`` and, on a second line, what to do."""
        tail = f"\n    fix: {self.remediation}" if self.remediation else ""
        return f"{self.place}: [{self.code}] {self.message}{tail}"

    def github(self) -> str:
        """A GitHub Actions workflow command that annotates the place."""
        place = f"file={_escape_property(self.path)}" + (f",line={self.line}" if self.line is not None else "")
        text = f"{self.message} {self.remediation}".strip()
        return f"::{_GITHUB_LEVEL[self.severity]} {place},title={self.code}::{_escape_data(text)}"

    def sarif(self) -> Result:
        """A result of a SARIF run. Code scanning knows a finding again by its fingerprint, wherever its line moves."""
        return Result(
            rule_id=self.code,
            level=_SARIF_LEVEL[self.severity],
            message=Message(text=f"{self.message}. {self.remediation}".strip()),
            locations=(self._location(),),
            partial_fingerprints={"docbridge/v1": self.fingerprint()},
            suppressions=self.suppressions(),
        )

    def _location(self) -> Location:
        return location(quote(self.path), self.line)

    def fingerprint(self) -> str:
        """What this finding is known by: 64 hex digits that do not depend on its line."""
        return hashlib.sha256(f"{self.code}\0{self.path}\0{self.message}".encode()).hexdigest()

    def suppressions(self) -> tuple[Suppression, ...]:
        """Who accepts it and where that is written; empty for a finding that counts."""
        return ()

    def sort_key(self) -> tuple[str, int, str, str]:
        """Total order of a report: path, line, code, message."""
        return (self.path, self.line or 0, self.code, self.message)


F = TypeVar("F", bound=Finding)


def in_order(findings: Iterable[F]) -> list[F]:
    """The findings in the order of every report."""
    return sorted(findings, key=Finding.sort_key)


def _escape_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
