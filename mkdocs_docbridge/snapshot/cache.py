"""The fact cache: one SQLite file of facts by content hash and analyzer. Safe to delete, safe to share."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from mkdocs_docbridge.artifacts import Artifact, decode, encode
from mkdocs_docbridge.errors import InputError

A = TypeVar("A", bound=Artifact)

_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (analyzer TEXT, hash TEXT, data BLOB, PRIMARY KEY (analyzer, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS derived (kind TEXT, key TEXT, data BLOB, used INT, PRIMARY KEY (kind, key)) WITHOUT ROWID;
"""
APPLICATION_ID = 0x64626663
"""``dbfc`` in the file's header: tells our cache from every other file that somebody may name."""
_CHUNK = 400
_KEPT = 8


class FactCache:
    """Facts under (analyzer version, content hash), and the last few results derived from whole trees.

    A cache that is damaged, locked for long or not writable costs time, never a result: it then works in memory
    only. A file that is no cache is refused (:class:`InputError`, ``CACHE_NOT_OURS``). Closing commits.
    """

    def __init__(self, path: Path | None) -> None:
        self._connection = _open(path) or _memory()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commits and closes."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.commit()
        self._connection.close()

    def get_many(self, analyzer: str, hashes: Iterable[str]) -> dict[str, bytes]:
        """The stored facts of ``hashes``, for those that are there."""
        found: dict[str, bytes] = {}
        wanted = sorted(set(hashes))
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            marks = ",".join("?" * len(chunk))
            query = f"SELECT hash, data FROM facts WHERE analyzer = ? AND hash IN ({marks})"  # noqa: S608
            with contextlib.suppress(sqlite3.Error):
                found.update(self._connection.execute(query, (analyzer, *chunk)))
        return found

    def put_many(self, analyzer: str, facts: Mapping[str, bytes]) -> None:
        """Stores facts by content hash and commits, so a killed scan keeps what it has done."""
        rows = [(analyzer, digest, data) for digest, data in facts.items()]
        with contextlib.suppress(sqlite3.Error):
            self._connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)
            self._connection.commit()

    def derived(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes that are a pure function of what ``key`` names: those kept, else new ones, which are then kept."""
        stored = self._get_derived(kind, key)
        if stored is None:
            stored = make()
            self._put_derived(kind, key, stored)
        return stored

    def artifact(self, cls: type[A], key: str, make: Callable[[], A]) -> A:
        """A sealed artifact, kept as :meth:`derived` keeps bytes; one that does not verify is made again."""
        kind = str(cls.__struct_config__.tag)
        stored = self._get_derived(kind, key)
        if stored is not None:
            with contextlib.suppress(InputError):
                return decode(cls, stored, place="facts.db")
        made = make()
        self._put_derived(kind, key, encode(made))
        return made

    def _get_derived(self, kind: str, key: str) -> bytes | None:
        with contextlib.suppress(sqlite3.Error):
            row = self._connection.execute(
                "SELECT data FROM derived WHERE kind = ? AND key = ?", (kind, key)
            ).fetchone()
            if row is not None:
                return bytes(row[0])
        return None

    def _put_derived(self, kind: str, key: str, data: bytes) -> None:
        """Stores a result; of each kind the last eight are kept."""
        with contextlib.suppress(sqlite3.Error):
            newest = self._connection.execute("SELECT COALESCE(MAX(used), 0) FROM derived").fetchone()[0]
            self._connection.execute(
                "INSERT OR REPLACE INTO derived VALUES (?, ?, ?, ?)", (kind, key, data, newest + 1)
            )
            self._connection.execute(
                "DELETE FROM derived WHERE kind = ? AND used NOT IN "
                "(SELECT used FROM derived WHERE kind = ? ORDER BY used DESC LIMIT ?)",
                (kind, kind, _KEPT),
            )
            self._connection.commit()


def _open(path: Path | None) -> sqlite3.Connection | None:
    if path is None:
        return None
    if not _is_ours(path):
        raise InputError(
            "is no fact cache, and is not overwritten",
            place=os.fspath(path),
            code="CACHE_NOT_OURS",
            hint="name another file",
        )
    try:
        _prepare_folder(path.parent)
        return _connect(path)
    except sqlite3.OperationalError:
        # locked, or not writable: somebody else's file
        return None
    except sqlite3.DatabaseError:
        # ours, and damaged: facts can be computed again
        with contextlib.suppress(OSError, sqlite3.Error):
            path.unlink()
            return _connect(path)
    except OSError:
        pass
    return None


def _is_ours(path: Path) -> bool:
    """True for no file, an empty one, one with our mark in its SQLite header, and whatever stands in ``.docbridge``."""
    if path.parent.name == ".docbridge":
        return not path.is_dir()
    try:
        with path.open("rb") as stream:
            head = stream.read(72)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return not head or (head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION_ID.to_bytes(4, "big"))


def _connect(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.executescript(_SCHEMA)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _memory() -> sqlite3.Connection:
    return _connect(":memory:")


def _prepare_folder(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if folder.name == ".docbridge" and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
