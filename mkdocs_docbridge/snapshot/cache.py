"""The fact cache: one SQLite file of facts by content hash and analyzer. Safe to delete, safe to share."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (analyzer TEXT, hash TEXT, data BLOB, PRIMARY KEY (analyzer, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS derived (kind TEXT, key TEXT, data BLOB, used INT, PRIMARY KEY (kind, key)) WITHOUT ROWID;
"""
_CHUNK = 400
_KEPT = 8


class FactCache:
    """Facts under (analyzer version, content hash), and the last few results derived from whole trees.

    A file that is damaged, locked for long or not writable costs time, never a result: the cache then works in
    memory only. Closing commits.
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

    def get_derived(self, kind: str, key: str) -> bytes | None:
        """A result stored by :meth:`put_derived`."""
        with contextlib.suppress(sqlite3.Error):
            row = self._connection.execute(
                "SELECT data FROM derived WHERE kind = ? AND key = ?", (kind, key)
            ).fetchone()
            if row is not None:
                return bytes(row[0])
        return None

    def put_derived(self, kind: str, key: str, data: bytes) -> None:
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
    try:
        _prepare_folder(path.parent)
        return _connect(path)
    except sqlite3.OperationalError:
        # locked, or not writable: somebody else's file
        return None
    except sqlite3.DatabaseError:
        # damaged, or of another program: facts can be computed again
        with contextlib.suppress(OSError, sqlite3.Error):
            path.unlink()
            return _connect(path)
    except OSError:
        pass
    return None


def _connect(path: Path | str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = NORMAL")
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
