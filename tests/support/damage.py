"""Damaged files, the same ones each time: cut off, not text, in other encodings, too deep, too long, oddly named."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from mkdocs_docbridge.snapshot.catalogue import CODEOWNERS_PLACES, DOCUMENT_SUFFIXES, LANGUAGES, is_manifest

SEED = 20240229
SOURCE_SUFFIXES = tuple(sorted({suffix for language in LANGUAGES for suffix in language.suffixes}))
MANIFEST_NAMES = tuple(
    name
    for name in (
        "build.gradle",
        "build.gradle.kts",
        "Cargo.toml",
        "CMakeLists.txt",
        "composer.json",
        "composer.lock",
        "Directory.Packages.props",
        "deno.json",
        "Gemfile",
        "go.mod",
        "go.work",
        "hatch.toml",
        "jsconfig.json",
        "justfile",
        "Makefile",
        "noxfile.py",
        "package.json",
        "pnpm-workspace.yaml",
        "pom.xml",
        "pyproject.toml",
        "settings.gradle",
        "settings.gradle.kts",
        "setup.cfg",
        "setup.py",
        "libs.versions.toml",
        "some.csproj",
        "some.gemspec",
        "tox.ini",
        "tsconfig.json",
    )
    if is_manifest(name)
)
"""One name of each kind of manifest that is read: a new kind that none of these has adds its name."""

_PYTHON = '''\
import os
from . import other


class Thing:
    """A thing."""

    def part(self, x: int) -> int:
        return {"a": [x, (1, 2)]}["a"][0]


def whole(*, y="é") -> None:
    print(f"{y!r}")
'''
_BRACES = """\
import { a } from './other'

/** A thing. */
export class Thing {
  part(x) {
    return { a: [x, (1)] }
  }
}

export function whole(y = 'é') {
  console.log(`${y}`)
}
"""
_PAGE = """\
---
title: 'A page: é'
tags: [a, b]
---

# A page

See [other](other.md#part) and `Thing`.

!!! note

    A note.

- one
    - two

```python
x = 1
```

| a | b |
| - | - |
| 1 | 2 |

<!-- doc-bridge:generated hash=00 -->
old
<!-- /doc-bridge:generated -->
"""
_MANIFEST = {
    "toml": '[project]\nname = "thing"\nversion = "1"\ndependencies = [\n  "click>=8",\n]\n\n[tool.x]\ny = {a = "é"}\n',
    "json": '{\n  "name": "thing",\n  "version": "1",\n  "dependencies": {"react": "^1"},\n  "description": "é"\n}\n',
    "yaml": "packages:\n  - 'a/*'\n  - \"b/é\"\n",
    "other": "module example.org/thing\n\nrequire (\n\texample.org/other v1.0.0 // é\n)\n",
}
_ENCODINGS = ("utf-16-le", "utf-16-be", "utf-16", "latin-1", "shift_jis", "utf-32", "utf-32-le", "utf-8-sig")
_HUGE = 5 * 1024 * 1024
"""Over every bound: 2 MiB for sources, 4 MiB for documents."""


def sound(name: str) -> str:
    """A small sound text of the kind that ``name`` says."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix in DOCUMENT_SUFFIXES:
        return _PAGE
    if suffix in SOURCE_SUFFIXES:
        return _PYTHON if suffix in {".py", ".pyi"} else _BRACES
    return _MANIFEST.get(suffix.lstrip("."), _MANIFEST["other"])


def damaged_files() -> dict[str, bytes]:
    """Path and bytes of every regular damaged file; at least two hundred."""
    found: dict[str, bytes] = {}
    for make in (_cut, _binary, _encoded, _long, _deep, _nul, _named, _others):
        for path, data in make(random.Random(f"{SEED}:{make.__name__}")):
            assert path not in found, path
            found[path] = data
    return found


def _names() -> tuple[str, ...]:
    return tuple(f"a{suffix}" for suffix in (*SOURCE_SUFFIXES, *DOCUMENT_SUFFIXES)) + MANIFEST_NAMES


def _cut(chance: random.Random) -> Iterator[tuple[str, bytes]]:
    for name in _names():
        data = sound(name).encode()
        for number in range(4):
            yield f"cut/{number}/{name}", data[: chance.randrange(1, len(data))]


def _binary(chance: random.Random) -> Iterator[tuple[str, bytes]]:
    for name in _names():
        yield f"binary/random/{name}", chance.randbytes(3_000)
        yield f"binary/image/{name}", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + chance.randbytes(400)
        yield f"binary/empty/{name}", b""


def _encoded(_: random.Random) -> Iterator[tuple[str, bytes]]:
    for place, name in enumerate(_names()):
        # each name in three encodings, and each encoding under many names
        for number in range(3):
            encoding = _ENCODINGS[(place * 3 + number) % len(_ENCODINGS)]
            text = sound(name).replace("é", "検" if encoding == "shift_jis" else "é")
            yield f"encoded/{encoding}/{name}", text.encode(encoding)


def _long(_: random.Random) -> Iterator[tuple[str, bytes]]:
    """One line of a megabyte, for one suffix of each analyser."""
    firsts = [f"a{min(language.suffixes)}" for language in LANGUAGES]
    for name in (*firsts, "a.md", "a.rst", *MANIFEST_NAMES):
        unit = b"a " if name.endswith(DOCUMENT_SUFFIXES) else b"a=1;"
        yield f"long/{name}", unit * (1_000_000 // len(unit))


def _deep(_: random.Random) -> Iterator[tuple[str, bytes]]:
    for suffix in SOURCE_SUFFIXES:
        yield f"deep/open/a{suffix}", b"x = " + b"[{(" * 10_000
        yield f"deep/closed/a{suffix}", b"x = " + b"(" * 10_000 + b")" * 10_000
    for name in MANIFEST_NAMES:
        yield f"deep/lists/{name}", b'{"a": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"
        yield f"deep/tables/{name}", b'{"a": ' * 50_000
        yield f"deep/toml/{name}", b"a = " + b"[" * 50_000 + b"]" * 50_000
        yield f"deep/keys/{name}", b".".join([b"a"] * 50_000) + b" = 1\n"
        yield f"deep/anchors/{name}", _anchors("packages: ")
    for suffix in DOCUMENT_SUFFIXES:
        yield f"deep/quotes/a{suffix}", b">" * 20_000 + b" x\n"
        yield f"deep/items/a{suffix}", b"- " * 20_000 + b"x\n"
        yield f"deep/brackets/a{suffix}", b"[" * 20_000 + b"](" * 20_000
        yield f"deep/matter/a{suffix}", b"---\na: " + b"[" * 50_000 + b"]" * 50_000 + b"\n---\n# A\n"
        yield f"deep/dashes/a{suffix}", b"---\n" + b"- " * 20_000 + b"x\n---\n# A\n"
        yield f"deep/anchors/a{suffix}", b"---\n" + _anchors("tags: ") + b"---\n# A\n"


def _anchors(last: str) -> bytes:
    """Nine to the twelfth values, if somebody writes them all out."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]\n"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)]
    merged = "b0: &b0 {x: 1}\n" + "".join(
        f"b{n}: &b{n} {{<<: [{', '.join([f'*b{n - 1}'] * 9)}]}}\n" for n in range(1, 7)
    )
    return "".join([*lines, merged, f"{last}*a11\n"]).encode()


def _nul(_: random.Random) -> Iterator[tuple[str, bytes]]:
    for name in _names():
        yield f"nul/english/{name}", "# A page\n\nOf plain words.\n".encode("utf-16-le")
        yield f"nul/some/{name}", sound(name).encode().replace(b"a", b"\0a", 3) + b"\0" * 1_000


def _named(_: random.Random) -> Iterator[tuple[str, bytes]]:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    for stem in (
        "A",
        "a",
        composed,
        decomposed,
        "with blank",
        "tab\tin",
        "line\nbreak",
        "back\\slash",
        "-dash",
        "#",
        "{x}",
    ):
        yield f"names/{stem}.py", b"def f(): pass\n"
        yield f"names/{stem}.md", b"# A title\n"
    yield "names/a.PY", b"def f(): pass\n"
    yield "names/" + "n" * 250 + ".md", b"# A title\n"
    yield "names/" + "/".join(["deep"] * 100) + "/a.py", b"def f(): pass\n"
    yield "names/x.py/inside.py", b"def f(): pass\n"
    yield "names/x.md/package.json/inside.md", b"# A title\n"


def _others(chance: random.Random) -> Iterator[tuple[str, bytes]]:
    yield "huge/a.py", b"x = 1\n" * (_HUGE // 6)
    yield "huge/a.md", b"# A\n\n" * (_HUGE // 5)
    yield "huge/package.json", b'{"name": "' + b"a" * _HUGE + b'"}'
    yield "huge/pyproject.toml", b"a = 1\n" * 200_000
    for place in CODEOWNERS_PLACES:
        yield place, chance.randbytes(2_000)
    yield (
        "ignored/.gitignore",
        b"\xff\xfe*\0.txt\n" + bytes(byte for byte in chance.randbytes(300) if byte not in b"*?[!/\\"),
    )
    yield "ignored/a.py", b"def f(): pass\n"


def write_odd_files(root: Path) -> None:
    """Things that are no regular files, and names that are not UTF-8. Nothing here leads a reader out of ``root``
    except the links made to try that; ``root`` must have a parent that may be written to."""
    folder = root / "odd"
    folder.mkdir(parents=True)
    outside = root.parent / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "secret.md").write_text("# Not ours\n")
    (folder / "real.md").write_text("# Real\n")
    links = {
        "link.md": "real.md",
        "broken.md": "nowhere.md",
        "self.md": "self.md",
        "one.py": "two.py",
        "two.py": "one.py",
        "up": "..",
        "here": ".",
        "out.md": "../../outside/secret.md",
        "out": "../../outside",
        "absolute.py": "/dev/null",
        "endless.py": "/dev/zero",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.py")).write_text("def f(): pass\n")
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.md")).write_text("# A\n")


def write_pipes(root: Path) -> None:
    """A FIFO and a socket under the names of a source and of documents: whoever opens the FIFO waits for ever."""
    folder = root / "pipes"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "pipe.py")
    os.mkfifo(folder / "pipe.md")
    os.mkfifo(folder / "package.json")
    (folder / "to-pipe.md").symlink_to("pipe.md")
    here = Path.cwd()
    with socket.socket(socket.AF_UNIX) as server:
        # the path of a socket is bounded by a hundred bytes: bind it from its folder
        os.chdir(folder)
        try:
            server.bind("socket.py")
        finally:
            os.chdir(here)


def write_regular(root: Path) -> dict[str, bytes]:
    """Writes :func:`damaged_files` below ``root`` and gives what was written: a file system may refuse a name."""
    written = {}
    for path, data in damaged_files().items():
        target = root / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        except OSError:
            continue
        written[path] = data
    return written
