"""HTML elements whose content is Markdown (``md_in_html``): their block tags taken out, line by line."""

from __future__ import annotations

import re

from .html_text import breaks_paragraph

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w-]*)(?P<rest>[^<>]*)>")
_ATTRIBUTE = re.compile(r"\smarkdown(?=[\s=/]|$)")
_OFF = re.compile(r"""\smarkdown\s*=\s*["']?0""")
_KEPT = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "pre"})
"""Block tags that still say something about their content."""


class OpenedHtml:
    """Follows one element with a ``markdown`` attribute at a time, together with what is nested in it."""

    def __init__(self) -> None:
        self._name = ""
        self._depth = 0

    def __bool__(self) -> bool:
        return self._depth > 0

    def pieces(self, line: str) -> list[str] | None:
        """The lines that stand for ``line``: its text cut at every block tag inside an opened element. None when the
        line has nothing to do with one."""
        found: list[str] = []
        done = 0
        for match in _TAG.finditer(line):
            if not self._takes(match["name"].lower(), match["rest"], closes=bool(match["close"])):
                continue
            found += [line[done : match.start()] if done == 0 else line[done : match.start()].strip(), ""]
            done = match.end()
        if not found:
            return None
        return ["", *found, line[done:].strip(), ""]

    def _takes(self, name: str, rest: str, *, closes: bool) -> bool:
        """Whether the tag is taken out of the text."""
        if not self._depth:
            if closes or not breaks_paragraph(name) or not _ATTRIBUTE.search(rest) or _OFF.search(rest):
                return False
            self._name, self._depth = name, 1
            return True
        if name == self._name and not rest.endswith("/"):
            self._depth += -1 if closes else 1
        return breaks_paragraph(name) and name not in _KEPT
