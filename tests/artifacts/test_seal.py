"""Seals: what they show, and what they refuse."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import (
    Artifact,
    Record,
    canonical_bytes,
    content_hash,
    decode,
    decode_any,
    encode,
    read,
    seal,
    write,
)
from mkdocs_docbridge.artifacts.store import write_atomic
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.snapshot.model import External, Snapshot, SourceRevision


class Note(Record, frozen=True):
    text: str
    count: int = 0


class Notes(Artifact, frozen=True, tag="test-notes"):
    notes: tuple[Note, ...] = ()
    share: float = 0.5


class Registry(Artifact, frozen=True, tag="test-registry"):
    user_written = True
    name: str
    optional: str | None = None


def snapshot(**changes: object) -> Snapshot:
    entity = External(id="external:pypi:é", name="é\u2028\x7f", ecosystem="pypi")
    base = Snapshot(project="p", analyzers=("a 1",), entities=(entity,), relations=(), coverage=())
    return msgspec.structs.replace(base, **changes)


def test_a_sealed_record_is_read_back() -> None:
    for record in (seal(Notes(notes=(Note(text="x"),))), seal(snapshot())):
        assert decode(type(record), encode(record), place="f") == record
        assert decode_any(encode(record), place="f") == record


def test_provenance_is_not_in_the_hash() -> None:
    with_one = seal(snapshot(provenance=SourceRevision(commit="a" * 40, dirty=False)))
    with_other = seal(snapshot(provenance=SourceRevision(commit=None, dirty=True)))
    assert with_one.content_hash == with_other.content_hash == seal(snapshot()).content_hash
    assert encode(with_one) != encode(with_other)
    assert decode(Snapshot, encode(with_one), place="f") == with_one


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(-(2**53) + 1, 2**53 - 1))
def test_the_fast_encoder_writes_the_canonical_bytes(text: str, number: int) -> None:
    entity = External(id=text, name=text, ecosystem=str(number))
    record = seal(snapshot(entities=(entity,), project=text))
    assert encode(record) == canonical_bytes(msgspec.to_builtins(record))


@given(st.data())
def test_any_changed_byte_of_a_stored_artifact_is_refused(data: st.DataObject) -> None:
    stored = encode(seal(snapshot()))
    at = data.draw(st.integers(0, len(stored) - 1))
    new = data.draw(st.integers(0, 255).filter(lambda byte: byte != stored[at]))
    with pytest.raises(InputError):
        decode(Snapshot, stored[:at] + bytes([new]) + stored[at + 1 :], place="f")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"contentHash": "0" * 64}, "SEAL_MISMATCH"),
        ({"contentHash": None}, "SEAL_MISSING"),
        ({"contentHashAlgo": "sha256-semantic-v1"}, "SEAL_UNKNOWN_ALGORITHM"),
        ({"type": "test-notes"}, "UNKNOWN_TYPE"),
        ({"type": "nobody-knows"}, "UNKNOWN_TYPE"),
        ({"schemaVersion": 2}, "UNKNOWN_VERSION"),
        ({"name": "other"}, "SEAL_MISMATCH"),
        ({"type": None, "name": "other"}, "SEAL_MISMATCH"),
    ],
)
def test_a_registry_with_a_wrong_envelope_is_refused(change: dict[str, object], code: str) -> None:
    value = {**msgspec.to_builtins(seal(Registry(name="n"))), **change}
    if code.startswith("UNKNOWN"):
        value["contentHash"] = content_hash(value)
    with pytest.raises(InputError) as caught:
        decode(Registry, json.dumps(value).encode(), place="claims.json")
    assert (caught.value.code, caught.value.place) == (code, "claims.json")


def test_an_unknown_key_is_refused_with_its_path() -> None:
    value = {
        "type": "test-registry",
        "schemaVersion": 1,
        "contentHashAlgo": "sha256-normalized-v1",
        "name": "n",
        "x": 1,
    }
    value["contentHash"] = content_hash(value)
    with pytest.raises(InputError, match="SCHEMA") as caught:
        decode(Registry, json.dumps(value).encode(), place="f")
    assert "`x`" in caught.value.message


def test_an_edited_registry_may_have_any_layout_and_leave_optional_keys_out() -> None:
    value = {"name": "n", "schemaVersion": 1, "type": "test-registry", "contentHashAlgo": "sha256-normalized-v1"}
    value["contentHash"] = content_hash(value)
    assert decode(Registry, json.dumps(value, indent=4).replace("\n", "\r\n").encode(), place="f").name == "n"


def test_a_machine_written_artifact_in_another_layout_is_refused() -> None:
    stored = json.dumps(json.loads(encode(seal(Notes()))), indent=1).encode()
    with pytest.raises(InputError, match="NOT_CANONICAL"):
        decode(Notes, stored, place="f")


def test_missing_and_unreadable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="NOT_FOUND"):
        read(Notes, tmp_path / "gone.json")
    with pytest.raises(InputError, match="UNREADABLE"):
        read(Notes, tmp_path)


def test_writing_twice_touches_the_file_once(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "notes.json"
    assert write(Notes(), path)
    before = path.stat()
    assert not write(Notes(), path)
    assert path.stat() == before
    assert read(Notes, path) == seal(Notes())


def test_a_replaced_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real = tmp_path / "real.txt"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(real)
    assert write_atomic(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(item.name for item in tmp_path.iterdir()) == ["link.txt", "real.txt"]


def test_a_write_that_fails_leaves_the_old_bytes_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"old")

    def no_space(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["a.txt"]
