"""A line that moves while files are analysed, on a terminal."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from mkdocs_docbridge.snapshot.scan import ScanCounts

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID


class Progress:
    """Shows how many of the new files are analysed. Nothing is imported or shown before the first of them."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, counts: ScanCounts) -> None:
        """Moves the line."""
        if not self._shown:
            return
        if self._bar is None or self._task is None:
            from rich.console import Console
            from rich.progress import Progress as RichProgress

            self._bar = RichProgress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("analysing", total=counts.changed)
            self._bar.start()
        self._bar.update(self._task, completed=counts.computed, total=max(counts.changed, counts.computed))
