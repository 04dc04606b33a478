"""A page's text at another place than its source: links lead on, code stays, secrets and drawings go."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.site.twins import Twins, twin_of

TWINS = Twins(
    {
        "index.md": "index.md",
        "guides/a.md": "guides/a/index.md",
        "guides/b c.md": "guides/b%20c/index.md",
        "x.md": "x/",
    },
    {"img/p.png", "guides/file (1).pdf"},
)


def text(markdown: str, folder: str = "guides/a") -> str:
    return TWINS.text("guides/a.md", markdown, folder).removesuffix("\n")


@pytest.mark.parametrize(
    ("url", "twin"),
    [
        ("", "index.md"),
        ("guide/", "guide/index.md"),
        ("index.html", "index.md"),
        ("guide.html", "guide.md"),
        ("a/index.html", "a/index.md"),
        ("caf%C3%A9/", "caf%C3%A9/index.md"),
    ],
)
def test_a_twin_stands_beside_its_page(url: str, twin: str) -> None:
    assert twin_of(url) == twin


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("[t](../index.md)", "[t](../../index.md)"),
        ("[t](../index.md#top)", "[t](../../index.md#top)"),
        ("[t](a.md?q=1#s)", "[t](index.md?q=1#s)"),
        ('[t](<b c.md> "title")', '[t](../b%20c/index.md "title")'),
        ("[t](b%20c.md)", "[t](../b%20c/index.md)"),
        ("![p](../img/p.png)", "![p](../../img/p.png)"),
        ("[t](file%20(1).pdf)", "[t](../file%20%281%29.pdf)"),
        ("[![p](../img/p.png)](../index.md)", "[![p](../../img/p.png)](../../index.md)"),
        ("[t]\n\n[t]: ../index.md 'T'", "[t]\n\n[t]: ../../index.md 'T'"),
        ("[`code`](../index.md)", "[`code`](../../index.md)"),
        ("a page without a twin: [t](../x.md)", "a page without a twin: [t](../../x/)"),
        ("[t](/index.md)", "[t](../../index.md)"),
    ],
)
def test_a_link_to_a_file_of_the_site_leads_there_from_the_twin(written: str, moved: str) -> None:
    assert text(written) == moved


@pytest.mark.parametrize(
    "kept",
    [
        "[t](https://example.org/index.md)",
        "[t](mailto:a@example.org)",
        "[t](//example.org/index.md)",
        "[t](#here)",
        "[t](../b/)",
        "[t](nowhere.md)",
        "`[t](../index.md)`",
        "`` ` [t](../index.md) ``",
        "```\n[t](../index.md)\n```",
        "~~~~ md\n```\n[t](../index.md)\n~~~~",
        '!!! note\n\n    ```md title="x"\n    [t](../index.md)\n    ```',
        "[^1]: ../index.md",
        r"[t\](../index.md)",
    ],
)
def test_what_is_no_link_to_a_file_of_the_site_stays(kept: str) -> None:
    assert text(kept) == kept


def test_the_same_page_reads_from_the_root_too() -> None:
    assert text("[t](../index.md) [self](a.md)", "") == "[t](index.md) [self](guides/a/index.md)"


def test_markers_of_regions_go_and_their_bodies_stay() -> None:
    region = "<!-- doc-bridge:generated hash=ca978112ca1bbdca -->\na\n<!-- /doc-bridge:generated -->"
    assert text(f"# T\n\n{region}\n\nend") == "# T\n\na\n\nend"
    fenced = f"```html\n{region}\n```"
    assert text(fenced) == fenced


def test_generated_text_is_shown_without_what_only_a_browser_needs() -> None:
    drawn = '<figure class="docbridge-figure"><svg><text>x</text></svg></figure>'
    anchor = '<span id="module-a-py"></span>'
    assert text(f"{drawn}\n\n| {anchor}a&#95;b.py | <code>x&#124;y&#95;z</code> | 5&#37; |") == (
        r"| a_b.py | `x\|y_z` | 5% |"
    )
    assert text('<figure><svg id="mine"></svg></figure>') == '<figure><svg id="mine"></svg></figure>'
    assert text("a &lt;b&gt; &#124; <code>a&#96;b</code> `&#95;`") == "a &lt;b&gt; &#124; <code>a&#96;b</code> `&#95;`"
    assert text("]&#40;x)") == "]&#40;x)"


def test_secrets_do_not_pass() -> None:
    token = "ghp_" + "aB3dE5fG7h" * 4
    assert token[4:20] not in text(f"```\nexport TOKEN={token}\n```")
