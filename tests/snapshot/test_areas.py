"""Which folder of modules is an area, where package folders lie deep."""

from __future__ import annotations

from mkdocs_docbridge.settings import AreaOptions
from mkdocs_docbridge.snapshot.areas import find_areas

JAVA = "src/main/java/com/shop"


def areas(*paths: str, packages: tuple[str, ...] = (), options: AreaOptions | None = None) -> dict[str, str]:
    """Area by module, over the common beginning that all tests share."""
    found = find_areas(paths, packages=packages, owned=(), no_area=frozenset(), options=options or AreaOptions())
    return dict(found.area_of)


def test_the_folders_that_lead_down_to_the_packages_are_passed_through() -> None:
    assert areas(
        f"{JAVA}/App.java", f"{JAVA}/web/Page.java", f"{JAVA}/web/deep/Menu.java", f"{JAVA}/data/Row.java"
    ) == {
        f"{JAVA}/App.java": JAVA,
        f"{JAVA}/web/Page.java": f"{JAVA}/web",
        f"{JAVA}/web/deep/Menu.java": f"{JAVA}/web",
        f"{JAVA}/data/Row.java": f"{JAVA}/data",
    }


def test_a_folder_with_several_packages_or_a_module_of_its_own_ends_the_way_down() -> None:
    assert areas("src/main/java/com/shop/A.java", "src/main/java/org/bell/B.java") == {
        "src/main/java/com/shop/A.java": "src/main/java/com",
        "src/main/java/org/bell/B.java": "src/main/java/org",
    }
    assert areas("src/main/kotlin/Main.kt", "src/main/kotlin/com/shop/A.kt") == {
        "src/main/kotlin/Main.kt": "src/main/kotlin",
        "src/main/kotlin/com/shop/A.kt": "src/main/kotlin/com",
    }


def test_descriptors_of_modules_and_packages_do_not_end_it() -> None:
    found = areas(
        "src/main/java/module-info.java",
        "src/main/java/com/package-info.java",
        f"{JAVA}/web/A.java",
        f"{JAVA}/data/B.java",
    )
    assert found[f"{JAVA}/web/A.java"] == f"{JAVA}/web"


def test_every_source_set_of_every_project_has_its_own() -> None:
    assert areas(
        "till/src/commonMain/kotlin/com/shop/web/A.kt",
        "till/src/jvmMain/kotlin/com/shop/B.kt",
        "bell/commonMain/src/com/bell/C.kt",
        packages=("till",),
    ) == {
        "till/src/commonMain/kotlin/com/shop/web/A.kt": "till/src/commonMain/kotlin/com/shop/web",
        "till/src/jvmMain/kotlin/com/shop/B.kt": "till/src/jvmMain/kotlin/com/shop",
        "bell/commonMain/src/com/bell/C.kt": "bell/commonMain/src/com/bell",
    }


def test_other_languages_keep_their_areas() -> None:
    options = AreaOptions(depth=1)
    assert areas("src/main/java/a/b.py", "src/web/c.ts", options=options) == {
        "src/main/java/a/b.py": "src/main", "src/web/c.ts": "src/web",
    }  # fmt: skip
