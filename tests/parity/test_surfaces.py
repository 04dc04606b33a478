"""Surfaces that are no whole file: fields, docstrings, pages of the built site."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import ArtifactField, Claim, PublicClaims, PublicParityReport
from mkdocs_docbridge.parity.address import Address, address_fault, parse_address
from mkdocs_docbridge.parity.check import Gate, Sources
from mkdocs_docbridge.parity.surface import Pages


class Memory:
    """A repository held in a dict."""

    def __init__(self, files: dict[str, str]) -> None:
        self._files = {"fact.json": '{"n": 5}', **files}

    def read(self, path: str) -> bytes | None:
        text = self._files.get(path)
        return None if text is None else text.encode()


def run(
    files: dict[str, str], surface: str, *, template: str = "runs {value} tests", pages: Pages | None = None
) -> PublicParityReport:
    claim = Claim(
        claim_id="tests",
        statement="How many tests run",
        owner="core",
        evidence=ArtifactField(path="fact.json", field="n"),
        required=(surface,),
        remediation="Correct it.",
        value_type="number",
        template=template,
    )
    registry = PublicClaims(registry_version="v1", claims=(claim,))
    sources = Sources(Memory(files), None, pages=pages)
    return Gate(registry, sources, registry_path="claims.json").report()


def told(report: PublicParityReport) -> list[tuple[str, str]]:
    return [(finding.code.removeprefix("PARITY_"), finding.place) for finding in report.findings]


@pytest.mark.parametrize(
    ("surface", "address"),
    [
        ("README.md", Address("file", "README.md")),
        ("docs/c#.md", Address("file", "docs/c#.md")),
        ("pyproject.toml#project.description", Address("field", "pyproject.toml", "project.description")),
        ("CITATION.cff#version", Address("field", "CITATION.cff", "version")),
        ("a/b.py#C.m", Address("docstring", "a/b.py", "C.m")),
        ("rendered:a/index.html", Address("rendered", "a/index.html")),
    ],
)
def test_a_surface_names_a_file_or_a_part_of_one(surface: str, address: Address) -> None:
    assert parse_address(surface) == address
    assert address_fault(surface) == ""


@pytest.mark.parametrize("surface", ["../x.toml#a", "/etc/x.json#a", "rendered:../a.html", "rendered:docs/a.md"])
def test_a_surface_stays_below_the_root_or_the_site(surface: str) -> None:
    assert address_fault(surface)


FIELDS = {
    "pyproject.toml": '[project]\nname = "x"\ndescription = "It runs 4 tests."\n',
    "package.json": '{\n  "a": 1,\n  "description": "It runs 4 tests."\n}\n',
    "mkdocs.yml": "site_name: x\n\nextra:\n  about: >-\n    It runs\n    4 tests.\n",
}


@pytest.mark.parametrize(
    ("surface", "line"),
    [("pyproject.toml#project.description", 3), ("package.json#description", 3), ("mkdocs.yml#extra.about", 4)],
)
def test_a_string_field_is_a_surface_with_the_line_of_its_file(surface: str, line: int) -> None:
    assert told(run(FIELDS, surface)) == [("STALE", f"{surface.partition('#')[0]}:{line}")]
    right = {name: text.replace("4", "5") for name, text in FIELDS.items()}
    assert run(right, surface).status == "pass"


def test_a_field_may_be_the_value_alone_and_is_then_read_whole() -> None:
    files = {"a.toml": 'n = "5"\nm = "5 or 6"\nk = 5', "b.yml": "n: 5\nf: 1.10"}

    assert run(files, "a.toml#n", template="{value}").status == "pass"
    assert run(files, "a.toml#k", template="{value}").status == "pass"
    assert run(files, "b.yml#n", template="{value}").status == "pass"
    assert told(run(files, "a.toml#m", template="{value}")) == [("UNREADABLE", "a.toml:2")]
    with pytest.raises(InputError, match="quotes"):
        run(files, "b.yml#f", template="{value}")


def test_a_field_that_is_not_there_is_a_surface_that_is_not_there() -> None:
    report = run(FIELDS, "package.json#homepage")

    assert told(report) == [("MISSING", "package.json")]
    assert report.findings[0].reason == "surface-missing"
    assert report.missing_surfaces == ("package.json#homepage",)


@pytest.mark.parametrize(
    ("surface", "text"), [("a.toml#x", "[x"), ("a.json#x", "{"), ("a.yml#x", "a: ["), ("a.py#f", "def f(:")]
)
def test_a_file_that_is_not_of_its_format_is_unusable_input(surface: str, text: str) -> None:
    with pytest.raises(InputError, match=surface.partition("#")[0]):
        run({surface.partition("#")[0]: text}, surface)


MODULE = '''"""The module.

It runs
    4 tests.
"""


class C:
    async def m(self):
        """Does it.

        It *runs* `4` tests in all.

            runs 9 tests
        """


def f():
    """It runs 5 tests."""
'''


@pytest.mark.parametrize(
    ("name", "expected"),
    [("__doc__", [("STALE", "a.py:4")]), ("C.m", [("STALE", "a.py:12")]), ("f", []), ("g", [("MISSING", "a.py")])],
)
def test_a_docstring_is_read_as_markdown_without_its_margin(name: str, expected: list[tuple[str, str]]) -> None:
    assert told(run({"a.py": MODULE}, f"a.py#{name}")) == expected


PAGE = "<html><head><title>runs 9 tests</title></head>\n<nav>runs 8 tests</nav><article>\n<p>It <b>runs 5</b> tests</p>"


def test_a_built_page_is_read_as_its_article() -> None:
    site = {"a/index.html": f"{PAGE}</article><footer>runs 7 tests</footer></html>"}

    assert run({}, "rendered:a/index.html", pages=site.get).status == "pass"
    site["a/index.html"] = site["a/index.html"].replace("5", "4")
    report = run({}, "rendered:a/index.html", pages=site.get)
    assert told(report) == [("STALE", "claims.json")]
    assert report.findings[0].message.startswith("rendered:a/index.html states 4")
    assert told(run({}, "rendered:b/index.html", pages=site.get)) == [("MISSING", "claims.json")]


def test_a_built_page_in_a_run_without_a_site_is_not_analysed_and_no_pass() -> None:
    report = run({}, "rendered:a/index.html")

    assert told(report) == [("NOT_ANALYZED", "claims.json")]
    assert (report.status, report.claims[0].holds) == ("needs-review", False)
