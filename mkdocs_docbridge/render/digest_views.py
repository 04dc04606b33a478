"""What the templates of the change digest see."""

from __future__ import annotations

from .views import FooterView, LinkView, View


class ReasonRow(View, frozen=True):
    """Why a document is to be read: a short sentence without its subject, and where the document says so."""

    words: str
    place: LinkView | None = None


class ReviewRow(View, frozen=True):
    """A document to review with its strongest reasons, at most 4."""

    title: str
    path: str
    href: str | None
    reasons: tuple[ReasonRow, ...]
    more_reasons: int


class MovedRow(View, frozen=True):
    """A file that moved."""

    path: str
    href: str | None
    """``None`` for one that is gone."""
    what: str
    """``changed``, ``added``, ``removed``, or ``renamed, was old/path.py``."""


class MovedGroup(View, frozen=True):
    """The files of one kind that moved, by path: at most 100."""

    label: str
    """``Documents``, ``Modules``, ``Packages``."""
    count: int
    rows: tuple[MovedRow, ...]
    more: int


class SymbolRow(View, frozen=True):
    """An exported name that is gone or differs."""

    name: str
    module: LinkView
    what: str
    """In words: ``gone``, ``moved to src/b.py``, ``another signature``, ``another definition``."""
    before: str = ""
    """Its signature, where that differs; ``after`` is today's."""
    after: str = ""


class AreaChangeRow(View, frozen=True):
    """An area in which modules moved, and how many did."""

    path: str
    href: str | None
    changed: int
    added: int
    removed: int
    renamed: int


class ChangeDigestView(View, frozen=True):
    """The page of the changes since a baseline. Documents to review have the most needed first."""

    title: str
    description: str
    since: str
    """What the comparison starts from, in words: ``v1.2.0``, ``the last docbridge scan``."""
    sentence: str
    """What moved, counted."""
    verdict: str
    """How many documents to read, in one sentence."""
    problem: str = ""
    """Why nothing could be compared; everything else is empty then."""
    remedy: str = ""
    broken: tuple[ReviewRow, ...] = ()
    """Documents that name something that is gone. At most 100 of each need."""
    more_broken: int = 0
    likely: tuple[ReviewRow, ...] = ()
    """Documents of which something that they cite, cover or include has itself changed."""
    more_likely: int = 0
    possible: tuple[ReviewRow, ...] = ()
    """Documents that name a file which changed, when nothing tells whether that concerns what they say."""
    more_possible: int = 0
    files: tuple[MovedGroup, ...] = ()
    symbols: tuple[SymbolRow, ...] = ()
    """Exported names that are gone or differ, at most 100."""
    more_symbols: int = 0
    areas: tuple[AreaChangeRow, ...] = ()
    footer: FooterView | None = None
