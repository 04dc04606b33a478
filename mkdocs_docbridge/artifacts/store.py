"""Files whole: read, or one clear error; written whole or not at all, and not when nothing changed."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.errors import InputError

_SUFFIX = ".docbridge.tmp"
_LEFTOVER = re.compile(r"\.(.+)\.[a-z0-9_]{8}" + re.escape(_SUFFIX))


@dataclass(frozen=True)
class Replacement:
    """New bytes of the file at ``path``, called ``place`` in errors. ``before`` is what it held when ``after`` was
    made, None where there was no file; ``after`` is None for a file that is to go."""

    place: str
    path: Path
    before: bytes | None
    after: bytes | None


def read_file(path: Path, *, place: str, hint: str = "") -> bytes:
    """The bytes of a file; ``place`` names it in errors. Raises :class:`InputError`: ``NOT_FOUND`` (with ``hint``),
    ``UNREADABLE``."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError("no such file", place=place, code="NOT_FOUND", hint=hint) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place=place, code="UNREADABLE") from None


def write_atomic(path: Path, data: bytes) -> bool:
    """Writes ``data`` to ``path`` and tells whether the file changed.

    A temporary file in the same folder is written, synced, given the old file's mode and renamed over it, so a
    process that is killed leaves the old bytes or the new ones. A symbolic link is followed. An equal file is
    not touched (its modification time stays). Missing folders are made. Raises ``OSError``.
    """
    target = path.resolve()
    if bytes_of(target) == data:
        return False
    temporary = _write_beside(target, [data])
    _put_in_place(temporary, target)
    return True


def write_pieces(path: Path, pieces: Iterable[bytes | memoryview]) -> bool:
    """As :func:`write_atomic`, for what is too large to hold: its pieces are written as they come."""
    target = path.resolve()
    import filecmp

    temporary = _write_beside(target, pieces)
    if target.exists() and filecmp.cmp(temporary, target, shallow=False):
        temporary.unlink()
        return False
    _put_in_place(temporary, target)
    return True


def replace_files(replacements: Sequence[Replacement]) -> None:
    """Several files in their order, each as :func:`write_atomic` does it.

    All new bytes stand beside their files before the first is replaced, so a full disk or a folder that may not be
    written changes nothing. Raises ``OSError``, and :class:`InputError` (``CHANGED_MEANWHILE``) when a file no longer
    holds what its new bytes were made from; then too nothing is changed.
    """
    staged: dict[Path, Path] = {}
    try:
        for item in replacements:
            if item.after is not None:
                staged[item.path] = _write_beside(item.path.resolve(), [item.after])
        for item in replacements:
            if bytes_of(item.path) != item.before:
                raise InputError(
                    "was changed by another program just now; nothing was written",
                    place=item.place,
                    code="CHANGED_MEANWHILE",
                    hint="run the command again",
                )
        for item in replacements:
            if item.after is None:
                item.path.unlink(missing_ok=True)
            else:
                _put_in_place(staged.pop(item.path), item.path.resolve())
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def bytes_of(path: Path) -> bytes | None:
    """The bytes of a file, None where there is none. Raises ``OSError``."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def remove_leftovers(targets: Iterable[Path]) -> None:
    """Removes the temporary files that killed writers left beside ``targets``. Only for who holds a lock against all
    other writers of these files."""
    names: dict[Path, set[str]] = {}
    for target in targets:
        real = target.resolve()
        names.setdefault(real.parent, set()).add(real.name)
    for folder, wanted in names.items():
        with suppress(FileNotFoundError):
            for entry in list(os.scandir(folder)):
                match = _LEFTOVER.fullmatch(entry.name)
                if match is not None and match[1] in wanted:
                    Path(entry.path).unlink(missing_ok=True)


def _write_beside(target: Path, pieces: Iterable[bytes | memoryview]) -> Path:
    import tempfile

    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=_SUFFIX, dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            for piece in pieces:
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _put_in_place(temporary: Path, target: Path) -> None:
    try:
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
