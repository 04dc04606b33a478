"""Attribute lists of Python-Markdown (``{: #id .class key=value }``) at the end of headings and behind elements."""

from __future__ import annotations

import re

_TRAILING = re.compile(r"[ ]+\{:?[ ]*(?P<body>[^{}\n ][^{}\n]*)\}[ ]*$")
_ID = re.compile(
    r"""(?:^|[ ])(?:\#(?P<short>[^\s{}"'=#]+)|id=(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'}]+)))"""
)
_ATTRIBUTE = r"""(?:[.#][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s"'}]+))"""
ATTRIBUTES = re.compile(rf"\{{:?[ ]*(?P<body>{_ATTRIBUTE}[^{{}}\n]*)\}}")
"""An attribute list behind a link, an image, a code span or a block."""


def heading_attributes(text: str) -> tuple[str, str | None]:
    """(a heading's text without its attribute list, the id that the list gives or None)."""
    if not text.rstrip(" ").endswith("}"):
        return text, None
    match = _TRAILING.search(text)
    return (text[: match.start()], written_id(match["body"])) if match else (text, None)


def written_id(body: str) -> str | None:
    """The id in the body of an attribute list; the last one counts."""
    found = None
    for match in _ID.finditer(body):
        found = next((group for group in match.groups() if group is not None), found)
    return found
