"""The other programs of a run, each used where it is there, and missed aloud where it is not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

REQUIREMENTS = Path(__file__).parents[1] / "requirements" / "bench.txt"
_CTAGS = ("--output-format=json", "--fields=+ne", "-f", "-")
_INDEX = """\
import sys
from pathlib import Path
from acco.repo_index import build_index
build_index(Path("."), cache_path=Path(sys.argv[1]))
"""
"""What each command of acco that needs an index does first, and nothing after it."""


@dataclass(frozen=True)
class Peer:
    """A program: its version and how it is called; or, with ``missing``, why it cannot be."""

    name: str
    version: str = ""
    program: str = ""
    missing: str = ""


def find_ctags() -> Peer:
    """universal-ctags that can write JSON; other programs called ctags cannot."""
    program = shutil.which("ctags")
    if program is None:
        return Peer("ctags", missing="ctags is not on the path (package universal-ctags)")
    version = _output(program, "--version").partition("\n")[0]
    if "Universal Ctags" not in version:
        return Peer("ctags", missing=f"{version or program} is not universal-ctags")
    if "json" not in _output(program, "--list-features"):
        return Peer("ctags", missing=f"{version} was built without JSON")
    return Peer("ctags", version.partition(",")[0].removeprefix("Universal Ctags "), program)


def install_acco(work: Path) -> Peer:
    """acco in a virtual environment of its own below ``work``, made when it is not there yet."""
    python = _acco_python(work)
    if not python.exists():
        done = subprocess.run(
            [sys.executable, "-m", "venv", os.fspath(work / "acco-venv")], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            return Peer("acco", missing=f"no virtual environment can be made: {_last_line(done.stderr)}")
    pip = [os.fspath(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--requirement", os.fspath(REQUIREMENTS)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return Peer("acco", missing=f"cannot be installed here: {_last_line(done.stderr)}")
    version = _output(os.fspath(python), "-I", "-c", "import acco; print(acco.__version__)").strip()
    if not version:
        return Peer("acco", missing="is installed and cannot be imported")
    return Peer("acco", version, os.fspath(python))


def _acco_python(work: Path) -> Path:
    return work / "acco-venv" / "bin" / "python"


def search_python(work: Path) -> str:
    """A Python that has the peers of search: this one, or else that of acco's environment, where they are installed."""
    if _output(sys.executable, "-c", "import bm25s, tantivy; print(1)").strip():
        return sys.executable
    install_acco(work)
    return os.fspath(_acco_python(work))


def ctags_list(peer: Peer, names: Path) -> list[str]:
    """Tags of the files that ``names`` lists, one a line."""
    return [peer.program, *_CTAGS, "-L", os.fspath(names)]


def ctags_tree(peer: Peer) -> list[str]:
    """Tags of all that ctags knows in the tree, but for our own state."""
    return [peer.program, "-R", "--exclude=.docbridge", *_CTAGS, "."]


def acco_index(peer: Peer, index: Path) -> list[str]:
    """acco's index of the tree, kept in ``index``. It asks git which files there are, as we do, and no network."""
    return [peer.program, "-I", "-c", _INDEX, os.fspath(index)]


def _output(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2] or "no reason given"
