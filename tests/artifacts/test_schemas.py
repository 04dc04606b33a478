"""The committed schemas are the ones that the types give, and real artifacts fit them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import pytest

from mkdocs_docbridge.schemas import FOLDER, schemas

SITE = FOLDER.parents[1] / "example_site"


@pytest.mark.parametrize("folder", [FOLDER, SITE / "docs/reference/schemas"], ids=["package", "site"])
def test_committed_schemas_are_generated_from_the_types(folder: Path) -> None:
    committed = {path.name: path.read_bytes() for path in folder.glob("*.schema.json")}
    assert committed == schemas(), "run: make schemas"


@pytest.mark.parametrize(
    ("artifact", "schema"),
    [
        ("claims/public-claims-v1.json", "public-claims"),
        ("studies/retrieval-v1.json", "retrieval-benchmark-result"),
    ],
)
def test_artifacts_of_the_example_site_fit_their_schema(artifact: str, schema: str) -> None:
    validator = jsonschema_rs.validator_for(json.loads(schemas()[f"{schema}.schema.json"]))
    assert list(validator.iter_errors(json.loads((SITE / artifact).read_bytes()))) == []
