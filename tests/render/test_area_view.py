"""Area pages say what an area is for, what is in it and what proves its neighbours; figures are counted by hand."""

from __future__ import annotations

import msgspec

from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.render.area_view import area_views
from mkdocs_docbridge.render.overview_view import overview_view
from mkdocs_docbridge.render.views import AreaView, HealthRow
from mkdocs_docbridge.snapshot.model import Ownership, Snapshot

from .sample import SiteLinks, snapshot, with_cycles


def finding(path: str) -> Finding:
    return Finding(code="X", severity=Severity.WARN, blocking=False, path=path, line=3, message="m", remediation="r")


def area(name: str, source: Snapshot | None = None) -> AreaView:
    views = area_views(source or snapshot(), links=SiteLinks())
    return next(view.area for view in views if view.area.name == name)


def test_areas_of_tests_alone_have_no_page_and_test_modules_no_row() -> None:
    views = area_views(snapshot(), links=SiteLinks())
    assert [view.area.path for view in views] == ["src/bare", "src/rank", "src/text"]
    assert [module.name for module in area("rank").modules] == ["__init__.py", "rank.py"]


def test_the_first_twelve_exported_symbols_are_listed_and_the_rest_counted() -> None:
    row = area("rank").modules[1]
    assert row.symbols == tuple(f"name{number}" for number in range(1, 13))
    assert row.more_symbols == 2


def test_purpose_comes_from_ownership_then_the_package_docstring_then_a_document_that_covers_the_area() -> None:
    assert (area("rank").purpose, area("rank").purpose_source) == ("Ranks answers.", "src/rank/__init__.py")
    # a document that mentions the area tells of something else
    assert (area("text").purpose, area("text").purpose_source) == ("", "")
    relations = [
        msgspec.structs.replace(item, kind="covers") if item.source == "document:docs/words.md" else item
        for item in snapshot().relations
    ]
    view = area("text", msgspec.structs.replace(snapshot(), relations=tuple(relations)))
    assert (view.purpose, view.purpose_source) == ("All about words.", "docs/words.md")
    assert (area("bare").purpose, area("bare").purpose_source) == ("", "")
    owned = Ownership(id="core", path="src/rank", source="settings", purpose="Ranking.")
    assert area("rank", msgspec.structs.replace(snapshot(), ownership=(owned,))).purpose == "Ranking."


def test_an_area_without_a_record_is_owned_by_the_nearest_folder_above() -> None:
    assert (area("rank").owner, area("rank").owner_source) == ("Core team", "the settings")
    assert (area("text").owner, area("text").owner_source) == ("@everyone", "CODEOWNERS")


def test_a_document_has_its_strongest_relation_and_near_misses_are_no_documents() -> None:
    assert [(row.path, row.relation) for row in area("rank").documents] == [
        ("docs/ranking.md", "covers-area"),
        ("README.md", "mentions-module"),
    ]
    assert area("bare").documents == ()
    assert area("rank").start_here is not None


def test_a_neighbour_has_the_number_of_imports_and_the_first_one_as_proof() -> None:
    (used,) = area("rank").related
    assert (used.path, used.direction, used.strength, used.evidence.text) == (
        "src/text",
        "uses",
        2,
        "src/rank/rank.py:3",
    )
    assert used.evidence.href == "https://example.com/tool/blob/main/src/rank/rank.py#L3"
    (user,) = area("text").related
    assert (user.path, user.direction, user.strength) == ("src/rank", "used by", 2)


def test_imports_from_tests_make_no_neighbour() -> None:
    assert area("bare").related == ()


def test_findings_stand_on_the_innermost_area_and_unknown_is_not_none() -> None:
    views = area_views(snapshot(), links=SiteLinks(), findings=[finding("src/text/words.py"), finding("docs/x.md")])
    assert [len(view.area.findings) for view in views] == [0, 0, 1]
    assert all(view.area.findings_known for view in views)
    assert not area("rank").findings_known


def test_the_overview_counts_areas_documents_and_findings() -> None:
    view = overview_view(snapshot(), links=SiteLinks(), findings=[finding("src/text/words.py")])
    assert view.sentence == "4 modules in 3 areas, 4 documents; 2 of 3 areas are documented."
    assert [(row.path, row.modules, row.documents, row.findings) for row in view.areas] == [
        ("src/bare", 1, 0, 0),
        ("src/rank", 2, 2, 0),
        ("src/text", 1, 1, 1),
    ]
    assert view.health == (HealthRow(label="Not analyzed", value="1 file"),)


def test_the_overview_says_when_no_audit_ran() -> None:
    assert {row.findings for row in overview_view(snapshot(), links=SiteLinks()).areas} == {None}


def test_the_overview_shows_the_largest_import_cycles_and_none_that_lead_through_tests() -> None:
    rank, words, test = "src/rank/rank.py", "src/text/words.py", "src/rank/test_rank.py"
    view = overview_view(with_cycles((rank, test), (rank, words), ("src/bare/x|y.py", rank, words)), links=SiteLinks())
    assert [(row.modules, [step.text for step in row.steps]) for row in view.cycles] == [
        (3, ["src/bare/x|y.py", rank, words]),
        (2, [rank, words]),
    ]
    assert view.cycles[1].steps[1].href == "https://example.com/tool/blob/main/src/text/words.py#L2"
    assert view.more_cycles == 0


def test_a_site_without_code_shows_no_cycles() -> None:
    cyclic = with_cycles(("src/rank/rank.py", "src/text/words.py"))
    assert overview_view(cyclic, links=SiteLinks(), code=False).cycles == ()


def test_views_do_not_depend_on_the_order_of_the_snapshot() -> None:
    shuffled = msgspec.structs.replace(
        snapshot(), entities=snapshot().entities[::-1], relations=snapshot().relations[::-1]
    )
    assert area_views(shuffled, links=SiteLinks()) == area_views(snapshot(), links=SiteLinks())
    assert overview_view(shuffled, links=SiteLinks()) == overview_view(snapshot(), links=SiteLinks())


def test_an_empty_snapshot_has_an_overview_without_areas() -> None:
    empty = Snapshot(project="x", analyzers=(), entities=(), relations=(), coverage=())
    view = overview_view(empty, links=SiteLinks())
    assert (view.areas, view.graph) == ((), None)
    assert area_views(empty, links=SiteLinks()) == []
