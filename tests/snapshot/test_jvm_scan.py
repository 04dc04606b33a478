"""Whole scans of repositories of Java, Kotlin and C#."""

from __future__ import annotations

from pathlib import Path

from mkdocs_docbridge.snapshot.model import Area, Package
from tests.support.trees import edges, scanned, write_tree

GRADLE = {
    "settings.gradle.kts": 'rootProject.name = "shop"\ninclude(":till")\n',
    "build.gradle.kts": "dependencies {\n  api(project(\":till\"))\n}\n",
    "src/main/java/com/shop/Cart.java": (
        "package com.shop;\nimport com.shop.till.Till;\npublic class Cart { public void add() {} }\n"
    ),
    "src/main/java/com/shop/web/Page.java": "package com.shop.web;\nimport com.shop.*;\npublic class Page { Cart a; }",
    "till/build.gradle.kts": 'dependencies {\n  api(libs.bank)\n}\n',
    "till/src/commonMain/kotlin/com/shop/till/Till.kt": "package com.shop.till\nexpect class Till { fun ring() }\n",
    "till/src/jvmMain/kotlin/com/shop/till/Till.kt": "package com.shop.till\nactual class Till { fun ring() {} }\n",
    "gradle/libs.versions.toml": '[libraries]\nbank = "org.bank:api:1"\n',
    "docs/index.md": "# Home\n\n`com.shop.Cart#x`, `com.shop.Cart.add`, `Till.ring()` and `com.shop.web.Page`.\n",
}  # fmt: skip


def test_a_gradle_build_of_java_and_kotlin_is_linked(tmp_path: Path) -> None:
    snapshot = scanned(write_tree(tmp_path, GRADLE)).snapshot
    cart, common = "module:src/main/java/com/shop/Cart.java", "module:till/src/commonMain/kotlin/com/shop/till/Till.kt"
    page = "module:src/main/java/com/shop/web/Page.java"
    assert [(p.name, p.path) for p in snapshot.entities if isinstance(p, Package)] == [("shop", "."), ("till", "till")]
    assert [area.path for area in snapshot.entities if isinstance(area, Area)] == [
        "src/main/java/com/shop",
        "src/main/java/com/shop/web",
        "till",
        "till/src/commonMain/kotlin/com/shop/till",
        "till/src/jvmMain/kotlin/com/shop/till",
    ]
    assert edges(snapshot, "depends-on") == {
        ("package:shop", "package:till"), ("package:till", "external:maven:org.bank:api"),
    }  # fmt: skip
    assert edges(snapshot, "imports") == {(cart, common), (page, cart)}
    assert {(r.target, r.symbol) for r in snapshot.relations if r.kind == "mentions-symbol"} == {
        (cart, "Cart.add"), (common, "Till.ring"), (page, "Page"),
    }  # fmt: skip


def test_a_partial_type_is_one_thing_to_documents(tmp_path: Path) -> None:
    part = "namespace Shop;\npublic partial class Cart\n{\n    public void %s() { }\n}\n"
    files = {
        "src/Shop.Core/Shop.Core.csproj": "<Project />",
        "src/Shop.Core/Cart.cs": part % "Add",
        "src/Shop.Core/Cart.Emptying.cs": part % "Empty",
        "src/Shop.Core/Other.cs": "namespace Shop.Far;\npublic class Bell { }\n",
        "src/Shop.Core/More.cs": "namespace Shop.Near;\npublic class Bell { }\n",
        "docs/index.md": "# Home\n\n`Cart`, `Cart.Empty()` and `Shop.Cart`; `Bell` is of two.\n",
    }
    snapshot = scanned(write_tree(tmp_path, files)).snapshot
    assert {(r.target, r.symbol) for r in snapshot.relations if r.kind == "mentions-symbol"} == {
        ("module:src/Shop.Core/Cart.cs", "Cart"),
        ("module:src/Shop.Core/Cart.Emptying.cs", "Cart.Empty"),
    }
    assert [item.code for item in snapshot.coverage] == ["SYMBOL_AMBIGUOUS"]
