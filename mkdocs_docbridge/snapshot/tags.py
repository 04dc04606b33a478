"""What a path says of a file: test, fixture, example, generated, vendored."""

from __future__ import annotations

import re
from functools import lru_cache

_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "e2e", "testing", "__mocks__"})
_FIXTURE_FOLDERS = frozenset(
    {"fixtures", "fixture", "testdata", "test-data", "test_data", "__fixtures__", "__snapshots__", "cassettes"}
)
_VENDOR_FOLDERS = frozenset(
    {
        "3rdparty",
        "_vendor",
        "_vendored",
        "extern",
        "node_modules",
        "third-party",
        "third_party",
        "thirdparty",
        "vendor",
        "vendored",
    }
)
_EXAMPLE_FOLDERS = frozenset(
    {
        "example",
        "examples",
        "sample",
        "samples",
        "demo",
        "demos",
        "playground",
        "playgrounds",
        "docs_src",
        "benchmarks",
        "benches",
    }
)
_TEST_FILE = re.compile(
    r"(?:^test_.*|.*_tests?|^conftest|^tests?)\.pyi?$"
    r"|.*\.(?:test|spec|cy)\.[cm]?[jt]sx?$"
    r"|(?:^test[_-].*|.*[_-](?:unit)?tests?|.*\.test|^tests?)\.(?:c|cc|cpp|cxx|h|hh|hpp|sh|bash)$|.*\.bats$"
    r"|.*_test\.go$"
    r"|.*Test\.php$"
    r"|(?:.*_(?:spec|test)|^test_.*)\.rb$"
    r"|(?:^tests|^test_.*|.*_tests?)\.rs$"
    r"|.+(?:Tests?|TestCase|(?<=[a-z0-9])IT|Specs?)\.(?:java|kt|cs)$"
)
# Source sets of Kotlin and Gradle (``src/commonTest``, ``commonTest/src``, ``src/testFixtures``) and .NET projects
# (``Shop.Core.Tests``).
_TEST_SET = re.compile(r"(?:^|/)(?:src/(?:\w*Test|test[A-Z]\w*)|\w+Test/src|[^/]+\.(?:\w*Tests?|Specs?|TestUtils))/")
_EXAMPLE_SET = re.compile(r"(?:^|/)(?:src/jmh|[^/]+\.(?:Benchmarks?|Samples?|Examples?|Demos?))/")
_GENERATED_FILE = re.compile(
    r".*(?:_pb2(?:_grpc)?\.pyi?|_pb\.rb|\.min\.[cm]?js|\.generated\.\w+|_generated\.\w+|\.bundle\.js"
    r"|\.pb(?:\.\w+)?\.go|\.gen\.go|\.g(?:\.i)?\.cs|\.[Dd]esigner\.cs)$"
    r"|.*\.pb(?:-c)?\.(?:h|c|cc)$|.*\.tab\.(?:c|cc|h|hh)$|^lex\.\w+\.c$|^(?:moc|qrc|ui)_\w+\.(?:cpp|h)$|.*\.moc$"
)
NO_AREA = frozenset({"test", "fixture", "example", "generated", "vendored"})
"""Modules with one of these tags make no area and lend no exported symbols to documents."""


_HISTORY = re.compile(r"(^|/)(changelog|changes|history|news|release[-_]?notes?|releases?)(/|[^/]*\.[a-z]+$)")


def is_history(path: str) -> bool:
    """Whether a document tells of past releases: it names everything once and explains nothing."""
    return _HISTORY.search(path.lower()) is not None


def path_tags(path: str) -> tuple[str, ...]:
    """The tags of a path, sorted. Folder names are compared in lower case."""
    folder, _, name = path.rpartition("/")
    tags = set(_folder_tags(folder))
    if _GENERATED_FILE.match(name):
        tags.add("generated")
    if _TEST_FILE.match(name):
        tags.add("test")
    return tuple(sorted(tags))


@lru_cache(maxsize=10_000)
def _folder_tags(folder: str) -> tuple[str, ...]:
    below = set(folder.lower().split("/"))
    tags: list[str] = []
    if below & _EXAMPLE_FOLDERS or _EXAMPLE_SET.search(f"{folder}/"):
        tags.append("example")
    if below & _FIXTURE_FOLDERS:
        tags.append("fixture")
    if below & _TEST_FOLDERS or _TEST_SET.search(f"{folder}/"):
        tags.append("test")
    if below & _VENDOR_FOLDERS:
        tags.append("vendored")
    return tuple(tags)
