"""Drawings are one line of HTML without script, keep data from becoming markup, and say what they leave out."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.render.area_graph import AreaEdge, AreaNode, area_graph
from mkdocs_docbridge.render.svg import Bar, Neighbour, bar_chart, dependency_graph, interval_plot

HOSTILE = '<script>"{{ x }}"</script>'


def nodes(count: int) -> list[AreaNode]:
    return [
        AreaNode(id=f"a{n:03}", label=f"src/a{n:03}", size=n + 1, documented=n % 2 == 0, href=f"a{n}/")
        for n in range(count)
    ]


def chain(count: int) -> list[AreaEdge]:
    return [AreaEdge(source=f"a{n:03}", target=f"a{n + 1:03}", strength=count - n) for n in range(count - 1)]


def drawings() -> list[str]:
    graph = area_graph(
        [*nodes(3), AreaNode(id="h", label=HOSTILE, size=1, documented=False, href="javascript:alert(1)")], chain(3)
    )
    return [
        graph.svg,
        dependency_graph(HOSTILE, [Neighbour(label=HOSTILE, strength=1, href="b/")], []),
        bar_chart(HOSTILE, [Bar(label=HOSTILE, share=0.5, text=HOSTILE)]),
        interval_plot(0.1, -0.1, 0.3, bound=0.5),
    ]


@pytest.mark.parametrize("drawing", drawings())
def test_a_drawing_is_one_line_of_inert_html_without_a_viewbox(drawing: str) -> None:
    assert "\n" not in drawing
    assert "|" not in drawing
    assert "{{" not in drawing
    soup = BeautifulSoup(drawing, "lxml")
    assert soup.find_all("script") == []
    assert "viewbox" not in drawing.lower()
    assert not any("javascript" in str(link["xlink:href"]) for link in soup.find_all("a"))


@pytest.mark.parametrize("drawing", drawings())
def test_a_drawing_has_a_name_or_is_hidden_and_links_are_never_inside_an_image(drawing: str) -> None:
    svg = BeautifulSoup(drawing, "lxml").find("svg")
    assert svg is not None
    assert svg.get("aria-label") or svg.get("aria-hidden") == "true"
    assert svg.get("role") == ("group" if svg.find("a") else "img" if svg.get("aria-label") else None)


def test_the_graph_draws_every_area_once_and_hollow_means_undocumented() -> None:
    graph = area_graph(nodes(6), chain(6))
    soup = BeautifulSoup(graph.svg, "lxml")
    assert [title.get_text() for title in soup.find_all("title")] == [
        "src/a000: 1 module",
        "src/a001: 2 modules, nothing documented",
        "src/a002: 3 modules",
        "src/a003: 4 modules, nothing documented",
        "src/a004: 5 modules",
        "src/a005: 6 modules, nothing documented",
    ]
    assert len(soup.find_all("line")) == 5
    assert graph.note == ""


def test_of_more_than_forty_areas_the_most_connected_are_drawn_and_the_note_says_so() -> None:
    graph = area_graph(nodes(50), chain(50))
    assert graph.svg.count("<circle") == 40
    assert graph.note == "The graph shows the 40 most connected of 50 areas."
    assert "src/a049" not in graph.svg


def test_of_many_imports_the_strongest_are_drawn_and_the_note_says_so() -> None:
    edges = [
        AreaEdge(source=f"a{i:03}", target=f"a{j:03}", strength=1 + i) for i in range(8) for j in range(8) if i != j
    ]
    graph = area_graph(nodes(8), edges)
    assert graph.svg.count("<line") == 12
    assert graph.note == "The graph shows the 12 strongest of 56 connections."


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 45),
    st.lists(st.tuples(st.integers(0, 44), st.integers(0, 44), st.integers(1, 99)), max_size=80),
    st.randoms(use_true_random=False),
)
def test_circles_never_lie_on_one_another_and_order_of_input_does_not_matter(
    count: int, pairs: list[tuple[int, int, int]], random: object
) -> None:
    unique = {(a, b): s for a, b, s in pairs if a < count and b < count}
    edges = [AreaEdge(source=f"a{a:03}", target=f"a{b:03}", strength=s) for (a, b), s in unique.items()]
    shuffled, mixed = nodes(count), list(edges)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    random.shuffle(mixed)  # type: ignore[attr-defined]
    graph = area_graph(nodes(count), edges)
    assert graph == area_graph(shuffled, mixed)
    places = re.findall(r'<circle cx="([\d.]+)%" cy="([\d.]+)" r="(\d+)"', graph.svg)
    # On a phone (360 px) two circles of 20 px radius must not touch.
    centres = [(float(x) * 3.6, float(y)) for x, y, _ in places]
    assert all(20 <= x <= 340 for x, _ in centres)
    for index, (x1, y1) in enumerate(centres):
        assert all(abs(x1 - x2) >= 40 or abs(y1 - y2) >= 40 for x2, y2 in centres[:index])


def test_coordinates_have_two_decimals_and_bars_stay_inside() -> None:
    drawing = bar_chart("t", [Bar(label="a", share=1 / 3, text="1"), Bar(label="b", share=1.5, text="2")])
    assert 'width="33.33%"' in drawing
    assert re.findall(r'<rect[^>]* width="([^"]+)"', drawing) == ["33.33%", "100%"]


def test_an_interval_with_zero_inside_is_hollow() -> None:
    assert "fill:var(--md-default-bg-color" in interval_plot(0.1, -0.1, 0.3, bound=0.5)
    assert "fill:var(--docbridge-better" in interval_plot(0.2, 0.1, 0.3, bound=0.5)
    assert "fill:var(--docbridge-worse" in interval_plot(-0.2, -0.3, -0.1, bound=0.5)


def test_a_dependency_graph_shows_at_most_eight_neighbours_a_side() -> None:
    many = [Neighbour(label=f"n{n}", strength=n) for n in range(12)]
    drawing = dependency_graph("a", many, many[:2])
    assert drawing.count("<line") == 10
    assert "n3, " not in drawing
    assert "uses 12 areas" in drawing
