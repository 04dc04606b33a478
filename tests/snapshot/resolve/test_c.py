"""Where the includes of C and C++ lead."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.resolve import dotted_name, find_name

from .world import targets, universe


def target(files: dict[str, str], path: str, include: str) -> str:
    found = targets({**files, path: f"#include {include}\n"}, path)
    assert len(found) == 1
    return found[0].removeprefix("imports → ")


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        ('"a.h"', "src/a.h"),
        ('"../include/lib/b.h"', "include/lib/b.h"),
        ('"lib/b.h"', "include/lib/b.h"),
        ("<lib/b.h>", "include/lib/b.h"),
        ('"b.h"', "include/lib/b.h"),
        ('"deep/c.h"', "src/x/deep/c.h"),
        ('"../other/deep/c.h"', "unresolved:no file of the repository ends in ../other/deep/c.h"),
        ('"list.def"', "file:src/list.def"),
        ('"config.h"', "file:config.h.in"),
        ("<lib/version.h>", "file:include/lib/version.h.in"),
        ('"cmake_config.h"', "file:cmake_config-cmake.h.in"),
        ('"grammar.tab.h"', "file:src/grammar.y"),
        ('"proto/a.pb.h"', "file:proto/a.proto"),
        ("<stdio.h>", "c-std:stdio.h"),
        ('"stdio.h"', "c-std:stdio.h"),
        ("<vector>", "cpp-std:vector"),
        ("<experimental/filesystem>", "cpp-std:experimental/filesystem"),
        ("<unistd.h>", "posix:unistd.h"),
        ("<sys/socket.h>", "posix:sys/socket.h"),
        ("<sys/epoll.h>", "system:sys/epoll.h"),
        ("<openssl/ssl.h>", "system:openssl"),
        ("<windows.h>", "system:windows.h"),
        ('"gtest/gtest.h"', "system:gtest"),
        ('"gone.h"', "unresolved:no file of the repository ends in gone.h"),
        ('"lib/gone.h"', "unresolved:no file of the repository ends in lib/gone.h"),
        ('"/usr/include/x.h"', "unresolved:it is a path of the machine that builds it"),
        ('"lib\\\\b.h"', "include/lib/b.h"),
    ],
)
def test_an_include_leads_to_a_file_a_standard_or_a_library(include: str, expected: str) -> None:
    files = dict.fromkeys(
        ["src/a.h", "include/lib/b.h", "src/x/deep/c.h", "src/list.def", "config.h.in", "include/lib/version.h.in",
         "cmake_config-cmake.h.in", "src/grammar.y", "proto/a.proto"], ""
    )  # fmt: skip
    assert target(files, "src/main.cc", include) == expected


def test_the_folder_of_the_file_comes_first_then_the_nearest() -> None:
    files = dict.fromkeys(["util.h", "a/util.h", "a/b/util.h", "c/util.h"], "")
    assert target(files, "a/b/x.c", '"util.h"') == "a/b/util.h"
    assert target(files, "a/b/d/x.c", '"util.h"') == "a/b/util.h"
    assert target(files, "a/e/x.c", '"util.h"') == "a/util.h"
    assert target(files, "x.c", '"util.h"') == "util.h"
    assert target(files, "d/x.c", '"util.h"') == "util.h"


def test_include_folders_come_before_others_that_are_as_near() -> None:
    files = dict.fromkeys(["other/lib/a.h", "include/lib/a.h"], "")
    assert target(files, "src/x.c", '"lib/a.h"') == "include/lib/a.h"


def test_files_that_are_as_near_as_each_other_are_said() -> None:
    files = dict.fromkeys(["linux/os.h", "windows/os.h"], "")
    expected = "unresolved:it is ambiguous: linux/os.h, windows/os.h are as near as each other"
    assert target(files, "src/x.c", '"os.h"') == expected


def test_tests_examples_and_copies_of_others_come_last() -> None:
    files = dict.fromkeys(["tests/util.h", "lib/inner/util.h", "tests/only.h", "third_party/zlib/zlib.h"], "")
    assert target(files, "lib/x.c", '"util.h"') == "lib/inner/util.h"
    assert target(files, "tests/unit/x.c", '"util.h"') == "tests/util.h"
    assert target(files, "lib/x.c", "<only.h>") == "system:only.h"
    assert target(files, "lib/x.c", '"only.h"') == "tests/only.h"
    assert target(files, "lib/x.c", "<zlib.h>") == "third_party/zlib/zlib.h"


def test_brackets_without_a_folder_look_where_headers_commonly_stand() -> None:
    files = dict.fromkeys(["lib/tls/rust.h", "lib/own.h", "include/api.h"], "")
    assert target(files, "lib/tls/x.c", "<rust.h>") == "system:rust.h"
    assert target(files, "lib/tls/x.c", '"rust.h"') == "lib/tls/rust.h"
    assert target(files, "lib/tls/x.c", "<own.h>") == "lib/own.h"
    assert target(files, "lib/tls/x.c", "<api.h>") == "include/api.h"


def test_a_standard_header_is_the_repositorys_own_only_in_quotes() -> None:
    files = {"lib/string.h": ""}
    assert target(files, "lib/x.c", '"string.h"') == "lib/string.h"
    assert target(files, "lib/x.c", "<string.h>") == "c-std:string.h"


def test_modules_lead_to_their_interfaces() -> None:
    files = {
        "core.cppm": "export module app.core;\nexport import :part;\n",
        "part.cppm": "export module app.core:part;\n",
        "main.cpp": "import app.core;\nimport std;\nimport gone;\nimport <vector>;\n",
    }
    assert targets(files, "main.cpp") == [
        "imports → core.cppm",
        "imports → cpp-std:std",
        "imports → unresolved:no file of the repository is the interface of a module gone",
        "imports → cpp-std:vector",
    ]
    assert targets(files, "core.cppm") == ["re-exports → part.cppm"]
    assert dotted_name("core.cppm", universe(files)) == "app.core"
    assert dotted_name("main.cpp", universe(files)) is None
    assert find_name("app.core", universe(files)) == ("core.cppm", "")


def test_dotted_names_lead_to_the_header_that_declares_them() -> None:
    files = {
        "include/db.h": "namespace n { class DB { public: int Open(); void Twice(); }; class A { public: int x; }; }",
        "src/db.cc": "namespace n { int DB::Open() { return 1; } void Own::run() {} }",
        "src/other.h": "namespace m { class A { public: int x; }; }\nclass DB2 { public: void Twice(); };",
        "tests/a.h": "namespace n { class Only { public: int y; }; class DB { public: int Open(); }; }",
    }
    world = universe(files)
    assert find_name("n.DB.Open", world) == ("include/db.h", "n.DB.Open")
    assert find_name("DB.Open", world) == ("include/db.h", "n.DB.Open")
    assert find_name("Own.run", world) == ("src/db.cc", "n.Own.run")
    assert find_name("n.A.x", world) == ("include/db.h", "n.A.x")
    assert find_name("A.x", world) is None
    assert find_name("Only.y", world) == ("tests/a.h", "n.Only.y")
    assert find_name("db.h", world) is None
    assert find_name("n.Gone", world) is None
