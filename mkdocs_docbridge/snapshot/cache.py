"""The fact cache: one SQLite file of facts by content hash and analyzer. Safe to delete, safe to share."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, NamedTuple, Self, TypeVar

import msgspec

from mkdocs_docbridge.errors import InputError

if TYPE_CHECKING:
    # a warm scan takes little longer than that import
    from mkdocs_docbridge.artifacts import Artifact, Piece

A = TypeVar("A", bound="Artifact")
V = TypeVar("V", str, bytes)

_VERSION = 3
_TABLES = (
    "CREATE TABLE analyzers (id INTEGER PRIMARY KEY, key TEXT UNIQUE)",
    "CREATE TABLE facts (analyzer INT, hash BLOB, linked BLOB, shown BLOB, words BLOB, UNIQUE (analyzer, hash))",
    "CREATE TABLE trees (tree TEXT PRIMARY KEY, data BLOB)",
    "CREATE TABLE blobs (oid TEXT PRIMARY KEY, hash BLOB) WITHOUT ROWID",
    "CREATE TABLE results (kind TEXT, key TEXT, parts BLOB, used INT, size INT, PRIMARY KEY (kind, key))",
    "CREATE TABLE pieces (digest BLOB PRIMARY KEY, data BLOB)",
)
APPLICATION_ID = 0x64626663
"""``dbfc`` in the file's header: tells our cache from every other file that somebody may name."""
_CHUNK = 500
_MAPPED = 1 << 30
_KEPT = 8
_KEPT_BYTES = 256 * 1024 * 1024
_PIECE = 4 * 1024 * 1024

Part = Literal["linked", "shown", "words"]


class StoredFacts(NamedTuple):
    """One file's facts in three parts, because most readers need one of them.

    ``linked``: what linking looks at. ``shown``: what only the snapshot shows (canonical JSON). ``words``: what only
    search looks at.
    """

    linked: bytes
    shown: bytes
    words: bytes


class FactCache:
    """Facts under (analyzer version, content hash), what is known of each tree's files, and the last few results that
    were derived from whole trees.

    A cache that is damaged, locked for long or not writable costs time, never a result: it then works in memory
    only. A file that is no cache is refused (:class:`InputError`, ``CACHE_NOT_OURS``). Closing commits.
    """

    def __init__(self, path: Path | None) -> None:
        opened = _open(path)
        self._connection = opened or _memory()
        self.folder = path.parent if path is not None and opened is not None else None
        """Where the cache stands, None for one that is in memory alone."""
        self._analyzers: dict[str, int] = {}
        self._unwritten: dict[tuple[int, bytes], StoredFacts] = {}
        """Facts that the file did not take (disk full, damaged): they are still known to this run."""
        self._is_held = False

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

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is stored within is committed at the end, all at once: each commit waits for the disk."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            with contextlib.suppress(sqlite3.Error):
                self._connection.commit()

    def _commit(self) -> None:
        if not self._is_held:
            self._connection.commit()

    # -- facts -----------------------------------------------------------------------------------------------------

    def known(self, analyzer: str, hashes: Iterable[bytes]) -> set[bytes]:
        """Those of ``hashes`` (SHA-256, 32 bytes) whose facts are stored."""
        return {digest for digest, _ in self._rows("1", analyzer, hashes)}

    def get(self, part: Part, analyzer: str, hashes: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """(hash, bytes) of one part of the stored facts of ``hashes``, for those that are there."""
        return self._rows(part, analyzer, hashes)

    def _rows(
        self, column: Part | Literal["1"], analyzer: str, hashes: Iterable[bytes]
    ) -> Iterator[tuple[bytes, bytes]]:
        number = self._analyzer(analyzer)
        wanted = sorted(set(hashes))
        if self._unwritten:
            for digest in wanted:
                facts = self._unwritten.get((number, digest))
                if facts is not None:
                    yield digest, b"" if column == "1" else getattr(facts, column)
        for chunk, marks in _in_chunks(wanted):
            query = f"SELECT hash, {column} FROM facts WHERE analyzer = ? AND hash IN ({marks})"  # noqa: S608
            with contextlib.suppress(sqlite3.Error):
                yield from self._connection.execute(query, (number, *chunk)).fetchall()

    def put(self, analyzer: str, facts: Mapping[bytes, StoredFacts]) -> None:
        """Stores facts by content hash and commits, so a killed scan keeps what it has done."""
        number = self._analyzer(analyzer)
        rows = [(number, digest, *parts) for digest, parts in facts.items()]
        try:
            self._connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)", rows)
            self._commit()
        except sqlite3.Error:
            self._unwritten.update({(number, digest): parts for digest, parts in facts.items()})

    def _analyzer(self, key: str) -> int:
        number = self._analyzers.get(key)
        if number is None:
            number = -1 - len(self._analyzers)
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("INSERT OR IGNORE INTO analyzers (key) VALUES (?)", (key,))
                number = self._connection.execute("SELECT id FROM analyzers WHERE key = ?", (key,)).fetchone()[0]
            self._analyzers[key] = number
        return number

    # -- trees -----------------------------------------------------------------------------------------------------

    def tree(self, name: str) -> bytes | None:
        """What :meth:`put_tree` stored under ``name``."""
        with contextlib.suppress(sqlite3.Error):
            row = self._connection.execute("SELECT data FROM trees WHERE tree = ?", (name,)).fetchone()
            return None if row is None else bytes(row[0])
        return None

    def put_tree(self, name: str, data: bytes) -> None:
        """Stores what is known of a tree's files."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("INSERT OR REPLACE INTO trees VALUES (?, ?)", (name, data))
            self._commit()

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """The SHA-256 of git's objects, for those that were read before."""
        found: dict[str, bytes] = {}
        for chunk, marks in _in_chunks(sorted(set(oids))):
            query = f"SELECT oid, hash FROM blobs WHERE oid IN ({marks})"  # noqa: S608
            with contextlib.suppress(sqlite3.Error):
                found.update(self._connection.execute(query, chunk))
        return found

    def put_blobs(self, hashes: Mapping[str, bytes]) -> None:
        """Stores the SHA-256 of git's objects."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.executemany("INSERT OR REPLACE INTO blobs VALUES (?, ?)", hashes.items())
            self._commit()

    # -- results ---------------------------------------------------------------------------------------------------

    def pieces(self, kind: str, key: str) -> Iterator[bytes]:
        """The bytes of a result in pieces; nothing when it is not stored, and fewer when a piece is lost."""
        for digest in self._parts(kind, key):
            data = self._piece(digest)
            if data is not None:
                yield data

    def is_whole(self, kind: str, key: str) -> bool:
        """Whether all the bytes of a result are there as they were stored."""
        parts = self._parts(kind, key)
        return bool(parts) and all(self._intact(digest) is not None for digest in parts)

    def size(self, kind: str, key: str) -> int | None:
        """The length in bytes of a stored result, None when there is none."""
        with contextlib.suppress(sqlite3.Error):
            row = self._connection.execute("SELECT size FROM results WHERE kind = ? AND key = ?", (kind, key))
            found = row.fetchone()
            return None if found is None else int(found[0])
        return None

    def result(self, kind: str, key: str) -> bytes | None:
        """The bytes of a stored result, None when there is none or it was damaged."""
        found = [self._intact(digest) for digest in self._parts(kind, key)]
        whole = [data for data in found if data is not None]
        return b"".join(whole) if found and len(whole) == len(found) else None

    def unchecked(self, kind: str, key: str) -> list[tuple[bytes, bytes]] | None:
        """(SHA-256, bytes) of the pieces of a stored result, not compared; None when there is none or one is lost."""
        digests = self._parts(kind, key)
        found = [(digest, data) for digest in digests if (data := self._piece(digest)) is not None]
        return found if found and len(found) == len(digests) else None

    def _parts(self, kind: str, key: str) -> list[bytes]:
        """The SHA-256 of each piece of a result, in order."""
        with contextlib.suppress(sqlite3.Error):
            query = "SELECT parts FROM results WHERE kind = ? AND key = ?"
            row = self._connection.execute(query, (kind, key)).fetchone()
            return [] if row is None else _digests(row[0])
        return []

    def _piece(self, digest: bytes) -> bytes | None:
        with contextlib.suppress(sqlite3.Error):
            row = self._connection.execute("SELECT data FROM pieces WHERE digest = ?", (digest,)).fetchone()
            return row[0] if row is not None and isinstance(row[0], bytes) else None
        return None

    def _intact(self, digest: bytes) -> bytes | None:
        data = self._piece(digest)
        return data if data is not None and hashlib.sha256(data).digest() == digest else None

    def put_result(self, kind: str, key: str, pieces: Iterable[Piece], cuts: Sequence[int] = ()) -> None:
        """Stores a result; of each kind the last eight are kept, or fewer when they are large.

        Results share the pieces that they have in common. ``cuts`` see :func:`cut_up`.
        """
        self.put_cut(kind, key, cut_up(pieces, cuts))

    def put_cut(self, kind: str, key: str, cut: Iterable[tuple[bytes, Piece]]) -> None:
        """As :meth:`put_result`, of what is taken apart already."""
        parts: list[bytes] = []
        size = 0
        with contextlib.suppress(sqlite3.Error):
            # what is known must not go before it is used
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN IMMEDIATE")
            try:
                dropped = set(self._parts(kind, key))
                for batch in _batches(cut):
                    digests = [digest for digest, _ in batch]
                    known = self._known_pieces(digests)
                    rows = (item for item in batch if item[0] not in known)
                    self._connection.executemany("INSERT OR IGNORE INTO pieces VALUES (?, ?)", rows)
                    parts += digests
                    size += sum(len(data) for _, data in batch)
                newest = self._connection.execute("SELECT COALESCE(MAX(used), 0) FROM results").fetchone()[0]
                row = (kind, key, b"".join(parts), newest + 1, size)
                self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", row)
                self._forget(kind, dropped)
                self._commit()
            except BaseException:
                self._connection.rollback()
                raise

    def _known_pieces(self, digests: Sequence[bytes]) -> set[bytes]:
        found: set[bytes] = set()
        for chunk, marks in _in_chunks(digests):
            query = f"SELECT digest FROM pieces WHERE digest IN ({marks})"  # noqa: S608
            found.update(digest for (digest,) in self._connection.execute(query, chunk))
        return found

    def _forget(self, kind: str, dropped: set[bytes]) -> None:
        """Takes out the oldest results of a kind, and those pieces of them, and of ``dropped``, that no other has."""
        rows = self._connection.execute(
            "SELECT key, size FROM results WHERE kind = ? ORDER BY used DESC", (kind,)
        ).fetchall()
        total = 0
        for place, (key, size) in enumerate(rows):
            total += size
            if place >= _KEPT or (place and total > _KEPT_BYTES):
                dropped.update(self._parts(kind, key))
                self._connection.execute("DELETE FROM results WHERE kind = ? AND key = ?", (kind, key))
        if dropped:
            for (parts,) in self._connection.execute("SELECT parts FROM results"):
                dropped.difference_update(_digests(parts))
        self._connection.executemany("DELETE FROM pieces WHERE digest = ?", ((digest,) for digest in dropped))

    def derived(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """Bytes that are a pure function of what ``key`` names: those kept, else new ones, which are then kept."""
        stored = self.result(kind, key)
        if stored is None:
            stored = make()
            self.put_result(kind, key, [stored])
        return stored

    def artifact(self, cls: type[A], key: str, make: Callable[[], A]) -> A:
        """A sealed artifact, kept as :meth:`derived` keeps bytes. Its own seal was made when it was stored; what is
        read is compared with the hash of the stored bytes."""
        kind = str(cls.__struct_config__.tag)
        stored = self.result(kind, key)
        if stored is not None:
            with contextlib.suppress(msgspec.DecodeError):
                return msgspec.json.decode(stored, type=cls)
        from mkdocs_docbridge.artifacts import encode

        made = make()
        self.put_result(kind, key, [encode(made)])
        return made


def _in_chunks(values: Sequence[V]) -> Iterator[tuple[Sequence[V], str]]:
    """As many of ``values`` as one question may hold, and a question mark for each."""
    for start in range(0, len(values), _CHUNK):
        chunk = values[start : start + _CHUNK]
        yield chunk, ",".join("?" * len(chunk))


def _digests(parts: bytes) -> list[bytes]:
    return [parts[at : at + 32] for at in range(0, len(parts), 32)]


def cut_up(pieces: Iterable[Piece], cuts: Sequence[int]) -> Iterator[tuple[bytes, Piece]]:
    """(SHA-256, bytes) of the pieces in which a result is kept. ``cuts`` are places, ascending, at which pieces should
    begin, so that after a small change most of them are those of an earlier result."""
    return ((hashlib.sha256(data).digest(), data) for data in _cut(pieces, cuts))


def is_sound(basis: Iterable[tuple[bytes, bytes]], made: AbstractSet[bytes]) -> bool:
    """Whether the pieces of a result, (SHA-256, bytes) each, are what was stored. Those are whose SHA-256 is among
    ``made``, of the pieces of what was made from them."""
    return all(digest in made or hashlib.sha256(data).digest() == digest for digest, data in basis)


def _cut(pieces: Iterable[Piece], cuts: Sequence[int]) -> Iterator[Piece]:
    """``pieces`` taken apart at ``cuts`` and where they would be too long; what lies between two cuts stays one."""
    waiting: list[Piece] = []
    passed = place = 0
    for piece in pieces:
        start = 0
        while place < len(cuts) and cuts[place] <= passed + len(piece):
            at = cuts[place] - passed
            if at > start:
                waiting.append(piece[start:at])
            if waiting:
                yield _one(waiting)
                waiting.clear()
            start, place = max(at, start), place + 1
        waiting.append(piece[start:])
        passed += len(piece)
        if sum(map(len, waiting)) >= _PIECE:
            yield _one(waiting)
            waiting.clear()
    if waiting:
        yield _one(waiting)


def _one(pieces: Sequence[Piece]) -> Piece:
    # one alone is often a view of something large, and not copied
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _batches(pieces: Iterable[tuple[bytes, Piece]]) -> Iterator[list[tuple[bytes, Piece]]]:
    """Pieces of some megabytes together: one question for many of them."""
    batch: list[tuple[bytes, Piece]] = []
    size = 0
    for digest, piece in pieces:
        batch.append((digest, piece))
        size += len(piece)
        if size >= _PIECE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


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
        prepare_folder(path.parent)
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
        connection.execute(f"PRAGMA mmap_size = {_MAPPED}")
        if _version(connection) != _VERSION:
            _create(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _create(connection: sqlite3.Connection) -> None:
    """Makes the tables; those of an earlier version go, because facts can be computed again."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("BEGIN IMMEDIATE")
    # another process may have made them while this one waited
    if _version(connection) != _VERSION:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            connection.execute(f'DROP TABLE "{name}"')
        for statement in _TABLES:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.commit()


def _memory() -> sqlite3.Connection:
    return _connect(":memory:")


def prepare_folder(folder: Path) -> None:
    """Makes a folder for state; git is told to leave ``.docbridge`` alone. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if folder.name == ".docbridge" and not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
