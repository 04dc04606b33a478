"""Two relations around the best hits, against a plain walk from each of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.retrieval.proximity import ANCHORS, EVERYWHERE, HOPS
from mkdocs_docbridge.retrieval.search_file import SearchFile
from tests.retrieval.build import Repository

NODES = 12
EDGES = st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)), max_size=20)
SCORES = st.dictionaries(st.integers(0, NODES - 1), st.integers(1, 50).map(float), max_size=NODES)


@given(EDGES, SCORES)
def test_the_nearest_and_strongest_anchor_decides(edges: list[tuple[int, int]], scores: dict[int, float]) -> None:
    repo = Repository()
    names = [repo.module(f"m{number:02}.py") for number in range(NODES)]
    for one, other in edges:
        repo.relate(names[one], "imports", names[other])
    near = {n: {b for a, b in edges if a == n} | {a for a, b in edges if b == n} for n in range(NODES)}
    anchors = sorted(scores, key=lambda n: (-scores[n], n))[:ANCHORS]
    expected: dict[int, float] = {}
    for anchor in anchors:
        one_hop = near[anchor] - {anchor}
        two_hops = {far for n in one_hop for far in near[n]} - {anchor} - one_hop
        for share, reached in zip(HOPS, (one_hop, two_hops), strict=True):
            for n in reached - set(scores):
                expected[n] = max(expected.get(n, 0.0), share * scores[anchor])
    anchors = {n: scores[n] for n in anchors}
    found = SearchFile.of(repo.index()).links.around(
        anchors, lambda value: EVERYWHERE, lambda some: set(some) - set(scores)
    )
    assert {n: surfaced.value for n, surfaced in found.items()} == expected
