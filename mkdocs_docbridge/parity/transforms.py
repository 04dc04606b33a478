"""How a measured number is written in prose.

The numbers are IEEE doubles rounded as ECMAScript does (``Math.round``: ties upwards; ``toFixed``: the exact binary
value, ties away from zero), because pages and registries were written with the reference tool's output: a decimal
rounding of the literal differs from it in the last digit where the double lies just below a tie.
"""

from __future__ import annotations

from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext

from .model import Transform


def to_fixed(number: float, digits: int) -> str:
    """ECMA-262 ``Number.prototype.toFixed`` for finite numbers below 1e21."""
    text = format(_quantize(abs(Decimal(number)), Decimal(1).scaleb(-digits), ROUND_HALF_UP), "f")
    return f"-{text}" if number < 0 else text


def round_half_up(number: float) -> int:
    """ECMA-262 ``Math.round``: ties towards positive infinity."""
    floor = _quantize(Decimal(number), Decimal(1), ROUND_FLOOR)
    return int(floor) + (1 if Decimal(number) - floor >= Decimal("0.5") else 0)


def _quantize(number: Decimal, step: Decimal, rounding: str) -> Decimal:
    with localcontext() as context:
        context.prec = 1200  # a double has at most 1,075 significant decimal digits
        return number.quantize(step, rounding=rounding)


def plain(number: Decimal) -> str:
    """A number without exponent and trailing zeros behind the decimal sign."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def transform(number: Decimal, how: Transform) -> tuple[str, str]:
    """(the value as prose states it, "") or ("", why there is none).

    The percent transforms multiply by 100; ``negative-…`` give the magnitude of a negative number and refuse any
    other, since the direction stands in a word that no check can read; seconds come from milliseconds.
    """
    value = float(number)
    if abs(value) >= 1e15:
        return (plain(number), "") if how == "identity" else ("", f"{plain(number)} is too large to round")
    if how == "identity":
        return plain(number), ""
    if how == "round":
        return str(round_half_up(value)), ""
    if how in {"percent-0dp", "percent-1dp"}:
        return to_fixed(value * 100, 1 if how == "percent-1dp" else 0), ""
    if value >= 0:
        return "", f"{plain(number)} is not negative any more, and the wording states a decrease"
    if how == "negative-percent-2dp":
        return to_fixed(abs(value * 100), 2), ""
    return to_fixed(abs(value / 1000), 2), ""
