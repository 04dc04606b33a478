"""What the C# analyser reads out of one file."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.csharp import CSharpAnalyzer
from mkdocs_docbridge.snapshot.languages.csharp_repairs import without_branches
from mkdocs_docbridge.snapshot.languages.xmldoc import xmldoc
from mkdocs_docbridge.snapshot.model import Symbol


def read(source: str | bytes) -> ModuleFacts:
    return CSharpAnalyzer().facts(dedent(source).encode() if isinstance(source, str) else source, ".cs")


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


SHOP = """\
    // Copyright someone.
    using System;
    namespace Shop.Tills;

    /// <summary>
    /// A till that takes <see cref="Cart.Total(int)"/>. It rings.
    /// </summary>
    /// <typeparam name="T">What is sold.</typeparam>
    [Obsolete("public")]
    public abstract partial class Till<T> : Box, IRings where T : new()
    {
        public const int Max = 100;
        public static readonly string Label = "x", Other = "y";
        private readonly int _held;
        protected int Held => _held;

        /// <summary>Coins in it.</summary>
        [JsonIgnore]
        public int Coins { get; private set; } = 3;
        public event EventHandler? Opened, Shut;
        public event EventHandler Rung { add { } remove { } }

        public Till(int held) => _held = held;
        internal void Oil() { }
        public void Oil(int drops) { }
        /// <inheritdoc/>
        public override string ToString() => "till";
        void IRings.Ring() { }
        public int this[int i] => i;
        public static Till<T> operator +(Till<T> a, Till<T> b) => a;

        public class Drawer { public int Slots; int hidden; }
        class Secret { public int Code; }
    }

    public interface IRings
    {
        void Ring();
        int Loudness { get; }
        private void Oil() { }
    }

    public record Receipt(int Total, [property: X] string? Note = null);
    public readonly record struct Coin(int Cents);
    public struct Point { public int X; }
    public enum State { Idle = 0, Busy }
    public delegate void Rang(int times);
    internal static class Extensions { public static int Sum(this Till<int> till) => 0; }
"""


def test_only_what_is_public_all_the_way_is_exported() -> None:
    facts = read(SHOP)
    assert [(s.name, s.kind, s.line, s.exported) for s in facts.symbols] == [
        ("Till", "class", 10, True),
        ("Till.Max", "constant", 12, True),
        ("Till.Label", "constant", 13, True),
        ("Till.Other", "constant", 13, True),
        ("Till._held", "variable", 14, False),
        ("Till.Held", "variable", 15, False),
        ("Till.Coins", "variable", 19, True),
        ("Till.Opened", "variable", 20, True),
        ("Till.Shut", "variable", 20, True),
        ("Till.Rung", "variable", 21, True),
        ("Till.Oil", "method", 25, True),
        ("Till.ToString", "method", 27, True),
        ("Till.Ring", "method", 28, False),
        ("Till.Drawer", "class", 32, True),
        ("Till.Drawer.Slots", "variable", 32, True),
        ("Till.Drawer.hidden", "variable", 32, False),
        ("Till.Secret", "class", 33, False),
        ("Till.Secret.Code", "variable", 33, False),
        ("IRings", "type", 36, True),
        ("IRings.Ring", "method", 38, True),
        ("IRings.Loudness", "variable", 39, True),
        ("IRings.Oil", "method", 40, False),
        ("Receipt", "class", 43, True),
        ("Receipt.Note", "variable", 43, True),
        ("Receipt.Total", "variable", 43, True),
        ("Coin", "type", 44, True),
        ("Coin.Cents", "variable", 44, True),
        ("Point", "type", 45, True),
        ("Point.X", "variable", 45, True),
        ("State", "type", 46, True),
        ("State.Busy", "constant", 46, True),
        ("State.Idle", "constant", 46, True),
        ("Rang", "type", 47, True),
        ("Extensions", "class", 48, False),
        ("Extensions.Sum", "method", 48, False),
    ]
    assert facts.exports == ("Coin", "IRings", "Point", "Rang", "Receipt", "State", "Till")
    assert facts.namespaces == ("Shop.Tills",)
    assert facts.notes == ()


def test_a_signature_has_no_attribute_and_no_body() -> None:
    facts = read(SHOP)
    assert symbol(facts, "Till").signature == "public abstract partial class Till<T> : Box, IRings where T : new()"
    assert symbol(facts, "Till").summary == "A till that takes Cart.Total(int)."
    assert facts.docstring == "A till that takes Cart.Total(int). It rings."
    assert symbol(facts, "Till.Coins").signature == "public int Coins"
    assert symbol(facts, "Till.Coins").summary == "Coins in it."
    assert symbol(facts, "Till.Held").signature == "protected int Held"
    assert symbol(facts, "Till.ToString").signature == "public override string ToString()"
    assert symbol(facts, "Till.ToString").summary == ""
    assert symbol(facts, "Receipt").signature == "public record Receipt(int Total, [property: X] string? Note = null)"
    assert symbol(facts, "Extensions.Sum").signature == "public static int Sum(this Till<int> till)"


def test_every_form_of_using_is_read() -> None:
    facts = read(
        """\
        global using Shop.Core;
        using System.Text;
        using static Shop.Money;
        using Bag = Shop.Carts.Bag<int>;
        using global::Shop.Tills;
        using Pair = (int, int);
        namespace Shop { using Inner; class A {} }
        """
    )
    assert [(i.specifier, [(n.name, n.alias) for n in i.names], i.line, i.kind) for i in facts.imports] == [
        ("Shop.Core", [], 1, "re-export"),
        ("System.Text", [], 2, "import"),
        ("Shop.Money", [("*", "*")], 3, "import"),
        ("Shop.Carts.Bag", [("", "Bag")], 4, "import"),
        ("Shop.Tills", [], 5, "import"),
        ("Inner", [], 7, "import"),
    ]


def test_namespaces_in_blocks_are_read_with_those_around_them() -> None:
    facts = read(
        "namespace A.B { namespace C { class X {} } }\nnamespace D { public class Y {} namespace E { class Z {} } }\n"
    )
    assert facts.namespaces == ("A.B.C", "D", "D.E")
    assert [s.name for s in facts.symbols] == ["X", "Y", "Z"]


@pytest.mark.parametrize(
    ("comment", "prose"),
    [
        ("/// <summary>One. Two.</summary>", "One. Two."),
        ("/// Bare words.", "Bare words."),
        ("// no", ""),
        ("/* no */", ""),
        ("/** <summary>A block.</summary> */", "A block."),
        ("// note\n/// <summary>\n/// Of two lines\n/// joined.\n/// </summary>", "Of two lines\njoined."),
        ('/// <summary><see langword="null"/> or <paramref name="x"/>.</summary>', "null or x."),
        ('/// <summary><see cref="T:A.B{C}"/> &lt; <c>d</c><para>e</para></summary>', "A.B<C> < d\n\ne"),
        ("/// <inheritdoc/>", ""),
        ("/// <remarks>Only remarks.</remarks>", ""),
    ],
)
def test_xml_comments_are_read_as_prose(comment: str, prose: str) -> None:
    assert xmldoc(comment) == prose


def test_both_branches_of_a_condition_are_read() -> None:
    facts = read("#if A\npublic class B { }\n#else\npublic class C\n{\n#if D\n    public int E;\n#endif\n}\n#endif\n")
    assert [s.name for s in facts.symbols] == ["B", "C", "C.E"]
    assert facts.notes == ()


def test_a_condition_that_cuts_a_statement_is_read_by_its_first_branch() -> None:
    facts = read(
        "public class B\n#if A\n    : C\n#else\n    : D\n#endif\n{\n    public void F(int a\n#if G\n        , int b\n"
        "#endif\n    ) { }\n}\n"
    )
    assert [(s.name, s.line) for s in facts.symbols] == [("B", 1), ("B.F", 8)]
    assert symbol(facts, "B").signature == "public class B : C"
    assert facts.notes == ()


def test_what_is_left_of_a_condition_keeps_its_place() -> None:
    source = b"a\n#if X\nb\n  #elif Y\nc\n#if Z\nd\n#endif\n#endif\n#endif\ne"
    assert without_branches(source) == b"a\n     \nb\n         \n \n     \n \n      \n      \n      \ne"


def test_a_file_of_which_little_can_be_read_still_has_its_namespace() -> None:
    facts = read("using A;\nnamespace Shop.Tills\n{\n    public class B {\n        void C( { if (\n")
    assert facts.namespaces == ("Shop.Tills",)
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]


def test_a_class_that_does_not_parse_keeps_its_members() -> None:
    facts = read(
        "namespace A;\npublic class B\n{\n    public int C() => 1;\n    public int = 3;\n    public void D() { }\n}\n"
    )
    assert {"B", "B.C"} <= {s.name for s in facts.symbols if s.exported}
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("public class A\n{\n    [Fact]\n    public void B() { }\n}\n", True),
        ("[TestFixture, Explicit]\npublic class A { }\n", True),
        ("public class A\n{\n    [Facts]\n    public int[] B;\n}\n", False),
    ],
)
def test_a_file_with_test_attributes_is_a_test(source: str, expected: bool) -> None:
    assert read(source).test is expected


def test_a_generated_file_says_so_in_its_header() -> None:
    assert read("#nullable enable\n// <auto-generated />\nnamespace A;\n").generated
    assert not read("namespace A;\n// <auto-generated />\n").generated


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="class A{}();/*# \n\"'<>=.,publif", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    facts = read(text.encode())
    assert facts == read(text.encode())
