"""What the Kotlin analyser reads out of one file."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.javadoc import kdoc
from mkdocs_docbridge.snapshot.languages.kotlin import KotlinAnalyzer
from mkdocs_docbridge.snapshot.languages.kotlin_repairs import repaired
from mkdocs_docbridge.snapshot.model import Symbol


def read(source: str | bytes, suffix: str = ".kt") -> ModuleFacts:
    return KotlinAnalyzer().facts(dedent(source).encode() if isinstance(source, str) else source, suffix)


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


SHOP = """\
    @file:JvmName("Tills")
    package com.shop.till

    import com.shop.Cart
    import com.shop.*
    import com.shop.Coin as Money
    import com.`in`.shop.x

    /** A till that takes [totals][Cart.total] of a [Cart]. It rings.
     * @property held coins
     */
    @Stable
    public abstract class Till<T : Any>(val held: Int, private var key: String, slots: Int) : Box(), Rings by bell {
        /** Most of them. */
        protected val most: Int = 3
        var label: String
            get() = "x"
            private set
        internal fun oil() {}

        /** Rings. */
        override fun ring(times: Int): Int = times * 2

        constructor(a: Int) : this(a, "", 1)

        init {
            val local = 1
        }

        companion object {
            const val LIMIT = 10
            fun open(): Till<*> = TODO()
            private fun hide() {}
        }

        inner class Drawer {
            fun shut() {}
        }
    }

    sealed interface Rings {
        fun ring(times: Int): Int
        val loud: Boolean
    }

    enum class State(val rank: Int) {
        /** Nobody pays. */
        IDLE(0),
        BUSY(1) {
            override fun tick() {}
        };

        abstract fun tick()
    }

    private object Bell : Rings {
        val tone = 1
    }

    annotation class Tested(val why: String)
    typealias Tills<T> = List<Till<T>>

    /** Counts. */
    fun <T> List<T>.coins(of: T, block: () -> Unit = {}): Int {
        fun inner() {}
        return 1
    }

    val String.price: Int get() = 1
    val (left, right) = 1 to 2
    val lazily by lazy { 1 }
    internal val ROUNDING = 2
    fun `a sentence in back ticks`() {}
"""


def test_what_is_not_private_internal_or_protected_is_exported() -> None:
    facts = read(SHOP)
    assert [(s.name, s.kind, s.line, s.exported) for s in facts.symbols] == [
        ("Till", "class", 13, True),
        ("Till.held", "variable", 13, True),
        ("Till.key", "variable", 13, False),
        ("Till.most", "variable", 15, False),
        ("Till.label", "variable", 16, True),
        ("Till.oil", "method", 19, False),
        ("Till.ring", "method", 22, True),
        ("Till.LIMIT", "constant", 31, True),
        ("Till.open", "method", 32, True),
        ("Till.hide", "method", 33, False),
        ("Till.Drawer", "class", 36, True),
        ("Till.Drawer.shut", "method", 37, True),
        ("Rings", "type", 41, True),
        ("Rings.ring", "method", 42, True),
        ("Rings.loud", "variable", 43, True),
        ("State", "type", 46, True),
        ("State.rank", "variable", 46, True),
        ("State.IDLE", "constant", 48, True),
        ("State.BUSY", "constant", 49, True),
        ("State.tick", "method", 53, True),
        ("Bell", "class", 56, False),
        ("Bell.tone", "variable", 57, False),
        ("Tested", "type", 60, True),
        ("Tested.why", "variable", 60, True),
        ("Tills", "type", 61, True),
        ("coins", "function", 64, True),
        ("price", "variable", 69, True),
        ("left", "variable", 70, True),
        ("right", "variable", 70, True),
        ("lazily", "variable", 71, True),
        ("ROUNDING", "constant", 72, False),
    ]
    assert facts.exports == ("Rings", "State", "Tested", "Till", "Tills", "coins", "lazily", "left", "price", "right")
    assert facts.namespaces == ("com.shop.till",)
    assert facts.notes == ()


def test_signatures_end_before_the_body_and_summaries_before_the_tags() -> None:
    facts = read(SHOP)
    assert symbol(facts, "Till").signature == (
        "public abstract class Till<T : Any>(val held: Int, private var key: String, slots: Int) : Box(), Rings by bell"
    )
    assert symbol(facts, "Till").summary == "A till that takes totals of a Cart."
    assert facts.docstring == "A till that takes totals of a Cart. It rings."
    assert symbol(facts, "Till.ring").signature == "override fun ring(times: Int): Int"
    assert symbol(facts, "coins").signature == "fun <T> List<T>.coins(of: T, block: () -> Unit = {}): Int"
    assert symbol(facts, "coins").summary == "Counts."
    assert symbol(facts, "price").signature == "val String.price: Int"
    assert symbol(facts, "lazily").signature == "val lazily"
    assert symbol(facts, "Till.LIMIT").signature == "const val LIMIT = 10"


def test_every_form_of_import_is_read() -> None:
    assert [(i.specifier, [(n.name, n.alias) for n in i.names], i.line) for i in read(SHOP).imports] == [
        ("com.shop.Cart", [], 4),
        ("com.shop", [("*", "*")], 5),
        ("com.shop.Coin", [("", "Money")], 6),
        ("com.in.shop.x", [], 7),
    ]


def test_the_class_that_java_sees_functions_in_is_offered() -> None:
    assert read('@file:JvmName("Tills")\npackage a\nfun open() {}\n').exports == ("Tills", "open")


def test_a_file_without_types_is_told_of_by_its_first_comment() -> None:
    facts = read("/* Copyright someone. */\n\n/*\n * Ways to pay.\n */\n\npackage a\n\nfun pay() {}\n")
    assert facts.docstring == "Ways to pay."


def test_what_a_script_defines_is_not_exported() -> None:
    facts = read('val shop = "x"\nfun build() {}\nplugins { id("y") }\n', ".kts")
    assert [(s.name, s.exported) for s in facts.symbols] == [("shop", False), ("build", False)]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("class A { val b = 1 }\nfun c() = 2\n", ["A", "A.b", "c"]),
        ("class A\n// why\n@Inject internal constructor(\n  val b: Int,\n) {\n  fun c() = b\n}\n", ["A", "A.b", "A.c"]),
        ("class A<T : Comparable<T>>\nprivate constructor(val b: T)\n", ["A", "A.b"]),
        ('class A {\n  val b\n    @JvmName("b") get() = 1\n  val c = 2\n}\n', ["A", "A.b", "A.c"]),
        ("fun a() {\n  val b = c()\n  get(b)\n}\nfun d() {}\n", ["a", "d"]),
    ],
)
def test_spellings_that_the_grammar_does_not_know_are_read(source: str, names: list[str]) -> None:
    facts = read(source)
    assert [s.name for s in facts.symbols] == names
    assert facts.notes == ()


def test_a_repair_moves_no_line_and_no_byte() -> None:
    source = b"class A<T>\n\n  @B\n  constructor(val b: T) { fun c() = 1 }\n"
    assert len(repaired(source)) == len(source)
    assert repaired(source).count(b"\n") == source.count(b"\n")
    assert read(source).symbols[1].line == 4


def test_of_a_class_that_does_not_parse_the_members_before_the_fault_are_kept() -> None:
    facts = read(
        "package a\n\nopen class B(\n  val c: Int,\n) : D(object : E() {}) {\n  private var final = 1\n  fun f() {\n"
        "    if (x) {\n      final = 2\n    } else {\n      g()\n    }\n  }\n  private fun h() {}\n}\n"
    )
    names = {s.name: s.exported for s in facts.symbols}
    assert names["B"]
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]
    assert all(name.startswith("B") for name in names)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import kotlin.test.Test\nclass A {\n  @Test fun b() {}\n}\n", True),
        ("import org.junit.Test\nclass A {\n  @Test\n  fun b() {}\n}\n", True),
        ("import io.kotest.core.spec.style.FunSpec\nclass A : FunSpec({})\n", True),
        ("import kotlin.test.assertTrue\nfun helper() {}\n", False),
    ],
)
def test_a_file_is_a_test_when_it_has_tests_of_a_framework(source: str, expected: bool) -> None:
    assert read(source).test is expected


def test_links_of_kdoc_are_their_names() -> None:
    assert kdoc("/** Uses [Cart.add] and [the till][Till], not `a[0]` or [x](y). */") == (
        "Uses Cart.add and the till, not `a[0]` or [x](y)."
    )


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="class A{}();/*@ \n\"'<>=.,fun val", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    facts = read(text.encode())
    assert facts == read(text.encode())
