"""The wheel holds everything that the plugin needs, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.support.sites import REPOSITORY


def test_the_wheel_ships_theme_templates_schemas_and_types(tmp_path: Path) -> None:
    script = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(tmp_path / done.stdout.split()[-1]) as wheel:
        names = set(wheel.namelist())
    theme = {path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "theme_overrides").rglob("*.*")}
    assert {f"mkdocs_docbridge/{name}" for name in theme} <= names
    templates = (REPOSITORY / "mkdocs_docbridge/render/templates").glob("*.j2")
    assert {f"mkdocs_docbridge/render/templates/{path.name}" for path in templates} <= names
    assert {"mkdocs_docbridge/py.typed", "mkdocs_docbridge/schemas/public-claims.schema.json"} <= names
    metadata = next(name for name in names if name.endswith(".dist-info/entry_points.txt"))
    assert metadata
    assert not [name for name in names if name.startswith(("tests/", "example_site/"))]
