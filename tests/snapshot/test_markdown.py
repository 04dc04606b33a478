"""Facts of documents: titles, headings, links, code, containers, front matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.markdown import document_facts


def facts(text: str, suffix: str = ".md") -> DocumentFacts:
    return document_facts(text.encode(), suffix)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# First\n\n# Second\n", "First"),
        ("Setext\n======\n", "Setext"),
        ("---\ntitle: From matter\n---\n# First\n", "From matter"),
        ('<h1 align="center">\n  <b>Html</b>\n</h1>\n', "Html"),
        ("```sh\n# no title\n```\n\n# Real\n", "Real"),
        ("# With `code` and *emphasis* {#own .cls}\n", "With code and emphasis"),
        ("# Attributes {: #id }\n", "Attributes"),
        ("no heading\n", ""),
    ],
)
def test_the_title_is_the_front_matters_else_the_first_heading(text: str, title: str) -> None:
    assert facts(text).title == title


def test_headings_carry_lines_levels_and_written_anchors() -> None:
    found = facts("---\nx: 1\n---\n\n# A\n\n## B {#bee}\n\ntext\n\n#### D\n").headings
    assert [(h.level, h.text, h.line, h.anchor) for h in found] == [
        (1, "A", 5, None),
        (2, "B", 7, "bee"),
        (4, "D", 11, None),
    ]


def test_links_of_every_form_are_found_with_their_lines() -> None:
    text = (
        "# T\n\n[in](a%20b.md#part) ![img](i.png)\n[ref][r], [r] and <https://x.y/>\n\n"
        "[web](https://github.com/o/r/blob/main/src/x.py) [mail](mailto:a@b.c) [x](//cdn/x)\n\n[r]: target.md\n"
    )
    assert [(link.target, link.text, link.line, link.kind) for link in facts(text).links] == [
        ("a b.md#part", "in", 3, "inline"),
        ("i.png", "img", 3, "image"),
        ("target.md", "ref", 4, "reference"),
        ("target.md", "r", 4, "reference"),
        ("https://x.y/", "https://x.y/", 4, "autolink"),
        ("https://github.com/o/r/blob/main/src/x.py", "web", 6, "inline"),
    ]


CONTAINERS = """# T

!!! note "See [title](t.md)"
    First [one](1.md).

    - item [two](2.md)

        deeper [three](3.md)

    ```
    [code](no.md)
    ```

=== "Tab"

    Tab [four](4.md).

    ??? tip

        Nested [five](5.md).

Term
:   Definition [six](6.md)

    More [seven](7.md)

[^1]: Foot [eight](8.md)

    And [nine](9.md)

1. list

    !!! warning
        In a list [ten](10.md)

Text

    [code](no.md)
"""


def test_links_in_python_markdowns_containers_are_links_and_not_code() -> None:
    found = {link.target: link.line for link in facts(CONTAINERS).links}
    lines = CONTAINERS.split("\n")
    assert set(found) == {"t.md", *(f"{n}.md" for n in range(1, 11))}
    assert all(f"({target})" in lines[line - 1] for target, line in found.items())


def test_an_underline_of_equals_signs_opens_no_tab() -> None:
    assert facts("Title\n=====\n\nText [a](a.md)\n").headings[0].text == "Title"


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("# T\n\n[![badge](b.svg)](x)\n\nProse here. And more.\n", "Prose here. And more."),
        ("# T\n\n- a list\n\n> a quote\n\nThe prose\nruns on.\n", "The prose runs on."),
        ("# T\n\n" + "Word " * 60 + "end. " + "More " * 60, "Word " * 60 + "end."),
        ("# T\n\n::: pkg.mod\n\nAfter.\n", "After."),
        ("# T\n", ""),
    ],
)
def test_the_summary_is_the_first_prose_cut_at_a_sentence(text: str, summary: str) -> None:
    assert facts(text).summary == summary


def test_inline_code_fences_and_terms() -> None:
    found = facts("# T\n\nUse `a.b` and `` c ` d ``.\n\n```python title='x'\nvalue = 1\n```\n\n~~~{.js}\nlet z\n~~~\n")
    assert [(token.text, token.line) for token in found.code] == [("a.b", 3), ("c ` d", 3)]
    assert [(fence.language, fence.line) for fence in found.fences] == [("python", 5), ("js", 9)]
    assert found.terms["value"] == 1
    assert found.terms["let"] == 1


def test_includes_directives_and_autorefs() -> None:
    text = (
        '# T\n\n--8<-- "part.md"\n\n```python\n--8<-- "code.py"\n```\n\n::: pkg.mod.Class\n    options: {}\n\n'
        'See [it][pkg.mod.func] and [pkg.other][].\n\n{% include-markdown "../README.md" %}\n\n```\n::: not.this\n```\n'
    )
    assert [(m.kind, m.target, m.line) for m in facts(text).mentions] == [
        ("include", "part.md", 3),
        ("include", "code.py", 6),
        ("directive", "pkg.mod.Class", 9),
        ("autoref", "pkg.mod.func", 12),
        ("autoref", "pkg.other", 12),
        ("include", "../README.md", 14),
    ]


def test_front_matter_is_read_as_mkdocs_reads_it() -> None:
    text = (
        "---\ntitle: 'T: x'\ndescription: |\n  two\n  lines\ntags: [a, 1]\nx: !ENV Y\n"
        "docbridge:\n  covers:\n    - src/a\n    - package:p\n...\nText\n"
    )
    found = facts(text)
    assert (found.front_matter.title, found.front_matter.description) == ("T: x", "two lines")
    assert found.front_matter.tags == ("a", "1")
    assert [(item.text, item.line) for item in found.front_matter.covers] == [("src/a", 10), ("package:p", 11)]
    assert not found.notes


@pytest.mark.parametrize(
    ("text", "line"),
    [("---\na: [\n---\nx\n", 3), ("---\n- list\n---\nx\n", 1), ("---\na: b: c\n---\nx\n", 2)],
)
def test_a_fault_in_front_matter_is_a_note_with_its_line(text: str, line: int) -> None:
    (note,) = facts(text).notes
    assert (note.code, note.line) == ("FRONT_MATTER_INVALID", line)


def test_a_page_that_is_not_utf8_is_read_with_replacement_and_noted() -> None:
    found = document_facts(b"# Caf\xe9\n\ntext\n", ".md")
    assert found.title == "Caf\ufffd"
    assert [(note.code, note.line) for note in found.notes] == [("NOT_UTF8", 1)]


def test_restructured_text_gives_title_and_words() -> None:
    found = facts("=====\nTitle\n=====\n\nA paragraph of text.\n\n.. note:: x\n", ".rst")
    assert found.title == "Title"
    assert found.summary == "A paragraph of text."
    assert found.terms["paragraph"] == 1


def test_line_ends_of_every_kind_give_the_same_lines() -> None:
    text = "# A\n\n[x](x.md)\n\n## B\n"
    variants = [text, text.replace("\n", "\r\n"), text.replace("\n", "\r")]
    assert len({tuple((link.target, link.line) for link in facts(v).links) for v in variants}) == 1


@given(st.binary(max_size=400))
def test_any_bytes_give_facts(data: bytes) -> None:
    for suffix in (".md", ".rst"):
        assert document_facts(data, suffix).word_count >= 0


_LINES = st.sampled_from(
    [
        "# H",
        "text [a](a.md)",
        "!!! note",
        "    body",
        "        deep",
        '=== "T"',
        ":   def",
        "[^1]: f",
        "```",
        "~~~",
        "- i",
        "> q",
        "",
        "| a |",
        "|---|",
    ]
)


@given(st.lists(_LINES, max_size=25))
def test_lines_of_facts_are_lines_of_the_file(lines: list[str]) -> None:
    found = facts("\n".join(lines))
    for link in found.links:
        assert "(a.md)" in lines[link.line - 1]
    for heading in found.headings:
        assert heading.text in lines[heading.line - 1]


def test_nul_bytes_are_told_because_utf_16_of_plain_english_is_valid_utf_8() -> None:
    found = document_facts("# Title\n\nPlain words.\n".encode("utf-16-le"), ".md")
    assert [(note.code, note.line) for note in found.notes] == [("NUL_BYTE", 1)]
    found = document_facts(b"# Title\n\nOne \0 only.\n", ".md")
    assert [(note.code, note.line) for note in found.notes] == [("NUL_BYTE", 3)]
