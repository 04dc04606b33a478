"""The prose in Javadoc and KDoc comments."""

from __future__ import annotations

import html
import re

from .comments import prose_of
from .prose import MAX_DOCSTRING

_BLOCK_TAG = re.compile(r"^@[A-Za-z]\w*", re.MULTILINE)
_INLINE_TAG = re.compile(r"\{@(\w+)([^{}]*)\}")
_LINK_TAGS = frozenset({"link", "linkplain", "see", "value"})
_KEPT_TAGS = frozenset({"code", "literal", "summary", "index", "systemProperty"})
_PARAGRAPH = re.compile(r"</?(?:p|div|ul|ol|dl|pre|table|blockquote|h[1-6]|br|hr)\b[^<>]*>", re.IGNORECASE)
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")
_GAP = re.compile(r"\n\s*\n")
_KDOC_LINK = re.compile(r"(?<!\w)\[(?:([^\[\]\n]+)\]\[[^\[\]\n]*\]|([A-Za-z_][\w.]*)\](?![\[(]))")
_HIDDEN = {"&lt;": "\ue000", "&gt;": "\ue001"}


def is_documentation(comment: str) -> bool:
    """Whether a comment documents what follows: ``/** … */`` or, since Java 23, lines that start with ``///``."""
    return (comment.startswith("/**") and comment != "/**/") or comment.startswith("///")


def javadoc(comment: str) -> str:
    """The prose of a Javadoc comment up to its first block tag, ``""`` for a comment that documents nothing.

    ``{@link Cart#add(Item) the adder}`` is its label or ``Cart.add``, ``{@code x}`` is ``x``, HTML is its text.
    """
    if not is_documentation(comment):
        return ""
    text = _before_tags(prose_of(comment))
    text = _INLINE_TAG.sub(_inline, text.replace("&lt;", _HIDDEN["&lt;"]).replace("&gt;", _HIDDEN["&gt;"]))
    text = html.unescape(_MARKUP.sub("", _PARAGRAPH.sub("\n\n", text)))
    text = _GAP.sub("\n\n", text)
    return text.replace(_HIDDEN["&lt;"], "<").replace(_HIDDEN["&gt;"], ">").strip()[:MAX_DOCSTRING].rstrip()


def kdoc(comment: str) -> str:
    """The prose of a KDoc comment up to its first block tag; ``[Cart.add]`` is ``Cart.add``, ``[label][Cart]`` is
    its label."""
    if not is_documentation(comment) or comment.startswith("///"):
        return ""
    return _KDOC_LINK.sub(lambda match: match[1] or match[2], _before_tags(prose_of(comment))).strip()


def _before_tags(text: str) -> str:
    tag = _BLOCK_TAG.search(text)
    return text if tag is None else text[: tag.start()].rstrip()


def _inline(match: re.Match[str]) -> str:
    tag, rest = match[1], " ".join(match[2].split())
    if tag in _LINK_TAGS:
        target, _, label = rest.partition(" ")
        if "(" in target and ")" not in target:
            # the parameter types of ``#add(Item, int)`` hold blanks
            inner, closing, label = rest.partition(")")
            target = inner + closing
        return label.strip() or target.partition("(")[0].replace("#", ".").removeprefix(".")
    return rest.replace("<", _HIDDEN["&lt;"]).replace(">", _HIDDEN["&gt;"]) if tag in _KEPT_TAGS else ""
