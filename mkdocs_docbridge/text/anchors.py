"""Anchors of headings, as the ``toc`` extension of Python-Markdown gives them under a site's own settings."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

_TAGS = re.compile(r"</?[^>]*>")
_NO_SLUG = re.compile(r"[^\w\- ]")
_CAPITALS = re.compile(r"[A-Z]+")
_EMOJI = re.compile(r":(?:[+-]1|100|(?=[a-z0-9_+-]{0,80}[a-z])[a-z0-9_+-]{1,80}):")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")

Case = Literal["none", "lower", "lower-ascii", "fold"]


@dataclass(frozen=True)
class TocOptions:
    """The part of ``toc``'s settings that decides anchors. ``permalink``, ``toc_depth`` and ``baselevel`` do not."""

    separator: str = "-"
    slugify: Literal["toc", "unicode", "pymdownx"] = "toc"
    case: Case = "none"
    """With ``pymdownx`` only, as are the next two."""
    percent_encode: bool = False
    normalize: str = "NFC"
    emoji: bool = False
    """``:name:`` becomes a picture, so no word of the anchor."""
    unknown: str = ""
    """The name of a slug function that is not known here; the default one then stands in for it."""


_NAMED: Mapping[str, TocOptions] = {
    "markdown.extensions.toc.slugify": TocOptions(),
    "markdown.extensions.headerid.slugify": TocOptions(),
    "markdown.extensions.toc.slugify_unicode": TocOptions(slugify="unicode"),
    "pymdownx.slugs.uslugify": TocOptions(slugify="pymdownx", case="lower"),
    "pymdownx.slugs.uslugify_encoded": TocOptions(slugify="pymdownx", case="lower", percent_encode=True),
    "pymdownx.slugs.uslugify_cased": TocOptions(slugify="pymdownx"),
    "pymdownx.slugs.uslugify_cased_encoded": TocOptions(slugify="pymdownx", percent_encode=True),
    "pymdownx.slugs.gfm": TocOptions(slugify="pymdownx", case="lower-ascii"),
    "pymdownx.slugs.gfm_encoded": TocOptions(slugify="pymdownx", case="lower-ascii", percent_encode=True),
}
_MAKERS = ("pymdownx.slugs.slugify", "pymdownx.slugs._uslugify")
_CASES: tuple[Case, ...] = ("none", "lower", "lower-ascii", "fold")


def toc_options(config: object, *, emoji: bool = False) -> TocOptions:
    """The options in ``toc``'s configuration, read from YAML (tags as :mod:`..yaml_reader` leaves them) or made by
    MkDocs, where ``slugify`` is a function."""
    members = config if isinstance(config, Mapping) else {}
    name, arguments = _function(members.get("slugify"))
    found = _NAMED.get(name) if name else TocOptions()
    if name in _MAKERS:
        case = arguments.get("case", "none")
        found = TocOptions(
            slugify="pymdownx",
            case=case if case in _CASES else "none",
            percent_encode=arguments.get("percent_encode") is True,
            normalize=str(arguments.get("normalize", "NFC")),
        )
    separator = members.get("separator")
    chosen = found or TocOptions(unknown=name)
    return TocOptions(
        separator=separator if isinstance(separator, str) else "-",
        slugify=chosen.slugify,
        case=chosen.case,
        percent_encode=chosen.percent_encode,
        normalize=chosen.normalize if chosen.normalize in {"NFC", "NFD", "NFKC", "NFKD"} else "NFC",
        emoji=emoji,
        unknown=chosen.unknown,
    )


def _function(value: object) -> tuple[str, Mapping[str, object]]:
    """(dotted name, keyword arguments) of a slug function, however the configuration holds it."""
    if isinstance(value, str):
        return value, {}
    if isinstance(value, Mapping):
        name = value.get("python/object/apply") or value.get("object")
        arguments = value.get("kwds")
        return str(name or ""), arguments if isinstance(arguments, Mapping) else {}
    if isinstance(value, functools.partial):
        return _dotted(value.func), value.keywords
    return (_dotted(value), {}) if callable(value) else ("", {})


def _dotted(function: object) -> str:
    return f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__name__)}"


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
