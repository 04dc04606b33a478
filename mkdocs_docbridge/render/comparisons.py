"""Comparisons and tests in templates: of text and numbers, each inside the budget of the rendering."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jinja2 import Undefined
from jinja2.runtime import Context
from jinja2.utils import pass_context

from .sandbox import budget_of
from .values import as_text


def scalar(value: Any) -> Any:
    """``value`` when it is text, a number or None: comparing nested lists could take for ever."""
    if isinstance(value, Undefined):
        return value._fail_with_undefined_error()
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"text or numbers are compared, not a {type(value).__name__}")


def _equal(left: Any, right: Any) -> bool:
    containers = [isinstance(side, list | tuple | Mapping) for side in (left, right)]
    if all(containers):
        if left and right:
            raise TypeError("text or numbers are compared, not lists")
        return not left and not right
    return False if any(containers) else bool(scalar(left) == scalar(right))


def _contains(context: Context, container: Any, value: Any) -> bool:
    budget = budget_of(context)
    if isinstance(container, str):
        budget.text(len(container))
        return as_text(value) in str(container)
    if isinstance(container, Mapping):
        return scalar(value) in container
    return any(_equal(value, item) for item in budget.walk(container))


def _compared(context: Context, sign: str, left: Any, right: Any) -> bool:
    if sign in ("eq", "ne"):
        return _equal(left, right) == (sign == "eq")
    if sign in ("in", "notin"):
        return _contains(context, right, left) == (sign == "in")
    first, second = scalar(left), scalar(right)
    if sign in ("lt", "gteq"):
        return bool(first < second) == (sign == "lt")
    return bool(first > second) == (sign == "gt")


@pass_context
def compare(context: Context, values: Sequence[Any], signs: Sequence[str]) -> bool:
    """A chain of comparisons: ``values[0] signs[0] values[1] signs[1] …``."""
    pairs = itertools.pairwise(values)
    return all(_compared(context, sign, left, right) for sign, (left, right) in zip(signs, pairs, strict=True))


def _comparison(sign: str) -> Callable[..., bool]:
    @pass_context
    def test(context: Context, left: Any, right: Any) -> bool:
        return _compared(context, sign, left, right)

    return test


TESTS: dict[str, Callable[..., bool]] = {
    "boolean": lambda value: isinstance(value, bool),
    "defined": lambda value: not isinstance(value, Undefined),
    "divisibleby": lambda value, number: value % number == 0,
    "eq": _comparison("eq"), "equalto": _comparison("eq"), "==": _comparison("eq"),
    "even": lambda value: value % 2 == 0,
    "false": lambda value: value is False,
    "ge": _comparison("gteq"), ">=": _comparison("gteq"),
    "gt": _comparison("gt"), "greaterthan": _comparison("gt"), ">": _comparison("gt"),
    "in": _comparison("in"),
    "le": _comparison("lteq"), "<=": _comparison("lteq"),
    "lt": _comparison("lt"), "lessthan": _comparison("lt"), "<": _comparison("lt"),
    "mapping": lambda value: isinstance(value, Mapping),
    "ne": _comparison("ne"), "!=": _comparison("ne"),
    "none": lambda value: value is None,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "odd": lambda value: value % 2 == 1,
    "sequence": lambda value: isinstance(value, list | tuple | str),
    "string": lambda value: isinstance(value, str),
    "true": lambda value: value is True,
    "undefined": lambda value: isinstance(value, Undefined),
}  # fmt: skip
