"""What one build adds to a site: plain records, which the plugin turns into MkDocs files."""

from __future__ import annotations

from dataclasses import dataclass

from mkdocs_docbridge.findings import Finding


@dataclass(frozen=True)
class Page:
    """A Markdown page at ``uri`` below the docs folder. ``origin`` is the repository path it tells about, if one."""

    uri: str
    content: str
    origin: str | None = None


@dataclass(frozen=True)
class Asset:
    """A file that is copied as it is to ``uri`` below the site root."""

    uri: str
    data: bytes


@dataclass(frozen=True)
class SitePlan:
    """What is known before anything is rendered. ``overview`` is the page that goes into the navigation."""

    pages: tuple[Page, ...]
    assets: tuple[Asset, ...]
    overview: str | None
    withheld: tuple[str, ...]
    """Paths below the docs folder that must not be published: links out of the repository, to nowhere, in a circle."""
    findings: tuple[Finding, ...]

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """The findings that fail a build."""
        return tuple(finding for finding in self.findings if finding.blocking)
