"""Files that git is told to ignore: made before a build, so a checkout does not have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mkdocs_docbridge.globs import path_spec
from mkdocs_docbridge.paths import ancestors, join, parent

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


class Ignored:
    """What the ``.gitignore`` files of a tree say. ``read`` gives the text of a file, or None."""

    def __init__(self, read: Callable[[str], str | None]) -> None:
        self._read = read
        self._specs: dict[str, GitIgnoreSpec | None] = {}

    def __call__(self, path: str) -> bool:
        """Whether a file of the folders above ``path`` leaves it out."""
        for folder in ancestors(parent(path)):
            spec = self._spec(folder)
            if spec is not None and spec.match_file(path.removeprefix(f"{folder}/") if folder else path):
                return True
        return False

    def _spec(self, folder: str) -> GitIgnoreSpec | None:
        if folder not in self._specs:
            text = self._read(join(folder, ".gitignore"))
            self._specs[folder] = path_spec(text.splitlines()) if text is not None else None
        return self._specs[folder]
