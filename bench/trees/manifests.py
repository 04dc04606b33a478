"""Manifests of a synthetic tree's projects, and the files at its root."""

from __future__ import annotations

import json
from collections.abc import Iterator

from . import go, python, typescript
from .plan import Plan, Unit
from .words import sentence


def manifests(plan: Plan) -> Iterator[tuple[str, str]]:
    """(path, text) of one manifest a project."""
    for name, units in plan.projects("python").items():
        yield f"python/{name}/pyproject.toml", _pyproject(name, units, plan)
    for name in plan.projects("typescript"):
        yield f"packages/{name}/package.json", _package(name, plan)
    for name in plan.projects("go"):
        yield f"services/{name}/go.mod", f"module {go.HOST}/{name}\n\ngo 1.23\n"


def root_files(plan: Plan) -> Iterator[tuple[str, str]]:
    """(path, text) of the files at the root of the tree."""
    chance = plan.chance("root")
    yield ".gitignore", "node_modules/\n__pycache__/\n*.pyc\n/dist/\n"
    yield "README.md", f"# Bench\n\n{sentence(chance)} Made from seed {plan.seed}.\n"
    yield "package.json", json.dumps({"name": "bench", "private": True, "workspaces": ["packages/*"]}, indent=2) + "\n"


def data_file(unit: Unit, plan: Plan) -> str:
    """A file that no analyser reads: settings of a deployment, data, notes."""
    chance = plan.chance("text", unit.number)
    size = min(unit.size, 20_000)
    rows = [sentence(chance) for _ in range(max(size // 60, 2))]
    if unit.path.endswith(".json"):
        return json.dumps({f"key{number}": row for number, row in enumerate(rows)}, indent=2) + "\n"
    if unit.path.endswith(".yaml"):
        return "".join(f"key{number}: '{row}'\n" for number, row in enumerate(rows))
    return "\n".join(rows) + "\n"


def _pyproject(name: str, units: list[Unit], plan: Plan) -> str:
    chance = plan.chance("pyproject", name)
    needs = ", ".join(f'"{external}>={chance.randint(1, 3)}"' for external in python.EXTERNALS)
    return (
        f'[project]\nname = "bench-{name}"\nversion = "{chance.randint(0, 4)}.{len(units)}.0"\n'
        f'description = "{sentence(chance)}"\ndependencies = [{needs}]\n'
    )


def _package(name: str, plan: Plan) -> str:
    chance = plan.chance("package", name)
    needs = {external: f"^{chance.randint(1, 9)}.0.0" for external in typescript.EXTERNALS}
    value = {"name": f"@bench/{name}", "version": "1.0.0", "description": sentence(chance), "dependencies": needs}
    return json.dumps(value, indent=2) + "\n"
