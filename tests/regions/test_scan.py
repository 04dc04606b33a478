"""Reading regions: grammar, pair errors, near misses, files that cannot be read."""

from __future__ import annotations

import codecs
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.regions import RegionSource, body_hash, scan
from tests.support.cases import VECTORS

OPEN = "<!-- doc-bridge:generated hash=ca978112ca1bbdca -->"  # the hash of "a"
FILL = "<!-- doc-bridge:generated source=area:src -->"
CLOSE = "<!-- /doc-bridge:generated -->"


def found(text: str) -> list[tuple[str, int | None]]:
    return [(fault.code, fault.line) for fault in scan(text.encode(), "p.md").faults]


@pytest.mark.parametrize("vector", json.loads((VECTORS / "json.json").read_text("utf-8"))["regions"])
def test_the_hash_of_a_body_equals_the_published_vector(vector: dict[str, str]) -> None:
    assert body_hash(vector["body"]) == vector["hash16"]


def test_a_fill_region_carries_its_decoded_source() -> None:
    text = f"<!-- doc-bridge:generated source=area:src/a%20b-%2Dc -->\n\n{CLOSE}\n"
    (region,) = scan(text.encode(), "p.md").regions
    assert (region.source, region.is_fill, region.hash, region.body) == ("area:src/a b--c", True, None, "")


@given(st.from_regex(r"[a-z]{1,8}(-[a-z]{1,4})?", fullmatch=True), st.text(min_size=1, max_size=20))
def test_a_source_survives_being_written_and_read(kind: str, target: str) -> None:
    source = RegionSource(kind, target)
    try:
        coded = source.encode()
    except UnicodeEncodeError:
        return
    assert "--" not in coded
    assert coded.isascii()
    if target.isprintable():
        assert RegionSource.parse(coded) == source


@pytest.mark.parametrize(
    "source", ["Area", "area:", "area:a b", "area:%zz", "area:%41", "area:a--b", "area:%FF", "a--b"]
)
def test_a_source_in_any_other_spelling_makes_the_marker_malformed(source: str) -> None:
    assert found(f"<!-- doc-bridge:generated source={source} -->\n") == [("MARKER_MALFORMED", 1)]


def test_a_second_open_marker_is_nested_and_owns_nothing() -> None:
    assert found(f"{OPEN}\na\n{FILL}\n{CLOSE}\n") == [("MARKER_NESTED", 3)]
    assert scan(f"{OPEN}\na\n{FILL}\n{CLOSE}\n".encode(), "p.md").regions == ()


def test_without_hash_and_source_even_an_empty_region_is_refused() -> None:
    assert found(f"<!-- doc-bridge:generated -->\n{CLOSE}\n") == [("MARKER_NO_HASH", 1)]


def test_with_a_source_but_no_hash_a_body_cannot_be_verified() -> None:
    assert found(f"{FILL}\ntext\n{CLOSE}\n") == [("MARKER_NO_HASH", 1)]


@pytest.mark.parametrize(
    ("body", "sealed", "reason"),
    [
        ("b", "a", "content"),
        ("a  ", "a", "trailing-whitespace"),
        ("e\u0301", "\u00e9", "unicode-nfc"),
        ("\u00e9", "e\u0301", "unicode-nfd"),
        ("a\n\nb", "a\nb", "blank-lines"),
        ("a\n\n\nb", "a\n\nb", "blank-lines"),
    ],
)
def test_an_edit_is_named_by_what_undoes_it(body: str, sealed: str, reason: str) -> None:
    text = f"<!-- doc-bridge:generated hash={body_hash(sealed)} -->\n{body}\n{CLOSE}\n"
    (fault,) = scan(text.encode(), "p.md").faults
    assert (fault.code, fault.reason) == ("GENERATED_REGION_EDITED", reason)


@pytest.mark.parametrize(
    "line",
    [
        "<!-- doc-bridge:generated hash=ca978112ca1bbdca id=x -->",
        "<!-- doc-bridge:generated source=area:src hash=ca978112ca1bbdca -->",
        "<!-- doc-bridge:generated hash=ca978112ca1bbdca -->x",
        "<!-- doc-bridge:generated hash=ca978112ca1bbdca -- >",
        "<!—- doc-bridge:generated -->",
        "<!-- doc–bridge:generated -->",
        "＜!-- doc-bridge:generated -->",
        "<!-- dоc-bridge:generated -->",
        "\ufeff<!-- /doc-bridge:generated -->",
        "<!-- /doc-bridge:generated\u00a0-->",
        "<!-- d\u200bo\u200bc-bridge:generated -->",
        "{/* doc-bridge:generated */}",
        "> <!-- doc-bridge:generated -->",
        " <!-- /doc-bridge:generated -->",
        "</doc-bridge:generated>",
        "| <!-- doc-bridge:generated --> |",
    ],
)
def test_what_is_almost_a_marker_is_malformed(line: str) -> None:
    assert found(f"text\n\n{line}\n") == [("MARKER_MALFORMED", 3)]


def test_an_invisible_character_is_named_by_its_code_point() -> None:
    (fault,) = scan("<!-- doc-\u200bbridge:generated -->\n".encode(), "p.md").faults
    assert "U+200B (ZERO WIDTH SPACE)" in fault.message


def test_a_marker_split_over_lines_is_malformed() -> None:
    assert found("<!--\ndoc-bridge:generated hash=ca978112ca1bbdca -->\n") == [("MARKER_MALFORMED", 1)]


@pytest.mark.parametrize("text", ["", "# T\n", "the doc-bridge:generated marker\n", "<!-- doc-bridge: off -->\n"])
def test_prose_about_markers_is_no_marker(text: str) -> None:
    assert not scan(text.encode(), "p.md").has_marker


@pytest.mark.parametrize(
    "text",
    [
        "- item\n\n  ```md\n  %s\n  ```\n",
        "1. item\n\n    ~~~\n    %s\n    ~~~\n",
        "> ```\n> %s\n> ```\n",
        "text\n\n    %s\n",
        "a `%s` b\n",
        "| a | b |\n|---|---|\n| `%s` | x |\n",
        '!!! note\n    ```md title="x"\n    %s\n    ```\n',
    ],
)
def test_a_marker_in_code_is_text_and_known_as_an_example(text: str) -> None:
    result = scan((text % CLOSE).encode(), "p.md")
    assert (result.faults, result.regions, result.has_marker) == ((), (), True)


@pytest.mark.parametrize(
    "before",
    [
        "1. step\n\n    ```sh\n    x\n    ```\n\n2. step\n",
        "- a\n\n  ```sh\n  x\n  ```\n",
        '!!! note "T"\n    text\n\n    ```py\n    x\n    ```\n',
        "> ```\n> x\n> ```\n",
        '```py title="a.py" linenums="1" hl_lines="1 2-3"\nx\n```\n',
        "``` { .py .annotate }\nx\n```\n",
        "Use `<!--` and `-->` around it.\n",
        "Generic `List<T>` and `a <b`.\n",
        '<p align="center">\n  <img src="x">\n</p>\n',
        "---\ntitle: x\n---\n",
        "See <https://example.org>.\n",
    ],
)
def test_everyday_markdown_above_leaves_a_region_live(before: str) -> None:
    result = scan(f"{before}\n{OPEN}\na\n{CLOSE}\n".encode(), "p.md")
    assert (len(result.regions), result.faults) == (1, ())


@pytest.mark.parametrize(
    ("text", "code", "cause"),
    [
        ("~~~\nx\n\n%s\n", "MARKER_AFTER_UNCLOSED_FENCE", 1),
        ("a\n\n```\nx\n````\n%s\n", "MARKER_AFTER_AMBIGUOUS_FENCE", 3),
        ("```ts:file.ts\nx\n```\n%s\n```\n", "MARKER_AFTER_AMBIGUOUS_FENCE", 1),
        ("<!--\noff\n\n%s\n", "MARKER_IN_COMMENT", 1),
        ("write `<!-- here`\n\n%s\n", "MARKER_IN_COMMENT", 1),
        ("if a <b then\n\n%s\n", "MARKER_IN_RAW_HTML", 1),
        ("<div>\n%s\n</div>\n", "MARKER_IN_RAW_HTML", 1),
        ("<textarea>\n\n%s\n</textarea>\n", "MARKER_IN_RAW_HTML", 1),
        ("<script>\n\n%s\n</script>\n", "MARKER_IN_RAW_HTML", 1),
    ],
)
def test_where_the_dialects_differ_the_line_of_the_cause_is_named(text: str, code: str, cause: int) -> None:
    (fault,) = scan((text % CLOSE).encode(), "p.md").faults
    assert fault.code == code
    assert f"line {cause}" in fault.message


def test_a_marker_line_in_front_matter_is_refused_and_a_quoted_one_is_data() -> None:
    assert found(f"---\ntitle: x\n{CLOSE}\n---\n") == [("MARKER_IN_FRONT_MATTER", 3)]
    assert found(f'---\ntitle: "{CLOSE}"\n---\n') == []


@pytest.mark.parametrize("bom", [codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE])
def test_a_wide_encoding_is_named_whatever_the_file_holds(bom: bytes) -> None:
    (fault,) = scan(bom + b"#\0", "p.md").faults
    assert fault.code == "NOT_UTF8"
    assert "UTF-" in fault.message


@pytest.mark.parametrize(
    ("damage", "code", "line"),
    [
        (b"x\ncaf\xe9\n", "NOT_UTF8", 2),
        (b"x\r\ny\r\0\n", "NUL_BYTE", 3),
        (b"x\n" + b"y" * 65537 + b"\n", "LINE_TOO_LONG", 2),
        (b"\n" * (4 * 1024 * 1024 + 1), "FILE_TOO_LARGE", None),
    ],
)
def test_an_unreadable_file_is_a_fault_only_when_it_holds_something_like_a_marker(
    damage: bytes, code: str, line: int | None
) -> None:
    assert scan(damage, "p.md").faults == ()
    result = scan(damage + CLOSE.encode(), "p.md")
    assert [(fault.code, fault.line) for fault in result.faults] == [(code, line)]
    assert result.regions == ()


def test_utf16_without_byte_order_mark_is_told_by_its_nul_bytes() -> None:
    assert [fault.code for fault in scan(CLOSE.encode("utf-16-le"), "p.md").faults] == ["NUL_BYTE"]


def test_a_conflict_shown_in_a_fence_is_an_example() -> None:
    example = "```\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n```\n\n"
    assert found(f"{example}{OPEN}\na\n{CLOSE}\n") == []
    assert found(f"{OPEN}\n<<<<<<< a\na\n=======\nb\n>>>>>>> b\n{CLOSE}\n") == [
        ("MERGE_CONFLICT", 2),
        ("MERGE_CONFLICT", 4),
        ("MERGE_CONFLICT", 6),
    ]


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
def test_the_line_end_leaves_the_hash(eol: str) -> None:
    text = f"{OPEN}\n\na\n\n{CLOSE}\n".replace("\n", eol)
    result = scan(text.encode(), "p.md")
    assert (result.faults, result.regions[0].body) == ((), "a")


@settings(max_examples=300)
@given(
    st.binary(max_size=200)
    | st.lists(st.sampled_from([OPEN, FILL, CLOSE, "```", "<!--", "\r", "\0", "\xff", "|-|"])).map(
        lambda parts: "\n".join(parts).encode("latin-1")
    )
)
def test_no_bytes_make_a_scan_fail(data: bytes) -> None:
    result = scan(data, "p.md")
    assert list(result.faults) == sorted(result.faults, key=lambda fault: fault.sort_key())


@given(st.text(alphabet="ab |`é", min_size=1, max_size=30), st.data())
def test_every_change_of_one_character_is_seen(body: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(body) - 1))
    changed = body[:place] + "Z" + body[place + 1 :]
    text = f"<!-- doc-bridge:generated hash={body_hash(body)} -->\n{changed}\n{CLOSE}\n"
    assert [fault.code for fault in scan(text.encode(), "p.md").faults] == ["GENERATED_REGION_EDITED"]
