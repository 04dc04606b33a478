"""Files whole: read, or one clear error; written whole or not at all, and not when nothing changed."""

from __future__ import annotations

import os
import stat
import tempfile
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
        mode: int | None = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mode = None
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(temporary).chmod(mode if mode is not None else 0o666 & ~_umask())
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
