"""Writing bodies: nothing outside changes, and what cannot be written is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.regions import authored_hash, authored_text, body_hash, body_problem, replace_bodies, scan
from tests.support.cases import CASES

CLOSE = "<!-- /doc-bridge:generated -->"
FILL = "<!-- doc-bridge:generated source=area:src -->"


def filled(eol: str = "\n", before: str = "# T", after: str = "END", end: str = "\n") -> bytes:
    return eol.join([before, "", FILL, CLOSE, "", after]).encode() + end.encode()


def test_a_filled_region_keeps_its_source_and_verifies() -> None:
    written = replace_bodies(filled(), "p.md", {3: "| a |\n|---|\n"})
    (region,) = scan(written, "p.md").regions
    digest = body_hash("| a |\n|---|")
    assert (
        written
        == (
            f"# T\n\n<!-- doc-bridge:generated hash={digest} source=area:src -->\n| a |\n|---|\n{CLOSE}\n\nEND\n"
        ).encode()
    )
    assert (region.source, region.is_fill) == ("area:src", False)


def test_an_empty_body_is_sealed_and_no_longer_asks_to_be_filled() -> None:
    written = replace_bodies(filled(), "p.md", {3: "\n\n"})
    assert b"hash=e3b0c44298fc1c14 source=area:src -->\n<!-- /doc" in written
    assert replace_bodies(written, "p.md", {3: ""}) is written


@pytest.mark.parametrize("number", ["10", "11", "13", "14", "31"])
def test_the_bytes_around_a_body_are_kept(number: str) -> None:
    (path,) = CASES.glob(f"{number}-*/README.md")
    data = path.read_bytes()
    (region,) = scan(data, "p.md").regions
    body = r"use \\Users\u and \1 \g<0> $& $1 $$ $` %s {0}$"
    written = replace_bodies(data, "p.md", {region.line: f"{body}\nsecond"})
    opening = data.split(b"<!--")[0]
    closing = data[data.index(b"<!-- /") :]
    eol = b"\r\n" if b"\r\n" in data else b"\n"
    assert written.startswith(opening + b"<!-- doc-bridge:generated hash=")
    assert written.endswith(body.encode() + eol + b"second" + eol + closing)
    assert scan(written, "p.md").faults == ()


LINES = st.lists(st.sampled_from(["a", "| b | c |", "- x", "", "`k`", "é", "a <b", "<!--", "```", "<div>", "</div>"]))


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans(), st.sampled_from(["\n", ""]))
def test_writing_twice_is_writing_once_and_leaves_the_authored_hash(
    lines: list[str], eol: str, bom: bool, end: str
) -> None:
    data = (b"\xef\xbb\xbf" if bom else b"") + filled(eol, end=end)
    body = "\n".join(lines)
    if body_problem(body) is not None:
        with pytest.raises(InputError, match="REGION_BODY_REFUSED"):
            replace_bodies(data, "p.md", {3: body})
        return
    written = replace_bodies(data, "p.md", {3: body})
    after = scan(written, "p.md")
    assert replace_bodies(written, "p.md", {3: "\n".join(lines)}) is written
    assert authored_hash(written, after) == authored_hash(data, scan(data, "p.md"))
    head, tail = data.split(FILL.encode())
    assert written.startswith(head)
    assert written.endswith(tail.removeprefix(eol.encode()))
    assert authored_text(written, after).count(eol) == written.decode().count(eol)


@pytest.mark.parametrize(
    "body",
    [
        "```\nx",
        "<!-- open",
        "text `<!--` text",
        "a <b and more",
        "<pre>\nx",
        "<details>\n\ntext",
        f"x\n{CLOSE}",
        "see `<!-- doc-bridge:generated -->`",
        "x  \ny",
        "x\ry",
        "x\0y",
        "\ud800",
    ],
)
def test_a_body_that_would_reach_beyond_its_region_is_refused(body: str) -> None:
    with pytest.raises(InputError) as caught:
        replace_bodies(filled(), "p.md", {3: body})
    assert caught.value.code == "REGION_BODY_REFUSED"
    assert caught.value.place == "p.md:3"


def test_html_at_the_end_of_a_body_gets_the_blank_line_that_ends_it() -> None:
    written = replace_bodies(filled(), "p.md", {3: "<div>\nx\n</div>"})
    assert f"</div>\n\n{CLOSE}".encode() in written


def test_a_file_with_a_fault_is_not_written() -> None:
    with pytest.raises(InputError) as caught:
        replace_bodies(filled(after=CLOSE), "p.md", {3: "x"})
    assert (caught.value.code, caught.value.place) == ("MARKER_STRAY_CLOSE", "p.md:6")


def test_a_line_without_region_is_refused() -> None:
    with pytest.raises(InputError, match="REGION_NOT_FOUND"):
        replace_bodies(filled(), "p.md", {4: "x"})


def test_a_hand_edit_is_overwritten_only_where_it_was_accepted() -> None:
    data = replace_bodies(filled(), "p.md", {3: "x"}).replace(b"\nx\n", b"\nedited\n")
    with pytest.raises(InputError, match="GENERATED_REGION_EDITED"):
        replace_bodies(data, "p.md", {3: "x"})
    assert b"\nx\n" in replace_bodies(data, "p.md", {3: "x"}, accept_edited={3})


def test_a_body_that_only_breaks_the_page_around_it_is_refused_after_reading_it_again() -> None:
    table = f"| a |\n|---|\n{FILL}\n{CLOSE}\n".encode()
    with pytest.raises(InputError, match="REGION_SPLITS_TABLE"):
        replace_bodies(table, "p.md", {3: "| 1 |"})


def test_what_a_person_wrote_is_told_from_what_was_generated() -> None:
    data = replace_bodies(filled(), "p.md", {3: "made\nup"})
    found = scan(data, "p.md")
    assert authored_text(data, found).split("\n")[3:6] == ["", "", CLOSE]
    changed = data.replace(b"END", b"END.")
    assert authored_hash(changed, scan(changed, "p.md")) != authored_hash(data, found)
    assert authored_hash(b"plain", scan(b"plain", "p.md")) == (
        "a116c9ed46d6207734a43317d30fd88f52ac8634c37d904bbf4e41d865f90475"
    )
