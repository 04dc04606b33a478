"""Handoffs: what an identifier names, where to start, what is near."""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.handoff import Atlas, handoff, resolve
from tests.retrieval.handoff.trees import SHOP, atlas_of


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    return atlas_of(tmp_path_factory.mktemp("shop"), SHOP)


def owned(*records: str, routes: str = "") -> dict[str, str]:
    lines = "\n".join(f"        - {record}" for record in records)
    text = f"site_name: Shop\nplugins:\n  - docbridge:\n      ownership:\n{lines}\n{routes}"
    return {**SHOP, "mkdocs.yml": text}


# -- what an identifier names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("identifier", "found"),
    [
        ("module:src/shop/orders/queue.py", "module:src/shop/orders/queue.py"),
        ("shop", "package:shop"),
        ("shop.orders.queue", "module:src/shop/orders/queue.py"),
        (".", "package:shop"),
        ("src/shop/orders/", "area:src/shop/orders"),
        ("./docs/orders.md", "document:docs/orders.md"),
        ("Makefile", "path:Makefile"),
        ("tests/orders", "path:tests/orders"),
    ],
)
def test_an_identifier_is_an_id_a_name_or_a_path(shop: Atlas, identifier: str, found: str) -> None:
    assert resolve(shop, identifier).id == found


def test_an_ownership_id_goes_before_a_name(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, owned("{id: shop, path: src/shop/orders}"))
    assert resolve(atlas, "shop").id == "area:src/shop/orders"


def test_what_is_unknown_is_refused_with_the_nearest_names(shop: Atlas) -> None:
    with pytest.raises(InputError) as caught:
        resolve(shop, "orders/queu.py")
    assert (caught.value.code, caught.value.place) == ("NOT_FOUND", "orders/queu.py")
    assert "did you mean module:src/shop/orders/queue.py" in caught.value.hint


def test_what_is_ambiguous_lists_the_candidates(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, {**SHOP, "CODEOWNERS": "/src/shop/orders/ @x/team\n/src/shop/billing/ @x/team\n"})
    with pytest.raises(InputError, match="owns src/shop/billing, src/shop/orders") as caught:
        resolve(atlas, "team")
    assert caught.value.code == "AMBIGUOUS"


def test_two_packages_in_one_folder_are_ambiguous(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, {**SHOP, "package.json": '{"name": "shop-ui"}'})
    with pytest.raises(InputError, match="is the path of package:shop, package:shop-ui"):
        resolve(atlas, ".")


@pytest.mark.parametrize("identifier", ["intent:sell", "sell", "change:add-order"])
def test_a_route_has_no_handoff(tmp_path: Path, identifier: str) -> None:
    routes = (
        "      intents: [{id: sell, title: Sell more, paths: [docs/orders.md]}]\n"
        "      changes: [{id: add-order, title: Add an order, start_here: src/shop/orders/model.py}]\n"
    )
    atlas = atlas_of(tmp_path, owned("{id: o, path: src/shop/orders}", routes=routes))
    with pytest.raises(InputError) as caught:
        resolve(atlas, identifier)
    assert caught.value.code == "ROUTE_HAS_NO_HANDOFF"
    assert "docbridge handoff " in caught.value.hint


def test_an_ownership_record_of_nothing_names_nothing(tmp_path: Path) -> None:
    atlas = atlas_of(tmp_path, owned("{id: gone, path: src/gone}"))
    with pytest.raises(InputError, match="stands for src/gone, where there is no file"):
        resolve(atlas, "gone")


# -- where to start ----------------------------------------------------------------------------------------------------


def opened(atlas: Atlas, identifier: str) -> tuple[str, list[str]]:
    made = handoff(atlas, identifier)
    return made.start_here.path, [reading.path for reading in made.read_before_editing or ()]


def test_a_module_is_opened_itself_then_the_page_about_it_and_its_test(shop: Atlas) -> None:
    assert opened(shop, "src/shop/orders/queue.py") == (
        "src/shop/orders/queue.py",
        ["docs/orders.md", "tests/orders/test_queue.py", "AGENTS.md"],
    )


def test_a_changelog_is_no_page_about_a_module(shop: Atlas) -> None:
    made = handoff(shop, "src/shop/orders/queue.py")
    assert made.read_before_editing is not None
    (page,) = [reading for reading in made.read_before_editing if reading.path == "docs/orders.md"]
    assert (page.why, page.site_url) == ("it mentions it 2 times (docs/orders.md:3)", "orders/")


def test_a_test_is_read_with_what_it_tests(shop: Atlas) -> None:
    assert opened(shop, "tests/orders/test_queue.py")[1][0] == "src/shop/orders/queue.py"


def test_an_area_starts_where_its_code_hangs_together_not_at_helpers_or_an_empty_index(shop: Atlas) -> None:
    # queue.py takes model.py; utils.py has more importers than any, and __init__.py says nothing
    assert opened(shop, "src/shop/orders") == (
        "src/shop/orders/queue.py",
        ["src/shop/orders/model.py", "src/shop/orders/__init__.py", "AGENTS.md"],
    )


def test_an_area_starts_at_the_page_that_is_declared_to_cover_it(shop: Atlas) -> None:
    assert opened(shop, "src/shop/billing")[0] == "docs/billing.md"
    assert handoff(shop, "src/shop/billing").metadata.confidence == "declared"


def test_an_area_starts_at_its_readme_then_at_an_index_that_says_something(tmp_path: Path) -> None:
    index = {"src/shop/orders/__init__.py": '"""Orders: queue.py keeps what model.py is."""\n'}
    atlas = atlas_of(tmp_path, {**SHOP, **index, "src/shop/orders/README.md": "# Orders\n"})
    assert opened(atlas, "src/shop/orders") == (
        "src/shop/orders/README.md",
        ["src/shop/orders/__init__.py", "src/shop/orders/queue.py", "AGENTS.md"],
    )


def test_a_package_starts_at_its_design_then_its_readme_and_what_is_asked_of_contributors(tmp_path: Path) -> None:
    files = {**SHOP, "docs/ARCHITECTURE.md": "# How it is made\n", "CONTRIBUTING.md": "# Take part\n"}
    atlas = atlas_of(tmp_path, files)
    assert opened(atlas, "shop") == ("docs/ARCHITECTURE.md", ["README.md", "CONTRIBUTING.md", "AGENTS.md"])


def test_the_entry_points_of_a_package_come_before_what_is_imported_most(tmp_path: Path) -> None:
    files = {
        "package.json": '{"name": "ui", "main": "lib/start.js", "types": "lib/start.d.ts"}',
        "lib/start.js": "const a = require('./a')\n",
        "lib/start.d.ts": "export const a: number\n",
        "lib/a.js": "module.exports = 1\n",
        "lib/b.js": "require('./a')\n",
    }
    assert opened(atlas_of(tmp_path, files), "ui") == ("lib/start.js", ["lib/start.d.ts", "lib/a.js"])


def test_what_is_generated_starts_at_its_source(tmp_path: Path) -> None:
    files = {"pyproject.toml": '[project]\nname = "p"\n', "p/x_pb2.py": "A = 1\n", "p/x.proto": "message A {}\n"}
    made = handoff(atlas_of(tmp_path, files), "p/x_pb2.py")
    assert (made.start_here.path, made.metadata.confidence) == ("p/x.proto", "fuzzy")


def test_a_document_is_opened_itself_then_what_it_is_about(shop: Atlas) -> None:
    assert opened(shop, "docs/orders.md") == ("docs/orders.md", ["src/shop/orders/queue.py", "README.md", "AGENTS.md"])


def test_an_owner_s_agent_document_comes_first_but_not_that_of_the_whole_repository(tmp_path: Path) -> None:
    files = owned("{id: orders, path: src/shop/orders, agent_doc: docs/index.md}")
    agents = "---\nid: all\neditRoot: .\n---\n\n# For agents\n"
    atlas = atlas_of(tmp_path, {**files, "AGENTS.md": agents})
    for identifier in ("orders", "src/shop/orders/model.py"):
        made = handoff(atlas, identifier)
        assert (made.start_here.path, made.metadata.ownership_id) == ("docs/index.md", "orders")
    assert opened(atlas, "src/shop/billing/invoice.py")[0] == "src/shop/billing/invoice.py"
    assert opened(atlas, "shop")[0] == "AGENTS.md"


@pytest.mark.parametrize(
    ("identifier", "root", "why"),
    [
        ("src/shop/orders/queue.py", "src/shop/orders", "the area contains the module"),
        ("tests/orders/test_queue.py", "tests/orders", "no area contains the module"),
        ("src/shop/orders", "src/shop/orders", "it is the target itself"),
        ("docs/orders.md", "docs/orders.md", "it is the target itself"),
    ],
)
def test_a_module_is_edited_in_its_area_and_a_page_by_itself(shop: Atlas, identifier: str, root: str, why: str) -> None:
    made = handoff(shop, identifier)
    assert made.edit_roots == (root,)
    assert made.explain is not None
    assert made.explain[0].why == why


# -- what is near ------------------------------------------------------------------------------------------------------


def test_related_areas_are_counted_in_pairs_of_modules_with_an_example(shop: Atlas) -> None:
    around = handoff(shop, "src/shop/orders").related
    assert around is not None
    assert [(area.relation, area.id, area.strength) for area in around] == [
        ("imports", "area:src/shop/billing", 1),
        ("imported-by", "area:src/shop/billing", 1),
    ]
    (crossing,) = around[0].evidence
    assert (crossing.source, crossing.target, crossing.path, crossing.line) == (
        "module:src/shop/orders/queue.py",
        "module:src/shop/billing/invoice.py",
        "src/shop/orders/queue.py",
        4,
    )


def test_every_field_is_explained_and_every_file_has_its_hash(shop: Atlas) -> None:
    made = handoff(shop, "src/shop/orders/queue.py")
    assert made.explain is not None
    assert made.evidence is not None
    assert [item.field for item in made.explain] == [
        "editRoots", "startHere", *3 * ["readBeforeEditing"], *3 * ["checks"], "related",
    ]  # fmt: skip
    assert [item.path for item in made.evidence] == [
        "src/shop/orders/queue.py", "docs/orders.md", "tests/orders/test_queue.py", "AGENTS.md",
    ]  # fmt: skip
    assert made.evidence[0].content_hash == shop.entries["module:src/shop/orders/queue.py"].content_hash
    assert (made.metadata.area_id, made.metadata.package_id) == ("area:src/shop/orders", "package:shop")
