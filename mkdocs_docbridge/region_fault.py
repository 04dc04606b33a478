"""The fault of a marker or a region, as it goes from the room that finds it to all that show it.

By itself, because facts of documents are read by many that look at no region.
"""

from __future__ import annotations

from .findings import Finding


class RegionFault(Finding, frozen=True, kw_only=True, rename="camel"):
    """A fault of a marker, a region or the file around it. All of them block: nothing may be written.

    ``reason`` says for ``GENERATED_REGION_EDITED`` what kind of edit it was (``content``, ``blank-lines``,
    ``trailing-whitespace``, ``unicode-nfc``, ``unicode-nfd``: the change that restores the hash), else ``None``.
    """

    reason: str | None = None
