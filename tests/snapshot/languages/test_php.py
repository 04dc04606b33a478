"""PHP: what one file says of itself."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.php import PhpAnalyzer


def read(text: str) -> ModuleFacts:
    return PhpAnalyzer().facts(b"<?php\n" + dedent(text).encode(), ".php")


def shown(facts: ModuleFacts) -> list[str]:
    """Each symbol as ``+`` (exported) or ``-``, kind, name and lines."""
    return [
        f"{'+' if s.exported else '-'} {s.kind} {s.name} {s.line}" + (f"-{s.end_line}" if s.end_line != s.line else "")
        for s in facts.symbols
    ]


def taken(facts: ModuleFacts) -> list[str]:
    return [
        f"{raw.specifier}{''.join(f' as {name.alias}' for name in raw.names)} {raw.line}"
        for raw in facts.imports
        if raw.kind == "import"
    ]


def included(facts: ModuleFacts) -> list[str]:
    return [f"{raw.specifier} {raw.line}" for raw in facts.imports if raw.kind == "include"]


def test_definitions_and_members_are_named_below_their_namespace() -> None:
    facts = read(
        """\
        namespace App\\Models;

        #[Entity]
        abstract class User extends Base implements Named
        {
            use Timestamps;
            public const ONE = 1, TWO = 2;
            private const HIDDEN = 3;
            public static int $count = 0;
            protected $till, $rest;
            var $old;

            public function __construct(private int $id, public readonly string $name = "x")
            {
            }

            function plain(): ?int
            {
                return null;
            }

            protected function hide(): void {}
        }
        interface Named { const A = 1; public function name(): string; }
        trait Timestamps { private $at; }
        enum Suit: string
        {
            case Hearts = 'h';
            public function label(): string { return ''; }
        }
        function helper(int ...$all): void {}
        const LIMIT = 3;
        define('APP_ROOT', __DIR__);
        """
    )
    assert facts.namespaces == ("App.Models",)
    assert shown(facts) == [
        "+ class User 5-24",
        "+ constant User.ONE 8",
        "+ constant User.TWO 8",
        "- constant User.HIDDEN 9",
        "+ variable User.count 10",
        "- variable User.rest 11",
        "- variable User.till 11",
        "+ variable User.old 12",
        "+ method User.__construct 14-16",
        "- variable User.id 14",
        "+ variable User.name 14",
        "+ method User.plain 18-21",
        "- method User.hide 23",
        "+ type Named 25",
        "+ constant Named.A 25",
        "+ method Named.name 25",
        "+ type Timestamps 26",
        "- variable Timestamps.at 26",
        "+ type Suit 27-31",
        "+ constant Suit.Hearts 29",
        "+ method Suit.label 30",
        "+ function helper 32",
        "+ constant LIMIT 33",
        "+ constant APP_ROOT 34",
    ]
    assert facts.exports == ("APP_ROOT", "LIMIT", "Named", "Suit", "Timestamps", "User", "helper")
    signatures = {s.name: s.signature for s in facts.symbols}
    assert signatures["User"] == "abstract class User extends Base implements Named"
    assert signatures["User.plain"] == "function plain(): ?int"
    assert signatures["User.name"] == 'public readonly string $name = "x"'
    assert signatures["Suit"] == "enum Suit: string"


def test_with_several_namespaces_each_name_is_whole() -> None:
    facts = read("namespace A\\B { class C {} }\nnamespace { function d() {} }\n")
    assert facts.namespaces == ("A.B", "")
    assert [s.name for s in facts.symbols] == ["A.B.C", "d"]
    assert [s.name for s in read("namespace A;\nclass B {}\nnamespace C;\nclass D {}").symbols] == ["A.B", "C.D"]
    assert [s.name for s in read("namespace A { class B {} }").symbols] == ["B"]


def test_definitions_under_a_condition_are_found() -> None:
    facts = read(
        """\
        if (!function_exists('a')) {
            /** Does a. */
            function a() {}
        } else {
            function b() {}
        }
        $x = new class extends Base { public function hidden() {} };
        function c() { function inner() {} }
        """
    )
    assert [(s.name, s.summary) for s in facts.symbols] == [("a", "Does a."), ("b", ""), ("c", "")]


def test_a_summary_is_the_first_sentence_of_the_documentation_comment() -> None:
    facts = read(
        """\
        /**
         * A user of {@see Shop the shop}. And more.
         *
         * @template T
         */
        #[Attribute]
        class User
        {
            /** The name. */
            public $name;

            /** @var int */
            public $tagged;

            // not documentation
            public $plain;

            /**
             * {@inheritdoc}
             */
            public function same() {}

            /** Far. */

            public function far() {}

            /**
             * Sells.
             * @internal
             */
            public function sell() {}
        }

        /** @internal */
        class Hidden { public function m() {} }
        """
    )
    assert {s.name: s.summary for s in facts.symbols if s.summary} == {
        "User": "A user of the shop.",
        "User.name": "The name.",
        "User.sell": "Sells.",
    }
    assert [s.name for s in facts.symbols if not s.exported] == ["User.sell", "Hidden", "Hidden.m"]


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ("/**\n * Sells things.\n */\n\nnamespace A;", "Sells things."),
        ("/* Copyright someone */\n/** Sells. */\nnamespace A;", "Sells."),
        ("declare(strict_types=1);\n/**\n * Sells.\n * @package A\n */\n\nclass A {}", "Sells."),
        ("/** About A. */\nclass A {}", ""),
        ("/**\n * @file\n * About all.\n */\nclass A {}", "About all."),
        ("/*\n * (c) Someone. For the license see LICENSE.\n */\nnamespace A;", ""),
        ("// a note\nnamespace A;", ""),
    ],
)
def test_the_docstring_is_the_comment_that_speaks_of_the_file(text: str, docstring: str) -> None:
    assert read(text).docstring == docstring


def test_use_is_read_in_each_form() -> None:
    facts = read(
        """\
        namespace App;
        use A\\B;
        use \\C\\D as E, F\\G;
        use function H\\i;
        use const H\\{J, K as L};
        use M\\{
            N,
            function o,
            P\\Q as R,
        };
        use DateTime;
        class X { use A\\Mixin; }
        $f = function () use ($x) {};
        """
    )
    assert taken(facts) == [
        "A\\B 3",
        "C\\D as E 4",
        "F\\G 4",
        "function H\\i 5",
        "const H\\J 6",
        "const H\\K as L 6",
        "M\\N 8",
        "function M\\o 9",
        "M\\P\\Q as R 10",
        "DateTime 12",
    ]
    assert facts.notes == ()


@pytest.mark.parametrize(
    ("argument", "specifier"),
    [
        ("'a.php'", "a.php"),
        ('"dir/a.php"', "dir/a.php"),
        ("('a.php')", "a.php"),
        ("__DIR__ . '/a.php'", "__DIR__/a.php"),
        ("__DIR__ . '/../a.php'", "__DIR__/../a.php"),
        ("__DIR__ . DIRECTORY_SEPARATOR . 'a.php'", "__DIR__/a.php"),
        ("dirname(__FILE__) . '/a.php'", "__DIR__/a.php"),
        ("dirname(__DIR__) . '/a.php'", "__DIR__/../a.php"),
        ("dirname(dirname(__FILE__)) . '/a.php'", "__DIR__/../a.php"),
        ("dirname(__DIR__, 2) . '/a' . '.php'", "__DIR__/../../a.php"),
        ("realpath(__DIR__ . '/a.php')", "__DIR__/a.php"),
    ],
)
def test_a_path_of_literals_is_included(argument: str, specifier: str) -> None:
    assert included(read(f"$x = require_once {argument};\n")) == [f"{specifier} 2"]


@pytest.mark.parametrize("argument", ["$file", "ROOT . '/a.php'", '"a/$b.php"', "f('a')", "__DIR__ . $x", "__DIR__"])
def test_a_path_that_only_running_would_tell_is_noted(argument: str) -> None:
    facts = read(f"function f() {{ include {argument}; }}\n")
    assert facts.imports == ()
    assert [(note.code, note.line) for note in facts.notes] == [("DYNAMIC_IMPORT", 2)]


def test_words_that_include_nothing_are_no_imports() -> None:
    facts = read(
        "$a->require('x'); $require = ['require' => 1]; // require 'x'\n$s = \"include 'y'\"; A::include('z');\n"
    )
    assert (facts.imports, facts.notes) == ((), ())


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("class ATest extends TestCase {}", True),
        ("class ATest extends \\PHPUnit\\Framework\\TestCase {}", True),
        ("class ATest extends PHPUnit_Framework_TestCase {}", True),
        ("it('works', function () {});", True),
        ("class A extends B {}", False),
        ("test('name');", False),
    ],
)
def test_a_test_shows_itself(text: str, test: bool) -> None:
    assert read(text).test is test


def test_a_generated_file_says_so() -> None:
    assert read("// autoload.php @generated by Composer\nrequire 'a.php';").generated
    assert not read("// includes what was generated\nrequire 'a.php';").generated


def test_a_broken_file_gives_what_stands_around_the_fault() -> None:
    facts = read("class A { function a() {} }\n\nfunction )(\n\nclass B { function b() {} }\n")
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]
    assert "A.a" in {s.name for s in facts.symbols}


def test_markup_around_code_defines_nothing() -> None:
    facts = PhpAnalyzer().facts(b"<h1>class A {}</h1>\n<?php class B {} ?>\n<p>use C;</p>\n", ".php")
    assert [(s.name, s.line) for s in facts.symbols] == [("B", 2)]
    assert facts.imports == ()


def test_words_are_counted_without_keywords() -> None:
    assert read("function sell($thing) { return $thing; }").terms == {"sell": 1, "thing": 2}
