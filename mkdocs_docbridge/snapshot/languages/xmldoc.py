"""The prose in C#'s XML documentation comments."""

from __future__ import annotations

import html
import re

from .comments import prose_of
from .prose import MAX_DOCSTRING

_SUMMARY = re.compile(r"<summary\s*>")
_REFERENCE = re.compile(
    r"""<(?:see|seealso|paramref|typeparamref)\s+(?:cref|langword|name|href)\s*=\s*["']([^"'<>]*)["']\s*/>"""
)
_PARAGRAPH = re.compile(r"</?(?:para|list|br|code)\b[^<>]*>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_CREF_KIND = re.compile(r"^[A-Z!]:")


def xmldoc(comment: str) -> str:
    """The text of the ``<summary>`` in ``/// …`` or ``/** … */``; without that element, of all of it. ``""`` for a
    plain comment and for ``<inheritdoc/>``.

    ``<see cref="Cart.Add"/>`` is ``Cart.Add``.
    """
    start = comment.find("///")
    if comment.startswith("/**"):
        start = 0
    if start < 0:
        return ""
    text = prose_of(comment[start:])
    if opening := _SUMMARY.search(text):
        text = text[opening.end() :].partition("</summary>")[0]
    elif "<" in text:
        # remarks, parameters or inheritdoc alone tell nothing of what the thing is
        text = "" if text.startswith("<") else text.partition("<")[0]
    text = _REFERENCE.sub(lambda match: _CREF_KIND.sub("", match[1]).replace("{", "&lt;").replace("}", "&gt;"), text)
    text = html.unescape(_TAG.sub("", _PARAGRAPH.sub("\n\n", text)))
    return text.strip()[:MAX_DOCSTRING].rstrip()
