"""A stale region says what moved below it."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.site.moved import moved

HEAD = "| Modules | Exported symbols |\n| --- | --- |\n"
TWO = "| [a&#46;py](x.md) | <code>f</code> |\n| [b.py](y.md) | – |\n"


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (HEAD + TWO, HEAD + TWO, ""),
        (HEAD + TWO, HEAD + "| [b.py](y.md) | <code>g</code> |\n| [c.py](z.md) | – |\n",
         "Modules: c.py new, a.py gone, b.py changed"),
        ("**Owned by** core\n", "**Owned by** law\n", "the line “Owned by law”"),
        ("gone\n\nstays\n", "stays\n", "the line “gone”"),
        ("Everything was analysed.\n", "| Code | Why |\n| --- | :---: |\n| `X` | a &#124; b |\n",
         "Code: `X` new; the line “Everything was analysed.”"),
        (HEAD + "".join(f"| m{n} | – |\n" for n in range(5)), HEAD,
         "Modules: m0, m1, m2 and 2 more gone"),
        (HEAD + "| a | 1 |\n\n| Area | Direction |\n| --- | --- |\n| core | uses |\n",
         HEAD + "| a | 1 |\n\n| Area | Direction |\n| --- | --- |\n| core | used by |\n", "Area: core changed"),
    ],
)  # fmt: skip
def test_the_rows_and_lines_that_differ_are_named(before: str, after: str, said: str) -> None:
    assert moved(before, after) == said


def test_long_lines_are_cut() -> None:
    assert moved("", "x" * 200) == f"the line “{'x' * 59}…”"
