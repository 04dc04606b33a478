"""Surfaces: the files that state claims, projected to plain text, each read once."""

from __future__ import annotations

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.text.plain import PlainText
from mkdocs_docbridge.text.projection import Projection, project
from mkdocs_docbridge.text.redaction import redact

from .repository import Repository
from .wording import Wording

EXCERPT = 160
_LEAD = 60
_NEAR = 400


class Surface:
    """One file as a reader sees it. ``path`` is as the registry writes it."""

    def __init__(self, path: str, projection: Projection) -> None:
        self.path = path
        self._projection = projection
        self._paragraphs: dict[tuple[int, int], str] = {}

    @classmethod
    def read(cls, repository: Repository, path: str) -> Surface | None:
        """The surface; None when it does not exist. Raises :class:`InputError`, also ``NOT_UTF8``."""
        data = repository.read(path)
        if data is None:
            return None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError("not UTF-8", place=f"{path}:{line}", code="NOT_UTF8", hint="save it as UTF-8") from None
        return cls(path, project(text, path=path))

    def text_for(self, wording: Wording) -> PlainText:
        """Where a wording is looked for: table rows when it has cell borders, else the prose."""
        return self._projection.rows if wording.in_row else self._projection.prose

    @property
    def badges(self) -> PlainText:
        """The words of static badge URLs."""
        return self._projection.badges

    def excerpt(self, text: PlainText, start: int, stated: str) -> str:
        """At most 160 characters of the paragraph around a value, redacted before they are cut."""
        low, high = text.paragraph(start)
        key = (id(text), low)
        if key not in self._paragraphs:
            self._paragraphs[key] = redact(text.flat[low:high], limit=max(high - low, 1) * 2 + EXCERPT)
        paragraph = self._paragraphs[key]
        if len(paragraph) <= EXCERPT:
            return paragraph
        # redaction moved what is behind it, so the value is looked for near where it stood
        near = start - low
        at = paragraph.rfind(stated, max(near - _NEAR, 0), near + _NEAR) if stated else -1
        first = max((at if at >= 0 else min(near, len(paragraph) - 1)) - _LEAD, 0)
        cut = f"{'…' if first else ''}{paragraph[first:]}"
        return cut if len(cut) <= EXCERPT else f"{cut[: EXCERPT - 1]}…"
