"""What the Java analyser reads out of one file."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.java import JavaAnalyzer
from mkdocs_docbridge.snapshot.languages.javadoc import javadoc
from mkdocs_docbridge.snapshot.model import Symbol


def read(source: str | bytes) -> ModuleFacts:
    return JavaAnalyzer().facts(dedent(source).encode() if isinstance(source, str) else source, ".java")


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


SHOP = """\
    /* Copyright someone. */
    package com.shop.till;

    import com.shop.Cart;
    import com.shop . Coin;
    import static com.shop.Money.*;
    import static com.shop.Money.cents;
    import java.util.*;

    /**
     * A till that takes {@link Cart#total(Coin, int) totals}. It rings.
     *
     * @param <T> what is sold
     */
    @Deprecated(since = "public")
    public abstract class Till<T extends Item>
            extends Box implements Closeable {
        /** Most {@code coins} it holds. */
        public static final int MAX = 100, LEAST[] = {1};
        protected int held;
        private static final Map<String, Integer> PRICES = new HashMap<>() {{
            put("a", 1);
        }};

        public Till() {}

        private void ring(int times) {}

        /** Rings once. */
        @Override
        public <R> R ring(R value) throws IOException {
            class Local { public void hidden() {} }
            return value;
        }

        abstract void shut();

        /** Of one drawer. */
        public interface Drawer {
            int SLOTS = 4;
            void open();
            default void close() {}
            private void oil() {}
            class Key { public int teeth; }
        }

        static class Secret { public int code; }

        public enum State implements Closeable {
            /** Nobody pays. */
            IDLE(0) { void tick() {} },
            BUSY(1);

            private final int rank;
            public int rank() { return rank; }
        }
    }

    record Receipt(int total, @Nullable String note) {
        public boolean isFree() { return total == 0; }
    }

    @interface Tested { String value() default ""; }
"""


def test_types_and_members_are_symbols_and_exported_when_public_all_the_way() -> None:
    facts = read(SHOP)
    assert [(s.name, s.kind, s.line, s.end_line, s.exported) for s in facts.symbols] == [
        ("Till", "class", 16, 57, True),
        ("Till.LEAST", "constant", 19, 19, True),
        ("Till.MAX", "constant", 19, 19, True),
        ("Till.held", "variable", 20, 20, False),
        ("Till.PRICES", "constant", 21, 23, False),
        ("Till.ring", "method", 31, 34, True),
        ("Till.shut", "method", 36, 36, False),
        ("Till.Drawer", "type", 39, 45, True),
        ("Till.Drawer.SLOTS", "constant", 40, 40, True),
        ("Till.Drawer.open", "method", 41, 41, True),
        ("Till.Drawer.close", "method", 42, 42, True),
        ("Till.Drawer.oil", "method", 43, 43, False),
        ("Till.Drawer.Key", "class", 44, 44, True),
        ("Till.Drawer.Key.teeth", "variable", 44, 44, True),
        ("Till.Secret", "class", 47, 47, False),
        ("Till.Secret.code", "variable", 47, 47, False),
        ("Till.State", "type", 49, 56, True),
        ("Till.State.IDLE", "constant", 51, 51, True),
        ("Till.State.BUSY", "constant", 52, 52, True),
        ("Till.State.rank", "method", 55, 55, True),
        ("Receipt", "class", 59, 61, False),
        ("Receipt.note", "variable", 59, 59, False),
        ("Receipt.total", "variable", 59, 59, False),
        ("Receipt.isFree", "method", 60, 60, False),
        ("Tested", "type", 63, 63, False),
        ("Tested.value", "method", 63, 63, False),
    ]
    assert facts.exports == ("Till",)
    assert facts.namespaces == ("com.shop.till",)
    assert facts.notes == ()


def test_a_signature_has_no_annotation_and_no_body_and_a_summary_no_tag() -> None:
    facts = read(SHOP)
    assert symbol(facts, "Till").signature == (
        "public abstract class Till<T extends Item> extends Box implements Closeable"
    )
    assert symbol(facts, "Till").summary == "A till that takes totals."
    assert symbol(facts, "Till.ring").signature == "public <R> R ring(R value) throws IOException"
    assert symbol(facts, "Till.ring").summary == "Rings once."
    assert symbol(facts, "Till.MAX").summary == "Most coins it holds."
    assert symbol(facts, "Till.PRICES").signature == "private static final Map<String, Integer> PRICES"
    assert symbol(facts, "Till.State.IDLE").summary == "Nobody pays."
    assert facts.docstring == "A till that takes totals. It rings."


def test_every_form_of_import_is_read() -> None:
    assert [(i.specifier, [(n.name, n.alias) for n in i.names], i.line) for i in read(SHOP).imports] == [
        ("com.shop.Cart", [], 4),
        ("com.shop.Coin", [], 5),
        ("com.shop.Money", [("*", "*")], 6),
        ("com.shop.Money", [("cents", "cents")], 7),
        ("java.util", [("*", "*")], 8),
    ]


def test_the_comment_of_a_package_is_the_docstring_of_its_file() -> None:
    facts = read("/** Tills and drawers. */\n@NonNull\npackage com.shop.till;\n")
    assert facts.docstring == "Tills and drawers."
    assert facts.namespaces == ("com.shop.till",)


@pytest.mark.parametrize(
    ("comment", "prose"),
    [
        ("/** Plain. */", "Plain."),
        ("/* No Javadoc. */", ""),
        ("/**/", ""),
        ("// no", ""),
        ("/// Markdown since Java 23.", "Markdown since Java 23."),
        ("/** See {@link Map.Entry}, {@linkplain #size() the size}, {@link a.B#c(int, long)}. */",
         "See Map.Entry, the size, a.B.c."),
        ("/** {@code List<String>} &lt;b&gt; &amp; <b>bold</b>. */", "List<String> <b> & bold."),
        ("/** One.<p>Two. */", "One.\n\nTwo."),
        ("/** {@inheritDoc} */", ""),
        ("/**\n * First.\n * @return x\n * @throws Y\n */", "First."),
        ("/** Mail me@shop.com. */", "Mail me@shop.com."),
    ],
)  # fmt: skip
def test_javadoc_is_read_as_prose(comment: str, prose: str) -> None:
    assert javadoc(comment) == prose


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import org.junit.Test;\nclass A {\n  @Test\n  public void works() {}\n}\n", True),
        ('import org.junit.jupiter.params.*;\nclass A {\n  @ParameterizedTest(name = "x")\n  void a() {}\n}\n', True),
        ("import org.junit.rules.MethodRule;\nclass Rule implements MethodRule {}\n", False),
        ("import org.junit.Test;\n/**\n * @Test\n */\nclass A {}\n", False),
        ("class A {\n  @Test\n  void a() {}\n}\n", False),
    ],
)
def test_a_file_is_a_test_when_it_has_tests_of_a_framework(source: str, expected: bool) -> None:
    assert read(source).test is expected


@pytest.mark.parametrize(
    "source",
    [
        "// Generated by the protocol buffer compiler.  DO NOT EDIT!\npackage a;\nclass B {}\n",
        'package a;\n@javax.annotation.processing.Generated("x")\nclass B {}\n',
        'package a;\n\n@Generated(value = "x")\nclass B {}\n',
    ],
)
def test_generated_files_are_known_by_their_header_or_annotation(source: str) -> None:
    assert read(source).generated


def test_of_overloads_the_first_public_one_stands_for_all() -> None:
    facts = read(
        "public class A {\n  private int size;\n  void f() {}\n  public void f(int a) {}\n  public void f(long b) {}\n"
        "  public int size() { return size; }\n}\n"
    )
    assert [(s.name, s.kind, s.line) for s in facts.symbols] == [
        ("A", "class", 1), ("A.f", "method", 4), ("A.size", "method", 6),
    ]  # fmt: skip


def test_a_broken_file_still_gives_the_members_around_the_fault() -> None:
    facts = read(
        "package a;\nimport b.C;\npublic class D {\n  public int before() { return 1; }\n  public int = ;\n"
        "  public int after() { return 2; }\n}\n"
    )
    assert {"D", "D.before", "D.after"} <= {s.name for s in facts.symbols if s.exported}
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]
    assert [i.specifier for i in facts.imports] == ["b.C"]


def test_members_of_a_class_whose_end_is_missing_keep_their_owner() -> None:
    facts = read("public class D {\n  public int f() { return 1; }\n  public void g() { if (\n")
    assert ("D.f", True) in [(s.name, s.exported) for s in facts.symbols]


def test_words_are_counted_without_keywords() -> None:
    terms = read("class Cart { int total; } // cart of items\n").terms
    assert terms == {"Cart": 1, "total": 1, "cart": 1, "of": 1, "items": 1}


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="class A{}();/*@ \n\"'<>=.,public", max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    facts = read(text.encode())
    assert facts == read(text.encode())
