"""Field weights and BM25 parameters: the presets, and what the settings make of them."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.settings import RetrievalOptions

FieldName = Literal["title", "headings", "symbols", "path", "aliases", "summary", "body"]
FIELD_NAMES: tuple[FieldName, ...] = ("title", "headings", "symbols", "path", "aliases", "summary", "body")
Side = Literal["pages", "code"]
SIDES: tuple[Side, ...] = ("pages", "code")


class Preset(msgspec.Struct, frozen=True):
    """Weights by side (pages: documents, intents, changes; code: the rest) and field, in the order of FIELD_NAMES."""

    pages: tuple[float, ...]
    code: tuple[float, ...]
    k1: float
    b: float

    def weights(self, side: Side) -> tuple[float, ...]:
        """The weights of one side."""
        return self.pages if side == "pages" else self.code


_SEED = (4.0, 3.0, 3.0, 2.0, 2.0, 2.0, 1.0)
PRESETS = {
    "doc-bridge-v1": Preset(pages=_SEED, code=_SEED, k1=1.2, b=0.75),
    "default": Preset(
        pages=(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
        code=(1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0),
        k1=1.2,
        b=0.3,
    ),
}
"""``doc-bridge-v1`` has the weights of the tool it is named after. ``default`` has flat weights and b 0.3, and
the path double for code, as 240 commit questions, 103 page questions and the questions about this repository suggested
together (design/ranking.md)."""


def preset_of(options: RetrievalOptions) -> Preset:
    """The preset of the settings with their weights, k1 and b put in.

    Raises :class:`InputError` (``UNKNOWN_FIELD``, ``OUT_OF_RANGE``), every fault in one message: a weight for a
    field that does not exist would be without effect, and a negative one would turn the order round.
    """
    base = PRESETS[options.preset]
    faults = [
        ("UNKNOWN_FIELD", f"retrieval.weights.{name}: no such field; the fields are {', '.join(FIELD_NAMES)}")
        for name in sorted(options.weights)
        if name not in FIELD_NAMES
    ]
    numbers = [(f"retrieval.weights.{name}", value, 0.0, 1000.0) for name, value in sorted(options.weights.items())]
    if options.k1 is not None:
        numbers.append(("retrieval.k1", options.k1, 0.0, 100.0))
    if options.b is not None:
        numbers.append(("retrieval.b", options.b, 0.0, 1.0))
    faults += [
        ("OUT_OF_RANGE", f"{key}: {value} is not between {low:g} and {high:g}")
        for key, value, low, high in numbers
        if not low <= value <= high
    ]
    if faults:
        raise InputError("; ".join(text for _, text in faults), code=faults[0][0])

    def side(weights: tuple[float, ...]) -> tuple[float, ...]:
        return tuple(options.weights.get(name, w) for name, w in zip(FIELD_NAMES, weights, strict=True))

    return Preset(
        pages=side(base.pages),
        code=side(base.code),
        k1=base.k1 if options.k1 is None else options.k1,
        b=base.b if options.b is None else options.b,
    )


def decimal_text(value: float) -> str:
    """``value`` as the shortest decimal text that reads back equal, without an exponent (``4``, ``1.2``, ``0.75``)."""
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
