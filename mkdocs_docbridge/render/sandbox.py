"""The Jinja2 environment of templates: plain data only, every value encoded, everything that repeats counted."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import StrictUndefined, Undefined
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing, pass_context
from markupsafe import Markup

from .budget import Budget, over_limit
from .values import OPERATORS, as_markdown, calculated, formatted

BUDGET_NAME = " budget"
"""Where the context keeps the budget: a name with a blank cannot be written in a template."""

MAX_RANGE = 100_000

_TEXT_METHODS = frozenset(
    (
        *("capitalize", "casefold", "lower", "swapcase", "title", "upper", "strip", "lstrip", "rstrip", "removeprefix"),
        *(
            "removesuffix",
            "split",
            "rsplit",
            "splitlines",
            "partition",
            "rpartition",
            "startswith",
            "endswith",
            "count",
        ),
        *("find", "rfind", "index", "isalnum", "isalpha", "isdigit", "isnumeric", "islower", "isupper", "isspace"),
    )
)
_ALLOCATING_METHODS = frozenset(
    ("center", "encode", "expandtabs", "join", "ljust", "replace", "rjust", "translate", "zfill")
)
_MAP_METHODS = frozenset(("get", "items", "keys", "values"))
_LOOP_ATTRIBUTES = frozenset(
    (
        *("cycle", "depth", "depth0", "first", "last", "index", "index0", "length", "nextitem", "previtem"),
        *("revindex", "revindex0"),
    )
)


class MissingNameError(UndefinedError):
    """A name, or a member of a value, that does not exist. ``top`` is true for a variable."""

    def __init__(self, name: str, top: bool, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.top = top


class Missing(StrictUndefined):
    """An undefined value that fails on every use and remembers its name."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, exc: Any = None) -> None:
        failure: Any = functools.partial(MissingNameError, str(name), obj is missing) if exc is None else exc
        super().__init__(hint, obj, name, failure)


class Method:
    """A method of a value that templates may call; the length of the value is counted as text made."""

    __slots__ = ("function", "length")

    def __init__(self, function: Callable[..., Any], length: int) -> None:
        self.function = function
        self.length = length


class TextFormat:
    """The method ``format`` of a text, called inside the budget."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def budget_of(context: Context) -> Budget:
    """The budget of the rendering that ``context`` belongs to."""
    budget: Budget = context.parent[BUDGET_NAME]
    return budget


def bounded_range(*args: int) -> range:
    """``range``, with at most 100,000 numbers."""
    numbers = range(*args)
    if numbers[MAX_RANGE:]:
        raise over_limit(f"a range of more than {MAX_RANGE:,} numbers")
    return numbers


@pass_context
def finalize(context: Context, value: object) -> Markup:
    """The output rule: every value that is printed passes here."""
    text = as_markdown(value)
    budget_of(context).text(len(text))
    return Markup(text)  # noqa: S704


class SandboxEnvironment(ImmutableSandboxedEnvironment):
    """An environment that lets templates reach members of plain data and a fixed list of methods, nothing else."""

    intercepted_binops = OPERATORS
    intercepted_unops = frozenset()

    def __init__(self) -> None:
        # Jinja's autoescape carries "rendered already" through macros and block sets; what is printed is made by
        # finalize. The optimizer would evaluate constants at compile time, outside any budget.
        super().__init__(
            undefined=Missing,
            autoescape=True,
            finalize=finalize,
            optimized=False,
            keep_trailing_newline=True,
            newline_sequence="\n",
            trim_blocks=True,
            lstrip_blocks=True,
            loader=None,
            cache_size=0,
        )
        self.globals.clear()
        self.globals["range"] = bounded_range
        self.filters.clear()
        self.tests.clear()

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A member of a mapping, or one of the allowed attributes; refuses everything else."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        if attribute.startswith("_"):
            raise SecurityError(f"access to {attribute!r} is refused")
        if isinstance(obj, Undefined):
            return obj._fail_with_undefined_error()
        return self._attribute(obj, attribute)

    def _attribute(self, obj: Any, attribute: str) -> Any:
        if isinstance(obj, str):
            return self._text_method(obj, attribute)
        if isinstance(obj, Mapping):
            if attribute in _MAP_METHODS:
                return Method(getattr(obj, attribute), len(obj))
            return self.undefined(
                f"there is no member {attribute!r}; there are {', '.join(sorted(obj))}", obj, attribute
            )
        if isinstance(obj, LoopContext) and attribute in _LOOP_ATTRIBUTES:
            value = getattr(obj, attribute)
            return Method(value, 1) if callable(value) else value
        if obj is None or isinstance(obj, list | tuple | int | float | LoopContext):
            return self.undefined(obj=obj, name=attribute)
        raise SecurityError(f"access to {attribute!r} of a {type(obj).__name__} is refused")

    def _text_method(self, text: str, attribute: str) -> Any:
        if attribute in _ALLOCATING_METHODS:
            raise over_limit(f"the text method {attribute!r} is not available; use a filter")
        if attribute == "format_map":
            raise SecurityError("access to 'format_map' is refused")
        if attribute == "format":
            return TextFormat(text)
        if attribute in _TEXT_METHODS:
            # A list of pieces takes far more room than the text.
            return Method(getattr(str(text), attribute), len(text) * (16 if "split" in attribute else 1))
        return self.undefined(obj=text, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """An item of a mapping, list or text; a slice of rendered Markdown is plain text again."""
        if isinstance(argument, str) and not isinstance(obj, Mapping):
            return self.getattr(obj, argument)
        if isinstance(obj, str):
            obj = str.__str__(obj)
        if isinstance(obj, Mapping | str | list | tuple | range):
            try:
                return obj[argument]
            except LookupError:
                return self.undefined(obj=obj, name=argument)
        if isinstance(obj, Undefined):
            return obj._fail_with_undefined_error()
        return self.undefined(obj=obj, name=argument)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805, PYI063
        """Calls a macro, a recursive loop, ``range`` or an allowed method, inside the budget."""
        budget = budget_of(__context)
        if isinstance(__obj, Method | TextFormat):
            # Jinja adds the variables of the loop for functions that take the context.
            kwargs = {name: value for name, value in kwargs.items() if name not in ("_loop_vars", "_block_vars")}
        if isinstance(__obj, Method):
            budget.step()
            budget.text(__obj.length)
            return __obj.function(*args, **kwargs)
        if isinstance(__obj, TextFormat):
            return formatted(budget, __obj.text, *args, **kwargs)
        if isinstance(__obj, Undefined):
            return __obj._fail_with_undefined_error()
        if __obj is not bounded_range and not isinstance(__obj, Macro | LoopContext | BlockReference):
            raise SecurityError(f"a {type(__obj).__name__} cannot be called")
        if isinstance(__obj, LoopContext):
            args = (budget.walk(args[0]), *args[1:])
        budget.enter()
        try:
            result = __context.call(__obj, *args, **kwargs)
        finally:
            budget.leave()
        if isinstance(result, str):
            budget.text(len(result))
        return result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """An arithmetic operator on numbers, or ``+``, ``*`` and ``%`` on text and lists within the bounds."""
        for side in (left, right):
            if isinstance(side, Undefined):
                return side._fail_with_undefined_error()
        return calculated(budget_of(context), operator, left, right)
