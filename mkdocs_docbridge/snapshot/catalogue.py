"""Which files are read and by what, and the versions that facts depend on. Imports no analyser: a warm scan needs none.

A new language is an analyser (``languages/``), a resolver (``resolve/``) and its line here.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from typing import NamedTuple

from mkdocs_docbridge import __version__

LINK_VERSION = "3"
"""Raised with every change of what linking makes of the same facts and manifests."""
FACTS_VERSION = "2"
"""Raised when facts are laid out differently in the cache."""
DOCUMENTS = "markdown"
DOCUMENTS_VERSION = "4"
"""Raised with every change of what a document's facts say."""
DOCUMENT_SUFFIXES = (".md", ".markdown", ".mdx", ".rst")


class Language(NamedTuple):
    """``analyzer`` is ``module:class`` below ``languages``, ``resolver`` below ``resolve``; ``version`` is raised with
    every change of what the analyser answers; ``wheels`` bring its grammars. ``links_words``: its imports name whole
    namespaces, so linking looks at the words of a file, and at signatures."""

    name: str
    version: str
    analyzer: str
    resolver: str
    suffixes: tuple[str, ...]
    wheels: tuple[str, ...]
    links_words: bool = False


class ManifestKind(NamedTuple):
    """Manifests by the pattern of their names. ``reader`` is ``module:function`` below ``manifests``; ``is_named``:
    it takes the file's name without suffix, too."""

    pattern: str
    ecosystem: str
    reader: str
    is_named: bool = False


LANGUAGES = (
    Language("bash", "1.0", "bash:BashAnalyzer", "bash:BashIndex", (".bash", ".bats", ".sh"), ("tree-sitter-bash",)),
    Language("c", "1.0", "c:CAnalyzer", "c:CIndex", (".c", ".h"), ("tree-sitter-c", "tree-sitter-cpp")),
    Language(
        "cpp",
        "1.0",
        "c:CppAnalyzer",
        "c:CIndex",
        (
            ".c++",
            ".cc",
            ".cppm",
            ".cpp",
            ".cxx",
            ".h++",
            ".hh",
            ".hpp",
            ".hxx",
            ".inl",
            ".ipp",
            ".ixx",
            ".tpp",
        ),
        ("tree-sitter-cpp",),
    ),
    Language(
        "csharp",
        "1.0",
        "csharp:CSharpAnalyzer",
        "csharp:CSharpIndex",
        (".cs",),
        ("tree-sitter-c-sharp",),
        links_words=True,
    ),
    Language("go", "1.0", "go:GoAnalyzer", "go:GoIndex", (".go",), ("tree-sitter-go",)),
    Language("java", "1.0", "java:JavaAnalyzer", "jvm:JvmIndex", (".java",), ("tree-sitter-java",), links_words=True),
    Language(
        "javascript",
        "1.1",
        "javascript:JavaScriptAnalyzer",
        "javascript:JavaScriptIndex",
        (".cjs", ".js", ".jsx", ".mjs"),
        ("tree-sitter-javascript", "tree-sitter-typescript"),
    ),
    Language(
        "kotlin",
        "1.0",
        "kotlin:KotlinAnalyzer",
        "jvm:JvmIndex",
        (".kt", ".kts"),
        ("tree-sitter-kotlin",),
        links_words=True,
    ),
    Language("php", "1.0", "php:PhpAnalyzer", "php:PhpIndex", (".php",), ("tree-sitter-php",)),
    Language("python", "1.3", "python:PythonAnalyzer", "python:PythonIndex", (".py", ".pyi"), ("tree-sitter-python",)),
    Language("ruby", "1.0", "ruby:RubyAnalyzer", "ruby:RubyIndex", (".rake", ".rb", ".ru"), ("tree-sitter-ruby",)),
    Language("rust", "1.0", "rust:RustAnalyzer", "rust:RustIndex", (".rs",), ("tree-sitter-rust",)),
    Language(
        "typescript",
        "1.1",
        "javascript:TypeScriptAnalyzer",
        "javascript:JavaScriptIndex",
        (".cts", ".mts", ".ts", ".tsx"),
        ("tree-sitter-typescript",),
    ),
)
_BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}

CODEOWNERS_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
"""The first that exists counts: GitHub's order, then what GitLab knows besides."""
_READERS = {suffix: f"document:{suffix}" for suffix in DOCUMENT_SUFFIXES} | {
    suffix: f"module:{suffix}" for suffix in _BY_SUFFIX
}

MANIFESTS_VERSION = "3"
MANIFESTS = (
    ManifestKind(r"Cargo\.toml", "cargo", "cargo:read_cargo"),
    ManifestKind(r"go\.mod", "go", "gomod:read_go_mod"),
    ManifestKind(r"go\.work", "go", "gomod:read_go_work"),
    ManifestKind(r"composer\.json", "packagist", "composer:read_composer_json"),
    ManifestKind(r"composer\.lock", "packagist", "composer:read_composer_lock"),
    ManifestKind(r"[\w.-]+\.gemspec", "rubygems", "rubygems:read_gemspec"),
    ManifestKind(r"Gemfile|gems\.rb", "rubygems", "rubygems:read_gemfile"),
    ManifestKind(r"setup\.cfg", "pypi", "setup_cfg:read_setup_cfg"),
    ManifestKind(r"setup\.py", "pypi", "setup_cfg:read_setup_py"),
    ManifestKind(r"pyproject\.toml", "pypi", "pyproject:read_pyproject"),
    ManifestKind(r"package\.json", "npm", "npm:read_package_json"),
    ManifestKind(r"pnpm-workspace\.ya?ml", "npm", "npm:read_pnpm_workspace"),
    ManifestKind(r"(?:tsconfig|jsconfig)(?:[.-][\w.-]+)?\.json", "typescript", "npm:read_tsconfig"),
    ManifestKind(r"pom\.xml", "maven", "maven:read_pom"),
    ManifestKind(r"settings\.gradle(?:\.kts)?", "maven", "gradle:read_settings"),
    ManifestKind(r"[\w.-]+\.gradle(?:\.kts)?", "maven", "gradle:read_build"),
    ManifestKind(r"[\w-]+\.versions\.toml", "maven", "gradle:read_catalog"),
    ManifestKind(r"Directory\.(?:Packages\.props|Build\.(?:props|targets))", "nuget", "nuget:read_shared"),
    ManifestKind(r"(?i:[\w.-]+\.csproj)", "nuget", "nuget:read_csproj", is_named=True),
    ManifestKind(r"(?:GNUm|[Mm])akefile", "tasks", "tasks:read_makefile"),
    ManifestKind(r"\.?[Jj]ustfile", "tasks", "tasks:read_justfile"),
    ManifestKind(r"noxfile\.py", "tasks", "noxfile:read_noxfile"),
    ManifestKind(r"tox\.ini|\.?pytest\.ini", "tasks", "tasks:read_ini"),
    ManifestKind(r"hatch\.toml", "tasks", "tasks:read_hatch_toml"),
)
"""The first whose pattern is a file's name reads it."""


@cache
def _manifest() -> re.Pattern[str]:
    # a tree that did not change is scanned without
    return re.compile("|".join(f"(?:{kind.pattern})" for kind in MANIFESTS))


def suffix_of(path: str) -> str:
    """The suffix of ``path`` as analysers know it: lower case, with its dot."""
    stem, _, suffix = path.rpartition("/")[2].rpartition(".")
    return f".{suffix.lower()}" if stem and suffix else ""


def language_of(path: str) -> Language | None:
    """The language of the file at ``path``, by its suffix in any case; None for a file that is no known source."""
    return _BY_SUFFIX.get(suffix_of(path))


def is_manifest(path: str) -> bool:
    """Whether the file at ``path`` is a manifest that is read, by its name."""
    return _manifest().fullmatch(path.rpartition("/")[2]) is not None


def readers_of(path: str) -> tuple[str, ...]:
    """What reads the file at ``path``: ``document:.md``, ``module:.py``, ``manifest:package.json``. Nothing for most
    kinds of files, two for a manifest that is a source file (``setup.py``)."""
    name = path.rpartition("/")[2]
    found = _READERS.get(suffix_of(name))
    if _manifest().fullmatch(name):
        return (f"manifest:{name}",) if found is None else (found, f"manifest:{name}")
    return () if found is None else (found,)


@cache
def facts_key(reader: str) -> str:
    """Names everything but the bytes that the facts of a file depend on."""
    kind, _, name = reader.partition(":")
    if kind == "module":
        language = _BY_SUFFIX[name]
        return f"{language.name} {language.version} {FACTS_VERSION} {name} {_wheels(language.wheels)}"
    version = DOCUMENTS_VERSION if kind == "document" else MANIFESTS_VERSION
    return f"{kind} {version} {__version__} {FACTS_VERSION} {name}"


@cache
def fingerprint() -> str:
    """Names everything but a tree and its settings that a snapshot depends on."""
    keys = [facts_key(reader) for reader in sorted(_READERS.values())]
    return "\n".join([__version__, LINK_VERSION, MANIFESTS_VERSION, *keys])


@cache
def _wheels(names: tuple[str, ...]) -> str:
    return " ".join(f"{name}={_installed()[name]}" for name in ("tree-sitter", *names) if name in _installed())


@cache
def _installed() -> dict[str, str]:
    """The versions of tree-sitter and its grammars, from the names of their metadata folders: importlib.metadata
    would cost a warm scan a tenth of its time. The first on the path counts, as for imports."""
    found: dict[str, str] = {}
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")  # noqa: PTH208  (names alone)
        except OSError:
            continue
        for name in sorted(names):
            match = re.fullmatch(r"(tree_sitter\w*)-([^-]+)\.dist-info", name)
            if match:
                found.setdefault(match[1].replace("_", "-"), match[2])
    return found
