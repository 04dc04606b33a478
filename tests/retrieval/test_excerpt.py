"""Windows of files, and answers that fit a budget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.retrieval.excerpt import excerpt
from mkdocs_docbridge.retrieval.knowledge import answer
from mkdocs_docbridge.retrieval.tokens import tokens
from tests.retrieval.build import shop

KEY = "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEowIBAAKCAQEA\n" * 6 + "-----END RSA PRIVATE KEY-----"


def test_a_window_has_whole_lines_and_says_where_to_go_on() -> None:
    data = b"\xef\xbb\xbfone\r\ntwo\rthree\n\tfour\n"
    first = excerpt(data, "a.txt", characters=8)
    assert (first.text, first.lines, first.last_line, first.next_line) == ("one\ntwo", 4, 2, 3)
    rest = excerpt(data, "a.txt", first_line=3)
    assert (rest.text, rest.next_line) == ("three\n\tfour", None)
    assert excerpt(data, "a.txt", first_line=2, most=1).text == "two"


def test_a_line_that_is_too_long_is_cut_and_said_to_be() -> None:
    cut = excerpt(b"x" * 50 + b"\nnext", "a.txt", characters=10)
    assert (cut.text, cut.cut_line, cut.next_line) == ("x" * 10, True, 2)


def test_an_empty_file_is_an_empty_window() -> None:
    assert (excerpt(b"", "a.txt").text, excerpt(b"", "a.txt").lines) == ("", 0)


@pytest.mark.parametrize(("data", "line", "code"), [(b"\xff", 1, "NOT_UTF8"), (b"one\n", 2, "NO_SUCH_LINE")])
def test_what_cannot_be_shown_is_refused_by_code(data: bytes, line: int, code: str) -> None:
    with pytest.raises(InputError) as raised:
        excerpt(data, "a.txt", first_line=line)
    assert (raised.value.code, raised.value.place) == (code, "a.txt")


def test_a_secret_of_several_lines_is_masked_and_what_follows_keeps_its_line() -> None:
    shown = excerpt(f"before\n{KEY}\nafter\n".encode(), "a.txt")
    assert "MIIEow" not in shown.text
    assert shown.text.split("\n")[9] == "after"
    # also when the window begins inside of it
    assert "MIIEow" not in excerpt(f"before\n{KEY}\nafter\n".encode(), "a.txt", first_line=4).text


@given(
    st.lists(st.text(st.characters(codec="utf-8", categories=("L", "N")), max_size=12), max_size=20), st.integers(1, 40)
)
def test_windows_one_after_the_other_give_every_line_once(lines: list[str], characters: int) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    line: int | None = 1
    seen: list[str] = []
    while line is not None:
        window = excerpt(data, "a.txt", first_line=line, characters=max(characters, 14))
        seen += window.text.split("\n") if window.last_line >= window.first_line else []
        line = window.next_line
    assert seen == lines


@given(st.integers(1, 600))
def test_a_budget_drops_explanations_then_summaries_then_the_last_results(budget: int) -> None:
    found = shop().engine().search("retry orders regions", explain=True, limit=6)
    whole, cut = answer(found), answer(found, budget_tokens=budget)
    assert whole.budget is None
    assert cut.budget is not None
    assert cut.budget.total == tokens(cut.results)
    assert cut.budget.fits == (cut.budget.total <= budget)
    assert cut.budget.fits or len(cut.results) == 1
    assert [hit.id for hit in cut.results] == [hit.id for hit in whole.results][: len(cut.results)]
    order = ("explain", "summaries", "results")
    assert cut.budget.dropped == order[: len(cut.budget.dropped)]
