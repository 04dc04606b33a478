"""What Cargo.toml says, and what members of a workspace take over from its root."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.catalogue import is_manifest
from mkdocs_docbridge.snapshot.facts import Dependency, ManifestFacts
from mkdocs_docbridge.snapshot.manifests import manifest_facts
from mkdocs_docbridge.snapshot.manifests.inheritance import with_inherited


def read(text: str | bytes) -> ManifestFacts:
    return manifest_facts("Cargo.toml", text.encode() if isinstance(text, str) else text)


def test_a_package_is_read() -> None:
    facts = read("""\
[package]
name = "shop-core"
version = "1.2.3"
description = '''
Sells.
'''
build = "make.rs"

[dependencies]
serde = { version = "1", features = ["derive"] }
log.version = "0.4"
called = { package = "real-name", version = "2" }

[dependencies.table]
version = "1"

[dev-dependencies]
serde = "1"
criterion = "0.5"

[target.'cfg(unix)'.dependencies]
libc = "0.2"

[target."x86_64-pc-windows-msvc".build-dependencies.cc]
version = "1"

[features]
default = ["log"]

[lib]
name = "shop"
path = "lib/top.rs"

[[bin]]
name = "sell"
path = "tools/sell.rs"

[[bin]]
name = "buy"

[[test]]
name = "it"
path = "checks/it.rs"
""")
    assert (facts.ecosystem, facts.name, facts.version) == ("cargo", "shop-core", "1.2.3")
    assert facts.description == "Sells."
    assert facts.dependencies == (
        Dependency(name="cc", line=24),
        Dependency(name="criterion", line=19),
        Dependency(name="libc", line=22),
        Dependency(name="log", line=11),
        Dependency(name="real-name", line=12),
        Dependency(name="serde", line=10),
        Dependency(name="table", line=14),
    )
    assert facts.aliases == (("called", ("real-name",)),)
    assert facts.entries == (
        ("lib:shop", "lib/top.rs"),
        ("bin:sell", "tools/sell.rs"),
        ("test:it", "checks/it.rs"),
        ("build", "make.rs"),
    )
    assert facts.scripts == ("buy", "sell")
    assert (facts.inherited, facts.shared, facts.notes) == ((), (), ())


def test_a_workspace_names_its_members_and_what_it_shares() -> None:
    facts = read("""\
[workspace]
members = ["crates/*", "tools"]
exclude = ["crates/old"]

[workspace.package]
version = "2.0.0"
edition = "2021"

[workspace.dependencies]
plain = "1"
nick = { package = "real", version = "1" }
""")
    assert (facts.name, facts.workspaces) == ("", ("crates/*", "tools", "!crates/old"))
    assert facts.shared == (("version", "2.0.0"), ("dependencies.nick", "real"))
    assert facts.dependencies == ()


MEMBER = """\
[package]
name = "member"
version.workspace = true
description = { workspace = true }

[dependencies]
nick = { workspace = true }
plain.workspace = true
"""


def test_a_member_takes_over_what_its_root_shares() -> None:
    root = read(
        '[workspace]\nmembers = ["a/*"]\n[workspace.package]\nversion = "2.0"\ndescription = "All."\n'
        '[workspace.dependencies]\nnick = {package = "real"}\n'
    )
    member = read(MEMBER)
    assert (member.version, member.description) == (None, "")
    assert member.inherited == ("version", "description", "dependencies.nick", "dependencies.plain")
    filled = with_inherited({"Cargo.toml": root, "a/b/Cargo.toml": member})["a/b/Cargo.toml"]
    assert (filled.version, filled.description) == ("2.0", "All.")
    assert filled.dependencies == (Dependency(name="plain", line=8), Dependency(name="real", line=7))
    assert filled.aliases == (("nick", ("real",)),)


def test_a_member_without_a_root_keeps_what_it_says() -> None:
    member = read(MEMBER)
    alone = with_inherited({"x/Cargo.toml": member, "y/Cargo.toml": read("[workspace]\nmembers = []\n")})
    assert alone["x/Cargo.toml"].version is None
    assert [item.name for item in alone["x/Cargo.toml"].dependencies] == ["nick", "plain"]


def test_a_root_that_is_a_package_may_inherit_from_itself() -> None:
    facts = read('[package]\nname = "a"\nversion.workspace = true\n[workspace.package]\nversion = "3.1"\n')
    assert with_inherited({"Cargo.toml": facts})["Cargo.toml"].version == "3.1"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("[package]\nname = \n", 2),
        (b'[package]\nname = "\xff"\n', 2),
        ("[package\n", 1),
    ],
)
def test_a_broken_manifest_is_a_note_with_its_line(data: str | bytes, line: int) -> None:
    facts = read(data)
    assert [(note.code, note.line) for note in facts.notes] == [("BROKEN_MANIFEST", line)]
    assert facts.name == ""


@pytest.mark.parametrize("text", [b"[" * 100_000, b"a = " + b"[" * 100_000, b" " * 1_100_000])
def test_a_hostile_manifest_is_a_note_and_no_exception(text: bytes) -> None:
    assert [note.code for note in read(text).notes] == ["BROKEN_MANIFEST"]


def test_members_of_the_wrong_type_are_left_out_and_noted() -> None:
    facts = read("[package]\nname = 3\n[dependencies]\na = 1\n[lib]\npath = []\n[[bin]]\npath = 1\n")
    assert (facts.name, [item.name for item in facts.dependencies]) == ("", ["a"])
    assert sorted(note.reason for note in facts.notes) == [
        "bin.path is not a string; it is left out",
        "lib.path is not a string; it is left out",
        "package.name is not a string; it is left out",
    ]
    assert [note.code for note in read("package = 3\ndependencies = []\n").notes] == ["MANIFEST_MEMBER"] * 2


def test_cargo_manifests_are_known_by_name() -> None:
    assert [is_manifest(name) for name in ("a/Cargo.toml", "Cargo.lock", "cargo.toml")] == [True, False, False]
