"""The reference page of the views, from their types and the words under their fields."""

from __future__ import annotations

import ast
import inspect
import re
import typing
from pathlib import Path

from mkdocs_docbridge.render import digest_views as d
from mkdocs_docbridge.render import health_views as h
from mkdocs_docbridge.render import views as v

PAGE = Path(__file__).resolve().parents[2] / "example_site/docs/reference/views.md"
TEMPLATES: dict[str, type[v.View]] = {
    "area": v.AreaPageView,
    "area-region": v.AreaPageView,
    "audit": h.AuditPageView,
    "change-digest": d.ChangeDigestView,
    "change-digest-region": d.ChangeDigestView,
    "coverage-region": v.CoverageView,
    "doctor": h.DoctorPageView,
    "doctor-region": h.DoctorPageView,
    "handoff-region": v.HandoffView,
    "llms.txt": v.LlmsTxtView,
    "overlay-review": v.OverlayReviewView,
    "overlay-review-region": v.OverlayReviewView,
    "overview": v.OverviewView,
    "owners": v.OwnersPageView,
    "ownership": v.OwnershipPageView,
    "ownership-region": v.OwnershipPageView,
    "parity": v.ParityPageView,
    "parity-region": v.ParityPageView,
    "search": v.SearchPageView,
    "study": v.StudyPageView,
    "study-region": v.StudyPageView,
}
_HEAD = """\
---
title: Views
description: What each template sees, field by field.
docbridge:
  covers: [mkdocs_docbridge/render/views.py]
---

# Views

A template sees the fields of one view by name, and the fields of its members below them: `area.path`,
`row.evidence.text`. A field that may be missing is `none`; a list is never missing. Every value is made safe as it is
printed. This page is made from the types, and a test holds the two equal.
"""


def page() -> str:
    """The whole page: a view for each template, then what the views are made of."""
    words = _words()
    users: dict[type[v.View], list[str]] = {}
    for template, view in sorted(TEMPLATES.items()):
        users.setdefault(view, []).append(template)
    parts = [_HEAD]
    for view, templates in sorted(users.items(), key=lambda item: item[1]):
        names = ", ".join(f"`{name}`" for name in templates)
        parts.append(f"## {view.__name__}\n\nOf {names}. {_first(view)}\n\n{_table(view, words)}")
    parts.append("## Members\n")
    named = {**vars(v), **vars(h), **vars(d)}
    members = [item for item in named.values() if _is_view(item) and item not in users and item is not v.View]
    members.sort(key=lambda item: item.__name__)
    parts += [f"### {view.__name__}\n\n{_first(view)}\n\n{_table(view, words)}" for view in members]
    return "\n".join(parts)


def _is_view(item: object) -> bool:
    return inspect.isclass(item) and issubclass(item, v.View)


def _first(view: type[v.View]) -> str:
    text = " ".join((view.__doc__ or "").split())
    return re.sub(r":func:`\.?(?:\w+\.)*(\w+)`", r"`\1`", text)


def _table(view: type[v.View], words: dict[tuple[str, str], str]) -> str:
    hints = typing.get_type_hints(view)
    rows = [f"| `{name}` | {_type(hints[name])} | {words.get((view.__name__, name), '')} |" for name in hints]
    return "\n".join(["| field | type | |", "| --- | --- | --- |", *rows]) + "\n"


def _type(hint: object) -> str:
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is tuple:
        return f"list of {_type(arguments[0])}"
    if arguments:
        kinds = [_type(item) for item in arguments if item is not type(None)]
        return " or ".join([*kinds, "none"] if type(None) in arguments else kinds)
    name = getattr(hint, "__name__", str(hint))
    if _is_view(hint):
        return f"[{name}](#{name.lower()})"
    return {"str": "text", "int": "number", "bool": "true or false", "Safe": "rendered HTML"}[name]


def _words() -> dict[tuple[str, str], str]:
    """(view, field) → the docstring under the field."""
    found: dict[tuple[str, str], str] = {}
    for node in [node for module in (v, h, d) for node in ast.parse(inspect.getsource(module)).body]:
        if not isinstance(node, ast.ClassDef):
            continue
        for field, text in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(text, ast.Expr)
                and isinstance(text.value, ast.Constant)
            ):
                found[node.name, field.target.id] = " ".join(str(text.value.value).split()).replace("``", "`")
    return found
