"""How each written form becomes facts: HTML, attribute lists, blocks, includes, and front matter that is none."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown import markdown

from mkdocs_docbridge.snapshot.facts import DocumentFacts
from mkdocs_docbridge.snapshot.markdown import document_facts
from mkdocs_docbridge.text.anchors import anchors
from mkdocs_docbridge.text.toc_options import TocOptions


def facts(text: str, suffix: str = ".md") -> DocumentFacts:
    return document_facts(text.encode(), suffix)


def links(text: str, suffix: str = ".md") -> list[tuple[str, str, int, str]]:
    return [(link.target, link.text, link.line, link.kind) for link in facts(text, suffix).links]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<a href="a.md#x">A <b>b</b></a>\n', [("a.md#x", "A b", 1, "html")]),
        ('a <a class=x href=a.md>A</a> <img src="i.png">\n', [("a.md", "A", 1, "html"), ("i.png", "", 1, "image")]),
        ('<p>\n<img\n  alt="I & J"\n  src="i%20j.png">\n</p>\n', [("i j.png", "I & J", 2, "image")]),
        ("<!-- <a href='no.md'>x</a> -->\n", []),
        ("<pre>\n<a href='no.md'>x</a>\n</pre>\n", []),
        ("```\n<a href='no.md'>x</a>\n```\n", []),
        ("[![alt](i.svg)](page.md)\n", [("i.svg", "alt", 1, "image"), ("page.md", "alt", 1, "inline")]),
        ("[a](b.md){ .button } [c](<d e.md> 'T')\n", [("b.md", "a", 1, "inline"), ("d e.md", "c", 1, "inline")]),
        ("[a](c%23.md#b%20c)\n", [("c%23.md#b c", "a", 1, "inline")]),
        ("[p][^1]\n\n[p]: p.md\n[^1]: [n](n.md)\n", [("p.md", "p", 1, "reference"), ("n.md", "n", 4, "inline")]),
        ("[x][l]\n\n[l]: one.md\n\n[L]: two.md\n", [("two.md", "x", 1, "reference")]),
        ("See [x].\n[x]: right-below.md\n", [("right-below.md", "x", 1, "reference")]),
        ("[[wiki]] `[a](no.md)` <me@example.org> [m](mailto:a@b.c) [j](javascript:x)\n", []),
    ],
)  # fmt: skip
def test_links_in_markdown_and_html(text: str, found: list[tuple[str, str, int, str]]) -> None:
    assert links(text) == found


def test_html_with_a_markdown_attribute_is_read_as_markdown() -> None:
    text = (
        '<div class="grid" markdown>\n\n- [one](1.md)\n\n    ---\n\n    deeper [two](2.md)\n\n</div>\n\n'
        '<figure markdown="span">\n  ![three](3.png)\n  <figcaption>see [four](4.md)</figcaption>\n</figure>\n\n'
        "<div markdown=0>\n[no](no.md)\n</div>\n\nAfter [five](5.md)\n"
    )
    assert [(target, line) for target, _, line, _ in links(text)] == [
        ("1.md", 3),
        ("2.md", 7),
        ("3.png", 12),
        ("4.md", 13),
        ("5.md", 20),
    ]


def test_bodies_of_blocks_are_prose_and_their_fences_and_options_are_not() -> None:
    text = (
        "# T\n\n/// note | Mind [a](a.md)\n    type: x\nBody [b](b.md).\n\n"
        "/// tab | T\nIn `code`\n///\n///\n\nThe page.\n"
    )
    found = facts(text)
    assert [(link.target, link.line) for link in found.links] == [("a.md", 3), ("b.md", 5)]
    assert [(token.text, token.line) for token in found.code] == [("code", 8)]
    assert found.summary == "The page."
    assert "type" not in found.terms


def test_the_summary_is_the_pages_own_prose_before_that_of_an_aside() -> None:
    assert facts("# T\n\n!!! note\n    An aside.\n\nThe page.\n").summary == "The page."
    assert facts("# T\n\n!!! note\n    An aside.\n").summary == "An aside."
    assert facts("# T\n\nThe page.\n\n::: a.b\n    x: 1\n\n!!! note\n    An aside.\n").summary == "The page."
    assert facts("# T\n\n::: a.b\n    x: 1\n\nThe page.\n\n!!! note\n    An aside.\n").summary == "The page."


def test_headings_of_every_form_and_their_anchors() -> None:
    text = (
        "# One `code` { #first .x }\n\n## Two { id='second' data-x=1 }\n\n## Two\n\n"
        '<h2 id="raw">Raw <em>one</em></h2>\n\n<h2>None</h2>\n\n### <!-- icon -->\n\n#### ::: pkg.mod\n\n'
        "Three[^1]\n---\n"
    )
    found = facts(text).headings
    made = anchors(((heading.text, heading.anchor) for heading in found), TocOptions())
    assert [(h.level, h.text, h.line, anchor) for h, anchor in zip(found, made, strict=True)] == [
        (1, "One code", 1, "first"),
        (2, "Two", 3, "second"),
        (2, "Two", 5, "two"),
        (2, "Raw one", 7, "raw"),
        (2, "None", 9, ""),
        (3, "", 11, "_1"),
        (4, "pkg.mod", 13, "pkg.mod"),
        (2, "Three", 15, "three"),
    ]


def test_ids_that_are_no_headings_are_kept_for_whoever_checks_fragments() -> None:
    text = (
        "Text {#para}\n\n[](){ #object }\n\n<a name='old'></a> <span id=\"s\">x</span>\n\n"
        "```\n{#no}\n```\n\n## H {#h}\n"
    )
    found = {(item.id, item.line) for item in facts(text).anchors}
    assert found == {("para", 1), ("object", 3), ("old", 5), ("s", 5)}


@pytest.mark.parametrize(
    ("info", "language"),
    [
        ("python", "python"),
        ('py title="x" hl_lines="1"', "py"),
        ("{ .yaml .annotate }", "yaml"),
        ("{.js}", "js"),
        ("{#id .c++}", "c++"),
        ("rust,ignore", "rust"),
        ("{r, echo=FALSE}", "r"),
        ('title="only"', ""),
        ("", ""),
    ],
)
def test_the_language_of_a_fence(info: str, language: str) -> None:
    assert [fence.language for fence in facts(f"```{info}\nx\n```\n").fences] == [language]


def test_inline_code_without_its_language_and_in_html() -> None:
    found = facts("`#!python run()`, `#!/bin/sh` and <code>in <b>html</b></code>\n")
    assert [token.text for token in found.code] == ["run()", "#!/bin/sh", "in html"]


def test_includes_of_every_form() -> None:
    text = (
        '--8<-- "a.md:2:5"\n;--8<-- "no.md"\n\n--8<--\nb.md\n; off.md\n\nc.md:part\n--8<--\n\n'
        "{% include 'd.md' %} {%- include-markdown\n  \"e.md\"\n  start='x' %}\n\n{! f.py !}\n{* ../g.py hl[1:2] *}\n"
        "\\{% include 'shown.md' %}\n\n```\n--8<-- \"h.py\"\n```\n"
    )
    assert [(m.target, m.line, m.in_code) for m in facts(text).mentions] == [
        ("a.md:2:5", 1, False),
        ("b.md", 5, False),
        ("c.md:part", 8, False),
        ("d.md", 11, False),
        ("e.md", 12, False),
        ("f.py", 15, False),
        ("../g.py", 16, False),
        ("h.py", 20, True),
    ]


def test_options_of_a_directive_are_no_prose_and_code_holds_no_autoref() -> None:
    text = (
        "# T\n\n::: pkg.mod.Class\n    options:\n      members: [secretive]\n\n\n"
        "See [`x`][pkg.mod.x], `[a][b.c]` and [pkg.y][].\n"
    )
    found = facts(text)
    assert [(m.kind, m.target, m.line) for m in found.mentions] == [
        ("directive", "pkg.mod.Class", 3),
        ("autoref", "pkg.mod.x", 8),
        ("autoref", "pkg.y", 8),
    ]
    assert "secretive" not in found.terms


@pytest.mark.parametrize(
    ("text", "title", "code", "first_line"),
    [
        ("title: Meta\nauthor: A\n\n# H\n", "Meta", None, 4),
        ("Note: this is prose\n\n# H\n", "H", None, 3),
        ("+++\ntitle = 'T'\n+++\n# H\n", "H", "FRONT_MATTER_FORMAT", 4),
        ('{\n"title": "T"\n}\n# H\n', "H", "FRONT_MATTER_FORMAT", 4),
        ("---\ntitle: 2024-05-06\n---\n# H\n", "2024-05-06", None, 4),
    ],
)
def test_metadata_that_is_no_yaml_front_matter(text: str, title: str, code: str | None, first_line: int) -> None:
    found = facts(text)
    assert (found.title, found.headings[0].line) == (title, first_line)
    assert [note.code for note in found.notes] == ([code] if code else [])


def test_every_declaration_that_is_not_understood_is_told_with_its_line() -> None:
    text = "---\nx: 1\ndocbridge:\n  relations: []\n  covers:\n    - src/a\n    - 7\n    - {a: b}\n  cover: [z]\n---\n"
    found = facts(text)
    assert [(item.text, item.line) for item in found.front_matter.covers] == [("src/a", 6)]
    assert [(note.code, note.line) for note in found.notes] == [
        ("DECLARATION_INVALID", 4),
        ("DECLARATION_INVALID", 9),
        ("DECLARATION_INVALID", 7),
        ("DECLARATION_INVALID", 8),
    ]
    assert [note.code for note in facts("---\ndocbridge: [a]\n---\n").notes] == ["DECLARATION_INVALID"]
    assert [(item.text, item.line) for item in facts("---\ndocbridge: {covers: src}\n---\n").front_matter.covers] == [
        ("src", 2)
    ]


def test_han_and_hiragana_are_counted_by_character() -> None:
    assert facts("# 文書\n\nこれは two words カタカナ\n").word_count == 8


MDX = """import X from './x'
export const meta = {
  title: 'no',
}

# Title {#own}

<Card href="/no.md" title={`a > b`}>
  Inside [one](1.md) and {props.secretword}.

    <Tabs>
      <Tab label="x">
        Deep [two](2.md) with `code`.

        ```js
        <a href="no.md">
        ```
      </Tab>
    </Tabs>
</Card>

{/* a comment with [no](no.md) */}

- item

  <Aside>
    In the item [three](3.md)
  </Aside>

1 < 2 and `<b>{x}</b>` [four](4.md)
"""


def test_mdx_is_read_without_its_program() -> None:
    found = facts(MDX, ".mdx")
    assert [(link.target, link.line) for link in found.links] == [("1.md", 9), ("2.md", 13), ("3.md", 27), ("4.md", 30)]
    assert [token.text for token in found.code] == ["code", "<b>{x}</b>"]
    assert [fence.language for fence in found.fences] == ["js"]
    assert found.headings[0].line == 6
    assert not {"secretword", "meta", "Card", "comment"} & found.terms.keys()


RST = """.. _top:

=======
A Title
=======

.. note:: first

First ``literal`` and `text <page.rst>`_ with :doc:`other </guide>`,
:class:`~pkg.Thing` and *stress*.

Part
====

.. literalinclude:: code.py
   :language: python

.. image:: pic.png

Code::

    hidden_word = 1

.. code-block:: python

   value = 1

.. module:: pkg
.. autofunction:: run

.. toctree::
   :maxdepth: 2

   intro
   Named <sub/page>

Sub
---
"""


def test_restructured_text_gives_what_is_cheap_and_right() -> None:
    found = facts(RST, ".rst")
    assert [(h.level, h.text, h.line) for h in found.headings] == [(1, "A Title", 4), (2, "Part", 12), (3, "Sub", 37)]
    assert found.summary == "First literal and text with other, Thing and stress."
    assert [(link.target, link.line) for link in found.links] == [
        ("page.rst", 9),
        ("/guide.rst", 9),
        ("pic.png", 18),
        ("intro.rst", 34),
        ("sub/page.rst", 35),
    ]
    assert [(token.text, token.line) for token in found.code] == [("literal", 9), ("pkg.Thing", 10)]
    assert [(fence.language, fence.text.strip()) for fence in found.fences] == [
        ("", "hidden_word = 1"),
        ("python", "value = 1"),
    ]
    assert [(m.kind, m.target, m.line) for m in found.mentions] == [
        ("include", "code.py", 15),
        ("directive", "pkg.run", 29),
    ]


_FORMS = st.sampled_from(
    [
        "# H",
        "## H `c`",
        "para [a](a.md) `code`",
        "!!! note",
        '=== "T"',
        "    in [b](b.md)",
        "        deep `x`",
        "- item [c](c.md)",
        "    - nested [d](d.md)",
        "",
        "",
        "![i](i.png)",
    ]
)


@given(st.lists(_FORMS, max_size=14))
def test_what_python_markdown_shows_as_a_link_is_found(lines: list[str]) -> None:
    text = "\n\n".join(lines)
    html = BeautifulSoup(
        markdown(text, extensions=["admonition", "toc", "pymdownx.tabbed", "pymdownx.superfences"]), "lxml"
    )
    shown = sorted(
        [tag["href"] for tag in html.find_all("a", href=True)] + [tag["src"] for tag in html.find_all("img")]
    )
    assert not set(shown) - {link.target for link in facts(text).links}
