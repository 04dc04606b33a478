"""llms.txt is read back by the format's reference parser exactly as it was meant."""

from __future__ import annotations

import re
import warnings
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.render.catalogue import Override, Templates
from mkdocs_docbridge.render.llms import ABSOLUTE_NOTE, RELATIVE_NOTE, conforming, llms_txt, preamble
from mkdocs_docbridge.render.views import LlmsLink, LlmsSection, LlmsTxtView

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from llms_txt import parse_llms_file


def view(
    *sections: LlmsSection, project: str = "Tool", summary: str = "Does it.", details: str = "More."
) -> LlmsTxtView:
    return LlmsTxtView(project=project, summary=summary, details=details, sections=sections)


def parsed(text: str) -> dict[str, Any]:
    found = parse_llms_file(text)
    return {
        "title": found.title,
        "summary": found.summary,
        "info": found.info,
        "sections": {name: [dict(link) for link in links] for name, links in found.sections.items()},
    }


TEXT = st.text(st.one_of(st.sampled_from("[]()#>-: \n`\\%&ab"), st.characters()), max_size=12)
LINKS = st.builds(LlmsLink, title=TEXT, url=TEXT.map(lambda text: f"https://example.com/{text}"), description=TEXT)
SECTIONS = st.lists(st.builds(LlmsSection, title=TEXT, links=st.lists(LINKS, max_size=3).map(tuple)), max_size=4)


@settings(max_examples=80, deadline=None)
@given(TEXT, TEXT, TEXT, SECTIONS)
@example(
    "# [x]", "a\nb", "```\n## no\n```\r\n# x", [LlmsSection(title="## a", links=(LlmsLink(title="[", url="a(b)"),))] * 2
)
def test_the_reference_parser_reads_back_what_was_meant(
    project: str, summary: str, details: str, sections: list[LlmsSection]
) -> None:
    source = view(*sections, project=project, summary=summary, details=details)
    text, meant = llms_txt(source), conforming(source)
    found = parsed(text)
    assert "\r" not in text
    assert (found["title"], found["summary"]) == (meant.project, meant.summary)
    assert found["info"] == meant.details
    assert found["sections"] == {
        section.title: [
            {"title": link.title, "url": link.url, "desc": link.description or None} for link in section.links
        ]
        for section in meant.sections
    }
    assert [len(section.links) for section in meant.sections] == [len(s.links) for s in sections if s.links]


def test_the_file_by_hand() -> None:
    links = (
        LlmsLink(title="A [x]", url="https://e.org/a (b)/", description="two\nlines"),
        LlmsLink(title="", url="c.md"),
    )
    assert llms_txt(view(LlmsSection(title="Guide", links=links), LlmsSection(title="Empty", links=()))) == (
        "# Tool\n\n> Does it.\n\nMore.\n\n## Guide\n\n"
        "- [A (x)](https://e.org/a%20%28b%29/): two lines\n- [c.md](c.md)\n"
    )


def test_details_are_never_missing_and_say_when_addresses_are_relative() -> None:
    absolute = LlmsSection(title="G", links=(LlmsLink(title="a", url="https://e.org/"),))
    relative = LlmsSection(title="H", links=(LlmsLink(title="a", url="a.md"),))
    assert ABSOLUTE_NOTE in llms_txt(view(absolute, details=""))
    assert RELATIVE_NOTE in llms_txt(view(absolute, relative, details=" "))


def test_repeated_sections_are_numbered_and_unsafe_links_left_out() -> None:
    link = (LlmsLink(title="a", url="a.md"), LlmsLink(title="b", url="javascript:alert(1)"))
    found = parsed(llms_txt(view(*[LlmsSection(title=title, links=link) for title in ("G", "G", "G (2)")])))
    assert {name: len(links) for name, links in found["sections"].items()} == {"G": 1, "G (2)": 1, "G (2) (2)": 1}


def test_a_preamble_somebody_wrote_is_taken_apart() -> None:
    assert preamble("\ufeff# Tool\r\n\r\n> one\r\n> two\r\n\r\nText.\r\n\r\n## Not a section\r\nmore\r\n") == (
        "Tool", "one two", "Text.\n\nNot a section\nmore",
    )  # fmt: skip
    assert preamble("just text") == ("", "", "just text")


def test_a_projects_own_template_is_used() -> None:
    own = Templates({"llms.txt": Override("mine.md", "# {{ project }}\n\n> {{ summary }}\n\n{{ details }}\n")})
    assert re.fullmatch(r"# Tool\n\n> Does it\.\n\nMore\.\n", llms_txt(view(), own))
