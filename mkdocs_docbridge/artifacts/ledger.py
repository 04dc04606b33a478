"""Append-only JSON Lines: one fsync per record, a torn last line is told and left out, never merged."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from mkdocs_docbridge.errors import InputError

from .canonical import Json, canonical_bytes
from .strict import strict_loads

MAX_RECORD = 1024 * 1024


@dataclass(frozen=True)
class Ledger:
    """The whole records of a file, in their order. ``torn`` is the number of bytes of an unfinished last line."""

    records: tuple[dict[str, Json], ...]
    torn: int = 0


def read_ledger(path: Path, *, place: str) -> Ledger:
    """The records; an empty ledger where there is no file.

    Raises :class:`InputError` for a line that is no JSON object, with its line; only the last line may be torn, which
    is a record that a killed process had not finished.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Ledger(())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place=place, code="UNREADABLE") from None
    *lines, last = data.split(b"\n")
    records: list[dict[str, Json]] = []
    for number, line in enumerate(lines, start=1):
        value = strict_loads(line, place=f"{place}:{number}", max_bytes=MAX_RECORD)
        if not isinstance(value, dict):
            raise InputError("a record is an object", place=f"{place}:{number}", code="NOT_JSON")
        records.append(value)
    return Ledger(tuple(records), torn=len(last))


def append_record(path: Path, record: dict[str, Json]) -> None:
    """Adds a record as one canonical line and syncs it. A torn last line of an earlier run is cut off first.

    Raises :class:`InputError` for a record outside of the domain or over 1 MiB, and ``OSError``.
    """
    line = canonical_bytes(record)
    if len(line) > MAX_RECORD:
        raise InputError(f"a record of {len(line)} bytes, more than {MAX_RECORD}", place=path.name, code="TOO_LARGE")
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        size = os.fstat(handle).st_size
        whole = _end_of_last_line(handle, size)
        if whole != size:
            os.ftruncate(handle, whole)
        os.write(handle, line + b"\n")
        os.fsync(handle)
    finally:
        os.close(handle)


def _end_of_last_line(handle: int, size: int) -> int:
    end = size
    while end > 0:
        start = max(0, end - 4096)
        os.lseek(handle, start, os.SEEK_SET)
        at = os.read(handle, end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0
