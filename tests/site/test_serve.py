"""``mkdocs serve`` for real: one rebuild an edit, faults are shown and end nothing, nothing is written."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.support.sites import CONFIG, environment, make_repository

BUILT = "Documentation built in"
SETTLED = 2.5
"""Longer than MkDocs' polling interval and its pause before a rebuild together."""


class Serve:
    """A running ``mkdocs serve`` and what it has printed."""

    def __init__(self, root: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.root = root
        self._log = root.parent / "serve.log"
        self._out = self._log.open("wb")
        command = [sys.executable, "-m", "mkdocs", "serve", "--strict", "-a", f"127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(command, cwd=root, stdout=self._out, stderr=self._out, env=environment())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self._out.close()

    @property
    def output(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def wait(self, builds: int) -> str:
        """The output once there were ``builds`` builds and no further one came."""
        deadline = time.monotonic() + 60
        while self.output.count(BUILT) < builds or "Serving on" not in self.output:
            assert self.process.poll() is None, self.output
            assert time.monotonic() < deadline, self.output
            time.sleep(0.1)
        time.sleep(SETTLED)
        assert self.output.count(BUILT) == builds, self.output
        return self.output

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=20) as answer:
            return unescape(answer.read().decode())


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    region = "<!-- doc-bridge:generated hash=ca978112ca1bbdca -->\na\n<!-- /doc-bridge:generated -->\n"
    root = make_repository(
        tmp_path / "tree", {"docs/guide.md": f"# Guide\n\nAbout `src/tool/core`.\n\n{region}", "mkdocs.yml": CONFIG}
    )
    running = Serve(root)
    yield running
    running.stop()


def test_an_edit_causes_one_rebuild_and_a_fault_ends_nothing(serve: Serve) -> None:
    serve.wait(1)
    before = {path: path.stat().st_mtime_ns for path in (serve.root / "docs").rglob("*")}

    serve.edit("docs/index.md", "# Home", "# Welcome")
    serve.wait(2)
    assert "Welcome" in serve.page("")

    serve.edit("src/tool/core/engine.py", "class Engine", "class Motor")
    serve.wait(3)
    assert "<code>Motor</code>" in serve.page("docbridge/areas/src-tool-core/")

    serve.edit("docs/guide.md", "\na\n<!--", "\nhand edit\n<!--")
    output = serve.wait(4)
    assert "docs/guide.md:5: [GENERATED_REGION_EDITED]" in output
    assert "docbridge-banner" in serve.page("guide/")
    assert "docs/guide.md:5" in serve.page("docbridge/")
    assert "docbridge-banner" not in serve.page("")

    serve.edit("docs/guide.md", "\nhand edit\n", "\na\n")
    serve.wait(5)
    assert "docbridge-banner" not in serve.page("guide/")

    edited = {serve.root / "docs/index.md", serve.root / "docs/guide.md", serve.root / "docs"}
    after = {path: path.stat().st_mtime_ns for path in (serve.root / "docs").rglob("*")}
    assert {path for path in after if after[path] != before.get(path)} <= edited
    assert set(after) == set(before)
