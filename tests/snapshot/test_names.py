"""What a name in prose stands for when C and C++ declare it."""

from __future__ import annotations

from mkdocs_docbridge.snapshot.model import Module, Symbol
from mkdocs_docbridge.snapshot.names import Ambiguous, Hit, Names


def module(path: str, language: str, *symbols: tuple[str, str]) -> Module:
    return Module(
        id=f"module:{path}",
        name=path,
        path=path,
        content_hash="0" * 64,
        language=language,
        symbols=tuple(Symbol(name=name, kind=kind, line=1, end_line=1, exported=True) for name, kind in symbols),
    )


def names(*modules: Module) -> Names:
    return Names([], modules, [], [], find={"n.DB.Open": ("db.h", "n.DB.Open")}.get)


HEADER = module(
    "db.h", "cpp", ("n.DB", "class"), ("n.DB.Open", "method"), ("n.DB.Inner", "class"), ("c_open", "function")
)
SOURCE = module("db.cc", "cpp", ("n.DB.Open", "method"), ("c_open", "function"))


def test_what_a_source_defines_its_one_header_declares() -> None:
    known = names(HEADER, SOURCE)
    assert known.token("c_open()") == Hit("module:db.h", "c_open")
    other = module("other.h", "c", ("c_open", "function"))
    assert known.token("c_open()") == Hit("module:db.h", "c_open")
    assert names(HEADER, SOURCE, other).token("c_open()") == Ambiguous(
        ("module:db.cc", "module:db.h", "module:other.h")
    )


def test_a_header_does_not_take_a_name_from_another_language() -> None:
    python = module("db.py", "python", ("c_open", "function"))
    assert names(HEADER, SOURCE, python).token("c_open()") == Ambiguous(("module:db.cc", "module:db.h", "module:db.py"))


def test_double_colons_are_dots() -> None:
    assert names(HEADER, SOURCE).token("n::DB::Open()") == Hit("module:db.h", "n.DB.Open")
    assert names(HEADER, SOURCE).token("::n::DB") == Hit("module:db.h", "n.DB")


def test_a_namespace_may_be_left_out_and_a_class_may_not() -> None:
    known = names(HEADER, SOURCE)
    assert known.token("DB") == Hit("module:db.h", "n.DB")
    assert known.token("Inner") is None
    assert known.token("Open") is None
    assert names(HEADER, module("b.h", "cpp", ("m.DB", "class"))).token("DB") == Ambiguous(
        ("module:b.h", "module:db.h")
    )
