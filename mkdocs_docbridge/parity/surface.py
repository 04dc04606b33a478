"""Surfaces: the places that state claims, projected to plain text, each read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.text.html_text import main_content
from mkdocs_docbridge.text.plain import PlainText
from mkdocs_docbridge.text.projection import Projection, project
from mkdocs_docbridge.text.redaction import SHORTEST_SECRET, PublicText, Redactor

from .address import Address, parse_address
from .docstrings import docstring
from .fields import field_text
from .match import Occurrence
from .repository import Repository
from .structured import UnresolvedError
from .wording import Wording

EXCERPT = 160
_LEAD = 60
_NEAR = 400
_REACH = 6000
"""Code points on each side of a value that are looked through for secrets; the longest shape has 4,000."""


@dataclass(frozen=True)
class Surface:
    """One place as a reader sees it. ``path`` is as the registry writes it; ``raw`` the text of the whole file."""

    path: str
    address: Address
    raw: str
    projection: Projection

    @property
    def has_lines(self) -> bool:
        """Whether its lines are those of a file of the repository."""
        return self.address.kind != "rendered"

    def text_for(self, wording: Wording) -> PlainText:
        """Where a wording is looked for: table rows when it has cell borders, else the prose."""
        return self.projection.rows if wording.in_row else self.projection.prose

    @property
    def badges(self) -> PlainText:
        """The words of static badge URLs."""
        return self.projection.badges

    def with_raw(self, raw: str) -> Surface | None:
        """The surface if its file had this text; None if it were none any more."""
        try:
            return _read(self.path, self.address, raw)
        except InputError:
            return None  # as its file would be of no use any more

    def excerpt(self, text: PlainText, start: int, stated: str, public: Redactor) -> PublicText:
        """At most 160 characters of the paragraph around a value, redacted before they are cut."""
        paragraph, near = _around(text, start, public)
        if len(paragraph) <= EXCERPT:
            return paragraph
        # redaction moved what is behind it, so the value is looked for near where it stood
        at = paragraph.rfind(stated, max(near - _NEAR, 0), near + _NEAR) if stated else -1
        first = max((at if at >= 0 else min(near, len(paragraph) - 1)) - _LEAD, 0)
        return public.message(f"{'…' if first else ''}{paragraph[first:]}", limit=EXCERPT)

    def shown(self, text: PlainText, start: int, stated: str, public: Redactor, *, limit: int = 160) -> PublicText:
        """A value as it may be told: a part of a secret has no shape, so what is gone from its redacted paragraph is
        not shown by itself either."""
        value = public.message(stated, limit=limit)
        paragraph, _ = _around(text, start, public)
        is_kept = value.removesuffix("…") in paragraph if len(stated) > limit else value in paragraph
        return value if is_kept or len(value) < SHORTEST_SECRET else _WITHHELD


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement and the text it stands in."""

    surface: Surface
    text: PlainText
    one: Occurrence

    def shown(self, public: Redactor, *, limit: int = 160) -> PublicText:
        """What it says, as far as it may be told."""
        return self.surface.shown(self.text, self.one.start, self.one.stated, public, limit=limit)


@dataclass(frozen=True)
class Surfaces:
    """The surfaces that a registry declares. ``absent`` do not exist; ``pending`` are pages of a site that is not
    built."""

    found: Mapping[str, Surface]
    absent: frozenset[str]
    pending: frozenset[str]

    @classmethod
    def read(cls, repository: Repository, paths: tuple[str, ...], pages: Pages | None) -> Surfaces:
        """Each surface, read once. Raises :class:`InputError` for one that exists and cannot be read."""
        found: dict[str, Surface] = {}
        absent: set[str] = set()
        pending: set[str] = set()
        for path in paths:
            address = parse_address(path)
            if address.kind == "rendered" and pages is None:
                pending.add(path)
                continue
            raw = pages(address.file) if address.kind == "rendered" and pages else _text(repository, address.file)
            surface = _read(path, address, raw) if raw is not None else None
            if surface is None:
                absent.add(path)
            else:
                found[path] = surface
        return cls(found, frozenset(absent), frozenset(pending))


def _around(text: PlainText, start: int, public: Redactor) -> tuple[PublicText, int]:
    """The redacted paragraph around ``start``, of a long one its nearest part, and about where ``start`` is in it."""
    low, high = text.paragraph(start)
    low, high = max(low, start - _REACH), min(high, start + _REACH)
    return public.message(text.flat[low:high], limit=4 * _REACH), start - low


_WITHHELD = PublicText("[redacted]")
Pages = Callable[[str], str | None]
"""The HTML of a page of the built site, by its path below it; None for a page that it has not."""


def _text(repository: Repository, path: str) -> str | None:
    data = repository.read(path)
    if data is None:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not UTF-8", place=f"{path}:{line}", code="NOT_UTF8", hint="save it as UTF-8") from None


def _read(path: str, address: Address, raw: str) -> Surface | None:
    if address.kind == "file":
        return Surface(path, address, raw, project(raw, path=address.reading))
    if address.kind == "rendered":
        return Surface(path, address, raw, project(main_content(raw), path=address.reading))
    try:
        found = field_text(raw, address.file, address.part) if address.kind == "field" else docstring(raw, address.part)
    except (UnresolvedError, SyntaxError, ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, UnresolvedError) else "is not Python that can be read"
        raise InputError(reason, place=address.file, code="UNREADABLE") from None
    if found is None:
        return None
    # the lines above it are blank, so that every character stays on its line
    return Surface(path, address, raw, project("\n" * (found.line - 1) + found.text, path=address.reading))
