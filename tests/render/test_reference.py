"""The views' reference page equals their types; ``UPDATE_GOLDEN=1`` writes it anew."""

from __future__ import annotations

import os

from mkdocs_docbridge.render.catalogue import template_names

from .reference import PAGE, TEMPLATES, page


def test_the_reference_page_says_what_the_types_say() -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_bytes(page().encode())
    assert PAGE.read_bytes() == page().encode(), "UPDATE_GOLDEN=1 writes the page anew"


def test_every_bundled_template_is_described() -> None:
    assert set(TEMPLATES) == set(template_names())
