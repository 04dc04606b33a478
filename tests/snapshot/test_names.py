"""What a name in prose stands for when C and C++ declare it."""

from __future__ import annotations

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.link import named_module
from mkdocs_docbridge.snapshot.model import Symbol
from mkdocs_docbridge.snapshot.names import Ambiguous, Hit, NamedModule, Names


def module(path: str, language: str, *symbols: tuple[str, str]) -> NamedModule:
    facts = ModuleFacts(
        language=language,
        docstring="",
        symbols=tuple(Symbol(name=name, kind=kind, line=1, end_line=1, exported=True) for name, kind in symbols),
        imports=(),
        terms={},
    )
    return named_module(path, (), facts)


def names(*modules: NamedModule) -> Names:
    find = {"n.DB.Open": ("db.h", "n.DB.Open")}.get
    return Names(documents=[], modules=modules, packages=[], areas=[], find=find, dotted=lambda _: None)


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
