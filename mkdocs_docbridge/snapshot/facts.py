"""Facts: what one file says by itself. Pure functions of its bytes, so they are cached by content hash for ever.

Linking facts to entities and relations happens in :mod:`mkdocs_docbridge.snapshot.link`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

import msgspec

from mkdocs_docbridge.region_fault import RegionFault

from .model import RegionSpan, Symbol

LinkKind = Literal["inline", "reference", "autolink", "image", "html"]
"""``image`` in Markdown and HTML; ``html`` is ``<a href>``."""
ImportKind = Literal["import", "re-export", "dynamic", "require", "include", "module"]
"""``include`` takes a file by its path (C, Ruby's ``load``); ``module`` declares a file as part (Rust ``mod``)."""


class Fact(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Base of facts: stored as MessagePack arrays in the cache, never shown to a user."""


class RawHeading(Fact, frozen=True):
    """``anchor`` is set only when the author wrote one (``{#id}``, HTML id), and empty for raw HTML without an id, to
    which the site gives none. ``text`` may be empty: such a heading takes an anchor too."""

    level: int
    text: str
    line: int
    anchor: str | None = None


class RawLink(Fact, frozen=True):
    """``target`` is percent-decoded (save ``%23`` and ``%3F``) with its fragment kept; ``text`` is plain. Links to the
    web are here too: only the linker knows which addresses are the site's or the repository's own."""

    target: str
    text: str
    line: int
    kind: LinkKind


class CodeToken(Fact, frozen=True):
    """An inline code span."""

    text: str
    line: int


class Fence(Fact, frozen=True):
    """A fenced block; ``text`` is cut at 4,000 characters."""

    language: str
    text: str
    line: int


class Mention(Fact, frozen=True):
    """A snippet include, an mkdocstrings directive or an autoref: its argument and line."""

    kind: Literal["include", "directive", "autoref"]
    target: str
    line: int
    in_code: bool = False
    """An include in a code block: made there too, but as often only shown."""


class WrittenAnchor(Fact, frozen=True):
    """An id that the author wrote at something that is no heading: a paragraph, an image, ``<a id>``."""

    id: str
    line: int


class Declared(Fact, frozen=True):
    """One entry of a declaration in front matter, and the line of the file it stands on."""

    text: str
    line: int


class Note(Fact, frozen=True):
    """Becomes a coverage entry of the file: a stable code, the reason, the line when there is one."""

    code: str
    reason: str
    line: int | None = None
    status: Literal["partial", "not-analyzed"] = "partial"


class FrontMatter(Fact, frozen=True):
    """The members of a page's front matter that anything here uses; text values only."""

    title: str = ""
    description: str = ""
    audience: str = ""
    tags: tuple[str, ...] = ()
    covers: tuple[Declared, ...] = ()
    """``docbridge: {covers: […]}``"""
    ownership_id: str = ""
    edit_root: str = ""
    edit_root_line: int = 1
    purpose: str = ""
    checks: tuple[str, ...] = ()


class DocumentFacts(Fact, frozen=True):
    """What one document says. ``terms`` counts the raw words (see text.words) of its authored text, ``word_count`` the
    words of its prose (a Han or Hiragana character is one)."""

    title: str
    headings: tuple[RawHeading, ...]
    summary: str
    word_count: int
    authored_hash: str
    body: str
    """Flattened text, at most 4,000 characters, for what is shown."""
    terms: dict[str, int]
    front_matter: FrontMatter = FrontMatter()
    links: tuple[RawLink, ...] = ()
    code: tuple[CodeToken, ...] = ()
    fences: tuple[Fence, ...] = ()
    mentions: tuple[Mention, ...] = ()
    anchors: tuple[WrittenAnchor, ...] = ()
    regions: tuple[RegionSpan, ...] = ()
    faults: tuple[RegionFault, ...] = ()
    """Faults of markers and regions; their ``path`` is empty."""
    has_marker: bool = False
    notes: tuple[Note, ...] = ()


class ImportedName(Fact, frozen=True):
    """``from x import name as alias``; ``*`` for everything."""

    name: str
    alias: str


class RawImport(Fact, frozen=True):
    """One import statement: the specifier as written (Python keeps its leading dots) and the names taken.

    The name ``""`` is the module itself (``import a.b as c``).
    """

    specifier: str
    names: tuple[ImportedName, ...]
    line: int
    kind: ImportKind = "import"
    local: bool = False
    """Inside a function or class, so it binds no name of the module."""


class ModuleFacts(Fact, frozen=True):
    """What one source file says. ``terms`` counts raw words (see text.words) of identifiers, comments, strings."""

    language: str
    docstring: str
    symbols: tuple[Symbol, ...]
    imports: tuple[RawImport, ...]
    terms: dict[str, int]
    exports: tuple[str, ...] = ()
    """Names the file offers to others, whether it defines them or passes them on (``__all__``, ``export {x} from``)."""
    generated: bool = False
    test: bool = False
    notes: tuple[Note, ...] = ()
    namespaces: tuple[str, ...] = ()
    """The packages or namespaces that the file says its definitions stand in (Java ``package``, C# ``namespace``)."""


class Dependency(Fact, frozen=True):
    """A dependency a manifest names."""

    name: str
    line: int = 1


class ManifestFacts(Fact, frozen=True):
    """What a package manifest says. ``name`` is empty for one that declares no package (a workspace root)."""

    ecosystem: str
    name: str
    version: str | None = None
    description: str = ""
    dependencies: tuple[Dependency, ...] = ()
    workspaces: tuple[str, ...] = ()
    """Globs of member folders, relative to the manifest."""
    entries: tuple[tuple[str, str], ...] = ()
    """Entry points: (subpath, file), e.g. package.json ``exports``/``main``, relative to the manifest."""
    source_roots: tuple[str, ...] = ()
    """Folders below the manifest that importable packages stand in (``src``)."""
    aliases: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Names that mean something else here: (pattern, targets). Path aliases of a tsconfig and the modules that a
    ``go.mod`` replaces, both by places relative to the manifest; a crate's renamed dependencies."""
    base_url: str = ""
    extends: tuple[str, ...] = ()
    """The tsconfigs this one inherits from, as written; later ones win."""
    scripts: tuple[str, ...] = ()
    """What can be run by its name: the scripts of a package.json or composer.json, and the commands that a Python
    package, a crate or a gem installs."""
    inherited: tuple[str, ...] = ()
    """Members that the workspace's root gives (``version``, ``description``, ``dependencies.name``)."""
    shared: tuple[tuple[str, str], ...] = ()
    """What this manifest gives to the members of its workspace."""
    notes: tuple[Note, ...] = ()
    tasks: tuple[tuple[str, str], ...] = ()
    """What a tool runs for those who develop here: (tool, name), e.g. (``make``, ``test``) for a target, (``nox``,
    ``tests``) for a session. The name is empty for the tool as a whole, and for pytest, which is only configured."""
    manager: str = ""
    """The package manager that a package.json asks for, without its version."""


class Words(Fact, frozen=True):
    """What only search reads of a file: raw word counts (see text.words), and of a document its text."""

    terms: dict[str, int]
    body: str = ""
    fences: tuple[Fence, ...] = ()


class Facts(Protocol):
    """The facts behind a snapshot, by repository path. What stands in ``words`` is left out of the others."""

    @property
    def documents(self) -> Mapping[str, DocumentFacts]: ...
    @property
    def modules(self) -> Mapping[str, ModuleFacts]: ...
    @property
    def manifests(self) -> Mapping[str, ManifestFacts]: ...
    @property
    def words(self) -> Mapping[str, Words]: ...
