"""What the templates of the audit and the doctor see."""

from __future__ import annotations

from mkdocs_docbridge.text.escape import Safe

from .views import FooterView, GateRow, LinkView, View


class AuditRow(View, frozen=True):
    """One finding of the audit."""

    place: LinkView
    message: str


class AuditGroup(View, frozen=True):
    """The findings of one code."""

    code: str
    severity: str
    """In words: ``error``, ``warning``, ``remark``; the worst of the group."""
    count: str
    """``1 finding``, ``12 findings``."""
    remediation: str
    rows: tuple[AuditRow, ...]
    """The first 50, by place."""
    more: int


class AuditPageView(View, frozen=True):
    """The page of the audit. ``groups`` has those that block first."""

    title: str
    description: str
    sentence: str
    blocking: int
    groups: tuple[AuditGroup, ...]
    limitations: tuple[str, ...]
    footer: FooterView | None = None


class DoctorActionRow(View, frozen=True):
    """What to do, what it would bring and where."""

    text: str
    gain: str
    missing: tuple[LinkView, ...]
    """The first 20."""
    more: int


class DoctorPartRow(View, frozen=True):
    """A part of the score."""

    title: str
    points: str
    worth: str
    measured: str
    """``12 of 20``, ``not measured``, ``not applicable``; with a note, where there is one."""


class DoctorPageView(View, frozen=True):
    """The page of the doctor. ``actions`` has the most rewarding first."""

    title: str
    description: str
    sentence: str
    """The answer: ``B, 84 of 100 points``."""
    chart: Safe
    """The parts as inline SVG; the table carries the numbers."""
    held_back: tuple[str, ...]
    actions: tuple[DoctorActionRow, ...]
    parts: tuple[DoctorPartRow, ...]
    gates: tuple[GateRow, ...]
    footer: FooterView | None = None
