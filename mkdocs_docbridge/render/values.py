"""Values in templates: as plain data, as text, as Markdown, and what operators may make of them."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from markupsafe import Markup

from mkdocs_docbridge.text.escape import Safe, inline

from .budget import Budget, over_limit

MAX_TEXT = 2 * 1024 * 1024
MAX_BITS = 4096
MAX_WIDTH = 1000

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "**": operator.pow,
    "%": operator.mod,
}
OPERATORS = frozenset(_ARITHMETIC)
_FORMAT_NUMBER = re.compile(r"\d+")
_NESTED_FIELD = re.compile(r"\{[^{}]*\{|%[^a-zA-Z%]*\*")
_FIELD_MEMBER = re.compile(r"\{[^{}:!]*[.\[]|__")


def plain(value: object) -> Any:
    """A view as plain, frozen data: mappings that cannot be written, tuples, text, numbers, booleans, None.

    Typed Markdown keeps its type. Raises ``TypeError`` for anything else (a mistake of the caller).
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Safe):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, msgspec.Struct):
        return MappingProxyType({name: plain(getattr(value, name)) for name in value.__struct_fields__})
    if isinstance(value, Mapping):
        return MappingProxyType({str(key): plain(member) for key, member in value.items()})
    if isinstance(value, list | tuple):
        return tuple(plain(member) for member in value)
    raise TypeError(f"a view may not hold a {type(value).__name__}")


def is_rendered(value: object) -> bool:
    """True for Markdown that must not be encoded again: typed values, and what macros and block sets give."""
    return isinstance(value, Safe | Markup)


def as_text(value: object) -> str:
    """A value as text that is not encoded yet. None is empty; a list or mapping cannot be printed."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is no finite number")
    if isinstance(value, int | float | Undefined):
        return str(value)
    kind = "list" if isinstance(value, list | tuple) else type(value).__name__
    kind = "mapping" if isinstance(value, Mapping) else kind
    raise TypeError(f"a {kind} cannot be printed; print its members, or use the join filter")


def as_markdown(value: object) -> str:
    """A value as Markdown: encoded unless it is rendered already."""
    return str(value) if is_rendered(value) else inline(as_text(value))


def concatenated(budget: Budget, values: tuple[Any, ...] | list[Any]) -> str:
    """The values as one text. Rendered Markdown stays rendered, so the plain ones beside it are encoded."""
    rendered = any(is_rendered(value) for value in values)
    pieces = [as_markdown(value) if rendered else as_text(value) for value in values]
    _check_length(budget, sum(map(len, pieces)))
    joined = "".join(pieces)
    return Safe(joined) if rendered else joined


def calculated(budget: Budget, sign: str, left: Any, right: Any) -> Any:
    """The result of an arithmetic operator on numbers, or of ``+``, ``*`` and ``%`` on text and ``+`` on lists.

    Raises a limit for texts over 2 MiB and numbers over 4,096 bits, before they are made.
    """
    if isinstance(left, int | float) and isinstance(right, int | float):
        _check_numbers(sign, left, right)
        return _ARITHMETIC[sign](left, right)
    if sign == "+" and isinstance(left, str) and isinstance(right, str):
        return concatenated(budget, (left, right))
    if sign == "+" and isinstance(left, list | tuple) and isinstance(right, list | tuple):
        budget.text(len(left) + len(right))
        return (*left, *right)
    if sign == "*" and isinstance(left, str | int) and isinstance(right, str | int):
        return _repeated(budget, left, right)
    if sign == "*" and isinstance(left, list | tuple | int) and isinstance(right, list | tuple | int):
        raise over_limit("a list is not repeated; use a loop over range")
    if sign == "%" and isinstance(left, str):
        values = right if isinstance(right, tuple) else (right,)
        return _filled(budget, left, values, lambda made: str(left) % tuple(made))
    raise TypeError(f"{sign!r} does not go with a {type(left).__name__} and a {type(right).__name__}")


def formatted(budget: Budget, text: str, *args: Any, **kwargs: Any) -> str:
    """``text.format(…)`` without access to members of the values, within the bounds."""

    def fill(made: list[Any]) -> str:
        return str(text).format(*made[: len(args)], **dict(zip(kwargs, made[len(args) :], strict=True)))

    return _filled(budget, text, (*args, *kwargs.values()), fill)


def _filled(budget: Budget, text: str, values: tuple[Any, ...], fill: Callable[[list[Any]], str]) -> str:
    if _FIELD_MEMBER.search(text):
        raise SecurityError("a format text may not reach into its values")
    if _NESTED_FIELD.search(text.replace("{{", "").replace("}}", "")):
        raise over_limit("a format text with a width that is a value")
    widths = _FORMAT_NUMBER.findall(text)
    if any(len(width) > 9 or int(width) > MAX_WIDTH for width in widths):
        raise over_limit(f"a format text with a width above {MAX_WIDTH:,}")
    made = [value if isinstance(value, int | float) else str(as_text(value)) for value in values]
    longest = max((len(value) if isinstance(value, str) else MAX_BITS for value in made), default=0)
    fields = text.count("{") + text.count("%")
    _check_length(budget, len(text) + fields * longest + sum(map(int, widths)))
    return fill(made)


def _repeated(budget: Budget, left: str | int, right: str | int) -> str:
    text, count = (left, right) if isinstance(left, str) else (right, left)
    if not isinstance(text, str) or not isinstance(count, int):
        raise TypeError("'*' does not go with two texts")
    _check_length(budget, len(text) * max(count, 0))
    return str(text) * count


def _check_length(budget: Budget, length: int) -> None:
    if length > MAX_TEXT:
        raise over_limit(f"a text of {length:,} characters")
    budget.text(length)


def _check_numbers(sign: str, left: float, right: float) -> None:
    bits = [value.bit_length() if isinstance(value, int) else 64 for value in (left, right)]
    powers = sign == "**" and isinstance(left, int) and isinstance(right, int)
    if (bits[0] * abs(int(right)) if powers else sum(bits)) > MAX_BITS:
        raise over_limit(f"a number of more than {MAX_BITS:,} bits")
