"""What may keep a place of a document from being read as Markdown, in any dialect."""

from __future__ import annotations

from enum import Enum

import msgspec


class Hold(Enum):
    """What a place stands in."""

    FENCE = "fenced code"
    INDENTED = "indented code"
    SPAN = "a code span"
    COMMENT = "an HTML comment"
    HTML = "raw HTML"


CODE = frozenset({Hold.FENCE, Hold.INDENTED, Hold.SPAN})


class Held(msgspec.Struct, frozen=True):
    """A place that is held: by what, since which line (from 1).

    ``closed`` is false for a fence that never ends; ``name`` is the tag for raw HTML.
    """

    hold: Hold
    line: int
    closed: bool = True
    name: str = ""


class Span(msgspec.Struct, frozen=True):
    """A fenced block: lines from ``first`` (its opening fence) to ``last``, both from 0 and inclusive."""

    first: int
    last: int
