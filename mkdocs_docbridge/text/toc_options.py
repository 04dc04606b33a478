"""What a site's settings of ``toc`` say of anchors. By itself: every scan reads them, and few make anchors."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Literal

import msgspec

Case = Literal["none", "lower", "lower-ascii", "fold"]


class TocOptions(msgspec.Struct, frozen=True):
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
