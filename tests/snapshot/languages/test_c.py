"""What one C file says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages import analyzer_for
from mkdocs_docbridge.snapshot.model import Symbol


def facts(text: str, suffix: str = ".h") -> ModuleFacts:
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    return analyzer.facts(dedent(text).encode(), suffix)


def symbols(text: str, suffix: str = ".h") -> dict[str, Symbol]:
    return {symbol.name: symbol for symbol in facts(text, suffix).symbols}


def exported(text: str, suffix: str = ".h") -> list[str]:
    return [symbol.name for symbol in facts(text, suffix).symbols if symbol.exported]


def test_a_header_exports_what_it_declares_and_does_not_keep_static() -> None:
    text = """
        int add(int a, int b);
        static inline int twice(int a) { return add(a, a); }
        extern const char *const names[];
        extern int counter;
        typedef struct point { int x, y; } point_t;
        typedef int (*compare)(const void *, const void *);
        typedef struct { char *text; } *handle;
        enum color { RED, GREEN = 2 };
        union number { int i; double d; };
        struct opaque;
    """
    assert [(s.name, s.kind, s.exported) for s in facts(text).symbols] == [
        ("add", "function", True),
        ("twice", "function", False),
        ("names", "constant", True),
        ("counter", "variable", True),
        ("point", "type", True),
        ("point.x", "variable", True),
        ("point.y", "variable", True),
        ("point_t", "type", True),
        ("compare", "type", True),
        ("handle", "type", True),
        ("handle.text", "variable", True),
        ("GREEN", "constant", True),
        ("RED", "constant", True),
        ("color", "type", True),
        ("number", "type", True),
        ("number.d", "variable", True),
        ("number.i", "variable", True),
    ]


def test_a_source_file_exports_what_has_external_linkage() -> None:
    text = """
        #define LIMIT 10
        struct node { int value; };
        int later(void);
        static int hidden(void);
        extern int elsewhere;
        int shared = 1;
        static int own;
        const int answer = 42;
        int later(void) { return 1; }
        int hidden(void) { return 2; }
        static void helper(void) {}
        int old(a, b) int a; char *b; { return a; }
    """
    assert exported(text, ".c") == ["shared", "answer", "later", "old"]
    assert {"LIMIT", "node", "node.value", "own", "hidden", "helper"} < set(symbols(text, ".c"))
    assert "elsewhere" not in symbols(text, ".c")
    assert symbols(text, ".c")["later"].line == 10


def test_a_definition_stands_for_its_declaration_and_keeps_its_comment() -> None:
    text = """
        /** Adds. */
        int add(int a);

        inline int add(int a) { return a + 1; }
    """
    found = symbols(text)["add"]
    assert (found.line, found.summary, found.signature) == (5, "Adds.", "inline int add(int a)")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("API_EXPORT int f(void);", ["f"]),
        ("BEGIN_DECLS\nAPI_EXTERN struct x *g(int a);\nEND_DECLS\n", ["g"]),
        ("LIB_API(const char *) version(void);", ["version"]),
        ("EXTERN Code f(int a);\nEXTERN Code g(int a) DEPRECATED(7.1, \"use f\");", ["f", "g"]),
        ("int z __attribute__((unused)) = 1;", ["z"]),
        ("static DWORD WINAPI hidden(void *p) { return 0; }\nDWORD WINAPI shown(void *p);", ["shown"]),
        ("EXTERN Code OLD(7.19, \"\")\nf(int a);", ["f"]),
        ("typedef LONG (APIENTRY *FUNC)(int);", ["FUNC"]),
        ("MODULE_API double (*ask)(int a) MODULE_ATTR;", ["ask"]),
        ("LUA_API const char *(luaL_check) (State *L);", ["luaL_check"]),
        ("int put(CONST char **sp, int b);", ["put"]),
        ("struct PACKED s { int a; };", ["s", "s.a"]),
        ("STATIC_ASSERT(sizeof(int) == 4, \"\");\nint f(void);", ["f"]),
        ("enum { A DEPRECATED(\"\") = 3, B };", ["A", "B"]),
        ("long NAME_IN_CAPITALS(int a);", ["NAME_IN_CAPITALS"]),
        ("unsigned long MASK;", ["MASK"]),
        ("struct stat STAT;", ["STAT"]),
        ("FILE *out;\nFILE const *in;\nDWORD x;", ["out", "in", "x"]),
    ],
)  # fmt: skip
def test_macros_between_the_words_of_a_declaration_do_not_hide_its_name(text: str, names: list[str]) -> None:
    assert exported(text) == names
    assert facts(text).notes == ()


def test_an_enumerator_made_by_a_macro_is_its_first_argument_unless_the_macro_does_something_else() -> None:
    text = """
        #define OPT(name, number) name = number
        #define GLUE(name) PREFIX_##name
        enum { OPT(OPT_URL, 1), OPT(OPT_PORT, 2), GLUE(X), FOREIGN(OPT_LAST, 3) };
    """
    assert exported(text) == ["OPT", "GLUE", "OPT_LAST", "OPT_PORT", "OPT_URL"]


def test_macros_are_symbols_and_include_guards_are_not() -> None:
    text = """
        #ifndef A_H
        #define A_H
        #define VERSION "1.0" /* of the protocol */
        /* The larger. */
        #define MAX(a, b) \\
            ((a) > (b) ? (a) : (b))
        #define TEMPORARY 1
        #undef TEMPORARY
        #undef AGAIN
        #define AGAIN 2
        #endif
    """
    found = symbols(text)
    assert [(s.name, s.line, s.end_line, s.exported) for s in found.values()] == [
        ("VERSION", 4, 4, True),
        ("MAX", 6, 7, True),
        ("TEMPORARY", 8, 8, False),
        ("AGAIN", 11, 11, True),
    ]
    assert found["VERSION"].signature == '#define VERSION "1.0"'
    assert found["VERSION"].summary == "of the protocol"
    assert found["MAX"].signature == "#define MAX(a, b)"
    assert found["MAX"].summary == "The larger."
    assert {s.kind for s in found.values()} == {"macro"}


def test_a_function_split_by_a_condition_is_read_once_and_what_follows_is_read_too() -> None:
    text = """
        #ifdef WIN
        int open_it(wchar_t *name) {
        #else
        int open_it(char *name) {
        #endif
            if (name) {
        #ifdef A
                one();
            } else {
        #endif
                two();
            }
            return 0;
        }
        #if 0
        int dead(void) { return 0; }
        #else
        int alive(void) { return 0; }
        #endif
        #ifdef B
        int with_b(void) { return 0; }
        #else
        int without_b(void) { return 0; }
        #endif
    """
    assert exported(text, ".c") == ["open_it", "alive", "with_b", "without_b"]
    assert facts(text, ".c").notes == ()


def test_conditions_within_lists_keep_every_branch() -> None:
    text = """
        enum {
          A,
        #ifdef X
          B,
        #else
          C,
        #endif
          D
        };
    """
    assert exported(text) == ["A", "B", "C", "D"]


def test_braces_and_names_in_comments_and_literals_are_no_code() -> None:
    text = """
        /* int not_me(void) { */
        const char *a = "int nor_me(void) {";
        char b = '{', c = '\\'', d = '"';
        // int never(void); \\
        int still_comment(void);
        int f(void) { return 'x'; }
    """
    assert exported(text, ".c") == ["a", "b", "c", "d", "f"]


def test_includes_keep_their_delimiters_and_lines_in_every_branch() -> None:
    text = """
        #include <stdio.h>
        #  include "a/b.h" // ours
        #if 0
        #include "old.h"
        #endif
        // #include "commented.h"
        /*
        #include "block.h"
        */
        #include_next <limits.h>
        #include CONFIG_HEADER
    """
    found = facts(text, ".c")
    assert [(i.specifier, i.line, i.kind) for i in found.imports] == [
        ("<stdio.h>", 2, "include"),
        ('"a/b.h"', 3, "include"),
        ('"old.h"', 5, "include"),
        ("<limits.h>", 11, "include"),
    ]
    assert [(n.code, n.line) for n in found.notes] == [("DYNAMIC_IMPORT", 12)]


def test_signatures_stand_on_one_line_without_body_and_comments() -> None:
    text = """
        static int
        copy(char *to,   /* where to */
             const char *from)
        {
            return 0;
        }
        int table[] = { 1, 2, 3 };
        struct s { int a; };
    """
    found = symbols(text, ".c")
    assert found["copy"].signature == "static int copy(char *to, const char *from)"
    assert (found["copy"].line, found["copy"].end_line) == (2, 7)
    assert found["table"].signature == "int table[]"
    assert found["s"].signature == "struct s"


@pytest.mark.parametrize(
    ("comment", "summary"),
    [
        ("/** Adds two numbers. More. */", "Adds two numbers."),
        ("/*! @brief Adds numbers\n *\n * At length. */", "Adds numbers"),
        ("/// \\brief Adds \\p a and @c b.\n/// \\param a one", "Adds a and b."),
        ("//! Adds.", "Adds."),
        ("// Adds\n// numbers.", "Adds numbers."),
        ("/**\n * @ingroup math\n * Adds.\n * @return the sum\n */", "Adds."),
        ("/* ------------\n * Adds.\n * ---------- */", "Adds."),
        ("/** @return the sum */", ""),
        ("/** Adds. */\n\n", ""),
        ("/** Adds. */\n#define X 1", ""),
        ("/** Adds. */\n#ifdef Y\n#endif", "Adds."),
        ("/** Adds. */\nAPI_EXPORT", "Adds."),
        ("int before; /* of before */", ""),
    ],
)
def test_the_comment_above_is_the_documentation(comment: str, summary: str) -> None:
    assert symbols(f"{comment}\nint add(int a, int b);\n")["add"].summary == summary


def test_a_comment_behind_a_member_is_its_documentation() -> None:
    text = """
        struct s {
          int a; ///< The first.
          int b; /**< The second. */
          int c, /* both */ d;
          int e;
        };
        enum { A, /*!< One. */ B /*!< Two. */ };
    """
    found = symbols(text)
    names = ["s.a", "s.b", "s.e", "A", "B"]
    assert [found[name].summary for name in names] == ["The first.", "The second.", "", "One.", "Two."]


@pytest.mark.parametrize(
    ("head", "docstring"),
    [
        ("/* Parses dates. */\n\n#include <a.h>\n", "Parses dates."),
        ("/* Copyright 2020 X. */\n\n/* Parses dates. */\n\n#include <a.h>\n", "Parses dates."),
        ("/* dates.c - Parses dates.\n *\n * Copyright 2020 X.\n * More of the licence. */\n", "Parses dates."),
        ("// SPDX-License-Identifier: MIT\n#ifndef A_H\n#define A_H\n/// @file a.h\n/// Parses.\n", "Parses."),
        ("/** Adds. */\nint add(int a);\n", ""),
        ("/* Copyright 2020 X. */\nint add(int a);\n", ""),
        ("/*  _ __  __| |\n *  |_|/  / _| |\n *\n * Copyright X */\n", ""),
        ("#include <a.h>\n/* Not of the file. */\n\nint a;\n", ""),
    ],
)  # fmt: skip
def test_the_head_of_a_file_is_its_docstring(head: str, docstring: str) -> None:
    assert facts(head).docstring == docstring


def test_generated_and_test_files_are_told() -> None:
    assert facts("/* A Bison parser, made by GNU Bison 3.8. */\n", ".c").generated
    assert facts("#line 1\n/* A lexical scanner generated by flex */\n", ".c").generated
    assert not facts("/* Reads files written by hand. */\n" + "\n" * 40 + "/* Do not edit. */", ".c").generated
    assert facts("#include <cmocka.h>\n", ".c").test
    assert not facts("#include <stdio.h>\n", ".c").test


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("int f(void);\n", "c"),
        ("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n", "c"),
        ("#ifdef __cplusplus\nclass A;\nnamespace n {}\n#endif\nint f(void);\n", "c"),
        ("/* class A { public: }; std::x */ int class_of(int namespace_id);\n", "c"),
        ("int new, delete, private, this; [[gnu::packed]] int a;\n", "c"),
        ("class A {};\n", "cpp"),
        ("struct A : B {};\n", "cpp"),
        ("namespace n {\nint f();\n}\n", "cpp"),
        ("template <class T> T f(T a);\n", "cpp"),
        ("#include <vector>\n", "cpp"),
        ("std::string f();\n", "cpp"),
        ("struct A { bool operator==(int a); };\n", "cpp"),
        ("int f(int &a);\n", "cpp"),
    ],
)  # fmt: skip
def test_a_header_is_of_the_language_that_its_text_is_written_in(text: str, language: str) -> None:
    assert facts(text).language == language


def test_a_c_header_for_both_languages_is_read_as_c() -> None:
    text = """
        #ifdef __cplusplus
        extern "C" {
        #endif
        int f(void);
        #ifdef __cplusplus
        }
        #endif
    """
    assert exported(text) == ["f"]
    assert facts(text).notes == ()


def test_a_broken_file_gives_what_can_be_read_and_a_note() -> None:
    found = facts("int f(void);\nint int int ( ;;\nint g(void);\n")
    assert {"f", "g"} <= {symbol.name for symbol in found.symbols}
    assert [note.code for note in found.notes] == ["PARSE_ERROR"]


def test_lines_end_as_they_like() -> None:
    for end in ("\n", "\r\n"):
        text = end.join(["/** Adds.", " * More. */", "int add(int a);", "#define A \\", "  1", "int b;"])
        found = facts(text).symbols
        assert [(s.name, s.line, s.end_line, s.summary) for s in found] == [
            ("add", 3, 3, "Adds."),
            ("A", 4, 5, ""),
            ("b", 6, 6, ""),
        ]


def test_unnamed_structs_lend_their_members_to_what_they_stand_in_or_to_their_variable() -> None:
    text = """
        struct s {
          union { int a; float b; };
          struct { int c; } d;
        };
    """
    assert exported(text) == ["s", "s.a", "s.b", "s.d", "s.d.c"]
