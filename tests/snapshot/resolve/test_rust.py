"""Where Rust imports lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe

SHOP = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nnick = {package = "real-name"}\n',
    "crates/shop-core/Cargo.toml": '[package]\nname = "shop-core"\n[dependencies]\nserde = "1"\nmd-5 = "0.1"\n'
    'tools = {package = "shop-tools", path = "../tools"}\nnick = {workspace = true}\n',
    "crates/shop-core/src/lib.rs": """
        pub mod state;
        mod sell;
        pub mod prelude { pub use crate::sell::Sell; pub use super::state::*; }
        pub use sell::{Sell, sell_one as one};
        pub use serde::Serialize;
        pub use std::io;
        #[macro_export] macro_rules! shop { () => {} }
        pub fn at_root() {}
        """,
    "crates/shop-core/src/state/mod.rs": "pub mod open;\npub enum State { Open }\npub use self::open::Open;\n",
    "crates/shop-core/src/state/open.rs": "pub struct Open;\nimpl Open { pub fn go(&self) {} }\nmod tests;\n",
    "crates/shop-core/src/state/open/tests.rs": "use super::*;\n",
    "crates/shop-core/src/sell.rs": "pub trait Sell { fn sell(&self); }\npub fn sell_one() {}\nmod made;\n",
    "crates/shop-core/src/sell/made.rs": "use crate::state::Open;\nimpl Open { pub fn elsewhere(&self) {} }\n",
    "crates/shop-core/src/main.rs": "use shop_core::Sell;\n",
    "crates/shop-core/tests/common/mod.rs": "pub fn help() {}\nuse super::Unknown;\n",
    "crates/shop-core/examples/big/main.rs": "mod part;\nuse shop_core::state;\n",
    "crates/shop-core/examples/big/part.rs": "",
    "crates/tools/Cargo.toml": '[package]\nname = "shop-tools"\n[lib]\nname = "toolbox"\npath = "lib/top.rs"\n',
    "crates/tools/lib/top.rs": "pub fn hammer() {}\n",
}


def led(body: str, path: str = "crates/shop-core/src/sell/made.rs", **more: str) -> list[str]:
    files = {**SHOP, path: body + "\n", **more}
    return [edge.removeprefix("imports ") for edge in targets(files, path)]


@pytest.mark.parametrize(
    ("statement", "target"),
    [
        ("use crate::state::State;", "State → STATE/mod.rs"),
        ("use crate::state::State::Open;", "Open → STATE/mod.rs"),
        ("use crate::state::Open;", "Open → STATE/open.rs"),
        ("use crate::state::open;", "open → STATE/open.rs"),
        ("use crate::state::open::{self, Open};", ",Open → STATE/open.rs"),
        ("use crate::prelude::Open;", "Open → STATE/open.rs"),
        ("use crate::prelude::{Sell as S};", "Sell → SRC/sell.rs"),
        ("use crate::one;", "one → SRC/sell.rs"),
        ("use crate::shop;", "shop → SRC/lib.rs"),
        ("use crate::*;", "* → SRC/lib.rs"),
        ("use super::Sell;", "Sell → SRC/sell.rs"),
        ("use super::super::at_root;", "at_root → SRC/lib.rs"),
        ("use super::super::super::x;", "x → unresolved:above the root of its crate there is nothing"),
        ("use crate::Serialize;", "Serialize → SRC/lib.rs"),
        ("use crate::io::Read;", "Read → SRC/lib.rs"),
        ("use crate::gone::x;", "x → unresolved:shop_core has no gone"),
        ("use crate::MadeByMacro;", "MadeByMacro → SRC/lib.rs"),
        ("use std::collections::HashMap;", "HashMap → rust-std:std"),
        ("extern crate alloc;", "→ rust-std:alloc"),
        ("use serde::Deserialize;", "Deserialize → cargo:serde"),
        ("use md5::Digest;", "Digest → cargo:md-5"),
        ("use nick::A;", "A → cargo:real-name"),
        ("use tools::hammer;", "hammer → crates/tools/lib/top.rs"),
        ("use ::toolbox::hammer;", "hammer → crates/tools/lib/top.rs"),
        ("use shop_core::state::State;", "State → STATE/mod.rs"),
        ("use nothing::x;", "x → unresolved:nothing is no name of its module and no dependency"),
        ("use ::nothing::x;", "x → unresolved:no dependency is called nothing"),
        ("use Local::*;", "* → SRC/sell/made.rs"),
        ("fn f() { use std::io; }", "io → rust-std:std"),
    ],
)
def test_a_path_leads_where_the_compiler_leads_it(statement: str, target: str) -> None:
    full = target.replace("STATE", "crates/shop-core/src/state").replace("SRC", "crates/shop-core/src")
    assert led(statement) == [full]


def test_modules_stand_in_the_file_or_folder_of_their_name() -> None:
    lib = "crates/shop-core/src/lib.rs"
    modules = [edge for edge in targets(SHOP, lib) if edge.startswith("imports →")]
    assert modules == ["imports → crates/shop-core/src/state/mod.rs", "imports → crates/shop-core/src/sell.rs"]
    open_rs = "crates/shop-core/src/state/open.rs"
    assert targets(SHOP, open_rs) == ["imports → crates/shop-core/src/state/open/tests.rs"]
    assert led("mod gone;") == ["→ unresolved:no file of the repository is it"]


def test_modules_may_say_where_they_stand() -> None:
    files = {
        "Cargo.toml": '[package]\nname = "a"\n',
        "src/lib.rs": '#[path = "x/sys_unix.rs"] #[cfg(unix)] mod sys;\n#[path = "x/win.rs"] #[cfg(windows)] mod sys;\n'
        'mod inner { #[path = "deep.rs"] mod deep; mod plain; }\nuse sys::{unix_only, win_only};\n',
        "src/x/sys_unix.rs": "mod below;\npub fn unix_only() {}\n",
        "src/x/below.rs": "",
        "src/x/win.rs": "pub fn win_only() {}\n",
        "src/inner/deep.rs": "",
        "src/inner/plain.rs": "",
    }
    assert targets(files, "src/lib.rs") == [
        "imports → src/x/sys_unix.rs",
        "imports → src/x/win.rs",
        "imports → src/inner/deep.rs",
        "imports → src/inner/plain.rs",
        "imports unix_only → src/x/sys_unix.rs",
        "imports win_only → src/x/win.rs",
    ]
    assert targets(files, "src/x/sys_unix.rs") == ["imports → src/x/below.rs"]


def test_what_is_passed_on_is_told_from_what_is_used() -> None:
    assert targets(SHOP, "crates/shop-core/src/lib.rs") == [
        "imports → crates/shop-core/src/state/mod.rs",
        "imports → crates/shop-core/src/sell.rs",
        "re-exports Sell → crates/shop-core/src/sell.rs",
        "re-exports * → crates/shop-core/src/state/mod.rs",
        "re-exports Sell,sell_one → crates/shop-core/src/sell.rs",
        "re-exports Serialize → cargo:serde",
        "re-exports io → rust-std:std",
    ]


def test_paths_in_an_inline_module_start_there() -> None:
    body = "mod a { pub struct A; mod b { use super::A; use super::super::super::Sell; use self::c::C; mod c { } } }"
    assert led(body) == [
        "A → crates/shop-core/src/sell/made.rs",
        "Sell → crates/shop-core/src/sell.rs",
        "C → crates/shop-core/src/sell/made.rs",
    ]


def test_programs_tests_and_examples_are_crates_that_use_the_library_by_its_name() -> None:
    assert targets(SHOP, "crates/shop-core/src/main.rs") == ["imports Sell → crates/shop-core/src/sell.rs"]
    big = "crates/shop-core/examples/big/main.rs"
    assert targets(SHOP, big) == [
        "imports → crates/shop-core/examples/big/part.rs",
        "imports state → crates/shop-core/src/state/mod.rs",
    ]
    test = "crates/shop-core/tests/it.rs"
    assert led("mod common;\nuse common::help;\nuse crate::common;\nuse shop_core::shop;", test) == [
        "→ crates/shop-core/tests/common/mod.rs",
        "help → crates/shop-core/tests/common/mod.rs",
        "common → crates/shop-core/tests/common/mod.rs",
        "shop → crates/shop-core/src/lib.rs",
    ]


def test_a_file_of_several_crates_is_read_in_the_first_that_understands_it() -> None:
    files = {
        "Cargo.toml": '[package]\nname = "a"\n',
        "tests/one.rs": "mod shared;\n",
        "tests/two.rs": "mod shared;\nmod extra;\n",
        "tests/extra/mod.rs": "pub fn more() {}\n",
        "tests/shared/mod.rs": "use crate::extra::more;\n",
    }
    assert targets(files, "tests/shared/mod.rs") == ["imports more → tests/extra/mod.rs"]


def test_a_file_that_no_crate_takes_in_stands_alone() -> None:
    files = {"ui/fail.rs": "mod part;\nuse std::io;\nuse any::Thing;\n", "ui/part.rs": "use super::x;\n"}
    assert targets(files, "ui/fail.rs") == [
        "imports → ui/part.rs",
        "imports io → rust-std:std",
        "imports Thing → cargo:any",
    ]
    assert targets(files, "ui/part.rs") == ["imports x → ui/fail.rs"]
    orphan = {**SHOP, "crates/shop-core/src/orphan.rs": "use crate::state::State;\n"}
    assert targets(orphan, "crates/shop-core/src/orphan.rs") == [
        "imports State → unresolved:no crate takes this file in, and orphan has no state"
    ]


def test_a_package_in_test_data_is_seen_only_from_there() -> None:
    fixture = {
        "fixtures/serde/Cargo.toml": '[package]\nname = "serde"\n',
        "fixtures/serde/src/lib.rs": "pub struct A;\n",
        "fixtures/app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nserde = "1"\n',
    }
    assert led("use serde::A;", **fixture) == ["A → cargo:serde"]
    assert led("use serde::A;", "fixtures/app/src/main.rs", **fixture) == ["A → fixtures/serde/src/lib.rs"]
    assert led("use crate::gone::A;", "fixtures/app/src/main.rs", **fixture) == ["A → unresolved:app has no gone"]


def test_before_2018_paths_start_at_the_root_of_the_crate() -> None:
    assert led("use state::State;") == ["State → crates/shop-core/src/state/mod.rs"]


def test_cycles_of_re_exports_end() -> None:
    files = {
        "Cargo.toml": '[package]\nname = "a"\n',
        "src/lib.rs": "mod x;\nmod y;\nuse x::Gone;\nuse x::gone::Z;\nuse y::Found;\n",
        "src/x.rs": "pub use crate::y::*;\npub use crate::y::Gone;\npub struct Found;\n",
        "src/y.rs": "pub use crate::x::*;\npub use crate::x::Gone;\n",
    }
    assert targets(files, "src/lib.rs")[2:] == [
        "imports Gone → src/x.rs",
        "imports Z → unresolved:a::x has no gone",
        "imports Found → src/x.rs",
    ]


def test_a_module_that_takes_itself_in_ends() -> None:
    files = {"src/a.rs": '#[path = "a.rs"] mod a;\n#[path = "a.rs"] mod b;\n'}
    assert targets(files, "src/a.rs") == ["imports → src/a.rs", "imports → src/a.rs"]


def test_included_files_stand_beside_the_file() -> None:
    body = 'include!("part.rs");\nconst A: &str = include_str!("../x.md");\nconst B: &str = include_str!("no");\n'
    more = {"crates/shop-core/src/sell/part.rs": "", "crates/shop-core/src/x.md": ""}
    assert led(body, **more) == [
        "→ crates/shop-core/src/sell/part.rs",
        "→ file:crates/shop-core/src/x.md",
        "→ unresolved:no file of the repository is it",
    ]


def test_modules_of_libraries_have_a_dotted_name() -> None:
    world = universe(SHOP)
    assert dotted_name("crates/shop-core/src/state/open.rs", world) == "shop_core::state::open"
    assert dotted_name("crates/shop-core/src/lib.rs", world) == "shop_core"
    assert dotted_name("crates/tools/lib/top.rs", world) == "toolbox"
    assert dotted_name("crates/shop-core/src/main.rs", world) is None
    assert dotted_name("crates/shop-core/tests/common/mod.rs", world) is None


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("shop_core", ("lib.rs", "")),
        ("shop_core.state.open", ("state/open.rs", "")),
        ("shop_core.state.Open", ("state/open.rs", "Open")),
        ("shop_core.prelude.Open.go", ("state/open.rs", "Open.go")),
        ("shop_core.state.Open.elsewhere", ("sell/made.rs", "Open.elsewhere")),
        ("shop_core.one", ("sell.rs", "sell_one")),
        ("shop_core.state.State.Open", ("state/mod.rs", "State.Open")),
        ("state.Open.go", ("state/open.rs", "Open.go")),
        ("shop_core.Serialize", None),
        ("shop_core.gone", None),
        ("shop_core.state.Open.gone", None),
        ("std.io.Read", None),
        ("state", None),
        ("serde.Serialize", None),
    ],
)
def test_a_path_of_prose_is_followed_to_what_it_means(dotted: str, found: tuple[str, str] | None) -> None:
    expected = None if found is None else (f"crates/shop-core/src/{found[0]}", found[1])
    assert find_name(dotted, universe(SHOP)) == expected
