"""The files that a check may read: below a root, by repository path, whatever form their names have."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Protocol

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.paths import path_fault

MAX_FILE = 16 * 1024 * 1024


class Repository(Protocol):
    """Reads files by repository path."""

    def read(self, path: str) -> bytes | None:
        """The content; None when there is no such file. Raises :class:`InputError` when it may not or cannot be
        read."""


class FolderRepository:
    """The files of a folder. A name matches in any Unicode normal form; nothing outside the folder is read."""

    def __init__(self, root: Path, *, max_bytes: int = MAX_FILE) -> None:
        self._root = root.resolve()
        self._max_bytes = max_bytes
        self._names: dict[Path, dict[str, str]] = {}

    def read(self, path: str) -> bytes | None:
        """See :class:`Repository`. Codes: ``PATH``, ``SYMLINK_OUTSIDE_ROOT``, ``NOT_A_FILE``, ``TOO_LARGE``,
        ``UNREADABLE``."""
        fault = path_fault(path)
        if fault:
            raise InputError(f"{path!r} {fault}", code="PATH", hint="write it relative to the repository root, with /")
        found = self._find(path)
        if found is None:
            return None
        try:
            target = found.resolve(strict=True)
        except FileNotFoundError:
            return None
        except (OSError, RuntimeError):
            raise InputError("a symbolic link that leads nowhere", place=path, code="UNREADABLE") from None
        if not target.is_relative_to(self._root):
            raise InputError(
                "a symbolic link leads out of the repository",
                place=path,
                code="SYMLINK_OUTSIDE_ROOT",
                hint="name a file inside the repository",
            )
        return self._content(target, path)

    def text(self, path: str) -> str | None:
        """As :meth:`read`, for text: UTF-8, what is not replaced."""
        data = self.read(path)
        return None if data is None else data.decode("utf-8", "replace")

    def _content(self, target: Path, path: str) -> bytes:
        try:
            if not target.is_file():
                raise InputError("no regular file", place=path, code="NOT_A_FILE", hint="name a file")
            size = target.stat().st_size
            if size > self._max_bytes:
                raise InputError(f"{size} bytes, more than {self._max_bytes}", place=path, code="TOO_LARGE")
            return target.read_bytes()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", place=path, code="UNREADABLE") from None

    def _find(self, path: str) -> Path | None:
        here = self._root
        for segment in path.split("/"):
            exact = here / segment
            if exact.exists() or exact.is_symlink():
                here = exact
                continue
            name = self._listing(here).get(unicodedata.normalize("NFC", segment))
            if name is None:
                return None
            here /= name
        return here

    def _listing(self, folder: Path) -> dict[str, str]:
        # sorted, so that of two names with one normal form the same is taken everywhere
        if folder not in self._names:
            try:
                names = sorted((child.name for child in folder.iterdir()), reverse=True)
            except OSError:
                names = []
            self._names[folder] = {unicodedata.normalize("NFC", name): name for name in names}
        return self._names[folder]
