"""Where PHP's imports lead."""

from __future__ import annotations

import json

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe

COMPOSER = json.dumps(
    {
        "name": "shop/core",
        "require": {"php": "^8", "psr/log": "*", "shop/till": "*", "symfony/http-kernel": "*", "mockery/mockery": "*"},
        "autoload": {"psr-4": {"Shop\\": "src/"}, "psr-0": {"Old\\Things\\": "lib"}, "files": ["src/functions.php"]},
        "autoload-dev": {"psr-4": {"Shop\\Tests\\": ["tests/"]}},
    }
)
FILES = {
    "composer.json": COMPOSER,
    "src/Models/User.php": "<?php\nnamespace Shop\\Models;\nclass User { const A = 1; function save() {} }",
    "src/functions.php": "<?php\nnamespace Shop;\nfunction helper() {}\nconst LIMIT = 1;",
    "lib/Old/Things/Thing.php": "<?php\nnamespace Old\\Things;\nclass Thing {}",
    "legacy/all.php": "<?php\nnamespace Legacy;\nclass One {}\nclass Two {}",
    "legacy/global.php": "<?php\nclass GlobalThing {}",
    "tests/UserTest.php": "<?php\nnamespace Shop\\Tests;\nclass UserTest extends TestCase {}",
    "views/a.html": "",
}


def led(text: str, path: str = "src/A.php", **more: str) -> list[str]:
    found = targets({**FILES, path: f"<?php\n{text};\n", **more}, path)
    return [target.removeprefix("imports").partition("→ ")[2] for target in found]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("use Shop\\Models\\User", "src/Models/User.php"),
        ("use \\Shop\\Models\\User as Person", "src/Models/User.php"),
        ("use Shop\\Tests\\UserTest", "tests/UserTest.php"),
        ("use Old\\Things\\Thing", "lib/Old/Things/Thing.php"),
        ("use Legacy\\Two", "legacy/all.php"),
        ("use GlobalThing", "legacy/global.php"),
        ("use function Shop\\helper", "src/functions.php"),
        ("use const Shop\\LIMIT", "src/functions.php"),
        ("use Psr\\Log\\LoggerInterface", "packagist:psr/log"),
        ("use Shop\\Till\\Drawer", "packagist:shop/till"),
        ("use Symfony\\Component\\HttpKernel\\Kernel", "packagist:symfony/http-kernel"),
        ("use Symfony\\Contracts\\Service\\Attribute\\Required", "packagist:symfony/service-contracts"),
        ("use Illuminate\\Support\\Str", "packagist:illuminate/support"),
        ("use Mockery", "packagist:mockery/mockery"),
        ("use Psr\\Http\\Message\\UriInterface", "packagist:psr/http-message"),
        ("use Unknown\\Thing", "packagist:unknown"),
        ("use DateTimeImmutable", "php:DateTimeImmutable"),
        ("use function strlen", "php:functions"),
        ("use const PHP_EOL", "php:constants"),
    ],
)
def test_a_use_leads_to_a_file_or_a_package(text: str, target: str) -> None:
    assert led(text) == [target]


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("require __DIR__ . '/functions.php'", "src/functions.php"),
        ("require __DIR__ . '/../legacy/all.php'", "legacy/all.php"),
        ("require 'legacy/all.php'", "legacy/all.php"),
        ("include 'functions.php'", "src/functions.php"),
        ("include 'views/a.html'", "file:views/a.html"),
        ("require __DIR__ . '/../vendor/autoload.php'", "php:vendor/autoload.php"),
        ("require __DIR__ . '/../../../autoload.php'", "php:vendor/autoload.php"),
        ("require 'vendor/a/b/c.php'", "packagist:a/b"),
    ],
)
def test_an_include_leads_to_a_file(text: str, target: str) -> None:
    assert led(text) == [target]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("use Shop\\Models\\Gone", "src/Models/Gone.php is no file of the repository"),
        ("use Legacy\\Gone", "no file declares it"),
        ("use Shop\\Models", "Shop\\Models is a namespace, which is no file of its own"),
        ("require __DIR__ . '/gone.php'", "src/gone.php is no file of the repository"),
        ("require __DIR__ . '/../../../../x.php'", "it leaves the repository"),
        ("require '/etc/a.php'", "it is a path of one machine"),
    ],
)
def test_what_leads_nowhere_says_why(text: str, reason: str) -> None:
    assert led(text) == [f"unresolved:{reason}"]


def test_a_lock_file_tells_which_package_brings_a_namespace() -> None:
    package = {"name": "vendor/odd-name", "autoload": {"psr-4": {"Shop\\Extra\\": "src"}}}
    shared = [{"name": f"a/{name}", "autoload": {"psr-4": {"Shared\\": "src"}}} for name in ("x", "y")]
    lock = json.dumps({"packages": [package], "packages-dev": shared})
    assert led("use Shop\\Extra\\Thing", **{"composer.lock": lock}) == ["packagist:vendor/odd-name"]
    assert led("use Shared\\Thing", **{"composer.lock": lock}) == ["packagist:shared"]


def test_of_several_declarations_the_nearest_is_meant() -> None:
    files = {
        "a/one.php": "<?php\nnamespace N;\nclass C {}",
        "b/two.php": "<?php\nnamespace N;\nclass C {}",
        "b/use.php": "<?php\nuse N\\C;",
    }
    assert targets(files, "b/use.php") == ["imports → b/two.php"]
    assert find_name("N.C", universe(files)) is None


def test_packages_of_one_repository_find_each_other() -> None:
    files = {
        "core/composer.json": '{"name": "m/core", "autoload": {"psr-4": {"M\\\\Core\\\\": "src"}}}',
        "core/src/A.php": "<?php\nnamespace M\\Core;\nclass A {}",
        "web/composer.json": '{"require": {"m/core": "*"}, "autoload": {"psr-4": {"M\\\\Web\\\\": ""}}}',
        "web/B.php": "<?php\nnamespace M\\Web;\nuse M\\Core\\A;\nuse M\\Core\\Gone;",
    }
    assert targets(files, "web/B.php") == [
        "imports → core/src/A.php",
        "imports → unresolved:core/src/Gone.php is no file of the repository",
    ]


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("Shop.Models.User", ("src/Models/User.php", "User")),
        ("Shop.Models.User.save", ("src/Models/User.php", "User.save")),
        ("Shop.helper", ("src/functions.php", "helper")),
        ("GlobalThing", ("legacy/global.php", "GlobalThing")),
        ("Models.User.save", ("src/Models/User.php", "User.save")),
        ("Shop.Tests.UserTest", None),
        ("User", None),
        ("Shop.Models", None),
    ],
)
def test_a_dotted_name_is_found(dotted: str, found: tuple[str, str] | None) -> None:
    assert find_name(dotted, universe(FILES)) == found


def test_of_two_declarations_the_one_that_autoloading_takes_is_found() -> None:
    files = {**FILES, "legacy/User.php": FILES["src/Models/User.php"]}
    assert find_name("Shop.Models.User.save", universe(files)) == ("src/Models/User.php", "User.save")


def test_a_file_is_called_by_its_class() -> None:
    world = universe({**FILES, "x/Two.php": "<?php\nnamespace X;\nclass One {}\nclass Two {}"})
    assert dotted_name("src/Models/User.php", world) == "Shop.Models.User"
    assert dotted_name("x/Two.php", world) == "X.Two"
    assert dotted_name("legacy/all.php", world) is None
    assert dotted_name("src/functions.php", world) is None
