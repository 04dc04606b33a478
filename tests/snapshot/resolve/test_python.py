"""Where Python imports lead."""

from __future__ import annotations

import random
import sys

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name, resolve_imports
from mkdocs_docbridge.snapshot.resolve.stdlib import STDLIB

from .world import edges, targets, universe

PROJECT = '[project]\nname = "shop"\ndependencies = ["PyYAML", "typing_extensions"]\n'


def test_absolute_and_relative_imports_lead_to_modules() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/cart.py": "",
        "shop/till/__init__.py": "",
        "shop/till/coins.py": (
            "import shop.cart\nfrom .. import cart\nfrom ..cart import x\nfrom . import notes\nfrom .notes import y\n"
        ),
        "shop/till/notes.py": "",
    }
    assert targets(files, "shop/till/coins.py") == [
        "imports → shop/cart.py",
        "imports cart → shop/cart.py",
        "imports x → shop/cart.py",
        "imports notes → shop/till/notes.py",
        "imports y → shop/till/notes.py",
    ]


@pytest.mark.parametrize(
    ("folder", "manifest"),
    [
        ("src", PROJECT),
        ("lib", PROJECT + '[tool.setuptools.package-dir]\n"" = "lib"\n'),
        ("python", PROJECT + '[tool.maturin]\npython-source = "python"\n'),
        ("code/deep", PROJECT + '[tool.hatch.build.targets.wheel]\npackages = ["code/deep/shop"]\n'),
    ],
)
def test_a_package_in_a_source_root_is_imported_by_its_own_name(folder: str, manifest: str) -> None:
    files = {
        "pyproject.toml": manifest,
        f"{folder}/shop/__init__.py": "",
        f"{folder}/shop/cart.py": "",
        "tests/test_cart.py": "from shop.cart import x\nimport shop\n",
    }
    assert targets(files, "tests/test_cart.py") == [
        f"imports x → {folder}/shop/cart.py",
        f"imports → {folder}/shop/__init__.py",
    ]
    assert dotted_name(f"{folder}/shop/cart.py", universe(files)) == "shop.cart"


def test_namespace_packages_need_no_init() -> None:
    files = {
        "pyproject.toml": PROJECT,
        "src/corp/shop/cart.py": "",
        "src/corp/bank/__init__.py": "",
        "src/corp/bank/till.py": "from corp.shop import cart\nfrom corp.shop.cart import x\nimport corp.shop.cart\n",
    }
    assert targets(files, "src/corp/bank/till.py") == [
        "imports cart → src/corp/shop/cart.py",
        "imports x → src/corp/shop/cart.py",
        "imports → src/corp/shop/cart.py",
    ]
    world = universe(files)
    assert dotted_name("src/corp/shop/cart.py", world) == "corp.shop.cart"
    assert dotted_name("src/corp/bank/__init__.py", world) == "corp.bank"


def test_names_are_followed_through_init_files_to_where_they_are_defined() -> None:
    files = {
        "shop/__init__.py": (
            "from ._core import *\nfrom .till import Till as Register, coins\n__all__ = ['Cart', 'Register', 'coins']\n"
        ),
        "shop/_core/__init__.py": "from .cart import Cart, _hidden\n",
        "shop/_core/cart.py": "class Cart: ...\ndef _hidden(): ...\n",
        "shop/till/__init__.py": "from .drawer import Till\n",
        "shop/till/drawer.py": "class Till: ...\n",
        "shop/till/coins.py": "",
        "use.py": "from shop import Cart, Register, coins, missing\n",
    }
    assert targets(files, "use.py") == [
        "imports Cart → shop/_core/cart.py",
        "imports Register → shop/till/drawer.py",
        "imports coins → shop/till/coins.py",
        "imports missing → shop/__init__.py",
    ]
    assert targets(files, "shop/__init__.py") == [
        "re-exports * → shop/_core/__init__.py",
        "re-exports Till → shop/till/drawer.py",
        "re-exports coins → shop/till/coins.py",
    ]


def test_an_init_without_all_passes_on_public_names_of_its_own_package_only() -> None:
    files = {
        "shop/__init__.py": "import os\nfrom .cart import Cart, _private\nfrom other import helper\n",
        "shop/cart.py": "class Cart: ...\n_private = 1\n",
        "other.py": "def helper(): ...\n",
    }
    assert targets(files, "shop/__init__.py") == [
        "imports → python:os",
        "re-exports Cart → shop/cart.py",
        "imports _private → shop/cart.py",
        "imports helper → other.py",
    ]


def test_imports_in_a_circle_end() -> None:
    files = {
        "a/__init__.py": "from b import x\nfrom b import *\n",
        "b/__init__.py": "from a import x\nfrom a import *\n",
        "use.py": "from a import x, y\n",
    }
    assert targets(files, "use.py") == ["imports x,y → a/__init__.py"]
    assert find_name("a.x", universe(files)) is None


def test_a_name_the_package_defines_hides_its_submodule() -> None:
    files = {
        "shop/__init__.py": "def cart(): ...\n",
        "shop/cart.py": "",
        "use.py": "from shop import cart\n",
    }
    assert targets(files, "use.py") == ["imports cart → shop/__init__.py"]


def test_local_imports_are_no_names_of_the_module() -> None:
    files = {
        "shop/__init__.py": "def f():\n    from .cart import Cart\n",
        "shop/cart.py": "class Cart: ...\n",
        "use.py": "from shop import Cart\n",
    }
    assert targets(files, "shop/__init__.py") == ["imports Cart → shop/cart.py"]
    assert targets(files, "use.py") == ["imports Cart → shop/__init__.py"]


def test_what_leaves_the_repository_is_external_under_the_name_it_is_installed_by() -> None:
    files = {
        "pyproject.toml": PROJECT + '[project.optional-dependencies]\nx = ["google-cloud-storage>=1"]\n',
        "app.py": (
            "from __future__ import annotations\nimport os.path\nimport yaml\nimport typing_extensions\n"
            "import Foo.bar\n"
            "from google.cloud.storage import Client\nimport PIL\n"
        ),
    }
    assert targets(files, "app.py") == [
        "imports → python:os",
        "imports → pypi:pyyaml",
        "imports → pypi:typing-extensions",
        "imports → pypi:foo",
        "imports Client → pypi:google-cloud-storage",
        "imports → pypi:pillow",
    ]


def test_the_standard_library_is_the_same_set_on_every_interpreter() -> None:
    missing = {name for name in sys.stdlib_module_names if not name.startswith("_")} - STDLIB - {"test"}
    assert missing == set()
    assert {"distutils", "imp", "tomllib", "annotationlib", "compression"} <= STDLIB


def test_a_module_of_the_repository_does_not_hide_the_standard_library_except_from_its_siblings() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/types.py": "import types\n",
        "shop/cart.py": "import types\n",
        "scripts/queue.py": "",
        "scripts/run.py": "import queue\n",
        "json/__init__.py": "",
        "json/decoder.py": "import json\n",
    }
    assert targets(files, "shop/cart.py") == ["imports → python:types"]
    assert targets(files, "shop/types.py") == ["imports → python:types"]
    assert targets(files, "scripts/run.py") == ["imports → scripts/queue.py"]
    assert targets(files, "json/decoder.py") == ["imports → json/__init__.py"]


def test_tests_import_their_siblings_as_pytest_lets_them() -> None:
    files = {
        "tests/conftest.py": "",
        "tests/helpers.py": "",
        "tests/unit/test_a.py": "import helpers\nimport conftest\nfrom sibling import x\n",
        "tests/unit/sibling.py": "",
        "checks/__init__.py": "",
        "checks/conftest.py": "",
        "checks/test_b.py": "from checks.tools import y\nimport conftest\n",
        "checks/tools.py": "",
    }
    assert targets(files, "tests/unit/test_a.py") == [
        "imports → tests/helpers.py",
        "imports → tests/conftest.py",
        "imports x → tests/unit/sibling.py",
    ]
    assert targets(files, "checks/test_b.py") == ["imports y → checks/tools.py", "imports → checks/conftest.py"]


def test_packages_among_tests_and_examples_do_not_catch_the_imports_of_others() -> None:
    files = {
        "pyproject.toml": PROJECT.replace("PyYAML", "redis"),
        "examples/requests/__init__.py": "",
        "examples/app.py": "import requests\n",
        "tests/redis/__init__.py": "",
        "tests/test_a.py": "import redis\n",
        "shop/__init__.py": "import requests\nimport redis\n",
    }
    assert targets(files, "shop/__init__.py") == ["imports → pypi:requests", "imports → pypi:redis"]
    assert targets(files, "examples/app.py") == ["imports → examples/requests/__init__.py"]
    assert targets(files, "tests/test_a.py") == ["imports → pypi:redis"]


def test_a_plain_folder_with_the_name_of_a_package_is_not_taken_for_it() -> None:
    files = {"docker/build.py": "", "app.py": "import docker\nfrom docker import client\nfrom docker import build\n"}
    assert targets(files, "app.py") == [
        "imports → pypi:docker",
        "imports client → pypi:docker",
        "imports build → docker/build.py",
    ]


def test_each_package_of_a_monorepo_sees_its_own_first() -> None:
    files = {
        "packages/a/pyproject.toml": '[project]\nname = "a"\n',
        "packages/a/src/a/__init__.py": "",
        "packages/a/tests/__init__.py": "",
        "packages/a/tests/test_a.py": "from tests.tools import x\nimport b\n",
        "packages/a/tests/tools.py": "",
        "packages/b/pyproject.toml": '[project]\nname = "b"\n',
        "packages/b/b/__init__.py": "",
        "packages/b/tests/__init__.py": "",
        "packages/b/tests/tools.py": "",
    }
    assert targets(files, "packages/a/tests/test_a.py") == [
        "imports x → packages/a/tests/tools.py",
        "imports → packages/b/b/__init__.py",
    ]


def test_what_does_not_resolve_says_why() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/cart.py": "from .gone import x\nfrom ... import y\nimport shop.gone\nfrom ._fast import z\n",
        "shop/_fast.pyx": "",
        "shop/space/inner.py": "",
        "shop/more.py": "from . import space\nimport shop.space\n",
    }
    assert targets(files, "shop/cart.py") == [
        "imports x → unresolved:shop/gone is no module of the repository",
        "imports y → unresolved:... leaves the repository",
        "imports → unresolved:shop/gone is no module of the repository",
        "imports z → file:shop/_fast.pyx",
    ]
    assert targets(files, "shop/more.py") == [
        "imports space → unresolved:shop/space is a folder without a module of its own",
        "imports → unresolved:shop/space is a folder without a module of its own",
    ]


def test_edges_carry_line_specifier_and_names() -> None:
    files = {"a.py": "import os\n\nfrom b import x as y\n", "b.py": "x = 1\n"}
    edge = edges(files, "a.py")[1]
    assert (edge.line, edge.specifier, edge.names[0].name, edge.names[0].alias) == (3, "b", "x", "y")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("shop/__init__.py", "shop"),
        ("shop/till/coins.py", "shop.till.coins"),
        ("shop/plain/deep.py", "shop.plain.deep"),
        ("tools/run.py", "tools.run"),
        ("setup.py", "setup"),
        ("tools/not-a-name.py", None),
        ("my-app/run.py", None),
        ("app/main.js", None),
    ],
)
def test_dotted_names(path: str, name: str | None) -> None:
    files = dict.fromkeys(
        ["shop/__init__.py", "shop/till/__init__.py", "shop/till/coins.py", "shop/plain/deep.py", "tools/run.py",
         "setup.py", "tools/not-a-name.py", "my-app/run.py", "app/main.js"], ""
    )  # fmt: skip
    assert dotted_name(path, universe(files)) == name


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("shop", ("shop/__init__.py", "")),
        ("shop.cart", ("shop/cart.py", "")),
        ("shop.Cart", ("shop/cart.py", "Cart")),
        ("shop.Cart.add", ("shop/cart.py", "Cart.add")),
        ("shop.cart.Cart.add", ("shop/cart.py", "Cart.add")),
        ("shop.basket.LIMIT", ("shop/cart.py", "LIMIT")),
        ("shop.Cart.gone", None),
        ("shop.gone", None),
        ("os.path", None),
        ("", None),
        ("..", None),
    ],
)
def test_dotted_names_are_found_where_they_are_defined(dotted: str, found: tuple[str, str] | None) -> None:
    files = {
        "shop/__init__.py": "from .cart import Cart\nfrom . import cart as basket\n",
        "shop/cart.py": "LIMIT = 3\nclass Cart:\n    def add(self): ...\n",
    }
    assert find_name(dotted, universe(files)) == found


def test_the_order_of_files_changes_nothing() -> None:
    files = {
        "pyproject.toml": PROJECT,
        "shop/__init__.py": "from .a import *\nfrom .b import *\n",
        "shop/a.py": "x = 1\n",
        "shop/b.py": "x = 2\n",
        "lib/shop/__init__.py": "",
        "tests/test_x.py": "from shop import x\nimport shop.b\n",
    }
    expected = targets(files, "tests/test_x.py")
    paths = list(files)
    for seed in range(10):
        random.Random(seed).shuffle(paths)
        world = universe({path: files[path] for path in paths})
        shuffled = resolve_imports("tests/test_x.py", world.modules["tests/test_x.py"], world)
        assert [edge.target.key for edge in shuffled] == [line.rpartition("→ ")[2] for line in expected]


def test_an_empty_repository_has_no_roots_that_break() -> None:
    assert targets({"__init__.py": "from . import a\nfrom .b import c\n", "a.py": ""}, "__init__.py") == [
        "re-exports a → a.py",
        "imports c → unresolved:b is no module of the repository",
    ]
