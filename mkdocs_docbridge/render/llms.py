"""llms.txt, version 2 of the format: only what its reference parser accepts."""

from __future__ import annotations

import itertools
import re

from mkdocs_docbridge.text.escape import Safe, address, visible

from .catalogue import Templates
from .views import LlmsLink, LlmsSection, LlmsTxtView

ABSOLUTE_NOTE = "Each section below lists pages with what they are about."
RELATIVE_NOTE = "Each section below lists pages with what they are about. Their addresses are relative to this file."
_BLANKS = re.compile(r"\s+")
_BRACKETS = str.maketrans("[]", "()")


def llms_txt(view: LlmsTxtView, templates: Templates | None = None) -> str:
    """The file of ``view``: LF, one H1, a one-line quote, details, sections of list lines.

    Titles lose their brackets, addresses are percent-encoded (parentheses included), repeated section names get a
    number; links that may not be linked and sections without links are left out.
    """
    return (templates or Templates()).render("llms.txt", conforming(view))


def conforming(view: LlmsTxtView) -> LlmsTxtView:
    """``view`` with every text made fit for the format, typed as rendered."""
    sections = _sections(view.sections)
    project = _line(view.project).lstrip("# ") or "Documentation"
    addresses = [link.url for section in sections for link in section.links]
    absolute = all(link.startswith(("https://", "http://")) for link in addresses)
    return LlmsTxtView(
        project=Safe(project),
        summary=Safe(_line(view.summary) or f"The documentation of {project}."),
        details=Safe(_details(view.details) or (ABSOLUTE_NOTE if absolute else RELATIVE_NOTE)),
        sections=sections,
    )


def preamble(text: str) -> tuple[str, str, str]:
    """Project, summary and details of a preamble that somebody wrote: its first H1, its quote, all other text."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    heading = next((number for number, line in enumerate(lines) if re.match(r"# *[^#\s]", line)), None)
    project = lines[heading].lstrip("# ").strip() if heading is not None else ""
    rest = [line for number, line in enumerate(lines) if number != heading]
    quote = [line.lstrip("> ") for line in rest if line.startswith(">")]
    details = "\n".join(line for line in rest if not line.startswith(">"))
    return project, _line(" ".join(quote)), _details(details)


def _line(text: str) -> str:
    return _BLANKS.sub(" ", visible(text)).strip()


def _details(text: str) -> str:
    """Paragraphs without headings: the reference parser takes every ``##`` at a line start, fenced or not, for one."""
    lines = [visible(line).lstrip("#").strip() for line in text.splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _sections(sections: tuple[LlmsSection, ...]) -> tuple[LlmsSection, ...]:
    made: list[LlmsSection] = []
    taken: set[str] = set()
    for section in sections:
        links = tuple(link for link in map(_link, section.links) if link is not None)
        if not links:
            continue
        name = _line(section.title).lstrip("# ") or "Pages"
        numbered = (f"{name} ({count})" for count in itertools.count(2))
        title = name if name not in taken else next(other for other in numbered if other not in taken)
        taken.add(title)
        made.append(LlmsSection(title=Safe(title), links=links))
    return tuple(made)


def _link(link: LlmsLink) -> LlmsLink | None:
    target = address(link.url)
    if not target:
        return None
    title = _line(link.title).translate(_BRACKETS).rstrip("\\") or target
    return LlmsLink(title=Safe(title), url=Safe(target), description=Safe(_line(link.description)))
