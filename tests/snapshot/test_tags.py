"""What a path says of a file in the conventions of Java, Kotlin and C#."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.tags import path_tags


@pytest.mark.parametrize(
    ("path", "tags"),
    [
        ("src/main/java/com/shop/Cart.java", ()),
        ("src/test/java/com/shop/Cart.java", ("test",)),
        ("src/main/java/com/shop/CartTest.java", ("test",)),
        ("src/main/java/com/shop/CartIT.java", ("test",)),
        ("src/main/java/com/shop/Test.java", ()),
        ("src/main/java/com/shop/Contest.java", ()),
        ("src/main/java/com/shop/LIMIT.java", ()),
        ("src/commonTest/kotlin/Cart.kt", ("test",)),
        ("core/commonTest/src/shop/Cart.kt", ("test",)),
        ("src/testFixtures/java/Cart.java", ("test",)),
        ("src/commonMain/kotlin/CartSpec.kt", ("test",)),
        ("src/latest/kotlin/Cart.kt", ()),
        ("src/jmh/java/Cart.java", ("example",)),
        ("src/Shop.Core/Cart.cs", ()),
        ("Shop.Core.Tests/Cart.cs", ("test",)),
        ("Shop.Core.UnitTests/Helpers/Cart.cs", ("test",)),
        ("Shop.Specs/Cart.cs", ("test",)),
        ("Shop.Benchmarks/Cart.cs", ("example",)),
        ("src/Shop/CartTests.cs", ("test",)),
        ("src/Shop/Form.Designer.cs", ("generated",)),
        ("src/Shop/Form.g.cs", ("generated",)),
    ],
)
def test_a_path_is_tagged_by_convention(path: str, tags: tuple[str, ...]) -> None:
    assert path_tags(path) == tags
