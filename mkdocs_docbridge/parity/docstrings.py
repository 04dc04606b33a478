"""Docstrings as surfaces. The source is parsed and never run."""

from __future__ import annotations

import ast
import warnings

from .address import MODULE_DOC
from .fields import PlacedText

_Owner = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def docstring(source: str, name: str) -> PlacedText | None:
    """The docstring of ``name`` (``Class.method``; ``__doc__`` for the module), its margin taken away; None where there
    is none. Raises ``SyntaxError`` and ``ValueError``."""
    with warnings.catch_warnings(action="ignore"):
        owner: _Owner | None = ast.parse(source)
    for part in () if name == MODULE_DOC else name.split("."):
        owner = _member(owner, part) if owner is not None else None
    if owner is None or not owner.body:
        return None
    first = owner.body[0]
    if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
        return None
    text = first.value.value
    return PlacedText(_without_margin(text), first.value.lineno) if isinstance(text, str) else None


def _member(owner: _Owner, name: str) -> _Owner | None:
    found = [
        node
        for node in owner.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name
    ]
    return found[-1] if found else None


def _without_margin(text: str) -> str:
    # as inspect.cleandoc, which drops leading blank lines, and with them the line numbers
    first, *rest = text.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join([first.lstrip(), *(line[margin:] for line in rest)])
