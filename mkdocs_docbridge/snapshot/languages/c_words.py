"""The reserved words of C and C++, and the headers of their test frameworks."""

from __future__ import annotations

_C_TEXT = """
    _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas alignof
    auto bool break case char const constexpr continue default define defined do double elif else endif enum extern
    false float for goto if ifdef ifndef include inline int long nullptr pragma register restrict return short signed
    sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual undef union unsigned void
    volatile while
"""
C_KEYWORDS = frozenset(_C_TEXT.split())
_CPP_TEXT = """
    and and_eq asm bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept
    const_cast consteval constinit decltype delete dynamic_cast explicit export final friend module mutable namespace
    new noexcept not not_eq operator or or_eq override private protected public reinterpret_cast requires static_cast
    template this throw try typeid typename using virtual wchar_t xor xor_eq
"""
CPP_KEYWORDS = C_KEYWORDS | frozenset(_CPP_TEXT.split())
_TEST_TEXT = """
    CppUTest boost/test catch.hpp catch2 check.h cmocka.h criterion cutest.h CuTest.h cppunit doctest doctest.h gmock
    greatest.h gtest munit.h QtTest snitch ut.hpp unity.h unity_fixture.h utest.h
"""
TEST_HEADERS = frozenset(_TEST_TEXT.split())
