"""What one shell script says."""

from __future__ import annotations

from textwrap import dedent

import pytest

from mkdocs_docbridge.snapshot.facts import ModuleFacts
from mkdocs_docbridge.snapshot.languages import analyzer_for


def facts(text: str, suffix: str = ".sh") -> ModuleFacts:
    analyzer = analyzer_for(f"a{suffix}")
    assert analyzer is not None
    return analyzer.facts(dedent(text).encode(), suffix)


def sources(text: str, suffix: str = ".sh") -> list[str]:
    return [raw.specifier for raw in facts(text, suffix).imports]


def test_functions_constants_and_exported_variables_are_symbols() -> None:
    text = """\
        #!/usr/bin/env bash
        set -eu
        readonly limit=1 other=2
        declare -r NAME="x"
        declare -A MAP=([a]=b)
        VERSION=1.0
        lower=1
        export PATH_EXTRA=1 plain
        export -f run
        # Runs it.
        run() {
          local INNER=1
          GLOBAL=2
        }
        function lib::helper-2 { :; }
        _own() { :; }
        if true; then
          late() ( : )
        fi
        FOO=1 BAR=2 command
    """
    assert [(s.name, s.kind, s.line, s.exported) for s in facts(text).symbols] == [
        ("limit", "constant", 3, True),
        ("other", "constant", 3, True),
        ("NAME", "constant", 4, True),
        ("MAP", "constant", 5, True),
        ("VERSION", "constant", 6, True),
        ("PATH_EXTRA", "constant", 8, True),
        ("plain", "variable", 8, True),
        ("run", "function", 11, True),
        ("lib::helper-2", "function", 15, True),
        ("_own", "function", 16, False),
        ("late", "function", 18, True),
    ]
    found = {s.name: s for s in facts(text).symbols}
    assert (found["run"].end_line, found["run"].signature, found["run"].summary) == (14, "run()", "Runs it.")
    assert found["lib::helper-2"].signature == "function lib::helper-2"
    assert facts(text).exports == ("PATH_EXTRA", "plain", "run")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("source lib/a.sh", "lib/a.sh"),
        ('. "./a b.sh" argument', "./a b.sh"),
        ("[ -f x ] && . 'x.sh'", "x.sh"),
        ("f() { if true; then source a.sh; fi; }", "a.sh"),
        ('source "$(dirname "$0")/a.sh"', "${0%/*}/a.sh"),
        ('source "$(dirname "${BASH_SOURCE[0]}")"/a.sh', "${0%/*}/a.sh"),
        ("source `dirname $0`/a.sh", "${0%/*}/a.sh"),
        ('. "${BASH_SOURCE%/*}/../a.sh"', "${0%/*}/../a.sh"),
        ('. "${0%/*}/a.sh"', "${0%/*}/a.sh"),
        ('. "$(cd "$(dirname "$0")" && pwd)/a.sh"', "${0%/*}/a.sh"),
        ('. "$(dirname "$(readlink -f "$0")")/a.sh"', "${0%/*}/a.sh"),
        ('DIR=$(dirname "$0")\n. $DIR/a.sh', "${0%/*}/a.sh"),
        ('D="$( cd -- "$( dirname -- "${BASH_SOURCE[0]}" )" > /dev/null 2>&1 && pwd )"\n. "${D}/a.sh"', "${0%/*}/a.sh"),
        ('D="$(cd "$(dirname "$0")/.."; pwd -P)"\nreadonly L="$D/lib" # libraries\n. "$L/a.sh"', "${0%/*}/../lib/a.sh"),
        ('D=$(dirname "$0") || exit 1\n. "$D/a.sh"', "${0%/*}/a.sh"),
        ("source /etc/profile", "/etc/profile"),
        ('# shellcheck source=lib/a.sh\nsource "$1"', "lib/a.sh"),
    ],
)  # fmt: skip
def test_a_sourced_path_is_followed_to_the_folder_of_the_script(text: str, path: str) -> None:
    found = facts(text)
    assert [raw.specifier for raw in found.imports] == [path]
    assert found.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        'source "$1"',
        '. "$HOME/.bashrc"',
        "source ~/.profile",
        ". <(command)",
        'source "$(find . -name x.sh)"',
        "source lib/*.sh",
        'D=$(dirname "$0")\nD=/other\n. "$D/a.sh"',
        'D=$OTHER\n. "$D/a.sh"',
        'source "lib/$name.sh"',
        'source "$(dirname "$0")$name"',
    ],
)
def test_a_path_that_only_running_it_would_tell_is_noted(text: str) -> None:
    found = facts(text)
    assert found.imports == ()
    assert [note.code for note in found.notes] == ["DYNAMIC_IMPORT"]


@pytest.mark.parametrize(
    "text",
    [
        'echo "source a.sh"',
        "echo source a.sh",
        "cat <<EOF\nsource a.sh\nEOF",
        "# source a.sh",
        "./a.sh",
        "load helper",
        "bash a.sh",
        "find . -name x",
        "# shellcheck source=/dev/null\nsource /dev/null",
    ],
)
def test_other_words_and_commands_are_no_imports(text: str) -> None:
    found = facts(text)
    assert found.imports == ()
    assert found.notes == ()


def test_a_bats_file_is_a_test_and_loads_from_its_own_folder() -> None:
    text = """\
        #!/usr/bin/env bats
        # Adds numbers.

        load helper
        load '../common.bash'
        load /usr/lib/bats-support/load

        setup() { source "$BATS_TEST_DIRNAME/lib.sh"; }

        @test "adds (two) { numbers" {
          helper
        }
        @test 'b' { run x; }
        helper() { :; }
    """
    found = facts(text, ".bats")
    assert found.test
    assert found.docstring == "Adds numbers."
    assert [s.name for s in found.symbols] == ["setup", "helper"]
    assert sources(text, ".bats") == [
        "${0%/*}/helper",
        "${0%/*}/../common.bash",
        "/usr/lib/bats-support/load",
        "${0%/*}/lib.sh",
    ]
    assert found.notes == ()


@pytest.mark.parametrize(
    ("head", "docstring"),
    [
        ("#!/bin/sh\n# Builds it.\nset -e\n", "Builds it."),
        ("#!/bin/bash\n#\n# Builds it.\n# Usage: build\n\nset -e\n", "Builds it.\nUsage: build"),
        ("# Copyright 2020 X.\n\n# Builds it.\n\nset -e\n", "Builds it."),
        ("#!/bin/sh\n# shellcheck disable=SC2034\n# Builds it.\nA=1\n", "Builds it."),
        ("##########\n# Builds it.\n##########\n\nA=1\n", "Builds it."),
        ("#!/bin/sh\n# Runs.\nrun() { :; }\n", ""),
        ("#!/bin/sh\nset -e\n# Later.\n", ""),
    ],
)
def test_the_comment_at_the_head_is_the_docstring(head: str, docstring: str) -> None:
    assert facts(head).docstring == docstring


def test_generated_and_test_scripts_are_told() -> None:
    assert facts("#!/bin/sh\n# Generated by configure.\n").generated
    assert facts(". shunit2\n").test
    assert not facts("echo test\n").test


def test_a_broken_script_gives_what_can_be_read_and_a_note() -> None:
    found = facts("a() { :; }\nif then ((\nb() { :; }\n")
    assert "a" in [symbol.name for symbol in found.symbols]
    assert [note.code for note in found.notes] == ["PARSE_ERROR"]
