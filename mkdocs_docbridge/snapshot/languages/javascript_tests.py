"""How a JavaScript or TypeScript file shows that it is a test."""

from __future__ import annotations

from tree_sitter import Node

from .trees import first_named, text_of

_TEXT = "@jest/globals @playwright/test ava bun:test chai jasmine mocha node:test tape uvu vitest"
TEST_PACKAGES = frozenset(_TEXT.split())
_TEST_CALLS = frozenset({"describe", "it", "suite", "test"})


def is_test_call(call: Node) -> bool:
    """Whether a call is ``describe("…", …)``, ``test.each(…)("…", …)`` or their like."""
    function = call.child_by_field_name("function")
    for _ in range(4):
        if function is None or function.type not in {"member_expression", "call_expression"}:
            break
        function = function.child_by_field_name("object") or function.child_by_field_name("function")
    arguments = call.child_by_field_name("arguments")
    if function is None or function.type != "identifier" or arguments is None:
        return False
    first = first_named(arguments)
    named = first is not None and first.type in {"string", "template_string"}
    return named and arguments.named_child_count > 1 and text_of(function) in _TEST_CALLS
