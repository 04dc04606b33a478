"""What the paths of Go and Rust files say of them."""

from __future__ import annotations

import pytest

from mkdocs_docbridge.snapshot.tags import path_tags


@pytest.mark.parametrize(
    ("path", "tags"),
    [
        ("pool/pool.go", ()),
        ("pool/pool_test.go", ("test",)),
        ("pool/test.go", ()),
        ("pool/testdata/a.go", ("fixture",)),
        ("vendor/x/a.go", ("vendored",)),
        ("api/a.pb.go", ("generated",)),
        ("api/a.pb.gw.go", ("generated",)),
        ("api/models.gen.go", ("generated",)),
        ("src/lib.rs", ()),
        ("src/tests.rs", ("test",)),
        ("src/test.rs", ()),
        ("src/pool_test.rs", ("test",)),
        ("src/test_util.rs", ("test",)),
        ("tests/it.rs", ("test",)),
        ("benches/b.rs", ("example",)),
        ("examples/e.rs", ("example",)),
        ("src/latest.rs", ()),
    ],
)
def test_a_path_tells_tests_examples_and_generated_files(path: str, tags: tuple[str, ...]) -> None:
    assert path_tags(path) == tags
