"""A claim's template as it is looked for: two literal halves around the value, in plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from mkdocs_docbridge.text.plain import fold_blanks, visible
from mkdocs_docbridge.text.projection import is_plain, project

from .values import ValueType

SLOT = "{value}"
PAGE = "page.md"
"""A file whose wordings are Markdown."""
_MARK = "\ue000"
_PIPE = re.compile(r"(?<!\\)\|")
_OWN_MARK = {"percent": re.compile(r" ?%"), "at-least": re.compile(r"\+")}
_PERCENT_WORD = re.compile(r" (?:percent|per cent|pct|percentage)\b")


@dataclass(frozen=True)
class Wording:
    """``left`` and ``right`` are exact, with single spaces; ``in_row`` means the template has cell borders and is
    looked for in whole table rows; ``signed`` that the right half says percent in a word."""

    left: str
    right: str
    kind: ValueType
    in_row: bool
    signed: bool

    @staticmethod
    def of(template: str, kind: ValueType, path: str = PAGE) -> Wording:
        """Of a template with one ``{value}`` on the file at ``path``; it is read as that file is, so both match:
        Markdown on pages, as it stands on plain text."""
        return _wording(template, kind) if not is_plain(path) else _literal(template, kind)

    def render(self, value: str) -> str:
        """The sentence with a value in it."""
        return f"{self.left}{value.removesuffix('%') if self.signed else value}{self.right}"


@lru_cache(maxsize=4096)
def _wording(template: str, kind: ValueType) -> Wording:
    in_row = _PIPE.search(template) is not None
    return _around(_row(template) if in_row else _prose(template), kind, in_row=in_row)


@lru_cache(maxsize=4096)
def _literal(template: str, kind: ValueType) -> Wording:
    return _around(" ".join(visible(template.replace(SLOT, _MARK)).split()), kind, in_row=False)


def _around(plain: str, kind: ValueType, *, in_row: bool) -> Wording:
    left, _, right = fold_blanks(plain).partition(_MARK)
    if kind == "semver" and re.search(r"\Wv$", left):
        left = left[:-1]  # the version reads its own v, with or without
    mark = _OWN_MARK[kind].match(right) if kind in _OWN_MARK else None
    if mark is not None:
        right = right[mark.end() :]  # the value reads its own mark, so that a page that lost it is seen
    signed = kind == "percent" and _PERCENT_WORD.match(right) is not None
    return Wording(left, right, kind, in_row, signed)


def _prose(template: str) -> str:
    text = template.replace(SLOT, _MARK)
    found = [paragraph for _, paragraph in project(text, path="template.md").prose.paragraphs()]
    # marks that make several blocks, or a block that is dropped, are no wording: the text is taken as it stands
    return found[0] if len(found) == 1 and (_MARK in found[0]) == (_MARK in text) else " ".join(text.split())


def _row(template: str) -> str:
    return " | ".join(_prose(cell.strip()) for cell in _PIPE.split(template)).strip()


def wording_fault(template: str, kind: ValueType, path: str = PAGE, *, whole: bool = False) -> str:
    """Why a template cannot be used on a file; empty when it can. ``whole``: on a field, which may be the value
    alone."""
    if template.count(SLOT) != 1:
        return f"has {template.count(SLOT)} {SLOT}, expected exactly one"
    if re.search(r"[\n\r\v\f\x85\u2028\u2029]", template):
        return "spans lines, expected one"
    if whole and template.strip() == SLOT:
        return ""
    wording = Wording.of(template, kind, path)
    if not any(char.isalnum() for char in wording.left + wording.right):
        return f"has no words around {SLOT}, so every value on a page would match it"
    return ""
