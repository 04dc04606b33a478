"""``python -m mkdocs_docbridge.schemas``: writes the schemas beside this file and where the site publishes them."""

from __future__ import annotations

from mkdocs_docbridge.artifacts import write_atomic

from . import FOLDER, schemas

_SITE = FOLDER.parents[1] / "example_site" / "docs" / "reference" / "schemas"

for name, data in schemas().items():
    for folder in (FOLDER, _SITE):
        write_atomic(folder / name, data)
