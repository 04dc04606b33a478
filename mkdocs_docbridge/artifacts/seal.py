"""Sealing, reading and writing artifacts. A seal shows accidental or silent change; it is no signature."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET

from mkdocs_docbridge.errors import InputError

from .canonical import Json, canonical_bytes, content_hash
from .record import ALGORITHM, Artifact
from .store import read_file, write_atomic
from .strict import strict_loads

A = TypeVar("A", bound=Artifact)
_RESEAL = "regenerate it, or reseal a file you edited on purpose with: docbridge artifact seal FILE"


def kinds() -> dict[str, type[Artifact]]:
    """The artifact types that have been imported, by their ``type`` literal."""
    found: dict[str, type[Artifact]] = {}
    for cls in _subclasses(Artifact):
        tag = cls.__struct_config__.tag
        if isinstance(tag, str):
            found[tag] = cls
    return dict(sorted(found.items()))


def _subclasses(cls: type[Artifact]) -> Iterator[type[Artifact]]:
    for child in cls.__subclasses__():
        yield child
        yield from _subclasses(child)


def seal(record: A) -> A:
    """The record with its content hash set."""
    bare = msgspec.structs.replace(record, content_hash=UNSET, content_hash_algo=ALGORITHM)
    return msgspec.structs.replace(bare, content_hash=_hash(bare))


def encode(record: Artifact) -> bytes:
    """The canonical bytes of a record, as they are stored."""
    if record.floatless:
        return msgspec.json.encode(record, order="sorted")
    return canonical_bytes(cast(Json, msgspec.to_builtins(record)))


def _hash(record: Artifact) -> str:
    if not record.floatless:
        return content_hash(cast("dict[str, Json]", msgspec.to_builtins(record)))
    changes: dict[str, object] = {"content_hash": UNSET}
    if "provenance" in record.__struct_fields__:
        changes["provenance"] = UNSET
    return hashlib.sha256(encode(msgspec.structs.replace(record, **changes))).hexdigest()


def decode(cls: type[A], data: bytes, *, place: str) -> A:
    """The verified record in ``data``; ``place`` names the file in errors.

    Raises :class:`InputError`: every code of :func:`strict_loads`, ``UNKNOWN_TYPE``, ``UNKNOWN_VERSION``,
    ``SEAL_UNKNOWN_ALGORITHM``, ``SEAL_MISSING``, ``SEAL_MISMATCH``, ``SCHEMA`` (with the key path), and
    ``NOT_CANONICAL`` for a machine-written artifact whose bytes are not the canonical ones.
    """
    if cls.floatless and not cls.user_written:
        fast = _decode_fast(cls, data)
        if fast is not None:
            return fast
    value = strict_loads(data, place=place, max_bytes=cls.max_bytes)
    verify_value(value, place=place, expected=cls)
    record = _convert(cls, value, place)
    if not cls.user_written and encode(record) != data:
        raise InputError("not stored as its canonical bytes", place=place, code="NOT_CANONICAL", hint="regenerate it")
    return record


class _Envelope(msgspec.Struct):
    """What says of which type an artifact is."""

    type: str


def decode_any(data: bytes, *, place: str) -> Artifact:
    """The verified record in ``data``, of whichever imported type it says it is. Raises as :func:`decode`."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        named = kinds().get(msgspec.json.decode(data, type=_Envelope).type)
        if named is not None:
            return decode(named, data, place=place)
    largest = max((cls.max_bytes for cls in kinds().values()), default=Artifact.max_bytes)
    cls = verify_value(strict_loads(data, place=place, max_bytes=largest), place=place)
    return decode(cls, data, place=place)


def _decode_fast(cls: type[A], data: bytes) -> A | None:
    """The record, if ``data`` is exactly what :func:`encode` writes of it and its hash is right."""
    if len(data) > cls.max_bytes:
        return None
    try:
        record = msgspec.json.decode(data, type=cls)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    trusted = record.content_hash_algo == ALGORITHM and encode(record) == data and record.content_hash == _hash(record)
    return record if trusted else None


def verify_value(value: Json, *, place: str, expected: type[Artifact] | None = None) -> type[Artifact]:
    """Checks the envelope and the hash of a parsed artifact; returns its type."""
    if not isinstance(value, dict):
        raise InputError("not a sealed artifact: the top level is no object", place=place, code="UNKNOWN_TYPE")
    algorithm = value.get("contentHashAlgo")
    if algorithm is not None and algorithm != ALGORITHM:
        raise InputError(
            f"contentHashAlgo {algorithm!r} is not known here (only {ALGORITHM})",
            place=place,
            code="SEAL_UNKNOWN_ALGORITHM",
            hint="regenerate it with this version; another algorithm is never tried",
        )
    stated = value.get("contentHash")
    if algorithm is None or not isinstance(stated, str):
        raise InputError("has no content hash", place=place, code="SEAL_MISSING", hint=_RESEAL)
    computed = content_hash(value)
    if stated != computed:
        raise InputError(
            f"contentHash says {stated[:12]}…, the content hashes to {computed[:12]}…: changed after it was sealed",
            place=place,
            code="SEAL_MISMATCH",
            hint=_RESEAL,
        )
    cls = _type_of(value, place, expected)
    if value.get("schemaVersion") != 1:
        shown = value.get("schemaVersion")
        raise InputError(f"schemaVersion {shown!r}, expected 1", place=place, code="UNKNOWN_VERSION")
    return cls


def _type_of(value: dict[str, Json], place: str, expected: type[Artifact] | None) -> type[Artifact]:
    stated = value.get("type")
    known = kinds()
    if expected is not None and stated != expected.__struct_config__.tag:
        raise InputError(
            f"type {stated!r}, expected {expected.__struct_config__.tag!r}", place=place, code="UNKNOWN_TYPE"
        )
    if not isinstance(stated, str) or stated not in known:
        raise InputError(f"type {stated!r} is not one of {', '.join(known)}", place=place, code="UNKNOWN_TYPE")
    return known[stated]


def _convert(cls: type[A], value: Json, place: str) -> A:
    try:
        return msgspec.convert(value, cls)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        where = path.strip("`").removeprefix("$.") or "top level"
        raise InputError(f"{where}: {message}", place=place, code="SCHEMA") from None


def read(cls: type[A], path: Path, *, place: str | None = None) -> A:
    """The verified artifact in a file; :class:`InputError` as :func:`decode`, and ``NOT_FOUND``, ``UNREADABLE``."""
    shown = place if place is not None else path.name
    return decode(cls, read_file(path, place=shown), place=shown)


def write(record: Artifact, path: Path) -> bool:
    """Seals ``record`` and writes it canonically; tells whether the file changed."""
    data = encode(seal(record))
    if len(data) > record.max_bytes:
        raise InputError(f"{len(data)} bytes, more than {record.max_bytes}", place=path.name, code="TOO_LARGE")
    return write_atomic(path, data)
