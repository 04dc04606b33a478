"""Where the files that shell scripts source stand."""

from __future__ import annotations

import pytest

from .world import targets


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("source beside.sh", "scripts/sub/beside.sh"),
        ("source ./beside.sh", "scripts/sub/beside.sh"),
        ("source lib/root.sh", "lib/root.sh"),
        ("source sub/beside.sh", "scripts/sub/beside.sh"),
        ("source both.sh", "scripts/sub/both.sh"),
        ("source .env", "file:.env"),
        ('. "$(dirname "$0")/../up.sh"', "scripts/up.sh"),
        ('. "$(dirname "$0")/root.sh"', "unresolved:scripts/sub/root.sh is no file of the repository"),
        ('. "$(dirname "$0")/../../../x.sh"', "unresolved:it leaves the repository"),
        ("source gone.sh", "unresolved:gone.sh stands neither beside the script nor in a folder above it"),
        ("source /etc/profile", "system:/etc/profile"),
    ],
)
def test_a_path_starts_beside_the_script_or_at_the_root_or_between(statement: str, expected: str) -> None:
    files = dict.fromkeys(
        ["scripts/sub/beside.sh", "lib/root.sh", "scripts/up.sh", "scripts/sub/both.sh", "both.sh", ".env"], ""
    )
    files["scripts/sub/main.sh"] = f"{statement}\n"
    assert targets(files, "scripts/sub/main.sh") == [f"imports → {expected}"]


def test_bats_loads_with_and_without_the_suffix() -> None:
    files = {"test/helper.bash": "", "test/other.sh": "", "test/a.bats": "load helper\nload other.sh\nload ../gone\n"}
    assert targets(files, "test/a.bats") == [
        "imports → test/helper.bash",
        "imports → test/other.sh",
        "imports → unresolved:gone is no file of the repository",
    ]
