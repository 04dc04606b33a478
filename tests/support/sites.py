"""Real builds of small sites with the plugin: in another process, as a user runs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from tests.support.trees import commit_all, write_tree

REPOSITORY = Path(__file__).resolve().parents[2]
CONFIG = "site_name: Small\ntheme: {name: mkdocs}\nplugins:\n  - search\n  - docbridge\n"
FILES: dict[str, str | bytes] = {
    "mkdocs.yml": CONFIG,
    "pyproject.toml": '[project]\nname = "tool"\nversion = "1.2.3"\n',
    "src/tool/__init__.py": '"""A tool."""\n',
    "src/tool/core/__init__.py": '"""What the tool is made of."""\n',
    "src/tool/core/engine.py": "from tool.web import app\n\n\nclass Engine:\n    def start(self): ...\n",
    "src/tool/web/app.py": '"""The web face."""\n\n\ndef serve_forever(): ...\n',
    "docs/index.md": "# Home\n\nThe current version is 1.2.3.\n\nSee [guide](guide.md) and `Engine`.\n",
    "docs/guide.md": "# Guide\n\nThis is about `src/tool/core`.\n",
    ".gitignore": "site/\n",
}


@dataclass(frozen=True)
class Built:
    """How a build ended: exit code, everything it printed, and where its site is."""

    code: int
    output: str
    site: Path

    def page(self, path: str) -> str:
        """The HTML of a page of the site, its entities decoded."""
        return unescape((self.site / path).read_text(encoding="utf-8"))


def make_repository(root: Path, files: Mapping[str, str | bytes] | None = None) -> Path:
    """A committed repository of the small project, with ``files`` over it; ``b""`` removes one."""
    write_tree(root, {path: text for path, text in {**FILES, **(files or {})}.items() if text != b""})
    commit_all(root)
    return root


def environment() -> dict[str, str]:
    """A quiet environment without the user's cache."""
    kept = {key: value for key, value in os.environ.items() if key != "DOCBRIDGE_CACHE"}
    return {
        **kept,
        "SOURCE_DATE_EPOCH": "1000000000",
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
        "PYTHONWARNINGS": "default",
    }


def build(root: Path, *options: str, program: str = "mkdocs") -> Built:
    """``mkdocs build`` in ``root``."""
    command = [sys.executable, "-m", program, "build", *options]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment())
    return Built(done.returncode, done.stdout + done.stderr, root / "site")


def docbridge(root: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """``docbridge …`` in ``root``; ``more`` are environment variables."""
    script = "import sys; from mkdocs_docbridge.cli import main; main(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        env={**environment(), **more},
    )


def copy_of_this_repository(target: Path) -> Path:
    """What git knows of this repository, committed anew in ``target``."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        check=True,
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        source = REPOSITORY / name
        if source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)
    commit_all(target)
    return target
