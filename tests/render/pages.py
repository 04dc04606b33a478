"""A page and a region body of every bundled template, from views written by hand.

``python -m tests.render.pages`` prints a hash of each; ``shuffled`` as its argument turns the order of every input.
"""

from __future__ import annotations

import hashlib
import json
import sys

import msgspec

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.findings import Finding, Severity
from mkdocs_docbridge.render import views as v
from mkdocs_docbridge.render.area_view import area_views
from mkdocs_docbridge.render.catalogue import Templates, region_body
from mkdocs_docbridge.render.digest_views import (
    AreaChangeRow,
    ChangeDigestView,
    MovedGroup,
    MovedRow,
    ReasonRow,
    ReviewRow,
    SymbolRow,
)
from mkdocs_docbridge.render.handoff_view import by_owner, handoff_view, owners_view, ownership_view
from mkdocs_docbridge.render.overlay_view import overlay_review_view
from mkdocs_docbridge.render.overview_view import overview_view
from mkdocs_docbridge.render.svg import Bar, bar_chart, interval_plot
from mkdocs_docbridge.retrieval.handoff import Handoff
from mkdocs_docbridge.retrieval.handoff.model import (
    Check,
    Crossing,
    HandoffMetadata,
    HandoffTarget,
    Reading,
    RelatedArea,
)
from mkdocs_docbridge.snapshot.model import Ownership, Snapshot

from .sample import SiteLinks, with_cycles
from .sample import snapshot as in_order

SHUFFLED = sys.argv[1:] == ["shuffled"]


def snapshot() -> Snapshot:
    made = in_order()
    if not SHUFFLED:
        return made
    return msgspec.structs.replace(
        made, entities=made.entities[::-1], relations=made.relations[::-1], ownership=made.ownership[::-1]
    )


FOOTER = v.FooterView(artifact="snapshot", hash="2dc9b98e" + "0" * 56, json_href="snapshot.json")
FINDINGS = [
    Finding(
        code="STALE_LINK", severity=Severity.WARN, blocking=False, path="src/rank/rank.py", line=3, message="a|b <c>",
        remediation="Change `x`.",
    ),
]  # fmt: skip


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


SEARCH = v.SearchPageView(
    lunr_href="../assets/lunr.js",
    base_href="../../",
    title="Search",
    description="Finds",
    index_href="search/index.json?v=1&k=2",
    overview_href="../",
)
RECORDS = (
    Ownership(id="core", path="src/rank", source="settings", group="Core team", purpose="Ranks a|b.",
              human_doc="docs/ranking.md", agent_doc="AGENTS.md", checks=("pytest tests/rank",)),
    Ownership(id="core", path="src/gone", source="settings", group="Core team"),
    Ownership(id="core", path="LICENSE", source="codeowners", group="@core @law"),
    Ownership(id="all", path=".", source="codeowners", group="@everyone"),
)  # fmt: skip


def handed_over(path: str) -> Handoff:
    """A handoff of ``src/rank`` as the retrieval room makes it; nothing stands at ``src/gone``."""
    if path == "src/gone":
        raise InputError("nothing stands there", code="NOT_FOUND")
    first = Reading(
        path="docs/ranking.md", title="Ranking *explained*", why="it covers it", id="document:docs/ranking.md"
    )
    if path == "LICENSE":
        first = Reading(path="LICENSE", title="LICENSE", why="it is the file itself")
    return Handoff(
        target=HandoffTarget(id=f"path:{path}", kind="path" if path == "LICENSE" else "area", path=path, title=path),
        edit_roots=(path,),
        start_here=first,
        read_before_editing=(Reading(path="src/rank/rank.py", title="rank.py", why="most hangs on it", id="module:x"),),
        checks=(Check(command="pytest a|b", folder="src", why="the record states it",
                      source="ownership:core"),
                Check(command="make lint", folder=".", why="it looks at style", source="Makefile")),
        checks_note=None if path == "src/rank" else "two files say how it is tested",
        related=(RelatedArea(id="area:src/text", path="src/text", relation="imports", strength=2, evidence=(
            Crossing(source="module:a", target="module:b", path="src/rank/rank.py", line=3),)),),
        explain=(), evidence=(),
        metadata=HandoffMetadata(
            entity_id=f"path:{path}", kind="area", checks_source="ownership", confidence="observed"
        ),
    )  # fmt: skip


def ownership(identifier: str) -> v.OwnershipPageView:
    records = by_owner(RECORDS[::-1] if SHUFFLED else RECORDS)[identifier]
    return ownership_view(identifier, records, handed_over, SiteLinks(), footer=FOOTER)


PROPOSALS = v.OverlayReviewView(
    title="Proposals to review", description="d", present=True, sentence="1 proposal waits for a person.",
    pending=(v.ProposalRow(kind="add-alias", entity=v.LinkView(text="a|b", href="areas/rank.md"), reason="",
                           confidence="0.8", evidence=(v.LinkView(text="docs/a.md:3"),)),),
)  # fmt: skip
EMPTY = Snapshot(project="x", analyzers=(), entities=(), relations=(), coverage=())
RING = ("src/bare/x|y.py", "src/rank/rank.py", "src/text/words.py")


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


def cyclic() -> Snapshot:
    return with_cycles(RING, *[RING[:2]] * 10)


NOTHING = ChangeDigestView(
    title="What changed", description="Since v1", since="v1", sentence="Since v1: nothing changed.",
    verdict="No document needs to be read because of this.",
)  # fmt: skip
UNREADABLE = ChangeDigestView(
    title="What changed", description="Since v1", since="v1", sentence="", verdict="",
    problem="this clone is shallow and lacks the revision 'v1'", remedy="get the history first: git fetch --unshallow",
)  # fmt: skip
PAGES: dict[str, tuple[str, v.View]] = {
    "area-rank.md": ("area", area_pages()[1]),
    "area-bare.md": ("area", area_pages()[0]),
    "overview.md": ("overview", overview()),
    "overview-cycles.md": ("overview", overview_view(cyclic(), links=SiteLinks())),
    "overview-empty.md": ("overview", overview_view(EMPTY, links=SiteLinks())),
    "parity.md": ("parity", parity(blocking=False)),
    "parity-blocking.md": ("parity", parity(blocking=True)),
    "parity-empty.md": ("parity", v.ParityPageView(title="c", description="d", sentence="", blocking=0, claims=())),
    "study.md": ("study", study()),
    "search.md": ("search", SEARCH),
    "change-digest.md": ("change-digest", change_digest()),
    "change-digest-nothing.md": ("change-digest", NOTHING),
    "change-digest-unreadable.md": ("change-digest", UNREADABLE),
    "owners.md": ("owners", owners_view(RECORDS[::-1] if SHUFFLED else RECORDS, "{}.md".format, SiteLinks())),
    "owners-empty.md": ("owners", owners_view((), "{}.md".format, SiteLinks())),
    "ownership.md": ("ownership", ownership("core")),
    "ownership-one.md": ("ownership", ownership("everyone")),
    "overlay-review.md": ("overlay-review", PROPOSALS),
    "overlay-review-empty.md": ("overlay-review", overlay_review_view(None)),
    "overlay-review-unread.md": ("overlay-review", overlay_review_view("docs/overlay.json")),
}
REGIONS: dict[str, tuple[str, v.View]] = {
    "area-region.md": ("area-region", area_pages()[1]),
    "coverage-region.md": (
        "coverage-region",
        v.CoverageView(rows=(v.CoverageRow(code="TOO_LARGE", count=2, example="src/big.py", reason="a | b"),)),
    ),
    "coverage-region-empty.md": ("coverage-region", v.CoverageView(rows=())),
    "change-digest-region.md": ("change-digest-region", change_digest()),
    "handoff-region.md": ("handoff-region", handoff_view(handed_over("src/rank"), SiteLinks())),
    "overlay-review-region.md": ("overlay-review-region", PROPOSALS),
    "ownership-region.md": ("ownership-region", ownership("core")),
    "parity-region.md": ("parity-region", parity(blocking=True)),
    "study-region.md": ("study-region", study()),
}


def rendered() -> dict[str, str]:
    """Every page and region body by the name of its golden file."""
    templates = Templates()
    made = {name: templates.render(template, view) for name, (template, view) in PAGES.items()}
    return made | {
        name: region_body(templates.render(template, view), place=name) for name, (template, view) in REGIONS.items()
    }


if __name__ == "__main__":
    print(json.dumps({name: hashlib.sha256(text.encode()).hexdigest() for name, text in rendered().items()}, indent=1))
