"""Import cycles, against reachability worked out the slow way."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.cycles import MAX_STEPS, components, import_cycles
from mkdocs_docbridge.snapshot.model import CycleEdge, ImportCycle
from tests.support.trees import scanned, write_tree

_NAMES = "abcdefg"
_PAIRS = st.sets(st.tuples(st.sampled_from(_NAMES), st.sampled_from(_NAMES)).filter(lambda pair: pair[0] != pair[1]))


def _distances(pairs: set[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Floyd and Warshall's; a node is as far from itself as the shortest way around."""
    far = len(_NAMES) + 1
    found = {pair: 1 if pair in pairs else far for pair in product(_NAMES, repeat=2)}
    for middle, a, b in product(_NAMES, repeat=3):
        found[a, b] = min(found[a, b], found[a, middle] + found[middle, b])
    return found


@given(_PAIRS)
def test_the_groups_are_those_that_reach_each_other(pairs: set[tuple[str, str]]) -> None:
    far = len(_NAMES) + 1
    distance = _distances(pairs)
    around = [a for a in _NAMES if distance[a, a] < far]
    expected = {tuple(b for b in around if distance[a, b] < far and distance[b, a] < far) for a in around}
    cycles = import_cycles([(*pair, 1) for pair in sorted(pairs)])
    assert [cycle.modules for cycle in cycles] == sorted(expected)
    for cycle in cycles:
        inside = {(edge.source, edge.target) for edge in cycle.edges}
        assert inside == {pair for pair in pairs if set(pair) <= set(cycle.modules)}
        assert len(cycle.shortest) == min(distance[a, a] for a in cycle.modules)
        assert set(zip(cycle.shortest, cycle.shortest[1:] + cycle.shortest[:1], strict=True)) <= inside
        assert cycle.shortest[0] == min(cycle.shortest)


@given(_PAIRS)
def test_the_order_of_what_is_taken_does_not_matter(pairs: set[tuple[str, str]]) -> None:
    taken = [(*pair, line) for line, pair in enumerate(sorted(pairs))]
    assert import_cycles(taken[::-1]) == import_cycles(taken)


def test_a_module_that_imports_itself_makes_no_cycle() -> None:
    assert import_cycles([("a", "b", 1), ("b", "b", 1)]) == ()


def test_an_edge_has_the_first_of_its_lines() -> None:
    assert import_cycles([("a", "b", 7), ("a", "b", 3), ("b", "a", 2)]) == (
        ImportCycle(
            modules=("a", "b"),
            shortest=("a", "b"),
            edges=(CycleEdge(source="a", target="b", line=3), CycleEdge(source="b", target="a", line=2)),
        ),
    )


def test_a_chain_longer_than_the_stack_is_followed() -> None:
    length = 50_000
    assert len(components([[at + 1] for at in range(length - 1)] + [[]])) == length
    (ring,) = components([[(at + 1) % length] for at in range(length)])
    assert sorted(ring) == list(range(length))


def test_a_ring_too_large_to_search_whole_still_has_a_way_around() -> None:
    size = 1_000
    assert size * size > MAX_STEPS
    names = [f"m{at:04}" for at in range(size)]
    (cycle,) = import_cycles([(names[at], names[(at + 1) % size], 1) for at in range(size)])
    assert cycle.shortest == cycle.modules == tuple(names)


def test_a_scan_lists_the_modules_that_import_each_other(tmp_path: Path) -> None:
    files = {
        "src/app/__init__.py": "",
        "src/app/a.py": "import os\nfrom app import b\n",
        "src/app/b.py": "from app.c import x\n",
        "src/app/c.py": "x = 1\n\n\ndef f():\n    from app.a import os\n",
        "src/app/d.py": "from app import a\n",
    }
    (cycle,) = scanned(write_tree(tmp_path, files)).snapshot.cycles
    assert cycle.modules == cycle.shortest == tuple(f"module:src/app/{name}.py" for name in "abc")
    assert [(edge.source[-4], edge.target[-4], edge.line) for edge in cycle.edges] == [
        ("a", "b", 2),
        ("b", "c", 1),
        ("c", "a", 5),
    ]
