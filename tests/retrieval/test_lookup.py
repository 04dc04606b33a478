"""Looking a thing up by name: its card, its neighbours, who speaks of it."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.lookup import MAX_SHOWN, Lookup
from tests.retrieval.build import Repository, shop

SHOP = Lookup(shop().snapshot())
QUEUE = "module:shop/orders/queue.py"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (QUEUE, QUEUE),
        ("shop/orders/queue.py", QUEUE),
        ("./shop/orders/queue.py", QUEUE),
        ("shop/orders/", "area:shop/orders"),
        ("shop", "package:shop"),
        ("docs/index.md", "document:docs/index.md"),
    ],
)
def test_a_thing_is_found_by_id_path_and_package_name(name: str, found: str) -> None:
    assert SHOP.find(name).id == found


@pytest.mark.parametrize("name", ["../x", "/x", "a\0", "a\\b", "C:/x", "~/x", "module:../x"])
def test_a_path_that_leaves_the_repository_is_refused_as_that(name: str) -> None:
    with pytest.raises(InputError, match=r"\[PATH\]"):
        SHOP.find(name)


def test_an_unknown_name_is_answered_with_what_it_may_mean() -> None:
    with pytest.raises(InputError, match=r"UNKNOWN_ENTITY") as raised:
        SHOP.find("shop/orders/queu.py")
    assert QUEUE in raised.value.hint
    with pytest.raises(InputError) as raised:
        SHOP.find("zzzzqq")
    assert raised.value.hint == "search for it first"


def test_neighbours_stand_by_relation_and_direction_and_documents_apart() -> None:
    found = SHOP.look_up(QUEUE)
    groups = {(group.relation, group.direction): [one.id for one in group.neighbours] for group in found.neighbours}
    assert groups == {("contains", "in"): ["area:shop/orders"], ("imports", "in"): ["module:tests/test_queue.py"]}
    assert [(speaker.id, speaker.relation, speaker.site_url) for speaker in found.documents] == [
        ("document:docs/guide/retries.md", "mentions-symbol", "docs/guide/retries/")
    ]
    assert [name.name for name in found.entity.names] == ["OrderQueue", "OrderQueue.enqueue"]
    assert found.further == ()


def test_each_step_of_depth_goes_one_relation_further_and_never_through_what_only_contains() -> None:
    assert [(one.id, one.hops, one.via) for one in SHOP.look_up(QUEUE, depth=2).further] == [
        ("document:docs/index.md", 2, "document:docs/guide/retries.md")
    ]
    with pytest.raises(ValueError, match="depth 4"):
        SHOP.look_up(QUEUE, depth=4)


def test_a_page_that_covers_the_area_speaks_of_its_modules_after_those_that_name_them() -> None:
    repo = shop()
    repo.relate(repo.page("docs/orders.md", "Orders"), "covers", "area:shop/orders")
    found = Lookup(repo.snapshot()).look_up(QUEUE)
    assert [(speaker.id, speaker.about) for speaker in found.documents] == [
        ("document:docs/guide/retries.md", ""),
        ("document:docs/orders.md", "area:shop/orders"),
    ]


def test_lists_are_bounded_and_counted() -> None:
    repo = Repository()
    target = repo.module("a.py")
    for number in range(30):
        repo.relate(repo.module(f"m{number:02}.py"), "imports", target)
        repo.relate(repo.page(f"d{number:02}.md", "Page"), "mentions", target)
    found = Lookup(repo.snapshot()).look_up(target, depth=3)
    (group,) = found.neighbours
    assert (group.count, len(group.neighbours)) == (30, MAX_SHOWN)
    assert (found.document_count, len(found.documents)) == (30, MAX_SHOWN)
