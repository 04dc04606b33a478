"""Why two things hang together."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.handoff import Atlas, why
from tests.retrieval.build import Repository
from tests.retrieval.handoff.trees import SHOP, atlas_of


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    return atlas_of(tmp_path_factory.mktemp("shop"), SHOP)


def by_hand(repo: Repository) -> Atlas:
    return Atlas(repo.index(), repo.snapshot(), paths=[], manifests={})


def way(atlas: Atlas, first: str, last: str) -> list[str] | None:
    steps = why(atlas, first, last).steps
    if steps is None:
        return None
    return [
        f"{'>' if step.forward else '<'} {step.kind} {step.target if step.forward else step.source}" for step in steps
    ]


def test_a_way_is_told_with_the_place_of_each_relation(shop: Atlas) -> None:
    found = why(shop, "docs/orders.md", "src/shop/orders/model.py")
    assert (found.source, found.target) == ("document:docs/orders.md", "module:src/shop/orders/model.py")
    assert found.steps is not None
    mention, imported = found.steps
    assert (mention.kind, mention.symbol, mention.forward, mention.confidence) == (
        "mentions-symbol",
        "OrderQueue",
        True,
        "observed",
    )
    assert [(place.path, place.line) for place in imported.evidence] == [("src/shop/orders/queue.py", 2)]


def test_an_area_reaches_another_through_what_they_hold(shop: Atlas) -> None:
    assert way(shop, "src/shop/orders", "src/shop/billing") == [
        "> contains module:src/shop/orders/queue.py",
        "> imports module:src/shop/billing/invoice.py",
        "< contains area:src/shop/billing",
    ]


def test_neighbours_in_an_area_and_users_of_one_package_are_no_reason() -> None:
    repo = Repository()
    a, b = repo.module("x/a.py"), repo.module("x/b.py")
    repo.relate(repo.package("p", "."), "contains", repo.area("x", a, b))
    atlas = by_hand(repo)
    assert (way(atlas, a, b), why(atlas, a, b).note) == (None, "no relation leads from one to the other")
    assert way(atlas, "package:p", b) == ["> contains area:x", "> contains module:x/b.py"]
    assert way(atlas, b, "package:p") == ["< contains area:x", "< contains package:p"]


def test_of_ways_of_one_length_the_straight_and_then_the_surest_is_told() -> None:
    repo = Repository()
    first, last = repo.module("first.py"), repo.module("last.py")
    shared, through, weak = repo.module("a_shared.py"), repo.module("through.py"), repo.module("b_weak.py")
    repo.relate(first, "imports", shared)
    repo.relate(last, "imports", shared)
    repo.relate(first, "imports", weak, "fuzzy")
    repo.relate(weak, "imports", last)
    repo.relate(first, "imports", through)
    repo.relate(through, "imports", last)
    assert way(by_hand(repo), first, last) == ["> imports module:through.py", "> imports module:last.py"]


def test_imports_are_stronger_than_mentions_and_a_changelog_is_no_way() -> None:
    repo = Repository()
    page, a, b, last = repo.page("p.md", "P"), repo.module("a.py"), repo.module("b.py"), repo.module("last.py")
    history = repo.page("CHANGELOG.md", "C")
    repo.relate(history, "mentions", page)
    repo.relate(history, "mentions", last)
    repo.relate(page, "mentions", a)
    repo.relate(page, "mentions-symbol", b)
    repo.relate(a, "imports", last)
    repo.relate(b, "imports", last)
    assert way(by_hand(repo), page, last) == ["> mentions-symbol module:b.py", "> imports module:last.py"]
    assert way(by_hand(repo), history, last) == ["> mentions module:last.py"]


def test_a_thing_is_itself_and_a_plain_file_has_no_relations(shop: Atlas) -> None:
    assert way(shop, "docs/orders.md", "document:docs/orders.md") == []
    with pytest.raises(InputError) as caught:
        why(shop, "Makefile", "docs/orders.md")
    assert caught.value.code == "NO_ENTITY"


def test_what_is_outside_ends_a_way_and_is_not_gone_through(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": '[project]\nname = "p"\n',
        "p/a.py": "import click\n",
        "p/b.py": "import click\n",
    }
    atlas = atlas_of(tmp_path, files)
    assert way(atlas, "p/a.py", "external:pypi:click") == ["> imports external:pypi:click"]
    assert way(atlas, "p/a.py", "p/b.py") is None
