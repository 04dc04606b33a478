"""What ``docbridge render`` prints: the pages of one template, without a site generator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.errors import InputError

from .build import SiteBuild
from .changes import CHANGE_DIGEST, Changes
from .plan import Page

RENDERINGS = {
    "audit": "the audit report",
    "doctor": "the doctor report",
    "llms.txt": "the snapshot",
    "overview": "the snapshot",
    "area": "the snapshot",
    "owners": "the snapshot",
    "ownership": "the snapshot",
    "overlay-review": "the settings",
    CHANGE_DIGEST: "the snapshot and an older one",
    "parity": "the parity report",
    "study": "the sealed studies",
    "search": "the settings",
}
"""The templates that can be rendered, and what each is rendered from."""

_EMPTY = {
    "area": "no area of code was found: see areas.roots",
    "ownership": "nobody is declared to answer for a path: docbridge render owners says how",
    "parity": "register claims: docbridge parity init proposes some",
    "study": "name sealed studies in the setting studies",
}


@dataclass(frozen=True)
class Rendering:
    """Pages of one template. ``is_single``: the template always gives one page."""

    source: str
    pages: tuple[Page, ...]
    is_single: bool


def rendering(template: str, build: SiteBuild, data: Path | None) -> Rendering:
    """The pages of ``template``; ``data`` is a sealed artifact to render instead of what the repository holds.

    Raises :class:`InputError` when there is nothing to render, or ``data`` is no artifact that the template takes.
    """
    pages = build.rendered(template, data)
    if not pages:
        raise InputError(
            f"there is nothing to render with the template {template}",
            code="NOTHING_TO_RENDER",
            hint=_EMPTY.get(template, ""),
        )
    source = str(data) if data is not None else RENDERINGS[template]
    return Rendering(source, tuple(pages), is_single=template not in {"area", "ownership", "study"})


def digest_rendering(changes: Changes, build: SiteBuild) -> Rendering:
    """The page of a change digest."""
    return Rendering(changes.since, (build.change_page(changes),), is_single=True)
