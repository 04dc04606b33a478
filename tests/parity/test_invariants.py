"""What holds for any registry, any surface and any environment."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_docbridge.artifacts import content_hash
from mkdocs_docbridge.errors import InputError
from mkdocs_docbridge.parity import PublicClaims, decode_claims
from mkdocs_docbridge.parity.address import address_fault, parse_address
from tests.support.sites import REPOSITORY

SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=20)
ANY = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4)
)
VALID: dict[str, Any] = {
    "type": "public-claims",
    "schemaVersion": 1,
    "contentHashAlgo": "sha256-normalized-v1",
    "registryVersion": "v1",
    "claims": [
        {
            "claimId": "a",
            "statement": "s",
            "owner": "o",
            "valueType": "number",
            "template": "runs {value} tests",
            "templates": {"b.md": "has {value} tests"},
            "evidence": {"kind": "artifact-field", "path": "a.json", "field": "n", "transform": "round"},
            "required": ["README.md", "a.toml#b", "rendered:a/index.html"],
            "optional": ["b.md"],
            "severity": "error",
            "remediation": "r",
        }
    ],
    "exceptions": [{"claimId": "a", "surface": "b.md", "reason": "long enough", "acceptedBy": "x"}],
}


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [at] if at else []
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        found += places(member, (*at, key))
    return found


def with_member(at: tuple[Any, ...], new: Any) -> dict[str, Any]:
    value = copy.deepcopy(VALID)
    node: Any = value
    for key in at[:-1]:
        node = node[key]
    node[at[-1]] = new
    return value


def read(value: Any) -> PublicClaims | InputError:
    if isinstance(value, dict):
        value = {**value, "contentHash": content_hash(value)}
    try:
        return decode_claims(json.dumps(value).encode(), place="claims.json")
    except InputError as error:
        return error


@given(st.sampled_from(places(VALID)), ANY)
@settings(max_examples=400, deadline=None)
def test_any_member_of_a_registry_gives_claims_or_messages_with_their_place(at: tuple[Any, ...], new: Any) -> None:
    outcome = read(with_member(at, new))

    if isinstance(outcome, InputError):
        assert str(outcome).startswith("claims.json")
        assert outcome.code
    else:
        assert outcome.claims


@given(ANY)
@settings(max_examples=200, deadline=None)
def test_any_json_at_all_is_refused_with_a_message(value: Any) -> None:
    assert isinstance(read(value), InputError)


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_surface_below_the_root_or_is_refused(text: str) -> None:
    address = parse_address(text)

    assert address_fault(text) or not (address.file.startswith("/") or ".." in address.file.split("/"))


_SCRIPT = """
import sys
from pathlib import Path
from mkdocs_docbridge.artifacts import encode
from mkdocs_docbridge.project import Project
with Project.open(Path(sys.argv[1])) as project:
    sys.stdout.buffer.write(encode(project.parity))
"""


def test_a_report_is_the_same_bytes_under_another_seed_locale_zone_folder_and_mask(tmp_path: Path) -> None:
    from tests.site.test_build import REGISTRY, registry
    from tests.support.sites import make_repository

    page = {"docs/index.md": "# T\n\nThe current version is 9.9.9. The current version is 8.8.8.\n"}
    root = make_repository(tmp_path, {REGISTRY: registry(), **page})
    seen = set()
    for seed, locale, zone, folder in (("0", "C", "UTC", root), ("7", "C.UTF-8", "Asia/Kolkata", tmp_path)):
        changed = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone, "PYTHONPATH": str(REPOSITORY)}
        done = subprocess.run(
            [sys.executable, "-c", _SCRIPT, str(root)],
            cwd=folder,
            env={**os.environ, **changed},
            capture_output=True,
            check=True,
            umask=0o077 if seed == "7" else 0o022,
        )
        seen.add(done.stdout)

    (report,) = seen
    assert {item["code"] for item in json.loads(report)["findings"]} == {"PARITY_STALE", "PARITY_CONTRADICTION"}
    assert str(tmp_path).encode() not in report
