"""The filters and tests that templates may use: a fixed list, each inside the budget of the rendering."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jinja2 import Undefined
from jinja2.environment import Environment
from jinja2.runtime import Context
from jinja2.utils import pass_context

from mkdocs_docbridge.text import escape
from mkdocs_docbridge.text.escape import Safe

from .budget import over_limit
from .comparisons import TESTS, compare, scalar
from .sandbox import budget_of
from .values import MAX_TEXT, as_markdown, as_text, concatenated, is_rendered

STEPS, CONCAT, COMPARE, CUT = " steps", " concat", " compare", " cut"
"""Filters that the engine writes into a template; no template can name them."""

_UNBOUNDED = ("TEMPLATE_LIMIT", "it makes text without a bound")
_ENCODES = ("TEMPLATE_FORBIDDEN", "every value is encoded; Markdown that is rendered already comes typed from the view")
REFUSED_FILTERS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(["center", "filesizeformat", "format", "indent", "pprint", "slice", "wordwrap"], _UNBOUNDED),
    **dict.fromkeys(["e", "escape", "forceescape", "safe", "striptags", "tojson", "urlencode"], _ENCODES),
    "attr": ("TEMPLATE_FORBIDDEN", "it reaches attributes of objects (SecurityError)"),
    "random": ("NON_DETERMINISTIC_TEMPLATE", "two renderings would differ"),
    "shuffle": ("NON_DETERMINISTIC_TEMPLATE", "two renderings would differ"),
    "urlize": ("TEMPLATE_FORBIDDEN", "it writes HTML; use the link filter"),
    "xmlattr": ("TEMPLATE_FORBIDDEN", "it writes HTML"),
}


@pass_context
def steps(context: Context, items: Iterable[Any], text: int) -> Iterator[Any]:
    """The items of a loop, each counted."""
    return budget_of(context).walk(_items(items), text)


@pass_context
def concat(context: Context, values: list[Any]) -> str:
    """The operator ``~``."""
    return concatenated(budget_of(context), values)


@pass_context
def cut(context: Context, value: Any, start: int | None, stop: int | None, step: int | None) -> Any:
    """The slice ``value[start:stop:step]``; a piece of rendered Markdown is plain text again."""
    if isinstance(value, Undefined):
        return value._fail_with_undefined_error()
    if not isinstance(value, str | list | tuple):
        raise TypeError(f"a {type(value).__name__} cannot be cut")
    budget_of(context).text(len(value))
    return (str(value) if isinstance(value, str) else value)[start:stop:step]


def _items(value: Any) -> Iterable[Any]:
    if isinstance(value, Undefined):
        value._fail_with_undefined_error()
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"a {type(value).__name__} is no list")
    return value


def _walk(context: Context, value: Any) -> Iterator[Any]:
    return budget_of(context).walk(_items(value))


def _text_filter(change: Callable[[str], str]) -> Callable[..., str]:
    @pass_context
    def apply(context: Context, value: Any) -> str:
        text = str(as_text(value))
        budget_of(context).text(len(text))
        return change(text)

    return apply


def _encoding_filter(encode: Callable[..., Safe]) -> Callable[..., Safe]:
    @pass_context
    def apply(context: Context, value: Any, *args: Any) -> Safe:
        result = encode(str(as_text(value)), *(None if arg is None else str(as_text(arg)) for arg in args))
        budget_of(context).text(len(result))
        return result

    return apply


@pass_context
def _replace(context: Context, value: Any, old: str, new: str) -> str:
    text = str(as_text(value))
    length = len(text) + text.count(old) * max(len(new) - len(old), 0)
    if length > MAX_TEXT:
        raise over_limit(f"a text of {length:,} characters")
    budget_of(context).text(length)
    return text.replace(old, new)


@pass_context
def _truncate(context: Context, value: Any, length: int = 160) -> str:
    text = str(as_text(value))
    budget_of(context).text(len(text))
    return text if len(text) <= length else text[: max(length - 1, 0)].rstrip() + "…"


@pass_context
def _join(context: Context, value: Any, separator: Any = "", attribute: str | None = None) -> str:
    budget = budget_of(context)
    parts = [_member(context, item, attribute) for item in _walk(context, value)]
    if any(is_rendered(part) for part in parts):
        # Separators come from the template; only values are encoded beside rendered Markdown.
        separator, parts = Safe(as_text(separator)), [Safe(as_markdown(part)) for part in parts]
    return concatenated(budget, [piece for part in parts for piece in (separator, part)][1:])


def _member(context: Context, item: Any, attribute: str | None) -> Any:
    for name in attribute.split(".") if attribute else ():
        item = context.environment.getattr(item, name)
    return item


@pass_context
def _map(
    context: Context, value: Any, name: str | None = None, *args: Any, attribute: str | None = None
) -> Iterator[Any]:
    for item in _walk(context, value):
        if attribute is not None:
            yield _member(context, item, attribute)
        else:
            yield context.environment.call_filter(str(name), item, args, context=context)


def _picker(wanted: bool, by_attribute: bool) -> Callable[..., Iterator[Any]]:
    @pass_context
    def pick(context: Context, value: Any, *args: Any) -> Iterator[Any]:
        attribute, rest = (str(args[0]), args[1:]) if by_attribute else (None, args)
        for item in _walk(context, value):
            member = _member(context, item, attribute)
            test = rest[0] if rest else None
            holds = context.environment.call_test(test, member, rest[1:], context=context) if test else bool(member)
            if holds == wanted:
                yield item

    return pick


@pass_context
def _sort(context: Context, value: Any, reverse: bool = False, attribute: str | None = None) -> list[Any]:
    keyed = [(scalar(_member(context, item, attribute)), item) for item in _walk(context, value)]
    return [item for _, item in sorted(keyed, key=lambda pair: pair[0], reverse=reverse)]


@pass_context
def _unique(context: Context, value: Any, attribute: str | None = None) -> list[Any]:
    found: dict[Any, Any] = {}
    for item in _walk(context, value):
        found.setdefault(scalar(_member(context, item, attribute)), item)
    return list(found.values())


@pass_context
def _groupby(context: Context, value: Any, attribute: str) -> list[tuple[Any, list[Any]]]:
    groups: dict[Any, list[Any]] = {}
    for item in _walk(context, value):
        groups.setdefault(scalar(_member(context, item, attribute)), []).append(item)
    return sorted(groups.items(), key=lambda pair: pair[0])


@pass_context
def _batch(context: Context, value: Any, size: int) -> Iterator[list[Any]]:
    items = list(_walk(context, value))
    for start in range(0, len(items), max(size, 1)):
        yield items[start : start + max(size, 1)]


@pass_context
def _length(context: Context, value: Any) -> int:
    if isinstance(value, str | Mapping | list | tuple | range | Undefined):
        return len(value)
    return sum(1 for _ in _walk(context, value))


@pass_context
def _first(context: Context, value: Any) -> Any:
    if isinstance(value, str):
        value = list(value[:1])
    return next(_walk(context, value), context.environment.undefined("an empty list has no first item", name="first"))


@pass_context
def _last(context: Context, value: Any) -> Any:
    items = str(value) if isinstance(value, str) else list(_walk(context, value))
    return items[-1] if items else context.environment.undefined("an empty list has no last item", name="last")


@pass_context
def _list(context: Context, value: Any) -> list[Any]:
    return list(_walk(context, value))


@pass_context
def _reverse(context: Context, value: Any) -> list[Any]:
    return list(_walk(context, value))[::-1]


@pass_context
def _sum(context: Context, value: Any, attribute: str | None = None) -> Any:
    numbers = [_member(context, item, attribute) for item in _walk(context, value)]
    if not all(isinstance(number, int | float) for number in numbers):
        raise TypeError("only numbers are added")
    return sum(numbers)


@pass_context
def _items_of(context: Context, value: Any) -> list[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        raise TypeError(f"a {type(value).__name__} is no mapping")
    budget_of(context).step(len(value))
    return sorted(value.items())


def _default(value: Any, fallback: Any = "", falsy: bool = False) -> Any:
    return fallback if isinstance(value, Undefined) or (falsy and not value) else value


def _round(value: float, digits: int = 0) -> float:
    if not -15 <= digits <= 15:
        raise over_limit("rounding to more than 15 digits")
    return round(value, digits) if digits else round(value)


def _int(value: Any) -> int:
    return int(scalar(value))


def _float(value: Any) -> float:
    return float(scalar(value))


FILTERS: dict[str, Callable[..., Any]] = {
    STEPS: steps, CONCAT: concat, COMPARE: compare, CUT: cut,
    "abs": abs, "batch": _batch, "capitalize": _text_filter(str.capitalize), "code": _encoding_filter(escape.code),
    "count": _length, "d": _default, "default": _default, "dictsort": _items_of,
    "fence": _encoding_filter(escape.fence), "first": _first, "float": _float, "groupby": _groupby, "int": _int,
    "items": _items_of, "join": _join, "last": _last, "length": _length, "link": _encoding_filter(escape.link),
    "list": _list, "lower": _text_filter(str.lower), "map": _map, "meta": _encoding_filter(escape.meta),
    "reject": _picker(wanted=False, by_attribute=False), "rejectattr": _picker(wanted=False, by_attribute=True),
    "replace": _replace, "reverse": _reverse, "round": _round, "select": _picker(wanted=True, by_attribute=False),
    "selectattr": _picker(wanted=True, by_attribute=True), "sort": _sort, "string": _text_filter(str), "sum": _sum,
    "title": _text_filter(str.title), "trim": _text_filter(str.strip), "truncate": _truncate, "unique": _unique,
    "upper": _text_filter(str.upper), "url": _encoding_filter(escape.url), "yaml": _encoding_filter(escape.yaml_scalar),
}  # fmt: skip


def install(environment: Environment) -> None:
    """Gives ``environment`` these filters and tests."""
    environment.filters.update(FILTERS)
    environment.tests.update(TESTS)
