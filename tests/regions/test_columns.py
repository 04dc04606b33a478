"""Columns of a line against the slow way to count them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.regions.columns import Columns


@given(st.text(alphabet="ab\t\x02\x03é漢😀 "))
def test_every_column_is_where_counting_the_text_before_it_leads(line: str) -> None:
    columns = Columns(line)
    for at in range(len(line) + 1):
        before = line[:at]
        assert columns.in_bytes(at) == len(before.encode())
        assert columns.in_normal(at) == len(before.replace("\x02", "").replace("\x03", "").expandtabs(4))
