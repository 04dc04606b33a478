"""How a Ruby file shows that it is a test: RSpec, Minitest, test-unit."""

from __future__ import annotations

import re

from tree_sitter import Node

from .trees import text_of

TEST_LOADS = frozenset({"minitest/autorun", "test/unit", "spec_helper", "rails_helper", "test_helper"})
_GROUPS = frozenset({"context", "describe", "feature", "shared_context", "shared_examples", "shared_examples_for"})
_CLASS = re.compile(r"(?:^|::)(?:\w*TestCase|Mini[Tt]est::(?:Test|Spec|Unit))$")


def is_test_group(call: Node) -> bool:
    """Whether a call is ``describe "…" do``, ``RSpec.describe X do`` or their like."""
    method, receiver = call.child_by_field_name("method"), call.child_by_field_name("receiver")
    if method is None or call.child_by_field_name("block") is None or text_of(method) not in _GROUPS:
        return False
    return receiver is None or text_of(receiver) == "RSpec"


def is_test_class(superclass: Node) -> bool:
    """Whether what inherits from ``superclass`` is a test case."""
    return _CLASS.search(text_of(superclass)[:200]) is not None
