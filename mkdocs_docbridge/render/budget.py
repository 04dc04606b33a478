"""What one rendering may use: steps, text, output, depth and time."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

Item = TypeVar("Item")


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds of one rendering. The defaults leave a thousandfold room to the bundled templates."""

    source_chars: int = 256 * 1024
    output_bytes: int = 2 * 1024 * 1024
    seconds: float = 4.0
    """Under the five seconds that are promised, with room for what one counted step may take."""
    steps: int = 1_000_000
    """Loop iterations, items a filter looks at, and calls."""
    text_chars: int = 64 * 1024 * 1024
    """Characters that operators, filters and macros make, whether they are printed or not."""
    depth: int = 40
    """Macros and recursive loops inside one another."""


class TemplateRefusedError(Exception):
    """Why a template cannot be used; the engine adds the place. ``line`` is known when it came from the source."""

    def __init__(self, code: str, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line


def over_limit(message: str, line: int | None = None) -> TemplateRefusedError:
    """The fault of a template that asks for too much."""
    return TemplateRefusedError("TEMPLATE_LIMIT", message, line)


class Budget:
    """Counts what a rendering uses and raises :class:`TemplateRefusedError` when a limit is passed.

    Time is looked at whenever something is counted. Every construct of a template that repeats or makes text is
    counted, so no signal and no thread is needed to stop one.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._steps = 0
        self._text = 0
        self._output = 0
        self._depth = 0
        self._end = time.monotonic() + limits.seconds

    def step(self, count: int = 1) -> None:
        """Counts loop iterations, items or calls."""
        self._steps += count
        if self._steps > self.limits.steps:
            raise over_limit(f"more than {self.limits.steps:,} steps")
        if self._steps % 256 < count:
            self.check_time()

    def text(self, length: int) -> None:
        """Counts characters that are made, before they are made where their number is known."""
        self._text += length
        if self._text > self.limits.text_chars:
            raise over_limit(f"more than {self.limits.text_chars:,} characters of text made")
        self.check_time()

    def output(self, chunk: str) -> None:
        """Counts the bytes of a piece of the page."""
        self._output += len(chunk.encode("utf-8", "surrogatepass"))
        if self._output > self.limits.output_bytes:
            raise over_limit(f"more than {self.limits.output_bytes:,} bytes of output")
        self.check_time()

    def enter(self) -> None:
        """Counts a macro or recursive loop that begins."""
        self._depth += 1
        self.step()
        if self._depth > self.limits.depth:
            raise over_limit(f"macros or recursive loops nested deeper than {self.limits.depth}")

    def leave(self) -> None:
        """Counts a macro or recursive loop that ends."""
        self._depth -= 1

    def check_time(self) -> None:
        """Raises when the time is up."""
        if time.monotonic() > self._end:
            raise over_limit(f"longer than {self.limits.seconds:g} s")

    def walk(self, items: Iterable[Item], text: int = 0) -> Iterator[Item]:
        """The items, each counted as one step and ``text`` characters."""
        for item in items:
            self.step()
            if text:
                self.text(text)
            yield item
