"""Where Java and Kotlin imports lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe

ROOT = "src/main/java/com/shop"
POM = """\
<project><groupId>com.shop</groupId><artifactId>till</artifactId><dependencies>
<dependency><groupId>org.bank.api</groupId><artifactId>core</artifactId></dependency>
<dependency><groupId>org.bell</groupId><artifactId>bell-a</artifactId></dependency>
<dependency><groupId>org.bell</groupId><artifactId>bell-b</artifactId></dependency>
</dependencies></project>
"""


def test_an_import_leads_to_the_module_that_declares_the_type_or_the_one_around_it() -> None:
    files = {
        f"{ROOT}/Cart.java": "package com.shop; public class Cart { public static class Item { static int N; } }",
        f"{ROOT}/till/Till.java": (
            "package com.shop.till;\nimport com.shop.Cart;\nimport com.shop.Cart.Item;\nimport com.shop.Cart.*;\n"
            "import static com.shop.Cart.Item.N;\nimport static com.shop.Cart.Item.*;\nclass Till {}\n"
        ),
    }
    cart = f"{ROOT}/Cart.java"
    assert targets(files, f"{ROOT}/till/Till.java") == [
        f"imports → {cart}", f"imports → {cart}", f"imports * → {cart}", f"imports N → {cart}", f"imports * → {cart}",
    ]  # fmt: skip


def test_a_star_leads_to_the_modules_that_the_file_names_something_of() -> None:
    files = {
        f"{ROOT}/Cart.java": "package com.shop; public class Cart {}",
        f"{ROOT}/Coin.java": "package com.shop; public class Coin {}",
        f"{ROOT}/Note.java": "package com.shop; public class Note {}",
        f"{ROOT}/Bell.java": "package com.shop; public class Bell {}",
        f"{ROOT}/Box.java": "package com.shop; public class Box {}",
        f"{ROOT}/far/Note.java": "package com.shop.far; public class Note {}",
        f"{ROOT}/till/Box.java": "package com.shop.till; class Box {}",
        f"{ROOT}/till/Till.java": (
            "package com.shop.till;\nimport com.shop.*;\nimport com.shop.far.Note;\n"
            "class Till { Cart cart; Coin coin; Note note; Box own; }\n"
        ),
        f"{ROOT}/till/Idle.java": "package com.shop.till;\nimport com.shop.*;\nclass Idle {}\n",
    }
    assert targets(files, f"{ROOT}/till/Till.java") == [
        f"imports Cart → {ROOT}/Cart.java",
        f"imports Coin → {ROOT}/Coin.java",
        f"imports → {ROOT}/far/Note.java",
    ]
    assert targets(files, f"{ROOT}/till/Idle.java") == [
        "imports * → unresolved:the file names nothing that com.shop declares"
    ]


def test_java_and_kotlin_see_each_other() -> None:
    files = {
        "src/main/kotlin/com/shop/coins.kt": "package com.shop\nfun cents() = 1\nclass Coin\nobject Mint\n",
        "src/main/kotlin/com/shop/Notes.kt": '@file:JvmName("Paper")\npackage com.shop\nfun fold() {}\n',
        f"{ROOT}/Cart.java": "package com.shop; public class Cart { public static int MAX; }",
        f"{ROOT}/till/Till.java": (
            "package com.shop.till;\nimport com.shop.Coin;\nimport static com.shop.CoinsKt.cents;\n"
            "import com.shop.Paper;\nclass Till {}\n"
        ),
        "src/main/kotlin/com/shop/till/Drawer.kt": (
            "package com.shop.till\nimport com.shop.Cart\nimport com.shop.Cart.MAX\nimport com.shop.cents as c\n"
            "import com.shop.Mint.make\n"
        ),
    }
    coins, cart = "src/main/kotlin/com/shop/coins.kt", f"{ROOT}/Cart.java"
    assert targets(files, f"{ROOT}/till/Till.java") == [
        f"imports → {coins}",
        f"imports cents → {coins}",
        "imports → src/main/kotlin/com/shop/Notes.kt",
    ]
    assert targets(files, "src/main/kotlin/com/shop/till/Drawer.kt") == [
        f"imports → {cart}", f"imports → {cart}", f"imports → {coins}", f"imports → {coins}",
    ]  # fmt: skip


def test_of_several_declarations_the_nearest_one_and_then_the_expected_one_is_meant() -> None:
    def declare(word: str) -> str:
        return f"package com.shop\n{word} class Clock\n"

    files = {
        "a/src/appleMain/kotlin/Clock.kt": declare("actual"),
        "a/src/commonMain/kotlin/Clock.kt": declare("expect"),
        "a/src/jvmMain/kotlin/Clock.kt": declare("actual"),
        "b/src/test/kotlin/Clock.kt": declare("public"),
        "a/src/jvmMain/kotlin/Till.kt": "package com.till\nimport com.shop.Clock\n",
        "a/src/jvmTest/kotlin/Till.kt": "package com.till\nimport com.shop.Clock\n",
        "b/src/main/kotlin/Till.kt": "package com.till\nimport com.shop.Clock\n",
        "b/src/test/kotlin/TillTest.kt": "package com.till\nimport com.shop.Clock\n",
    }
    assert targets(files, "a/src/jvmMain/kotlin/Till.kt") == ["imports → a/src/jvmMain/kotlin/Clock.kt"]
    assert targets(files, "a/src/jvmTest/kotlin/Till.kt") == ["imports → a/src/commonMain/kotlin/Clock.kt"]
    assert targets(files, "b/src/main/kotlin/Till.kt") == ["imports → a/src/commonMain/kotlin/Clock.kt"]
    assert targets(files, "b/src/test/kotlin/TillTest.kt") == ["imports → b/src/test/kotlin/Clock.kt"]


def test_a_name_of_the_files_own_makes_no_edge_and_neither_does_its_package() -> None:
    files = {
        f"{ROOT}/Cart.java": "package com.shop;\nimport com.shop.Cart.Item;\nclass Cart { class Item {} Coin coin; }",
        f"{ROOT}/Coin.java": "package com.shop; class Coin {}",
    }
    assert targets(files, f"{ROOT}/Cart.java") == []


@pytest.mark.parametrize(
    ("statement", "target"),
    [
        ("import java.util.List;", "jdk:java.util"),
        ("import javax.crypto.spec.X;", "jdk:javax.crypto"),
        ("import java.util.concurrent.*;", "jdk:java.util"),
        ("import org.w3c.dom.Node;", "jdk:org.w3c.dom"),
        ("import com.sun.source.Tree;", "jdk:com.sun"),
        ("import kotlin.io.path.Path;", "kotlin-std:kotlin.io"),
        ("import kotlin.Deprecated;", "kotlin-std:kotlin"),
        ("import android.os.Bundle;", "android:android.os"),
        ("import org.bank.api.v2.Account;", "maven:org.bank.api:core"),
        ("import org.bell.Ring;", "maven:org.bell"),
        ("import org.unknown.deep.Thing;", "maven:org.unknown"),
        ("import com.google.common.base.Joiner;", "maven:com.google.common"),
        ("import static org.unknown.Thing.make;", "maven:org.unknown"),
    ],
)
def test_what_is_outside_leads_to_its_platform_or_artifact(statement: str, target: str) -> None:
    files = {"pom.xml": POM, f"{ROOT}/A.java": f"package com.shop;\n{statement}\nclass A {{}}\n"}
    assert [found.rpartition("→ ")[2] for found in targets(files, f"{ROOT}/A.java")] == [target]


@pytest.mark.parametrize("name", ["com.shop.Missing", "com.shop.till.Missing", "com.shop.made.By", "com.shop.cents"])
def test_a_name_below_a_package_of_the_repository_that_nothing_declares_is_unresolved(name: str) -> None:
    files = {
        f"{ROOT}/A.java": "package com.shop; class A {}",
        f"{ROOT}/till/B.kt": f"package com.shop.till\nimport {name}\nclass B\n",
    }
    found = targets(files, f"{ROOT}/till/B.kt")
    assert len(found) == 1
    assert found[0].endswith(f"no file in it declares {name}; it may be generated")


def test_a_package_below_a_name_that_many_projects_share_is_not_the_repositorys() -> None:
    files = {
        "src/main/java/com/Root.java": "package com; class Root {}",
        "src/main/java/com/shop/A.java": "package com.shop;\nimport com.bank.Account;\nimport com.Root;\nclass A {}\n",
    }
    assert targets(files, "src/main/java/com/shop/A.java") == [
        "imports → maven:com.bank", "imports → src/main/java/com/Root.java",
    ]  # fmt: skip


def test_a_type_in_a_language_that_is_not_read_leads_to_its_file() -> None:
    files = {
        "src/main/groovy/com/shop/Bell.groovy": "package com.shop\nclass Bell {}\n",
        f"{ROOT}/A.java": "package com.shop;\nimport com.shop.Bell;\nclass A {}\n",
    }
    assert targets(files, f"{ROOT}/A.java") == ["imports → file:src/main/groovy/com/shop/Bell.groovy"]


def test_full_names_are_known_and_found() -> None:
    files = {
        f"{ROOT}/Cart.java": "package com.shop; public class Cart { public class Item { public int n; } }",
        f"{ROOT}/package-info.java": "/** The shop. */\npackage com.shop;\n",
        "src/main/kotlin/coins.kt": "package com.shop\nfun cents() = 1\n",
        "src/main/kotlin/Two.kt": "package com.shop\nprivate class Hidden\nclass Shown\n",
        "Bare.java": "class Bare {}",
    }
    world = universe(files)
    names = {path: dotted_name(path, world) for path in files}
    assert names == {
        f"{ROOT}/Cart.java": "com.shop.Cart",
        f"{ROOT}/package-info.java": "com.shop",
        "src/main/kotlin/coins.kt": None,
        "src/main/kotlin/Two.kt": "com.shop.Shown",
        "Bare.java": "Bare",
    }
    assert find_name("com.shop.Cart", world) == (f"{ROOT}/Cart.java", "Cart")
    assert find_name("com.shop.Cart.Item.n", world) == (f"{ROOT}/Cart.java", "Cart.Item.n")
    assert find_name("com.shop.cents", world) == ("src/main/kotlin/coins.kt", "cents")
    assert find_name("com.shop.Cart.missing", world) is None
    assert find_name("com.shop", world) == (f"{ROOT}/package-info.java", "")
    assert find_name("com.elsewhere.Cart", world) is None
