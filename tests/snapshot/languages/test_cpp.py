"""What one C++ file says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages import analyzer_for


def facts(text: str, suffix: str = ".hpp") -> ModuleFacts:
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    return analyzer.facts(dedent(text).encode(), suffix)


def exported(text: str, suffix: str = ".hpp") -> list[str]:
    return [symbol.name for symbol in facts(text, suffix).symbols if symbol.exported]


def kinds(text: str, suffix: str = ".hpp") -> list[tuple[str, str, bool]]:
    return [(symbol.name, symbol.kind, symbol.exported) for symbol in facts(text, suffix).symbols]


def test_members_are_public_by_their_access_specifier() -> None:
    text = """
        class A {
          int hidden;
         public:
          A() = default;
          A(const A&) = delete;
          virtual ~A();
          static int make(int a);
          int size() const { return 1; }
          int x = 1, y;
          static constexpr int N = 3;
          template <typename T> void put(T value);
          operator bool() const;
          bool operator==(const A& other) const;
          using Value = int;
          enum class Mode : int { On, Off };
          enum { Loose };
          struct Inner { int z; };
          friend class B;
         protected:
          void kept();
         private:
          void own();
         public:
          void last();
        };
        struct S : A { int field; private: int secret; };
    """
    assert kinds(text) == [
        ("A", "class", True),
        ("A.hidden", "variable", False),
        ("A.A", "method", True),
        ("A.~A", "method", True),
        ("A.make", "method", True),
        ("A.size", "method", True),
        ("A.x", "variable", True),
        ("A.y", "variable", True),
        ("A.N", "constant", True),
        ("A.put", "method", True),
        ("A.operator bool", "method", True),
        ("A.operator==", "method", True),
        ("A.Value", "type", True),
        ("A.Mode", "type", True),
        ("A.Mode.Off", "constant", True),
        ("A.Mode.On", "constant", True),
        ("A.Loose", "constant", True),
        ("A.Inner", "class", True),
        ("A.Inner.z", "variable", True),
        ("A.kept", "method", False),
        ("A.own", "method", False),
        ("A.last", "method", True),
        ("S", "class", True),
        ("S.field", "variable", True),
        ("S.secret", "variable", False),
    ]


def test_a_member_with_a_public_overload_is_public() -> None:
    assert exported("class A {\n void f(int);\n public:\n void f();\n private:\n void f(char);\n};\n") == ["A", "A.f"]


def test_namespaces_are_dots_and_neither_inline_nor_unnamed_ones_have_a_name() -> None:
    text = """
        namespace a::b {
        inline namespace v2 { void f(); }
        namespace { int unseen(); class Unseen { public: void g(); }; }
        namespace c { constexpr int N = 1; }
        template <typename T, typename U> struct Pair { T first; };
        template <> struct Pair<int, int> { int first; };
        template <typename T> concept Sized = true;
        extern "C" { int plain(int a); }
        }
    """
    found = facts(text)
    assert found.namespaces == ("a.b", "a.b.c")
    assert exported(text) == [
        "a.b.f", "a.b.c.N", "a.b.Pair", "a.b.Pair.first", "a.b.Sized", "a.b.plain",
    ]  # fmt: skip
    assert {"a.b.unseen", "a.b.Unseen.g"} < {symbol.name for symbol in found.symbols}


def test_definitions_outside_of_their_class_are_members() -> None:
    text = """
        namespace n {
        class Local { void own(); public: int open(); };
        void Local::own() {}
        int Local::open() { return 1; }
        Status DB::Open(const Options& o) { return 1; }
        DB::DB() : x_(1), y_{2} { go(); }
        DB::~DB() {}
        template <typename T> void List<T>::push(T value) {}
        DB::operator bool() const { return 1; }
        int DB::count = 0;
        void inner::run() {}
        namespace inner { void walk(); }
        }
        void n::inner::walk() {}
    """
    assert kinds(text, ".cc") == [
        ("n.Local", "class", True),
        ("n.Local.own", "method", False),
        ("n.Local.open", "method", True),
        ("n.DB.Open", "method", True),
        ("n.DB.DB", "method", True),
        ("n.DB.~DB", "method", True),
        ("n.List.push", "method", True),
        ("n.DB.operator bool", "method", True),
        ("n.DB.count", "variable", True),
        ("n.inner.run", "method", True),
        ("n.inner.walk", "function", True),
    ]


def test_a_source_file_keeps_what_is_static_constant_or_in_an_unnamed_namespace() -> None:
    text = """
        #define LOCAL 1
        const int limit = 1;
        extern const int shared_limit = 1;
        static void helper() {}
        namespace { void unseen() {} }
        void seen() {}
        int declared();
    """
    assert exported(text, ".cpp") == ["shared_limit", "seen"]
    assert "limit" in exported("namespace n {}\nconst int limit = 1;\n", ".h")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("class EXPORT A { public: int f(); };", ["A", "A.f"]),
        ("class ALIGN(8) A final : public B {};", ["A"]),
        ("FMT_BEGIN_NAMESPACE\nnamespace n {\nint f();\n}\nFMT_END_NAMESPACE\n", ["n.f"]),
        ("template <typename T, ENABLE_IF(sizeof(T) == 8 && !x<T>())>\nAPI auto f(T a) -> int { return 1; }", ["f"]),
        ("class A { public: CONSTEXPR A(int a) : a_(a << 1) {} API ~A() noexcept; };", ["A", "A.A", "A.~A"]),
        ("class A { public: MOCK_METHOD(int, f, (int)); void g(); };", ["A", "A.g"]),
        ("class URL { public: URL(int a); URL(); };", ["URL", "URL.URL"]),
        ("struct A { int x GUARDED_BY(mu); std::map<int, int> y GUARDED_BY(mu); };", ["A", "A.x", "A.y"]),
        ("class A { PRIVATE_UNLESS_TESTED:\n  int own;\n Q_SIGNALS:\n  void said();\n public slots:\n  void hear(); };",
         ["A", "A.said", "A.hear"]),
        ("struct A { DEPRECATED_FOR(3.1, undef OLD)\n bool operator<=(A a) const; };", ["A", "A.operator<="]),
        ('DOCTEST_WARNING_PUSH\nTEST_CASE("a" * skip()) { int b; }\nint f();', ["f"]),
        ("class A { Q_OBJECT\n public:\n  int f();\n};", ["A", "A.f"]),
        ("template API void buffer<char>::append(const char*);\nint f();", ["f"]),
        ("struct A : B { using typename B::value_type; int f(int a = {}); };", ["A", "A.f"]),
        ("struct A { int B::*field; void (B::*method)(int); };", ["A", "A.field", "A.method"]),
        ("struct A { DEPRECATED operator bool() const; };", ["A", "A.operator bool"]),
        ("extern template class list<int>;\n[[nodiscard]] int f();", ["f"]),
        ("auto f = [](int a) { return a; };", ["f"]),
        ("int n = 1'000'000; int m = 2'0;", ["m", "n"]),
        ('const char* s = u8R"(\n int f() {\n)"; int g();', ["s", "g"]),
        ('const char* s = R"x(int f() { " )x"; int g();', ["g", "s"]),
    ],
)  # fmt: skip
def test_what_the_grammar_does_not_know_hides_nothing(text: str, names: list[str]) -> None:
    assert exported(text) == names
    assert facts(text).notes == ()


def test_a_macro_that_makes_a_function_is_no_function() -> None:
    text = """
        #include "gtest/gtest.h"
        TEST(Suite, enum) { int a; }
        TEST_F(Fixture, Name) { int b; }
        int after() { return 1; }
    """
    assert exported(text, ".cc") == ["after"]
    assert facts(text, ".cc").test
    assert facts("TEST(A, B) {}\n", ".cc").test
    assert not facts("int TESTED();\n", ".cc").test


def test_signatures_end_before_bodies_and_initialisers() -> None:
    text = """
        template <typename T>
        class LIB_API Box : public Base<T> {
         public:
          explicit Box(int size)
              : size_(size) {}
          virtual int get(const std::string& key = "none") const = 0;
        };
        std::vector<int> numbers = {1, 2};
    """
    assert [symbol.signature for symbol in facts(text).symbols] == [
        "template <typename T> class LIB_API Box : public Base<T>",
        "explicit Box(int size)",
        'virtual int get(const std::string& key = "none") const = 0',
        "std::vector<int> numbers",
    ]


def test_a_module_unit_exports_what_it_says() -> None:
    text = """
        module;
        #include <vector>
        export module app.core:part;
        import std;
        export import app.util;
        import :detail;
        import <map>;
        import "own.h";
        export int f() { return 1; }
        int g();
        export namespace n { int h(); }
        export {
        class A { public: int x; };
        }
        class B { public: int y; };
        module :private;
    """
    found = facts(text, ".cppm")
    assert [(raw.specifier, raw.kind) for raw in found.imports] == [
        ("<vector>", "include"),
        ("std", "import"),
        ("app.util", "re-export"),
        ("app.core:detail", "import"),
        ("<map>", "include"),
        ('"own.h"', "include"),
    ]
    assert exported(text, ".cppm") == ["app.core:part", "f", "n.h", "A", "A.x"]
    assert found.symbols[0].kind == "module"
    assert found.notes == ()


def test_a_header_of_cpp_may_be_called_h() -> None:
    found = facts("namespace n { class A; class B { public: int f(); }; }\n", ".h")
    assert found.language == "cpp"
    assert [symbol.name for symbol in found.symbols] == ["n.B", "n.B.f"]


def test_the_other_half_of_a_condition_on_the_language_is_not_read() -> None:
    text = "namespace n {}\n#ifdef __cplusplus\nint a;\n#else\nint b;\n#endif\n#ifndef __cplusplus\nint c;\n#endif\n"
    assert exported(text) == ["a"]


def test_deep_scopes_end() -> None:
    text = "namespace a {" * 40 + "int x;" + "}" * 40
    assert exported(text) == []
