"""A reason as a person reads it: one short sentence, the same on a page, on a terminal and in an annotation."""

from __future__ import annotations

from .model import Change, Reason

_VERBS = {
    "covers": "covers",
    "includes": "includes",
    "links-to": "links to",
    "mentions": "mentions",
    "mentions-symbol": "cites",
    "contains": "contains",
    "depends-on": "depends on",
    "imports": "imports",
    "re-exports": "re-exports",
}
_FILE: dict[Change, str] = {
    "removed": "which is gone",
    "renamed": "which is gone",
    "moved": "which is gone",
    "signature": "which changed",
    "definition": "which changed",
    "content": "which changed",
    "heading": "where a heading that it links to is gone",
    "interface": "where exported names or modules changed",
    "inside": "where something changed",
    "manifest": "whose manifest changed",
}


def reason_words(reason: Reason) -> str:
    """``cites Engine, which src/core.py no longer exports``."""
    kind, _, name = reason.entity.partition(":")
    verb = _VERBS[reason.relation]
    named = f"the area {name}" if kind == "area" else f"the package {name}" if kind == "package" else name
    if reason.symbol is None:
        tail = f"which is {reason.now} now" if reason.change == "renamed" and reason.now else _FILE[reason.change]
        words = f"{verb} {named}, {tail}"
    else:
        words = f"{verb} {reason.symbol}, {_symbol(reason, named)}"
    return words if reason.confidence in {"observed", "declared"} else f"probably {words}"


def _symbol(reason: Reason, module: str) -> str:
    if reason.change == "removed":
        return f"which {module} no longer exports"
    if reason.change == "renamed":
        return f"by a name of {module}, which is {reason.now} now"
    if reason.change == "moved":
        return f"which moved from {module}" + (f" to {reason.now}" if reason.now else "")
    if reason.change == "signature":
        return f"whose signature in {module} changed"
    if reason.change == "definition":
        return f"whose definition in {module} changed"
    return f"of {module}, which changed elsewhere"
