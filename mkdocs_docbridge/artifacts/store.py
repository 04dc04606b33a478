"""Files whole: read, or one clear error; written whole or not at all, and not when nothing changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from mkdocs_docbridge.errors import InputError


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
    try:
        if target.read_bytes() == data:
            return False
    except FileNotFoundError:
        pass
    temporary = _write_beside(target, [data])
    _put_in_place(temporary, target)
    return True


def write_pieces(path: Path, pieces: Iterable[bytes]) -> bool:
    """As :func:`write_atomic`, for what is too large to hold: its pieces are written as they come."""
    target = path.resolve()
    import filecmp

    temporary = _write_beside(target, pieces)
    if target.exists() and filecmp.cmp(temporary, target, shallow=False):
        temporary.unlink()
        return False
    _put_in_place(temporary, target)
    return True


def _write_beside(target: Path, pieces: Iterable[bytes]) -> Path:
    import tempfile

    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
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
