"""Our builder of lunr indexes gives what the package gives."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from lunr.builder import Builder

from mkdocs_docbridge.retrieval.lunr_builder import LunrDocument, LunrIndex

TERMS = st.lists(
    st.sampled_from(["hash", "body", "body_hash", "x", "検索", "ü", "😀", "\ufffd", "a/b", "of"]), max_size=8
)
FIELDS = {"title": 4.0, "path": 0.75, "summary": 1.0}
DOCUMENTS = st.lists(
    st.builds(LunrDocument, st.tuples(*[TERMS] * len(FIELDS)), st.sampled_from([1.0, 0.35, 2.5])),
    min_size=1,
    max_size=6,
)


def by_package(documents: list[LunrDocument], k1: float, b: float) -> dict[str, object]:
    builder = Builder()
    builder.k1(k1)
    builder.b(b)
    for name, boost in FIELDS.items():
        builder.field(name, boost=boost)
    for position, document in enumerate(documents):
        record = dict(zip(FIELDS, document.fields, strict=True))
        builder.add({"id": str(position), **record}, {"boost": document.boost})
    made = json.loads(json.dumps(builder.build().serialize()))
    # the package sorts by code point, and lunr.js wants UTF-16 units
    made["invertedIndex"].sort(key=lambda pair: pair[0].encode("utf-16-be"))
    return made


@given(DOCUMENTS, st.sampled_from([0.9, 1.2, 2.0]), st.sampled_from([0.0, 0.3, 0.75, 1.0, 7.0, -1.0]))
def test_every_vector_and_posting_equals_the_package(documents: list[LunrDocument], k1: float, b: float) -> None:
    whole = LunrIndex(documents, FIELDS, k1=k1, b=b).part(range(len(documents)))
    ours = json.loads(json.dumps(whole))
    assert ours == by_package(documents, k1, b)


@given(DOCUMENTS, st.data())
def test_parts_hold_every_vector_and_ref_of_the_whole_once(documents: list[LunrDocument], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(documents)))
    made = LunrIndex(documents, FIELDS, k1=1.2, b=0.75)
    whole, *parts = [made.part(where) for where in (range(len(documents)), range(cut), range(cut, len(documents)))]
    assert [vector for part in parts for vector in part["fieldVectors"]] == whole["fieldVectors"]
    refs = {
        (term, name, ref)
        for part in parts
        for term, held in part["invertedIndex"]
        for name in FIELDS
        for ref in held[name]
    }
    assert refs == {(term, name, ref) for term, held in whole["invertedIndex"] for name in FIELDS for ref in held[name]}
    numbers = {term: held["_index"] for term, held in whole["invertedIndex"]}
    assert all(numbers[term] == held["_index"] for part in parts for term, held in part["invertedIndex"])


def test_an_index_of_nothing_has_no_vectors() -> None:
    made = LunrIndex([], FIELDS, k1=1.2, b=0.75).part([])
    assert (made["fieldVectors"], made["invertedIndex"], made["fields"]) == ([], [], list(FIELDS))
