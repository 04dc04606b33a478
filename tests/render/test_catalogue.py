"""Pages as they are written: golden files, hostile data, own templates, region bodies."""

from __future__ import annotations

from typing import Any

import markdown
import msgspec
import pytest
import yaml
from bs4 import BeautifulSoup

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.render import views as v
from mkdocs_docbridge.render.area_view import area_views
from mkdocs_docbridge.render.catalogue import (
    Override,
    Templates,
    region_body,
    render_area_body,
    template_names,
    template_source,
)
from mkdocs_docbridge.render.digest_views import (
    AreaChangeRow,
    ChangeDigestView,
    MovedGroup,
    MovedRow,
    ReasonRow,
    ReviewRow,
    SymbolRow,
)
from mkdocs_docbridge.render.engine import compile_template
from mkdocs_docbridge.render.overview_view import overview_view
from mkdocs_docbridge.render.svg import Bar, bar_chart, interval_plot
from mkdocs_docbridge.snapshot.model import Snapshot

from .golden import assert_golden
from .sample import SiteLinks, snapshot, with_cycles

FOOTER = v.FooterView(artifact="snapshot", hash="2dc9b98e" + "0" * 56, json_href="snapshot.json")
FINDINGS = [
    Finding(
        code="STALE_LINK", severity=Severity.WARN, blocking=False, path="src/rank/rank.py", line=3, message="a|b <c>",
        remediation="Change `x`.",
    ),
]  # fmt: skip
EXTENSIONS = [
    "tables",
    "attr_list",
    "md_in_html",
    "pymdownx.superfences",
    "pymdownx.magiclink",
    "pymdownx.smartsymbols",
]
HOSTILE = '<script>|`x` {{ y }} [a](javascript:b) "q"\n--8<-- "z"'


def area_pages() -> list[v.AreaPageView]:
    return area_views(snapshot(), links=SiteLinks(), findings=FINDINGS, footer=FOOTER)


def overview() -> v.OverviewView:
    health = [v.HealthRow(label="Health", value="B · 84/100", link=v.LinkView(text="doctor", href="doctor.md"))]
    return overview_view(snapshot(), links=SiteLinks(), findings=FINDINGS, health=health, footer=FOOTER)


def parity(*, blocking: bool) -> v.ParityPageView:
    held = v.ClaimRow(
        id="completion-rate", says="87.5 %", repository_says="87.5 %", owner="core", state="holds", blocking=False,
        places=(v.LinkView(text="README:14", href="../README.md"), v.LinkView(text="study:3")),
    )  # fmt: skip
    stale = v.ClaimRow(
        id="tests", says="700", repository_says=None, owner="core", state="out of date", blocking=True,
        places=(v.LinkView(text="README:2"),), before="We run", value="700", after="tests.", remediation="Write 712.",
    )  # fmt: skip
    return v.ParityPageView(
        title="Public claims", description="What is said in public", blocking=int(blocking),
        sentence="1 claim is out of date" if blocking else "1 public claim, 1 holds",
        claims=(stale, held) if blocking else (held,), footer=msgspec.structs.replace(FOOTER, artifact="parity report"),
    )  # fmt: skip


def study() -> v.StudyPageView:
    return v.StudyPageView(
        title="Retrieval against MkDocs search, round 3", description="A paired benchmark", publishable=False,
        verdict="not publishable: 1 of 2 gates",
        headline="hit@3 rose by 14.6 points (95 % 8.2 to 20.9), 103 questions, paired.",
        arms=("docbridge", "mkdocs"), metrics=("hit@3", "MRR"),
        effects=(
            v.EffectRow(label="hit@3", estimate="+14.6", interval="8.2 to 20.9", verdict="better",
                        plot=interval_plot(14.6, 8.2, 20.9, bound=25)),
        ),
        gates=(v.GateRow(name="size", status="fail", figure="103", rule="at least 200 questions"),),
        results=(v.FigureRow(label="docbridge", count=103, figures=("81.6", None)),
                 v.FigureRow(label="mkdocs", count=103, figures=("67.0", "0.51"))),
        kinds=(v.FigureRow(label="how-to", count=40, figures=("90.0", "70.0")),),
        questions=(v.QuestionRow(question="how are regions hashed?", kind="how-to", change="better",
                                 expected=v.LinkView(text="Regions", href="../regions.md"), ranks=("1", None)),),
        missing=(v.MissingRow(arm="mkdocs", metric="MRR", present=102, scheduled=103),),
        caveats=("One repository only.",), reproduce="docbridge bench retrieval --suite bench/suite.json",
        sources=(v.LinkView(text="suite 1a2b3c4d", href="suite.json"),),
        figure=bar_chart("hit@3 by arm", [Bar(label="docbridge", share=0.816, text="81.6 %")]),
        footer=msgspec.structs.replace(FOOTER, artifact="retrieval benchmark"),
    )  # fmt: skip


def change_digest() -> ChangeDigestView:
    place = v.LinkView(text="docs/guide.md:3 and 1 more", href="https://example.com/guide.md#L3")
    gone = ReasonRow(words="cites start_engine, which src/a.py no longer exports", place=place)
    row = ReviewRow(title="Guide", path="docs/guide.md", href="../guide.md", reasons=(gone, gone), more_reasons=2)
    other = ReviewRow(
        title="Web", path="docs/web.md", href=None, reasons=(ReasonRow(words="mentions src/a.py, which changed"),),
        more_reasons=0,
    )  # fmt: skip
    return ChangeDigestView(
        title="What changed", description="Since v1", since="v1", sentence="Since v1: 1 changed.",
        verdict="1 document names something that is gone.", broken=(row,), likely=(other,), more_likely=3,
        files=(MovedGroup(label="Modules", count=3, more=1, rows=(
            MovedRow(path="src/a.py", href="https://example.com/a.py", what="changed"),
            MovedRow(path="src/b.py", href=None, what="removed"))),),
        symbols=(SymbolRow(name="run", module=v.LinkView(text="src/a.py"), what="another signature",
                           before="def run(a)", after="def run(b)"),
                 SymbolRow(name="start_engine", module=v.LinkView(text="src/a.py"), what="gone")),
        areas=(AreaChangeRow(path="src", href="areas/src.md", changed=1, added=0, removed=1, renamed=0),),
        footer=msgspec.structs.replace(FOOTER, artifact="change digest"),
    )  # fmt: skip


NOTHING = ChangeDigestView(
    title="What changed", description="Since v1", since="v1", sentence="Since v1: nothing changed.",
    verdict="No document needs to be read because of this.",
)  # fmt: skip
UNREADABLE = ChangeDigestView(
    title="What changed", description="Since v1", since="v1", sentence="", verdict="",
    problem="this clone is shallow and lacks the revision 'v1'", remedy="get the history first: git fetch --unshallow",
)  # fmt: skip
SEARCH = v.SearchPageView(
    lunr_href="../assets/lunr.js",
    base_href="../../",
    title="Search",
    description="Finds",
    index_href="search/index.json?v=1&k=2",
    overview_href="../",
)
EMPTY = Snapshot(project="x", analyzers=(), entities=(), relations=(), coverage=())
RING = ("src/bare/x|y.py", "src/rank/rank.py", "src/text/words.py")
PAGES: dict[str, tuple[str, v.View]] = {
    "area-rank.md": ("area", area_pages()[1]),
    "area-bare.md": ("area", area_pages()[0]),
    "overview.md": ("overview", overview()),
    "overview-cycles.md": ("overview", overview_view(with_cycles(RING, *[RING[:2]] * 10), links=SiteLinks())),
    "overview-empty.md": ("overview", overview_view(EMPTY, links=SiteLinks())),
    "parity.md": ("parity", parity(blocking=False)),
    "parity-blocking.md": ("parity", parity(blocking=True)),
    "parity-empty.md": ("parity", v.ParityPageView(title="c", description="d", sentence="", blocking=0, claims=())),
    "study.md": ("study", study()),
    "search.md": ("search", SEARCH),
    "change-digest.md": ("change-digest", change_digest()),
    "change-digest-nothing.md": ("change-digest", NOTHING),
    "change-digest-unreadable.md": ("change-digest", UNREADABLE),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_written_as_the_golden_file_has_it(name: str) -> None:
    template, view = PAGES[name]
    assert_golden(name, Templates().render(template, view))


def test_a_region_body_is_written_as_the_golden_file_has_it() -> None:
    assert_golden("area-region.md", render_area_body(area_pages()[1]))


def converted(page: str) -> BeautifulSoup:
    body = page.split("---\n", 2)[2] if page.startswith("---\n") else page
    return BeautifulSoup(markdown.markdown(body, extensions=EXTENSIONS), "lxml")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_front_matter_one_heading_and_no_blanks_at_line_ends(name: str) -> None:
    template, view = PAGES[name]
    page = Templates().render(template, view)
    front = yaml.safe_load(page.split("---\n")[1])
    assert set(front) - {"hide"} == {"title", "description"}
    assert page.endswith("\n")
    assert not any(line != line.rstrip() for line in page.split("\n"))
    assert "\r" not in page
    assert "\n\n\n" not in page
    soup = converted(page)
    assert len(soup.find_all("h1")) == 1
    for table in soup.find_all("table"):
        widths = {len(row.find_all(["td", "th"])) for row in table.find_all("tr")}
        assert len(widths) == 1
    assert "|" not in soup.get_text().replace("a|b", "").replace("* | all", "").replace("x|y", "")


def hostile(value: Any) -> Any:
    """``value`` with every plain text replaced by the hostile one."""
    if isinstance(value, v.View):
        return msgspec.structs.replace(
            value, **{name: hostile(getattr(value, name)) for name in value.__struct_fields__}
        )
    if isinstance(value, tuple):
        return tuple(hostile(member) for member in value)
    return HOSTILE if type(value) is str and value else value


@pytest.mark.parametrize("name", PAGES)
def test_hostile_texts_in_every_field_change_no_table_and_start_nothing(name: str) -> None:
    template, view = PAGES[name]
    page = Templates().render(template, hostile(view))
    assert "{{" not in page
    assert "8<" not in page
    soup, plain = converted(page), converted(Templates().render(template, view))
    assert soup.find_all("script") == []
    assert [len(t.find_all("tr")) for t in soup.find_all("table")] == [
        len(t.find_all("tr")) for t in plain.find_all("table")
    ]
    assert [len(t.find_all("td")) for t in soup.find_all("table")] == [
        len(t.find_all("td")) for t in plain.find_all("table")
    ]
    assert not any(
        str(link.get("href", link.get("xlink:href"))).startswith("javascript") for link in soup.find_all("a")
    )
    assert yaml.safe_load(page.split("---\n")[1])["title"].startswith("&lt;script&gt;|`x` {{ y }}")


@pytest.mark.parametrize("name", PAGES)
def test_a_figure_stays_one_block(name: str) -> None:
    template, view = PAGES[name]
    page = Templates().render(template, view)
    soup = converted(page)
    assert len(soup.find_all("figure")) == page.count("<figure")
    assert all(figure.find("p") is None for figure in soup.find_all("figure"))


def test_the_search_container_is_what_the_script_looks_for() -> None:
    soup = converted(Templates().render("search", SEARCH))
    container = soup.select_one("div.docbridge-search[data-docbridge-search]")
    assert container is not None
    assert container["data-index"] == "search/index.json?v=1&k=2"
    assert "needs JavaScript" in container.get_text()
    assert [link.get("href", link.get("xlink:href")) for link in container.find_all("a")] == ["../"]


def test_an_empty_page_names_the_command_that_fills_it() -> None:
    for name, command in (("overview-empty.md", "docbridge scan"), ("parity-empty.md", "docbridge artifact seal")):
        template, view = PAGES[name]
        assert command in converted(Templates().render(template, view)).get_text()


def test_every_bundled_template_compiles_and_an_unknown_name_is_refused() -> None:
    assert {"area", "area-region", "llms.txt", "overview", "parity", "search", "study"} <= set(template_names())
    for name in template_names():
        assert compile_template(name, template_source(name)).name == name
    with pytest.raises(InputError, match="did you mean area"):
        template_source("aera")


def test_an_own_template_replaces_the_bundled_one() -> None:
    own = Templates({"area": Override("docs/area.md", "# {{ area.path }}\n")})
    assert own.render("area", area_pages()[1]) == "# src/rank\n"
    assert own.render("overview", overview()) == Templates().render("overview", overview())


def test_a_broken_own_template_stops_before_anything_is_rendered() -> None:
    with pytest.raises(InputError) as caught:
        Templates({"area": Override("docs/area.md", "# x\n{% include 'y' %}")})
    assert caught.value.place == "docs/area.md:2"


def test_a_template_that_replaces_none_is_the_projects_own() -> None:
    own = Templates({"team": Override("docs/team.md", "Areas: {{ areas|length }}\n")})
    assert own.own_names == ("team",)
    assert own.render("team", overview()).startswith("Areas: ")


@pytest.mark.parametrize(
    "body",
    [
        "a\n<!-- doc-bridge:generated hash=0 -->",
        "a\n```\nb",
        "~~~~\nb\n~~~",
        "a <!-- b",
        "a\n<!-- /doc-bridge:generated -->",
    ],
)
def test_a_body_with_a_marker_or_something_open_is_refused(body: str) -> None:
    with pytest.raises(InputError, match="REGION_BODY"):
        region_body(body, place="area:src")


def test_a_body_has_no_blanks_at_its_ends() -> None:
    assert region_body("\n\na  \n\n```\nb\n```\n\n", place="area:src") == "a\n\n```\nb\n```"


def test_blank_lines_inside_a_code_block_stay() -> None:
    own = Templates({"area": Override("a.md", "a\n\n\n\nb\n\n```\nc\n\n\nd\n```\n")})
    assert own.render("area", area_pages()[1]) == "a\n\nb\n\n```\nc\n\n\nd\n```\n"
