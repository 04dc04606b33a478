"""Facts are found in files and in the snapshot; what cannot be found says why and is never a value."""

from __future__ import annotations

import hashlib
import json

import pytest

from mkdocs_docbridge.parity import (
    ArtifactField,
    ArtifactSum,
    Claim,
    CliCommand,
    DoctorFigure,
    Evidence,
    PackageField,
    Resolution,
    Resolver,
    SnapshotCount,
)
from mkdocs_docbridge.parity.values import ValueType
from mkdocs_docbridge.snapshot.model import Document, Module, Snapshot

Files = dict[str, str]


class Memory:
    """A repository held in a dict."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def read(self, path: str) -> bytes | None:
        text = self._files.get(path)
        return None if text is None else text.encode()


def resolve(files: Files, evidence: Evidence, kind: ValueType = "text", snapshot: Snapshot | None = None) -> Resolution:
    claim = Claim(
        claim_id="c",
        statement="s",
        owner="o",
        evidence=evidence,
        required=("README.md",),
        remediation="r",
        value_type=kind,
        template="is {value}",
    )
    return Resolver(Memory(files), snapshot).resolve(claim)


PYPROJECT = '[project]\nname = "my-pkg"\ndynamic = ["version"]\n'


@pytest.mark.parametrize(
    ("files", "field", "path", "value"),
    [
        ({"package.json": '{"version": "1.2.3"}'}, "version", None, "1.2.3"),
        ({"package.json": '{"engines": {"node": ">=20"}}'}, "engines.node", None, ">=20"),
        ({"pyproject.toml": '[project]\nversion = "1.0"'}, "version", None, "1.0"),
        ({"pyproject.toml": '[project]\nversion = "1.0"'}, "project.version", "pyproject.toml", "1.0"),
        ({"pyproject.toml": '[project]\nrequires-python = ">=3.11"'}, "requires-python", None, ">=3.11"),
        ({"pyproject.toml": '[tool.poetry]\nversion = "2.0"'}, "version", None, "2.0"),
        ({"Cargo.toml": '[package]\nversion = "0.3.0"'}, "version", None, "0.3.0"),
        (
            {"Cargo.toml": '[package]\nversion = { workspace = true }\n[workspace.package]\nversion = "0.4.0"'},
            "version",
            None,
            "0.4.0",
        ),
        ({"go.mod": "module example.org/x\n\ngo 1.22\n"}, "go", None, "1.22"),
        (
            {
                "pyproject.toml": PYPROJECT + '[tool.hatch.version]\npath = "my_pkg/__init__.py"',
                "my_pkg/__init__.py": '"""Doc."""\n__version__ = "1.4.0"\n',
            },
            "version",
            None,
            "1.4.0",
        ),
        (
            {
                "sub/pyproject.toml": PYPROJECT + '[tool.setuptools.dynamic]\nversion = {attr = "my_pkg.version.V"}',
                "sub/src/my_pkg/version.py": 'V: str = "3.1"\n',
            },
            "version",
            "sub/pyproject.toml",
            "3.1",
        ),
        (
            {
                "pyproject.toml": PYPROJECT + '[tool.setuptools.dynamic]\nversion = {file = ["VERSION"]}',
                "VERSION": "9.9\n",
            },
            "version",
            None,
            "9.9",
        ),
        (
            {
                "pyproject.toml": PYPROJECT + '[build-system]\nbuild-backend = "flit_core.buildapi"',
                "my_pkg.py": '__version__ = "0.1"\n',
            },
            "version",
            None,
            "0.1",
        ),
    ],
)
def test_a_package_field_is_read_from_its_manifest(files: Files, field: str, path: str | None, value: str) -> None:
    assert resolve(files, PackageField(field=field, path=path)) == Resolution(value, value)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "has none of"),
        ({"pyproject.toml": PYPROJECT + '[tool.hatch.version]\nsource = "vcs"'}, "'vcs'"),
        ({"pyproject.toml": PYPROJECT}, "dynamic version that no file states"),
        ({"pyproject.toml": PYPROJECT + '[tool.hatch.version]\npath = "gone.py"'}, "gone.py"),
        ({"pyproject.toml": PYPROJECT + '[tool.hatch.version]\npath = "../x.py"'}, "inside the repository"),
        ({"pyproject.toml": '[project]\nname = "x"'}, "states no version"),
        ({"pyproject.toml": "[project"}, "not TOML"),
        (
            {"pyproject.toml": PYPROJECT + '[tool.setuptools.dynamic]\nversion = {attr = "p.V"}', "p.py": "V = f()"},
            "no literal",
        ),
    ],
)
def test_a_version_that_no_file_states_is_unresolved_with_a_reason(files: Files, reason: str) -> None:
    found = resolve(files, PackageField(field="version"))

    assert found.value is None
    assert reason in found.reason


ROUND = json.dumps({"arms": [{"rate": 0.5, "n": 3}, {"rate": 0.875, "n": 4}], "ok": True, "none": None, "empty": []})


def test_an_artifact_field_is_a_dotted_path_with_list_positions() -> None:
    evidence = ArtifactField(path="round.json", field="arms.1.rate", transform="percent-1dp")

    assert resolve({"round.json": ROUND}, evidence, "percent").text == "87.5"
    assert resolve({"round.json": ROUND}, ArtifactField(path="round.json", field="ok")).text == "true"


def test_a_version_that_only_an_installed_package_states_needs_leave() -> None:
    files = {"pyproject.toml": '[project]\nname = "pytest"\ndynamic = ["version"]'}

    assert resolve(files, PackageField(field="version")).value is None
    found = resolve(files, PackageField(field="version", installed=True))
    assert found.text == pytest.__version__
    gone = {"pyproject.toml": '[project]\nname = "no-such-package-x"\ndynamic = ["version"]'}
    assert "is not installed" in resolve(gone, PackageField(field="version", installed=True)).reason


def test_artifacts_may_be_yaml_or_toml() -> None:
    assert resolve({"a.yaml": "n: {m: 12}"}, ArtifactField(path="a.yaml", field="n.m"), "number").text == "12"
    assert resolve({"a.toml": "n = 1.50"}, ArtifactField(path="a.toml", field="n"), "number").text == "1.5"


def test_a_sum_is_exact_and_never_taken_of_nothing() -> None:
    files = {"round.json": ROUND, "tenths.json": '{"parts": [{"s": 0.1}, {"s": 0.2}]}'}

    assert resolve(files, ArtifactSum(path="round.json", array_field="arms", field="n"), "number").text == "7"
    assert resolve(files, ArtifactSum(path="tenths.json", array_field="parts", field="s"), "number").text == "0.3"
    for array_field, field, reason in (
        ("empty", "n", "is empty"),
        ("ok", "n", "no array"),
        ("arms", "x", "no field x"),
    ):
        found = resolve(files, ArtifactSum(path="round.json", array_field=array_field, field=field), "number")
        assert found.value is None
        assert reason in found.reason


def test_a_pinned_artifact_resolves_only_while_it_is_the_same() -> None:
    digest = hashlib.sha256(ROUND.encode()).hexdigest()

    same = ArtifactField(path="r.json", field="ok", sha256=digest)
    assert resolve({"r.json": ROUND}, same).text == "true"
    assert "pins" in resolve({"r.json": ROUND + "\n"}, same).reason


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        (ArtifactField(path="gone.json", field="x"), "does not exist"),
        (ArtifactField(path="round.json", field="none"), "no string, finite number or boolean"),
        (ArtifactField(path="round.json", field="arms.7.n"), "no field arms.7"),
        (ArtifactField(path="nan.json", field="x"), "not JSON"),
        (ArtifactField(path="round.json", field="ok"), "no number value"),
        (DoctorFigure(metric="score"), "the doctor has no figure for score"),
        (CliCommand(command="docbridge scan"), "no command line was asked"),
        (SnapshotCount(entity_kind="module"), "no snapshot"),
    ],
)
def test_what_cannot_be_resolved_says_why(evidence: Evidence, reason: str) -> None:
    found = resolve({"round.json": ROUND, "nan.json": '{"x": NaN}'}, evidence, "number")

    assert found.value is None
    assert reason in found.reason


def _module(path: str, language: str, *tags: str) -> Module:
    return Module(id=f"module:{path}", name=path, path=path, content_hash="0" * 64, language=language, tags=tags)


def test_a_snapshot_count_counts_what_passes_every_filter() -> None:
    page = Document(
        id="document:a.md",
        name="a",
        path="docs/a.md",
        content_hash="0" * 64,
        authored_hash="0" * 64,
        title="A",
        summary="",
        word_count=1,
    )
    modules = (
        _module("src/a.py", "python"),
        _module("src/b.ts", "typescript"),
        _module("tests/a.py", "python", "test"),
    )
    snapshot = Snapshot(project="p", analyzers=(), entities=(page, *modules), relations=(), coverage=())

    def count(evidence: SnapshotCount) -> str:
        return resolve({}, evidence, "number", snapshot).text

    assert count(SnapshotCount(entity_kind="document")) == "1"
    assert count(SnapshotCount(entity_kind="module")) == "3"
    assert count(SnapshotCount(entity_kind="module", language="python")) == "2"
    assert count(SnapshotCount(entity_kind="module", language="python", path="src/")) == "1"
    assert count(SnapshotCount(entity_kind="module", tag="test")) == "1"
    assert count(SnapshotCount(entity_kind="area")) == "0"
