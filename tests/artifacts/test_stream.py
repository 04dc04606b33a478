"""Artifacts sealed in pieces: the same bytes as sealed whole."""

from __future__ import annotations

import random
from itertools import pairwise

import msgspec
import pytest

from mkdocs_docbridge.artifacts import ArrayPieces, decode, encode, joined, seal, seal_stream, with_provenance
from mkdocs_docbridge.artifacts import stream as stream_module
from mkdocs_docbridge.snapshot.model import Coverage, Document, Entity, Relation, Snapshot, SourceRevision


def entity(number: int) -> Document:
    return Document(
        id=f"document:{number:04}.md",
        name=f"{number}.md",
        path=f"{number:04}.md",
        content_hash="0" * 64,
        authored_hash="0" * 64,
        title='"provenance": é\u2028 ' + "x" * (number % 7),
        summary="",
        word_count=number,
    )


def in_pieces(snapshot: Snapshot) -> dict[str, list[bytes]]:
    def canonical(value: object) -> list[bytes]:
        data = msgspec.json.encode(value, order="sorted")
        cuts = sorted({0, len(data), *(random.Random(len(data)).choices(range(len(data) + 1), k=5))})
        return [data[start:end] for start, end in pairwise(cuts)]

    names = ("project", "analyzers", "entities", "relations", "coverage", "ownership", "cycles")
    return {name: canonical(getattr(snapshot, name)) for name in names}


@pytest.mark.parametrize("count", [0, 1, 300])
@pytest.mark.parametrize("in_memory", [10, 10**9])
def test_pieces_give_the_bytes_of_the_whole(count: int, in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "_IN_MEMORY", in_memory)
    monkeypatch.setattr(stream_module, "_PIECE", 97)
    entities: tuple[Entity, ...] = tuple(entity(number) for number in range(count))
    relations: tuple[Relation, ...] = ()
    coverage = (Coverage(analyzer="a", status="partial", code="C", path="p", reason="r"),)
    whole = seal(Snapshot(project="p", analyzers=("a 1",), entities=entities, relations=relations, coverage=coverage))
    stream = seal_stream(Snapshot, in_pieces(whole))
    assert stream.read() == encode(whole)
    assert (stream.content_hash, stream.size) == (whole.content_hash, len(encode(whole)))
    revision = SourceRevision(commit="c" * 40, dirty=True)
    known = msgspec.structs.replace(whole, provenance=revision)
    provenance = msgspec.json.encode(revision, order="sorted")
    written = b"".join(with_provenance(stream.pieces(), stream.provenance_at, provenance))
    assert written == encode(known)
    assert decode(Snapshot, written, place="s") == known


@pytest.mark.parametrize("sizes", [(), (0,), (0, 3, 0, 2), (1, 0), (0, 0, 1)])
def test_arrays_are_joined_as_one(sizes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "_PIECE", 3)
    arrays = []
    for size in sizes:
        array = ArrayPieces()
        for number in range(size):
            array.add(msgspec.json.encode([size, number]))
        arrays.append(array)
    assert msgspec.json.decode(b"".join(joined(arrays))) == [[size, n] for size in sizes for n in range(size)]
