"""Anchors of headings, as the ``toc`` extension of Python-Markdown gives them under a site's own settings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import quote

from .toc_options import TocOptions

_TAGS = re.compile(r"</?[^>]*>")
_NO_SLUG = re.compile(r"[^\w\- ]")
_CAPITALS = re.compile(r"[A-Z]+")
_EMOJI = re.compile(r":(?:[+-]1|100|(?=[a-z0-9_+-]{0,80}[a-z])[a-z0-9_+-]{1,80}):")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")


def shown_heading(text: str, options: TocOptions) -> str:
    """A heading's text without footnote marks and, where the site has them, emoji codes."""
    if "[^" in text:
        text = _FOOTNOTE.sub("", text)
    if options.emoji and ":" in text:
        text = _EMOJI.sub("", text)
    return " ".join(text.split())


def slug(text: str, options: TocOptions) -> str:
    """The anchor of a heading before it is made unique."""
    shown = shown_heading(text, options)
    if options.slugify == "pymdownx":
        return _pymdownx(shown, options)
    # Python-Markdown takes long to import, and a warm scan makes no anchor
    from markdown.extensions.toc import slugify

    return slugify(shown, options.separator, unicode=options.slugify == "unicode")


def _pymdownx(text: str, options: TocOptions) -> str:
    plain = _TAGS.sub("", unicodedata.normalize(options.normalize, text)).strip()  # type: ignore[arg-type]
    if options.case == "lower":
        plain = plain.lower()
    elif options.case == "lower-ascii":
        plain = _CAPITALS.sub(lambda match: match.group().lower(), plain)
    elif options.case == "fold":
        plain = plain.casefold()
    made = _NO_SLUG.sub("", plain).replace(" ", options.separator)
    return quote(made.encode("utf-8", "replace")) if options.percent_encode else made


def anchors(headings: Iterable[tuple[str, str | None]], options: TocOptions) -> list[str]:
    """The anchor of each (text, written anchor) of a page, in order.

    A written one stands as it is, also when it is empty (raw HTML without an id has no anchor); the others are made
    unique over all of them, at every depth.
    """
    items = list(headings)
    used = {written for _, written in items if written}
    from markdown.extensions.toc import unique

    return [unique(slug(text, options), used) if written is None else written for text, written in items]
