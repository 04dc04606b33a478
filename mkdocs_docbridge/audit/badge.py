"""The doctor's badge: the JSON that shields.io draws, and a drawing of our own that loads nothing."""

from __future__ import annotations

from typing import Literal

import msgspec

from mkdocs_docbridge.text.escape import inline

from .doctor_model import DoctorReport

_COLOURS: dict[str, tuple[str, str]] = {
    "A": ("brightgreen", "#2f7d32"),
    "B": ("green", "#4f7a1e"),
    "C": ("yellow", "#8a6d00"),
    "D": ("orange", "#a85400"),
    "F": ("red", "#b3261e"),
}
"""Grade → the name that shields.io knows, and a colour on which white text is readable (4.5:1)."""
_LABEL = "docs"
_CHARACTER, _PADDING, _HEIGHT = 7, 12, 20


class Badge(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The answer of an endpoint as https://shields.io/badges/endpoint-badge reads it."""

    label: str
    message: str
    color: str
    schema_version: Literal[1]


def badge(report: DoctorReport) -> Badge:
    """Grade and score of the report."""
    colour, _ = _COLOURS[report.grade]
    return Badge(label=_LABEL, message=_message(report), color=colour, schema_version=1)


def _message(report: DoctorReport) -> str:
    return f"{report.grade} · {report.score}/100"


def badge_svg(report: DoctorReport) -> str:
    """The badge as one line of SVG, with its words for those who do not see it."""
    _, colour = _COLOURS[report.grade]
    message = _message(report)
    left, right = (_CHARACTER * len(words) + _PADDING for words in (_LABEL, message))
    spoken = inline(f"{_LABEL}: {message}")

    def words(middle: float, text: str) -> str:
        return f'<text x="{middle:g}" y="14">{text}</text>'

    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{_HEIGHT}" role="img" '
        f'aria-label="{spoken}"><title>{spoken}</title>'
        f'<rect width="{left + right}" height="{_HEIGHT}" rx="3" fill="#444"/>'
        f'<path d="M{left} 0h{right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H{left}z" fill="{colour}"/>'
        f'<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f"{words(left / 2, _LABEL)}{words(left + right / 2, message)}</g></svg>\n"
    )
