"""The words around a value on a page, as a template that finds this statement and no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mkdocs_docbridge.text.plain import PlainText
from mkdocs_docbridge.text.projection import project

from .fields import field_text
from .match import Fact, Verdict, occurrences
from .selfcheck import self_fault
from .structured import UnresolvedError
from .values import NumberFormat, ValueType, canonical_value
from .wording import SLOT, Wording, wording_fault

_SIZES = ((2, 2), (3, 2), (4, 3), (6, 4), (3, 0), (5, 0), (0, 4))
"""Words before and behind the value, tried in turn: short wordings outlive edits."""
_SENTENCE = re.compile(r"[.!?:;] ")
_THEN = re.compile(
    r"(?i)\b(?:since|added|introduced|until|before|prior|from|deprecated|removed|changed|new in|as of|after|older|newer"
    r"|fixed|was)\b"
)
"""Words that speak of one version for good: a later one does not make them wrong."""
_MAX_TEMPLATE = 160


@dataclass(frozen=True)
class Search:
    """How a value may be spelled, and what must stand near it for it to be this value and no other."""

    spelled: tuple[str, ...]
    near: re.Pattern[str]
    is_count: bool


def prose_wording(text: PlainText, search: Search, kind: ValueType, fact: str, form: NumberFormat, path: str) -> str:
    """A template for the first place that states the value in words; empty when there is none."""
    for start, end in _places(text.flat, search.spelled):
        low, high = text.paragraph(start)
        left, right = text.flat[low:start], text.flat[end:high]
        sentence = [*_SENTENCE.finditer(left)]
        left = left[sentence[-1].end() :] if sentence else left
        behind = _SENTENCE.search(right)
        right = right[: behind.start()] if behind else right.rstrip(".")
        if _THEN.search(left) or _THEN.search(right[:20]):
            continue
        for template in _templates(left, right):
            if _fits(template, search) and _finds_it(text, template, kind, fact, form, start, path):
                return template
    return ""


def line_wording(source: str, version: str, kind: ValueType, form: NumberFormat, path: str) -> str:
    """A template for the one line of a source file that assigns the version; empty when there is none."""
    assigned = r"(?im)^[ \t]*(?P<left>[^\n]{0,60}version\w*['\"]?\s*[:=]\s*['\"]v?)"
    pattern = re.compile(rf"{assigned}{re.escape(version)}(?P<right>['\"])")
    found = list(pattern.finditer(source))
    if len(found) != 1:
        return ""
    template = f"{found[0]['left']}{SLOT}{found[0]['right']}"
    text = project(source, path=path).prose
    return template if _finds_it(text, template, kind, version, form, None, path) else ""


def field_wording(read: Callable[[str], str | None], surface: str, version: str) -> bool:
    """Whether the field is there and holds the version alone."""
    path, _, field = surface.partition("#")
    raw = read(path)
    try:
        found = field_text(raw, path, field) if raw is not None else None
    except UnresolvedError:
        return False
    return found is not None and found.text == version


def _places(flat: str, spelled: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    behind = r"(?![\w-]|[.,]\d)"
    for text in map(re.escape, spelled):
        pattern = re.compile(rf"(?:(?<![\w.,-])v?|(?<=[=@]))(?P<value>{text}){behind}")
        for match in pattern.finditer(flat):
            yield match.span("value")


def _templates(left: str, right: str) -> Iterator[str]:
    before, behind = re.findall(r"\S+\s*", left), re.findall(r"\s*\S+", right)
    seen: set[str] = set()
    for words_before, words_behind in _SIZES:
        head = "".join(before[len(before) - words_before :]) if words_before else ""
        tail = "".join(behind[:words_behind])
        template = f"{head}{SLOT}{tail}".strip()
        if template not in seen and len(template) <= _MAX_TEMPLATE:
            seen.add(template)
            yield template


def _fits(template: str, search: Search) -> bool:
    head, _, tail = template.partition(SLOT)
    if re.search(r"\d", head + tail):
        return False  # another number would have to stay for this one to be found
    return search.near.search(tail if search.is_count else head + tail) is not None


def _finds_it(
    text: PlainText, template: str, kind: ValueType, fact: str, form: NumberFormat, start: int | None, path: str
) -> bool:
    if wording_fault(template, kind, path) or self_fault(template, kind, path):
        return False
    wording = Wording.of(template, kind, path)
    if wording.in_row:
        return False
    found = occurrences(text, wording, Fact(canonical_value(kind, fact)), form)
    if len(found) != 1 or found[0].verdict is not Verdict.OK:
        return False
    return start is None or abs(found[0].start - start) <= 1
