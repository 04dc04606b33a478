"""What go.mod and go.work say."""

from __future__ import annotations

from mkdocs_docbridge.snapshot.catalogue import is_manifest
from mkdocs_docbridge.snapshot.facts import Dependency
from mkdocs_docbridge.snapshot.manifests import manifest_facts

GO_MOD = """\
// Deprecated: no longer.
module example.com/shop/v2 // the shop

go 1.22
toolchain go1.22.1

require github.com/a/single v1.0.0
require (
	github.com/b/many v1.2.3
	"github.com/c/quoted" v0.0.0
	github.com/d/far v1.0.0 // indirect
)

replace (
	github.com/b/many => ../many
	github.com/e/fork v1.0.0 => ./fork
	github.com/f/other => github.com/g/other v1.1.0
)

exclude github.com/x/y v1.0.0
retract [v1.0.0, v1.1.0]
oops this
"""


def test_a_module_is_read() -> None:
    facts = manifest_facts("a/go.mod", GO_MOD.encode())
    assert (facts.ecosystem, facts.name, facts.version) == ("go", "example.com/shop/v2", None)
    assert facts.dependencies == (
        Dependency(name="github.com/a/single", line=7),
        Dependency(name="github.com/b/many", line=9),
        Dependency(name="github.com/c/quoted", line=10),
    )
    assert facts.aliases == (("github.com/b/many", ("../many",)), ("github.com/e/fork", ("./fork",)))
    assert [(note.code, note.reason, note.line) for note in facts.notes] == [
        ("MANIFEST_MEMBER", "oops is no directive; it is left out", 22)
    ]


def test_a_workspace_names_its_folders() -> None:
    facts = manifest_facts("go.work", b"go 1.22\n\nuse ./tools\nuse (\n\t.\n\t./app\n)\nreplace a.b/c => ./c\n")
    assert (facts.name, facts.workspaces, facts.aliases) == ("", (".", "app", "tools"), (("a.b/c", ("./c",)),))


def test_a_manifest_without_a_module_is_broken() -> None:
    for data in (b"", b"go 1.22\n", b"[" * 100_000, b"\xff", b"module\n", b'module "' + b"a" * 100_000):
        facts = manifest_facts("go.mod", data)
        assert facts.name == "" or data.startswith(b'module "')
        assert facts.notes == () or {note.code for note in facts.notes} <= {"BROKEN_MANIFEST", "MANIFEST_MEMBER"}
    assert [note.code for note in manifest_facts("go.mod", b"go 1.22\n").notes] == ["BROKEN_MANIFEST"]


def test_go_manifests_are_known_by_name() -> None:
    assert [is_manifest(name) for name in ("go.mod", "a/go.work", "go.sum", "x.mod")] == [True, True, False, False]
