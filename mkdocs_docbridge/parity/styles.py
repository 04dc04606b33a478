"""The true value written as a page writes values: its digit groups, signs and units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from .rewrite import NUMBER
from .values import NumberFormat, SemVer, Value, ValueType, read_value, show

_GROUP = re.compile(r"[0-9]([,.'’_ \u00a0\u2007\u2009\u202f])[0-9]{3}(?![0-9])")


def spellings(value: Value, kind: ValueType, stated: str, form: NumberFormat) -> Iterator[str]:
    """Ways to write ``value`` where ``stated`` stands, the likest first."""
    if isinstance(value, SemVer):
        if stated[:1] in {"v", "V"}:
            yield f"v{value}"
        yield str(value)
        return
    if isinstance(value, str):
        yield value
        return
    core = NUMBER.search(stated)
    if core is not None:
        digits = _digits(value, core.group(), form)
        if kind in {"duration", "bytes"}:
            yield from _in_unit(value, kind, stated, core, form)
        else:
            yield stated[: core.start()] + digits + stated[core.end() :]
        mark = show(value, kind).removeprefix("~").removeprefix(format(value, "f"))
        yield ("~" if kind == "about" else "") + digits + mark
    plain = show(value, kind)
    yield plain.replace(".", form.decimal)
    yield format(value, "f").replace(".", form.decimal)


def _digits(value: Decimal, like: str, form: NumberFormat) -> str:
    whole, _, rest = format(abs(value), "f").partition(".")
    group = _GROUP.search(like)
    if group is not None and group[1] != form.decimal:
        parts = f"{int(whole):,}".split(",")
        whole = group[1].join(parts)
    sign = ("\u2212" if "\u2212" in like else "-") if value < 0 else ""
    return f"{sign}{whole}{form.decimal if rest else ''}{rest}"


def _in_unit(value: Decimal, kind: ValueType, stated: str, core: re.Match[str], form: NumberFormat) -> Iterator[str]:
    one = read_value(kind, f"1{stated[core.end() :]}", form)
    if one is not None and isinstance(one.value, Decimal) and one.value and not one.flaw:
        amount = (value / one.value).normalize()
        if amount * one.value == value:
            yield stated[: core.start()] + _digits(amount, core.group(), form) + stated[core.end() :]
