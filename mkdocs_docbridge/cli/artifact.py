"""``docbridge artifact``: verify any sealed file, reseal one that a person edited."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import click

from mkdocs_docbridge import (
    git,
    schemas,  # noqa: F401  (imports every room that defines an artifact)
)
from mkdocs_docbridge.artifacts import Artifact, content_hash, decode, decode_any, kinds, strict_loads, write_atomic
from mkdocs_docbridge.artifacts.canonical import Json
from mkdocs_docbridge.artifacts.record import ALGORITHM
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.schema_faults import schema_faults

_FILES = click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))


@click.group()
def artifact() -> None:
    """Verify and seal artifacts. A seal shows accidental or silent change; it is no signature."""


@artifact.command()
@_FILES
def verify(files: tuple[Path, ...]) -> None:
    """Check the seal, type and schema of FILES and print type, version and hash of each.

    \b
    Example:
      docbridge artifact verify claims/public-claims-v1.json
    """
    faults = []
    for path in files:
        try:
            record = decode_any(_read(path), place=str(path))
        except InputError as error:
            faults.append(str(error))
            click.echo(f"docbridge: {error}", err=True)
            continue
        tag = type(record).__struct_config__.tag
        click.echo(f"{path}: {tag} version {record.schema_version} {record.content_hash}")
    if faults:
        raise click.exceptions.Exit(2)


@artifact.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def seal(file: Path) -> None:
    """Set the content hash of a hand-edited FILE (a registry or a protocol), after printing what changed.

    \b
    Example:
      docbridge artifact seal claims/public-claims-v1.json
    """
    value, cls = _parse(file)
    if not cls.user_written:
        raise InputError("is written by docbridge and not sealed by hand", place=str(file), hint="generate it again")
    value["contentHashAlgo"] = ALGORITHM
    faults = schema_faults({**value, "contentHash": "0" * 64}, cls)
    if faults:
        raise InputError("\n".join(f"{file}: {fault}" for fault in faults))
    before = value.get("contentHash")
    value["contentHash"] = content_hash(value)
    data = (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode()
    decode(cls, data, place=str(file))
    click.echo(_changes(file, data), nl=False)
    write_atomic(file, data)
    click.echo(f"{file}: {before or 'not sealed'} → {value['contentHash']}")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", place=str(path), code="UNREADABLE") from None


def _parse(path: Path) -> tuple[dict[str, Json], type[Artifact]]:
    value = strict_loads(_read(path), place=str(path))
    if not isinstance(value, dict):
        raise InputError("the top level is no object", place=str(path), code="UNKNOWN_TYPE")
    tag = value.get("type")
    known = kinds()
    if not isinstance(tag, str) or tag not in known:
        raise InputError(f"type {tag!r} is not one of {', '.join(known)}", place=str(path), code="UNKNOWN_TYPE")
    return value, known[tag]


def _changes(path: Path, data: bytes) -> str:
    committed = git.committed(path)
    if committed is None:
        return ""
    lines = difflib.unified_diff(
        committed.decode("utf-8", "replace").splitlines(keepends=True),
        data.decode("utf-8").splitlines(keepends=True),
        "committed",
        "now",
    )
    return "".join(lines)
