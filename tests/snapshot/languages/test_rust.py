"""What is read of Rust files."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages.rust import RustAnalyzer
from mkdocs_docbridge.snapshot.languages.rust_attributes import is_for_tests
from mkdocs_docbridge.snapshot.model import Symbol


def read(text: str) -> ModuleFacts:
    return RustAnalyzer().facts(dedent(text).encode(), ".rs")


def symbol(facts: ModuleFacts, name: str) -> Symbol:
    return next(symbol for symbol in facts.symbols if symbol.name == name)


def imports(facts: ModuleFacts) -> list[tuple[str, str, int, str]]:
    """(specifier, names as ``name=alias``, line, kind), local ones with a star before their kind."""
    return [
        (
            raw.specifier,
            " ".join(name.alias if name.name == name.alias else f"{name.name}={name.alias}" for name in raw.names),
            raw.line,
            ("*" if raw.local else "") + raw.kind,
        )
        for raw in facts.imports
    ]


def test_items_carry_kind_signature_lines_and_whether_they_are_exported() -> None:
    facts = read("""\
        pub async fn open<T: Into<u8>>(a: T) -> Result<(), E> where T: Copy {
            Ok(())
        }
        fn helper() {}
        pub(crate) fn inside() {}
        pub struct Shop<T> { pub name: String, stock: T }
        struct Hidden { pub x: u8 }
        pub struct Id(pub u32);
        pub enum State { Open, Closed { by: Id }, Gone(u8) }
        pub union Bits { a: u32 }
        pub trait Sell: Send { const TAX: u8; type Price; fn sell(&self) -> u8; fn twice(&self) { } }
        pub type Alias = Shop<u8>;
        pub const LIMIT: usize = 3;
        pub static mut COUNT: u32 = 0;
        extern "C" { pub fn c_open(x: i32); }
        pub fn r#type() {}
        """)
    assert [(s.name, s.kind, s.line, s.end_line, s.exported, s.signature) for s in facts.symbols] == [
        ("open", "function", 1, 3, True, "pub async fn open<T: Into<u8>>(a: T) -> Result<(), E> where T: Copy"),
        ("helper", "function", 4, 4, False, "fn helper()"),
        ("inside", "function", 5, 5, False, "pub(crate) fn inside()"),
        ("Shop", "type", 6, 6, True, "pub struct Shop<T>"),
        ("Shop.name", "variable", 6, 6, True, "pub name: String"),
        ("Hidden", "type", 7, 7, False, "struct Hidden"),
        ("Hidden.x", "variable", 7, 7, False, "pub x: u8"),
        ("Id", "type", 8, 8, True, "pub struct Id(pub u32)"),
        ("State", "type", 9, 9, True, "pub enum State"),
        ("State.Closed", "constant", 9, 9, True, "Closed {by: Id}"),
        ("State.Gone", "constant", 9, 9, True, "Gone(u8)"),
        ("State.Open", "constant", 9, 9, True, "Open"),
        ("Bits", "type", 10, 10, True, "pub union Bits"),
        ("Sell", "type", 11, 11, True, "pub trait Sell: Send"),
        ("Sell.Price", "type", 11, 11, True, "type Price"),
        ("Sell.TAX", "constant", 11, 11, True, "const TAX: u8"),
        ("Sell.sell", "method", 11, 11, True, "fn sell(&self) -> u8"),
        ("Sell.twice", "method", 11, 11, True, "fn twice(&self)"),
        ("Alias", "type", 12, 12, True, "pub type Alias = Shop<u8>"),
        ("LIMIT", "constant", 13, 13, True, "pub const LIMIT: usize = 3"),
        ("COUNT", "variable", 14, 14, True, "pub static mut COUNT: u32 = 0"),
        ("c_open", "function", 15, 15, True, "pub fn c_open(x: i32)"),
        ("type", "function", 16, 16, True, "pub fn r#type()"),
    ]


def test_methods_are_as_public_as_their_type_lets_them_be() -> None:
    facts = read("""\
        impl<T> Shop<T> { pub fn new() -> Self { } fn private(&self) {} pub const MAX: u8 = 1; }
        pub struct Shop<T>(T);
        struct Hidden;
        impl Hidden { pub fn new() {} }
        impl fmt::Display for Shop<u8> { type Out = u8; fn fmt(&self) {} }
        impl<'a> Read for &'a elsewhere::File { fn read(&self) {} }
        impl<T: Sell> SellExt for T { fn more(&self) {} }
        impl Sell for [u8] { fn slice(&self) {} }
        impl Sell for u32 { fn number(&self) {} }
        impl Shop<u8> { #[cfg(test)] pub fn for_tests() {} }
        """)
    assert {s.name: s.exported for s in facts.symbols} == {
        "Shop.MAX": True,
        "Shop.new": True,
        "Shop.private": False,
        "Shop": True,
        "Hidden": False,
        "Hidden.new": False,
        "Shop.fmt": True,
        "File.read": True,
        "Shop.for_tests": False,
    }
    assert symbol(facts, "Shop.new").kind == "method"


def test_inline_modules_are_namespaces_and_those_for_tests_export_nothing() -> None:
    facts = read("""\
        pub mod a {
            pub mod b { pub fn deep() {} pub struct T { pub f: u8 } }
            mod c { pub fn hidden() {} }
        }
        #[cfg(test)]
        pub mod tests { use super::*; pub fn helper() {} #[test] fn t() {} }
        #[cfg(all(loom, test))]
        pub fn only_tested() {}
        """)
    assert {s.name: (s.kind, s.exported) for s in facts.symbols} == {
        "a": ("namespace", True),
        "a.b": ("namespace", True),
        "a.b.deep": ("function", True),
        "a.b.T": ("type", True),
        "a.b.T.f": ("variable", True),
        "a.c": ("namespace", False),
        "a.c.hidden": ("function", False),
        "tests": ("namespace", False),
        "tests.helper": ("function", False),
        "tests.t": ("function", False),
        "only_tested": ("function", False),
    }
    assert facts.exports == ("a",)
    assert not facts.test


def test_macros_are_exported_by_their_attribute() -> None:
    facts = read("""\
        /// Makes.
        #[macro_export]
        macro_rules! make { ($x:expr) => { $x }; }
        macro_rules! inner { () => {} }
        mod m { #[macro_export] macro_rules! nested { () => {} } }
        #[proc_macro_derive(Shop, attributes(shop))]
        pub fn derive_shop(input: TokenStream) -> TokenStream { input }
        #[proc_macro_attribute]
        pub fn main(args: TokenStream, item: TokenStream) -> TokenStream { item }
        """)
    assert {s.name: (s.kind, s.exported) for s in facts.symbols if s.kind == "macro"} == {
        "make": ("macro", True),
        "inner": ("macro", False),
        "nested": ("macro", True),
        "Shop": ("macro", True),
        "main": ("macro", True),
    }
    assert (symbol(facts, "make").signature, symbol(facts, "make").summary) == ("macro_rules! make", "Makes.")
    assert facts.exports == ("Shop", "main", "make", "nested")


def test_documentation_comments_and_attributes_give_the_summary() -> None:
    facts = read("""\
        /// Opens the shop. It may fail.
        ///
        /// More.
        #[must_use]
        // a note
        pub fn a() {}
        /** Closes
         * it. */
        pub fn b() {}
        // no documentation
        pub fn c() {}
        //// no documentation either
        pub fn d() {}
        #[doc = "Written as an attribute."]
        pub fn e() {}
        pub enum E {
            /// One of them.
            One,
            Two, // beside
            Three,
        }
        impl E {
            /// Makes one.
            pub fn new() {}
        }
        """)
    assert {s.name: s.summary for s in facts.symbols} == {
        "a": "Opens the shop.",
        "b": "Closes it.",
        "c": "",
        "d": "",
        "e": "Written as an attribute.",
        "E": "",
        "E.One": "One of them.",
        "E.Two": "",
        "E.Three": "",
        "E.new": "Makes one.",
    }


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ("//! Sells.\n//! Much.\nuse a;\n", "Sells.\nMuch."),
        ("// Copyright A.\n\n#![allow(x)]\n//! Sells.\nfn f() {}\n", "Sells."),
        ("/*!\nSells\n*/\n", "Sells"),
        ('#![doc = "Sells."]\n', "Sells."),
        ("//! # Shop\n//!\n//! ![logo](x)\n//! [![badge](x)](y)\n//!\n//! Sells.\n", "Sells."),
        ("//! # Shop\n", "# Shop"),
        ("/// Of the item.\nfn f() {}\n", ""),
        ("use a;\n//! late\n", ""),
        ("", ""),
    ],
)
def test_inner_documentation_is_the_docstring(text: str, docstring: str) -> None:
    assert read(text).docstring == docstring


def test_use_trees_are_flattened_by_the_path_that_names_are_taken_of() -> None:
    facts = read("""\
        use std::io;
        use a::b::{self, C as D, e::*,
            f::{g, self as h}};
        pub use crate::x::Y;
        pub(crate) use self::z as w;
        use foo;
        use ::bar::Baz;
        use ::{one, two::Three};
        use super::super::up;
        use crate::*;
        use r#type::r#fn as _;
        extern crate alloc;
        pub extern crate core as c;
        extern crate self as me;
        """)
    assert imports(facts) == [
        ("std", "io", 1, "import"),
        ("a::b", "=b C=D", 2, "import"),
        ("a::b::e", "*", 2, "import"),
        ("a::b::f", "g =h", 3, "import"),
        ("crate::x", "Y", 4, "re-export"),
        ("self", "z=w", 5, "import"),
        ("foo", "=foo", 6, "import"),
        ("::bar", "Baz", 7, "import"),
        ("::one", "=one", 8, "import"),
        ("::two", "Three", 8, "import"),
        ("super::super", "up", 9, "import"),
        ("crate", "*", 10, "import"),
        ("type", "fn=_", 11, "import"),
        ("::alloc", "=alloc", 12, "import"),
        ("::core", "=c", 13, "re-export"),
    ]
    assert facts.exports == ("Y", "c")


def test_uses_in_functions_are_local_and_those_in_modules_carry_their_module() -> None:
    facts = read("""\
        fn f() { use a::B; }
        mod m {
            pub use super::C;
            mod n { mod file; use super::*; fn g() { use d::E; } }
        }
        // use no::Comment;
        const S: &str = "use no::Text;";
        """)
    assert imports(facts) == [
        ("a", "B", 1, "*import"),
        ("super", "C=m::C", 3, "import"),
        ("file", "=m::n::file", 4, "module"),
        ("super", "*=m::n::*", 4, "import"),
        ("d", "E=m::n::E", 4, "*import"),
    ]
    public = read("pub mod prelude { pub use crate::a::B; }\n")
    assert imports(public) == [("crate::a", "B=prelude::B", 1, "re-export")]


def test_modules_in_files_are_imports_and_may_say_where_they_stand() -> None:
    facts = read("""\
        pub mod a;
        #[path = "other/b.rs"]
        mod b;
        #[cfg_attr(unix, path = "unix.rs")]
        #[cfg_attr(windows, path = "windows.rs")]
        mod sys;
        mod r#in;
        #[path = "odd"]
        mod c;
        """)
    assert imports(facts) == [
        ("a", "=a", 1, "module"),
        ("other/b.rs", "=b", 3, "module"),
        ("unix.rs", "=sys", 6, "module"),
        ("windows.rs", "=sys", 6, "module"),
        ("in", "=in", 7, "module"),
        ("./odd", "=c", 9, "module"),
    ]
    assert facts.exports == ("a",)


def test_items_in_the_braces_of_a_macro_are_read_when_they_are_rust() -> None:
    facts = read("""\
        cfg_rt! {
            pub mod rt;
            /// Runs.
            pub fn run() { use a::B; }
            cfg_fs! { pub use crate::fs::Open; }
        }
        cfg_if::cfg_if! {
            if #[cfg(unix)] { mod unix; } else { mod other; }
        }
        bitflags! { pub struct Flags: u32 { const A = 1; } }
        mod inner { cfg_x! { pub fn deep() {} } }
        lazy_static! { static ref X: u8 = 1; }
        pub fn after() {}
        """)
    assert imports(facts) == [
        ("rt", "=rt", 2, "module"),
        ("a", "B", 4, "*import"),
        ("crate::fs", "Open", 5, "re-export"),
        ("unix", "=unix", 8, "module"),
        ("other", "=other", 8, "module"),
    ]
    assert [(s.name, s.line, s.exported, s.summary) for s in facts.symbols] == [
        ("run", 4, True, "Runs."),
        ("inner", 11, False, ""),
        ("inner.deep", 11, False, ""),
        ("X", 12, False, ""),
        ("after", 13, True, ""),
    ]
    assert facts.exports == ("Open", "after", "rt", "run")


def test_included_files_are_imports_and_those_that_a_build_makes_are_noted() -> None:
    facts = read("""\
        const A: &str = include_str!("a.txt");
        fn f() { let b = include_bytes!( "b/c.bin" ); }
        include!("part.rs");
        include!(concat!(env!("OUT_DIR"), "/made.rs"));
        // include!("comment.rs");
        const T: &str = "include!(\\"text.rs\\")";
        """)
    assert imports(facts) == [
        ("a.txt", "", 1, "*include"),
        ("b/c.bin", "", 2, "*include"),
        ("part.rs", "", 3, "*include"),
    ]
    assert [(note.code, note.line) for note in facts.notes] == [("DYNAMIC_IMPORT", 4)]


@pytest.mark.parametrize(
    ("attribute", "expected"),
    [
        ("#[cfg(test)]", True),
        ("#[cfg(all(test, not(loom)))]", True),
        ("#[cfg(all(not(loom), test))]", True),
        ("#![cfg(test)]", True),
        ("#[cfg(any(test, unix))]", False),
        ("#[cfg(all(any(test, a), b))]", False),
        ("#[cfg(not(test))]", False),
        ('#[cfg(feature = "test")]', False),
        ("#[test]", False),
    ],
)
def test_what_is_only_compiled_for_tests_is_known_by_its_condition(attribute: str, expected: bool) -> None:
    assert is_for_tests(attribute) is expected


def test_a_file_is_a_test_when_it_offers_nothing_else() -> None:
    assert read("#[test]\nfn t() {}\nfn helper() {}\n").test
    assert read("#[tokio::test]\nasync fn t() {}\n").test
    assert read("#![cfg(test)]\npub fn helper() {}\n").test
    assert not read("#[test]\nfn t() {}\npub fn offered() {}\n").test
    assert not read("#[cfg(test)]\nmod tests { #[test] fn t() {} }\n").test
    assert not read("fn test() {}\n").test


def test_the_header_tells_of_generated_files() -> None:
    assert read("// Automatically generated by x. Do not edit.\npub fn f() {}\n").generated
    assert not read("//! How code is generated by x.\npub fn f() {}\n").generated


def test_a_broken_file_gives_what_can_be_read_and_a_note() -> None:
    facts = read("use a::B;\npub fn good() {}\nfn bad( {\n}\npub struct After;\n")
    assert [note.code for note in facts.notes] == ["PARSE_ERROR"]
    assert "good" in {s.name for s in facts.symbols}
    assert ("a", "B", 1, "import") in imports(facts)
